"""Peeks: reading only the first page of an answer, for its hit count, before the rest is asked for.

Among the best few hundred words the expected and the true yield hardly go together: which word is best is
mostly luck. A hit count tells it exactly, and where a whole answer has many pages the first one is cheap. But a
peek is a query too: looking up words ahead halves the pages of long answers at best, and doubles the queries. So
by default only a word that would be asked anyway is peeked at, and read on unless its count disappoints.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sonde.model import Abilities
from sonde.planner.candidates import Positions
from sonde.planner.costs import Floats
from sonde.planner.growing import extended
from sonde.planner.sightings import Sighting

SHARE = 0.15  # of the result pages may be spent on peeks
ADVANCE = 10  # peeks that need not be earned: the first words matter most and are known least
IN_A_ROW, MOST_IN_A_ROW = 10, 20
FIRST = 5  # counts that the first word to be read is chosen by
MIN_PAGES = 4  # a shorter answer is no dearer than finding out about it
EARLY = 3  # until so many words were answered nobody knows how long answers are
UNKNOWN = -1
LITERAL_PRIOR = 4.0  # results by which a word's own share of literal matches is held to that of all words
MIN_LITERAL = 0.05


@dataclass(slots=True)
class Peeks:
    """Which words' hit counts are known, and whether another one may be looked up."""

    abilities: Abilities = field(default_factory=Abilities)
    is_allowed: bool = False  # to look up words ahead
    page_size: int = 0  # results on one page, as far as seen
    known: set[int] = field(default_factory=set)  # terms that were peeked at and not asked since
    _hits: NDArray[np.int32] = field(default_factory=lambda: np.full(1024, UNKNOWN, np.int32))  # per term
    _literal: NDArray[np.float32] = field(default_factory=lambda: np.ones(1024, np.float32))  # see `add`
    _literal_sums: tuple[float, float] = (20.0, 20.0)  # of all answers: results that hold the word, and results
    _answers: int = 0
    _pages: int = 0
    _peeked_pages: int = 0
    _in_a_row: int = 0
    _has_counts: bool = True

    def __post_init__(self) -> None:
        self.page_size = self.abilities.page_size
        self._has_counts = self.abilities.counts != "none"

    @property
    def may_peek(self) -> bool:
        """Whether the site states counts and few enough pages went into peeks."""
        earned = SHARE * (self._pages + self._peeked_pages)
        if not self.is_allowed:
            return False
        return self._has_counts and self._in_a_row < IN_A_ROW and self._peeked_pages < earned + ADVANCE

    @property
    def may_look(self) -> bool:
        """Whether a word that is asked anyway may be read no further than its first page.

        Whole answers in between tell how well expectations hold, and when the crawl should end.
        """
        return self._has_counts and self._in_a_row < MOST_IN_A_ROW

    @property
    def is_start(self) -> bool:
        """Whether no answer was read yet and too few counts are known to tell how large the site is."""
        return self.is_allowed and not self._answers and len(self.known) < FIRST

    def is_worth_it(self, shown: Floats) -> NDArray[np.bool_]:
        """Whether words whose answers would show so many results are dear enough to be peeked at first."""
        is_early = self._answers < EARLY
        return np.asarray(is_early | (shown >= MIN_PAGES * max(1, self.page_size)))

    def hits(self, ids: Positions) -> NDArray[np.int32]:
        """The stated counts of terms, below zero where none is known."""
        self._hits = extended(self._hits, int(ids.max(initial=0)) + 1, fill=UNKNOWN)
        return self._hits[ids]

    def held_matches(self, ids: Positions, held: Floats) -> Floats:
        """How many held documents match terms by the site's rules, given those that hold the very word.

        Where a site matches stems or parts of words, or text that its pages do not show, these are more.
        """
        self._literal = extended(self._literal, int(ids.max(initial=0)) + 1, fill=1)
        return np.asarray(held / self._literal[ids])

    def observe(self, sighting: Sighting, *, term: int | None, hits: int | None, pages: int) -> None:
        """Takes in an answer, whole or only its first page."""
        if sighting.error:
            return
        self._spend(sighting, pages)
        if sighting.seen:
            self._has_counts = sighting.total is not None
        if term is None:
            return
        self.known.discard(term)
        if hits is not None:
            self._add(term, sighting, hits)

    def literal_share(self, sighting: Sighting) -> float:
        """The share of an answer's results that hold the very word, smoothed by that of all answers."""
        prior = LITERAL_PRIOR * self.usual_literal_share
        return max(MIN_LITERAL, min(1.0, (sighting.matching + prior) / (sighting.seen + LITERAL_PRIOR)))

    @property
    def usual_literal_share(self) -> float:
        """The same of the last answers together."""
        matching, seen = self._literal_sums
        return matching / seen

    def _add(self, term: int, sighting: Sighting, hits: int) -> None:
        self._hits = extended(self._hits, term + 1, fill=UNKNOWN)
        self._literal = extended(self._literal, term + 1, fill=1)
        self._hits[term] = hits
        if sighting.seen:
            self._literal[term] = self.literal_share(sighting)
            matching, seen = self._literal_sums
            self._literal_sums = (0.95 * matching + sighting.matching, 0.95 * seen + sighting.seen)
        if sighting.is_peek and sighting.seen:
            self.known.add(term)

    def _spend(self, sighting: Sighting, pages: int) -> None:
        if sighting.is_peek:
            self._peeked_pages += pages
            self._in_a_row += 1
            self.page_size = max(self.page_size, sighting.seen)
        else:
            self._pages += pages
            self._in_a_row = 0 if sighting.seen else self._in_a_row
            self._answers += sighting.seen > 0
            self.page_size = max(self.page_size, sighting.seen // max(1, pages))
