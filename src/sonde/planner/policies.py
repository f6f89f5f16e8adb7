"""Policies by name."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Protocol

from sonde.errors import ConfigError
from sonde.model import Outcome, Query
from sonde.planner.adaptive import Adaptive
from sonde.planner.costs import Costs
from sonde.planner.robust import Robust
from sonde.planner.statistics import Statistics

DEFAULT_POLICY = "sonde"

POLICIES = {
    "sonde": "most new documents expected under the site's cap, from how often documents came back (default)",
    "adaptive": "the word most held documents contain: Ntoulas 2005, independence estimator",
}


class Policy(Protocol):
    """Chooses queries and learns from their outcomes; no I/O, no clock, no randomness of its own."""

    def choose(self) -> Query | None:
        """The next query; None when nothing is left to ask. May be called again before `observe`."""

    def observe(self, outcome: Outcome) -> None:
        """Learns from an answer, also from one it did not choose (replay)."""


def make_policy(
    name: str = DEFAULT_POLICY,
    *,
    seeds: Sequence[str] = (),
    rng_seed: int = 0,
    statistics: Statistics | None = None,
    costs: Costs | None = None,
) -> Policy:
    """A fresh policy. `statistics` may be shared with `Completeness`; `rng_seed` is for random policies."""
    if name == "sonde":
        return Robust(seeds=seeds, statistics=statistics, costs=costs)
    if name == "adaptive":
        return Adaptive(seeds=seeds, statistics=statistics, costs=costs)
    near = get_close_matches(name, POLICIES, n=1, cutoff=0.0)
    raise ConfigError(f"unknown policy {name!r}: did you mean {near[0]!r}? Known: {', '.join(POLICIES)}.")
