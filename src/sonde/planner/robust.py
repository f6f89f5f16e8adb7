"""Our own policy: expected new documents under the site's cap, learned from how often documents come back."""

import math
from collections import deque
from collections.abc import Sequence
from statistics import median

import numpy as np
from numpy.typing import NDArray

from sonde.model import Outcome, Query
from sonde.planner.candidates import Candidates, Positions
from sonde.planner.costs import Costs, Floats
from sonde.planner.statistics import Sighting, Statistics, TermCount

# Documents not found yet resemble those that few queries returned. Without a cap a word brings everything
# that holds it, so documents that two queries returned say nothing about the rest.
CAPTURE_WEIGHTS = np.array([1.0, 0.25, 0.02])
CAPTURE_WEIGHTS_UNCAPPED = np.array([1.0, 0.02, 0.002])
CLUSTER_PENALTY = 0.5
RHO_LOW, RHO_HIGH = 0.2, 2.0
RHO_HIGHER = 4.0  # where the site hides documents, far more than the captures tell may be unseen
RHO_WINDOW, RHO_MIN = 25, 5
BETA_LOW, BETA_HIGH = -0.2, 1.5
BETA_PRIOR, BETA_MEMORY = 3.0, 0.95
TIE_BREAK = 1e-6  # of equal expectations the more frequent word is the safer one


class Robust:
    """Asks the word with the highest expected number of new documents per cost.

    u(t), the unseen documents with a term, is read off the held ones that few queries returned, scaled by
    rho: how wrong this was for the last words. Under a cap K a word with x K matches brings u / x^(1+beta):
    beta is 0 where the part shown is as new as the rest, and near 1 where the site shows the same documents
    first whatever the word.
    """

    def __init__(
        self, *, seeds: Sequence[str] = (), statistics: Statistics | None = None, costs: Costs | None = None
    ) -> None:
        self.statistics = Statistics() if statistics is None else statistics
        self.candidates = Candidates(statistics=self.statistics, seeds=seeds)
        self.costs = costs or Costs()
        self._rhos: deque[float] = deque(maxlen=RHO_WINDOW)
        self._beta_sums = (0.0, 0.0)  # of a regression of lost yield on log x, through the origin

    def choose(self) -> Query | None:
        """The next word, or None when every word of the held documents was asked."""
        seed = self.candidates.next_seed()
        if seed is not None:
            return self.candidates.ask(seed, reason="seed")
        best = self.candidates.best(self)
        if best is None:
            return None
        word, held = self.statistics.terms[best[0]], int(self.statistics.held[best[0]])
        worth = f"about {best[1]:.1f} new documents expected" + ("" if self.costs == Costs() else " per unit of cost")
        return self.candidates.ask(word, reason=f"{worth}; {held} held documents have it")

    def observe(self, outcome: Outcome) -> None:
        """Counts the answer and compares it with what was expected."""
        sighting = self.candidates.observe(outcome)
        if sighting.word and sighting.before.held and sighting.seen and not sighting.error:
            self._correct(sighting)

    def scores(self, ids: Positions) -> Floats:
        """Expected new documents per cost for the terms with these ids; L breaks ties of the expectation."""
        table = self.statistics
        held = table.held[ids].astype(np.float64)
        unseen = self.rho * self._weighted(table.captured[:, ids], held, table.clustered[ids].astype(np.float64))
        hits = held + unseen
        new = self._under_cap(unseen, hits)
        return np.asarray(new / self.costs.of(hits, new) + TIE_BREAK * held)

    def least_held(self, score: float) -> int:
        """Fewer held documents cannot give this score: at most all of them count, scaled by rho."""
        return int(score / (self.rho / self.costs.query + TIE_BREAK))

    @property
    def rho(self) -> float:
        """Unseen documents found per one expected, over the last words."""
        if len(self._rhos) < RHO_MIN:
            return 1.0
        high = RHO_HIGH + (RHO_HIGHER - RHO_HIGH) * min(1.0, max(0.0, 2 * self.beta))
        return min(high, max(RHO_LOW, median(self._rhos)))

    @property
    def beta(self) -> float:
        """How much less than a random part of the matches an answer beyond the cap brings."""
        lost, weight = self._beta_sums
        return min(BETA_HIGH, max(BETA_LOW, lost / (weight + BETA_PRIOR)))

    def _weighted(self, captured: NDArray[np.int32], held: Floats, clustered: Floats) -> Floats:
        """g(t): held documents with the term, weighted by how few queries returned them.

        A term found through one query is one observation, however many documents it came in.
        """
        capped = math.isfinite(self.candidates.cap.limit)
        weights = CAPTURE_WEIGHTS if capped else CAPTURE_WEIGHTS_UNCAPPED
        trust = 1 - CLUSTER_PENALTY * np.sqrt(clustered) / np.maximum(held, 1)
        return np.asarray((weights @ captured) * np.maximum(trust, 0))

    def _under_cap(self, unseen: Floats, hits: Floats) -> Floats:
        cap = self.candidates.cap.limit
        if math.isinf(cap):
            return unseen
        return np.asarray(unseen / np.maximum(hits / cap, 1) ** (1 + self.beta))

    def _correct(self, sighting: Sighting) -> None:
        """Learns rho and beta from an answer; a count that the site hides is taken as expected."""
        held, expected = sighting.before.held, self._expected(sighting.before)
        hits = self.candidates.cap.hits(sighting)
        if hits is None:
            self._learn_beta(sighting, unseen=self.rho * expected, hits=held + self.rho * expected)
            return
        unseen = max(0, hits - held)
        self._learn_beta(sighting, unseen=unseen, hits=hits)
        if expected > 0:
            self._rhos.append(unseen / expected)

    def _learn_beta(self, sighting: Sighting, *, unseen: float, hits: float) -> None:
        cap = self.candidates.cap.limit
        if not hits > 1.05 * cap or unseen <= 0:
            return
        random_part = cap * unseen / hits
        lost = -math.log((len(sighting.new) + 0.5) / (random_part + 0.5))
        excess, trust = math.log(hits / cap), random_part / (random_part + 3)
        lost_sum, weight = self._beta_sums
        self._beta_sums = (
            BETA_MEMORY * lost_sum + trust * excess * lost,
            BETA_MEMORY * weight + trust * excess**2,
        )

    def _expected(self, count: TermCount) -> float:
        captured = np.array(count.captured, np.int32)[:, None]
        return float(self._weighted(captured, np.array([count.held], np.float64), np.array([count.clustered]))[0])
