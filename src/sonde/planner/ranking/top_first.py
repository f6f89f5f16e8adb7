"""Our ranking-aware policy: new documents that stand first in many answers, for a copy that answers like the site.

What a copy needs to give a site's first documents for queries nobody has asked yet is the documents that the site
shows first for many words. Distances between orderings (Valkanas 2011) say where an order is unclear, not where
such documents are missing; this policy counts them.
"""

import math
from collections import deque
from collections.abc import Sequence
from statistics import median
from typing import Self

import numpy as np
from numpy.typing import NDArray

from sonde.model import Outcome, Query
from sonde.planner.candidates import Candidates, Positions
from sonde.planner.costs import Costs, Floats
from sonde.planner.ranking.show_rates import ShowRates
from sonde.planner.setup import Setup
from sonde.planner.sightings import Sighting
from sonde.planner.statistics import Statistics

CAPTURE_WEIGHTS = np.array([1.0, 0.25, 0.02])  # documents not found yet resemble those that few queries returned
CLUSTER_PENALTY = 0.5  # a term found through one query is one observation
RHO_LOW, RHO_HIGH, RHO_WINDOW, RHO_MIN = 0.2, 2.0, 25, 5
TIE_BREAK = 1e-6


class TopFirst:
    """Asks the word whose answer is expected to show most documents per cost that are not held yet.

    An answer of D matches under a cap K shows min(D, K), less what is held and will be shown again: that is
    learned document by document (`ShowRates`). Weighing words by how far their answers are cut, to prefer
    documents of high rank, was tried and loses more for two words than it wins for one.
    """

    def __init__(
        self, *, seeds: Sequence[str] = (), statistics: Statistics | None = None, costs: Costs | None = None
    ) -> None:
        self.statistics = Statistics() if statistics is None else statistics
        self.candidates = Candidates(statistics=self.statistics, seeds=seeds)
        self.costs = costs or Costs()
        self.rates = ShowRates(self.statistics)
        self._rhos: deque[float] = deque(maxlen=RHO_WINDOW)

    @classmethod
    def make(cls, setup: Setup) -> Self:
        """The policy for a crawl."""
        return cls(seeds=setup.seeds, statistics=setup.statistics, costs=setup.costs)

    def choose(self) -> Query | None:
        """The next word, or None when every word of the held documents was asked."""
        seed = self.candidates.next_seed()
        if seed is not None:
            return self.candidates.ask(seed, reason="seed")
        best = self.candidates.best(self)
        if best is None:
            return None
        word, held = self.statistics.terms[best[0]], int(self.statistics.held[best[0]])
        return self.candidates.ask(
            word, reason=f"about {best[1]:.1f} new documents expected; {held} held documents have it"
        )

    def observe(self, outcome: Outcome) -> None:
        """Counts the answer, and which held documents it showed again."""
        repeated = [number for number in outcome.seen if self.statistics.captures(number)]
        word = outcome.query.words
        expected = self.rates.expected(word)
        sighting = self.candidates.observe(outcome)
        if sighting.word and sighting.before.held and sighting.seen and not sighting.error:
            hits, cap = self._learn_rho(sighting), self.candidates.cap.limit
            if hits > 1.05 * cap:
                self.rates.learn(sighting.word, repeated, expected=expected, excess=hits / cap)
        self.rates.add(sighting.new)

    def scores(self, ids: Positions) -> Floats:
        """Expected new documents per cost of the terms with these ids."""
        table, cap = self.statistics, self.candidates.cap.limit
        held = table.held[ids].astype(np.float64)
        unseen = self.rho * self._unseen(table.captured[:, ids], held, table.clustered[ids].astype(np.float64))
        hits = held + unseen
        if math.isinf(cap):
            return np.asarray(unseen / self.costs.of(hits, unseen) + TIE_BREAK * held)
        excess = np.maximum(hits / cap, 1)
        shown_again = np.where(hits > cap, np.minimum(self.rates.repeats(ids, excess), held), held)
        new = np.clip(np.minimum(hits, cap) - shown_again, 0, unseen)
        return np.asarray(new / self.costs.of(np.minimum(hits, cap), new) + TIE_BREAK * held)

    def least_held(self, score: float) -> int:
        """A term in few documents may be worth much where nothing else is left, so all are looked at."""
        return 1

    @property
    def rho(self) -> float:
        """Unseen documents found per one expected, over the last words."""
        return min(RHO_HIGH, max(RHO_LOW, median(self._rhos))) if len(self._rhos) >= RHO_MIN else 1.0

    def _unseen(self, captured: NDArray[np.int32], held: Floats, clustered: Floats) -> Floats:
        trust = 1 - CLUSTER_PENALTY * np.sqrt(clustered) / np.maximum(held, 1)
        return np.asarray((CAPTURE_WEIGHTS @ captured) * np.maximum(trust, 0))

    def _learn_rho(self, sighting: Sighting) -> float:
        """The matches of an answer, as stated or as expected; what is stated corrects what is expected."""
        count = sighting.before
        captured, held = np.array(count.captured, np.int32)[:, None], np.array([count.held], np.float64)
        expected = float(self._unseen(captured, held, np.array([count.clustered]))[0])
        hits = self.candidates.cap.hits(sighting)
        if hits is None:
            return count.held + self.rho * expected
        if expected > 0:
            self._rhos.append(max(0, hits - count.held) / expected)
        return float(hits)
