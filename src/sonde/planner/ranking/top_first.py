"""Our ranking-aware policy: new documents that stand first in many answers, for a copy that answers like the site.

What a copy needs to give a site's first documents for queries nobody has asked yet is the documents that the site
shows first for many words. Distances between orderings (Valkanas 2011) say where an order is unclear, not where
such documents are missing; this policy counts them.
"""

import math
from typing import Self

import numpy as np

from sonde.model import Outcome, Query
from sonde.planner.candidates import Positions
from sonde.planner.costs import Floats
from sonde.planner.expectation import TIE_BREAK
from sonde.planner.ranking.show_rates import ShowRates
from sonde.planner.ranking.weight import checked_weight
from sonde.planner.robust import Robust
from sonde.planner.setup import Setup

FIRST = 0.3  # times w: the first of x K matches stand first in about x to this power times as many other answers
CUT = 1.05  # times the cap: an answer with more matches left some out


class TopFirst:
    """The default policy's choice of words, with a weight w for what a cut answer shows first.

    An answer of D matches under a cap K shows min(D, K), less what is held and will be shown again: that is
    learned document by document (`ShowRates`), and w of it is believed. New documents count the more, the more
    matches they stand before. With w = 0, or where nothing is cut, this is coverage alone.
    """

    def __init__(self, inner: Robust, *, weight: float = 0.5) -> None:
        self.weight = checked_weight(weight)
        self.inner = inner
        self.statistics = inner.statistics
        self.rates = ShowRates(self.statistics)

    @classmethod
    def make(cls, setup: Setup) -> Self:
        """The policy for a crawl."""
        return cls(Robust.make(setup), weight=setup.ranking_weight)

    def choose(self) -> Query | None:
        """The next query, or None when every word of the held documents was asked."""
        candidates = self.inner.candidates
        if not self.weight or math.isinf(candidates.cap.limit) or candidates.next_seed(unmet=True) is not None:
            return self.inner.choose()
        best = candidates.best(self)
        return self.inner.narrower(best[1] if best else 0.0) or (self.inner.ask(*best) if best else None)

    def observe(self, outcome: Outcome) -> None:
        """Counts the answer, and which held documents it showed again."""
        repeated = [number for number in outcome.seen if self.statistics.captures(number)]
        word = outcome.query.words
        expected, term = self.rates.expected(word), self.statistics.id_of(word)
        guessed = 0.0 if term is None else self.inner.expectation.matches(term)
        self.inner.observe(outcome)
        hits, cap = outcome.total or guessed, self.inner.candidates.cap.limit
        if term is not None and outcome.seen and not outcome.is_peek and hits > CUT * cap:
            self.rates.learn(word, repeated, expected=expected, excess=hits / cap)
        self.rates.add(tuple(document.id for document in outcome.new))

    def scores(self, ids: Positions) -> Floats:
        """Expected new documents per cost of the terms with these ids, more for those that stand first."""
        expectation, cap = self.inner.expectation, self.inner.candidates.cap.limit
        unseen, hits = expectation.unseen(ids)
        held = self.statistics.held[ids].astype(np.float64)
        excess = np.maximum(hits / cap, 1)
        shown_again = np.where(hits > cap, np.minimum(self.rates.repeats(ids, excess), held), held)
        by_rates = np.clip(np.minimum(hits, cap) - shown_again, 0, unseen)
        shown = (1 - self.weight) * expectation.shown(unseen, hits) + self.weight * by_rates
        new = shown * expectation.twins.left(ids)
        worth = new * excess ** (FIRST * self.weight)
        return np.asarray(worth / self.inner.costs.of(np.minimum(hits, cap), new) + TIE_BREAK * held)

    def least_held(self, score: float) -> int:
        """A term in few documents may be worth much where nothing else is left, so all are looked at."""
        return 1
