"""Which query next, how complete the copy is, and when to stop. Pure: no I/O, no clock, replayable."""

from sonde.planner.completeness import Completeness
from sonde.planner.costs import Costs
from sonde.planner.policies import DEFAULT_POLICY, POLICIES, TOPIC_POLICIES, TOPIC_POLICY, Policy, make_policy
from sonde.planner.setup import Setup
from sonde.planner.statistics import Statistics
from sonde.planner.stopping import Answer, Spent, StopRules, should_stop

__all__ = [
    "DEFAULT_POLICY",
    "POLICIES",
    "TOPIC_POLICIES",
    "TOPIC_POLICY",
    "Answer",
    "Completeness",
    "Costs",
    "Policy",
    "Setup",
    "Spent",
    "Statistics",
    "StopRules",
    "make_policy",
    "should_stop",
]
