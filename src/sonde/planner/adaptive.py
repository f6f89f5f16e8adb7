"""The adaptive policy with the independence estimator (Ntoulas 2005, 3.1-3.3)."""

from collections.abc import Sequence

import numpy as np

from sonde.model import Outcome, Query
from sonde.planner.candidates import Candidates, Positions
from sonde.planner.costs import Costs, Floats
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

    def choose(self) -> Query | None:
        """SelectTerm() of Figure 7: the query of greatest efficiency, or None when every term was asked."""
        seed = self.candidates.next_seed()
        if seed is not None:
            return self.candidates.ask(seed, reason="seed")
        best = self.candidates.best(self)
        if best is None:
            return None
        held, documents = int(self.statistics.held[best[0]]), self.statistics.documents
        reason = f"in {held} of {documents} held documents"
        return self.candidates.ask(self.statistics.terms[best[0]], reason=reason)

    def observe(self, outcome: Outcome) -> None:
        """Adds the new documents to the query statistics table (Figure 8)."""
        self.candidates.observe(outcome)

    def scores(self, ids: Positions) -> Floats:
        """Efficiency of the terms with these ids."""
        return self.efficiency(self.statistics.held[ids] / max(1, self.statistics.documents))

    def least_held(self, score: float) -> int:
        """Fewer held documents cannot give this efficiency: at best only the query itself costs anything."""
        p_held = held_share(self.statistics)
        return int(score * self.costs.query * p_held / (1 - p_held))

    def efficiency(self, p_given_held: Floats) -> Floats:
        """Efficiency(q) = P_new(q) / Cost(q) for the shares P(q | q1 v ... v qi-1) of candidate words."""
        p_held = held_share(self.statistics)  # P(q1 v ... v qi-1)
        p = independence(p_given_held)
        p_new = p - p_held * p_given_held  # eq. 3
        size = max(1, self.statistics.documents) / p_held
        return np.asarray(p_new * size / self.costs.of(p * size, p_new * size))


def independence(p_given_held: Floats) -> Floats:
    """The independence estimator: P(q) = P(q | q1 v ... v qi-1)."""
    return p_given_held


def held_share(statistics: Statistics) -> float:
    """A guess of P(q1 v ... v qi-1): the share of results that were known already (Good-Turing).

    Only a cost that depends on the answer's length makes the choice depend on it (Ntoulas, footnote 4).
    """
    once = statistics.captures_of_documents[1]
    return float(np.clip(1 - once / max(1, statistics.sightings), 0.05, 0.95))
