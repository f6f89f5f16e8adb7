"""Which query next, how complete the copy is, and when to stop. Pure: no I/O, no clock, replayable."""

from sonde.planner.completeness import Completeness
from sonde.planner.costs import Costs
from sonde.planner.policies import DEFAULT_POLICY, POLICIES, Policy, make_policy
from sonde.planner.statistics import Statistics
from sonde.planner.stopping import Answer, Spent, StopRules, should_stop

__all__ = [
    "DEFAULT_POLICY",
    "POLICIES",
    "Answer",
    "Completeness",
    "Costs",
    "Policy",
    "Spent",
    "Statistics",
    "StopRules",
    "make_policy",
    "should_stop",
]
