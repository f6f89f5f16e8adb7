"""Whether a word's count is worth looking up, and what it must be for the word to be read on."""

import math
import sys
from dataclasses import dataclass

import numpy as np

from sonde.planner.candidates import Positions
from sonde.planner.expectation import Expectation

LONGER = 1.2  # times a page: an answer that probably has a second one
SPARSE = 0.05  # new documents per page: with fewer an answer is not read on


@dataclass(frozen=True, slots=True)
class Lookups:
    """Looks at first pages by what is expected of words."""

    expectation: Expectation

    def is_worth_a_peek(self, term: int) -> bool:
        """Whether a word's count is unknown and its answer long enough that looking it up pays."""
        return self._is_unknown(term) and bool(self.expectation.is_dear(np.array([self._hits(term)]))[0])

    def is_worth_a_look(self, term: int) -> bool:
        """Whether a word's count is unknown and its answer longer than a page: it may be read no further than that."""
        return self._is_unknown(term) and self._hits(term) > LONGER * self.expectation.peeks.page_size

    def enough_to_read_on(self, term: int) -> int:
        """The least count with which the pages of a word's answer bring enough new documents, cut or not."""
        return math.ceil(self._held(term) / (1 - SPARSE / max(1, self.expectation.peeks.page_size)))

    def enough_to_be_best(self, term: int, others: Positions) -> int:
        """The least count that makes a word worth more than other ones, given in ascending order."""
        if self.expectation.peeks.is_start:
            return sys.maxsize
        score, held = float(self.expectation.scores(others).max(initial=0)), self._held(term)
        low, high = held, max(2 * held, 16)
        while self._worth(held, high) < score and high < 2**40:
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._worth(held, middle) < score else (low, middle)
        return high

    def _is_unknown(self, term: int) -> bool:
        return bool(self.expectation.peeks.hits(np.array([term], np.intp))[0] < 0)

    def _held(self, term: int) -> int:
        return int(self.expectation.statistics.held[term])

    def _hits(self, term: int) -> float:
        """How many documents are expected to hold a word of unknown count."""
        return self.expectation.matches(term)

    def _worth(self, held: int, hits: int) -> float:
        matches = np.array([hits], np.float64)
        new = self.expectation.shown(matches - held, matches)
        return float((new / self.expectation.costs.of(matches, new))[0])
