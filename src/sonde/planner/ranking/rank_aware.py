"""Rank-aware crawling (Valkanas 2011, section 3): coverage and ranking gain, weighed and divided by cost."""

from collections.abc import Callable, Sequence
from typing import Self

import numpy as np

from sonde.model import Outcome, Query
from sonde.planner.adaptive import held_share, independence
from sonde.planner.candidates import Candidates, Positions
from sonde.planner.costs import Costs, Floats
from sonde.planner.ranking.distances import DISTANCES, Distance
from sonde.planner.ranking.orderings import Orderings
from sonde.planner.ranking.weight import checked_weight
from sonde.planner.setup import Setup
from sonde.planner.statistics import Statistics

AT_ONCE = 16  # terms whose distances are summed up before the best is looked for again


class RankAware:
    """Asks the term of greatest Gain(t) = ((1 - w) P_new(t) + w RankingGain(t)) / Cost(t) (3.3).

    Seeds come first. Distances are computed only for terms that could still win by their upper bound, so the
    choice is that of the paper without comparing all orderings of all terms.
    """

    def __init__(
        self,
        distance: Distance,
        *,
        weight: float = 0.5,
        seeds: Sequence[str] = (),
        statistics: Statistics | None = None,
        costs: Costs | None = None,
    ) -> None:
        self.weight = checked_weight(weight)
        self.statistics = Statistics() if statistics is None else statistics
        self.candidates = Candidates(statistics=self.statistics, seeds=seeds)
        self.costs = costs or Costs()
        self.orderings = Orderings(distance)
        self._wanted = 1  # so many terms have their exact gain and stand above all others' bounds

    @classmethod
    def make(cls, setup: Setup, *, distance: str) -> Self:
        """The policy for a crawl, by the name of its distance."""
        return cls(
            DISTANCES[distance],
            weight=setup.ranking_weight,
            seeds=setup.seeds,
            statistics=setup.statistics,
            costs=setup.costs,
        )

    def choose(self) -> Query | None:
        """The term of greatest gain, or None when every term was asked."""
        seed = self.candidates.next_seed()
        if seed is not None:
            return self.candidates.ask(seed, reason="seed")
        self._wanted = 1
        best = self.candidates.best(self)
        while best is not None and self.weight and not self.orderings.is_exact(np.array([best[0]]))[0]:
            self._wanted *= 4  # words that may not be asked stood before it
            best = self.candidates.best(self)
        if best is None:
            return None
        term, seen = self.statistics.terms[best[0]], int(self.orderings.number[best[0]])
        return self.candidates.ask(term, reason=f"gain {best[1]:.3f}; its documents came in {seen} answers")

    def observe(self, outcome: Outcome) -> None:
        """Counts the answer and keeps the order in which each term's documents came."""
        self.candidates.observe(outcome)
        self.orderings.observe(outcome.seen, self.statistics)

    def scores(self, ids: Positions) -> Floats:
        """Gain(t) of the terms that can win, and for the others a bound that is below the best."""
        p_new, cost = self._coverage(ids)
        scores = self._gain(p_new, self.orderings.most(ids), cost)
        if not self.weight or not len(ids):
            return scores
        is_exact = self.orderings.is_exact(ids)
        while not is_exact.all():
            known = scores[is_exact]
            best = np.partition(known, -self._wanted)[-self._wanted] if len(known) >= self._wanted else -np.inf
            can_win = np.flatnonzero(~is_exact & (scores >= best))
            if not len(can_win):
                break
            nearest = can_win[np.argsort(-scores[can_win], kind="stable")[:AT_ONCE]]
            gains = np.array([self.orderings.gain(int(ids[i])) for i in nearest])
            scores[nearest], is_exact[nearest] = self._gain(p_new[nearest], gains, cost[nearest]), True
        return scores

    def least_held(self, score: float) -> int:
        """Fewer held documents cannot give this gain, even if all orderings of a term disagree entirely."""
        if self.weight == 1:
            return 1
        p_new = (score * self.costs.query - self.weight) / (1 - self.weight)
        return int(p_new / (1 - held_share(self.statistics)) * self.statistics.documents)

    def _coverage(self, ids: Positions) -> tuple[Floats, Floats]:
        """P_new(t) and Cost(t), as in Ntoulas 2005 with the independence estimator."""
        documents, p_held = max(1, self.statistics.documents), held_share(self.statistics)
        p_given_held = self.statistics.held[ids] / documents
        p = independence(p_given_held)
        p_new = p - p_held * p_given_held
        size = documents / p_held
        return p_new, self.costs.of(p * size, p_new * size)

    def _gain(self, p_new: Floats, ranking_gain: Floats, cost: Floats) -> Floats:
        return np.asarray(((1 - self.weight) * p_new + self.weight * ranking_gain) / cost)


def rank_aware(distance: str) -> Callable[[Setup], RankAware]:
    """Makes the policy with this distance."""
    return lambda setup: RankAware.make(setup, distance=distance)
