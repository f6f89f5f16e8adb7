"""The adaptive policy with the independence estimator (Ntoulas 2005, 3.1-3.3)."""

from collections.abc import Sequence
from typing import Self

import numpy as np

from sonde.model import Outcome, Query
from sonde.planner.candidates import Candidates, Positions, Scorer
from sonde.planner.costs import Costs, Floats
from sonde.planner.setup import Setup
from sonde.planner.statistics import Statistics


class Adaptive:
    """Asks the word of greatest efficiency P_new(q) / Cost(q), where P(q) is its share of the held documents.

    Seeds come first. Words the site refuses are learned from (Ntoulas leaves stop words in).
    """

    def __init__(
        self, *, seeds: Sequence[str] = (), statistics: Statistics | None = None, costs: Costs | None = None
    ) -> None:
        self.statistics = Statistics() if statistics is None else statistics
        self.candidates = Candidates(statistics=self.statistics, seeds=seeds)
        self.costs = costs or Costs()

    @classmethod
    def make(cls, setup: Setup) -> Self:
        """The policy for a crawl."""
        return cls(seeds=setup.seeds, statistics=setup.statistics, costs=setup.costs)

    def choose(self) -> Query | None:
        """SelectTerm() of Figure 7: the query of greatest efficiency, or None when every term was asked."""
        return select_term(self.candidates, self)

    def observe(self, outcome: Outcome) -> None:
        """Adds the new documents to the query statistics table (Figure 8)."""
        self.candidates.observe(outcome)

    def scores(self, ids: Positions) -> Floats:
        """Efficiency of the terms with these ids."""
        p_given_held = self.statistics.held[ids] / max(1, self.statistics.documents)
        return efficiency(independence(p_given_held), p_given_held, table=self.statistics, costs=self.costs)

    def least_held(self, score: float) -> int:
        """Fewer held documents cannot give this efficiency: at best only the query itself costs anything."""
        p_held = held_share(self.statistics)
        return int(score * self.costs.query * p_held / (1 - p_held))


def select_term(candidates: Candidates, scorer: Scorer) -> Query | None:
    """SelectTerm(): the next seed, else the candidate of greatest efficiency (Figure 7)."""
    seed = candidates.next_seed()
    if seed is not None:
        return candidates.ask(seed, reason="seed")
    best = candidates.best(scorer)
    if best is None:
        return None
    table = candidates.statistics
    reason = f"in {int(table.held[best[0]])} of {table.documents} held documents"
    return candidates.ask(table.terms[best[0]], reason=reason)


def independence(p_given_held: Floats) -> Floats:
    """The independence estimator: P(q) = P(q | q1 v ... v qi-1)."""
    return p_given_held


def efficiency(p: Floats, p_given_held: Floats, *, table: Statistics, costs: Costs) -> Floats:
    """Efficiency(q) = P_new(q) / Cost(q) for words of known P(q) and P(q | q1 v ... v qi-1)."""
    p_held = held_share(table)  # P(q1 v ... v qi-1)
    p_new = p - p_held * p_given_held  # eq. 3
    size = max(1, table.documents) / p_held
    return np.asarray(p_new * size / costs.of(p * size, np.maximum(p_new, 0) * size))


def held_share(statistics: Statistics) -> float:
    """A guess of P(q1 v ... v qi-1): the share of results that were known already (Good-Turing).

    Only a cost that depends on the answer's length makes the choice depend on it (Ntoulas, footnote 4).
    """
    once = statistics.captures_of_documents[1]
    return float(np.clip(1 - once / max(1, statistics.sightings), 0.05, 0.95))
