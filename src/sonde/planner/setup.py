"""What a policy is made of."""

from dataclasses import dataclass, field
from typing import Protocol

from sonde.model import Abilities, Outcome, Query, Topic
from sonde.planner.costs import Costs
from sonde.planner.ranking.weight import checked_weight
from sonde.planner.statistics import Statistics


class Policy(Protocol):
    """Chooses queries and learns from their outcomes; no I/O, no clock, no randomness of its own."""

    def choose(self) -> Query | None:
        """The next query; None when nothing is left to ask. May be called again before `observe`."""

    def observe(self, outcome: Outcome) -> None:
        """Learns from an answer, also from one it did not choose (replay)."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a policy is given at the start; each policy takes what it needs."""

    seeds: tuple[str, ...] = ()  # words to begin with
    rng_seed: int = 0
    statistics: Statistics = field(default_factory=Statistics)  # may be shared with `Completeness`
    costs: Costs = field(default_factory=Costs)
    language: str = ""  # of the site, if known
    abilities: Abilities = field(default_factory=Abilities)  # what the site's search can do
    topic: Topic | None = None
    topic_attributes: tuple[str, ...] = ()  # of results, which alone feed a Word Collection; empty: all their text
    ranking_weight: float = 0.5  # w: 0 is coverage only, 1 ranking only

    def __post_init__(self) -> None:
        checked_weight(self.ranking_weight)
