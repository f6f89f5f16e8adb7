"""The hit-count ratio: of all the matches that the site stated for our words, how many do we hold?

Every word with a known count is a probe that is evaluated again, for free, whenever a document comes in. What a
word's own answer alone brought is left out, on both sides: a word is no witness to its own success. For two
whole answers this is the estimate of Lincoln and Petersen, for many it tends to that of Good and Turing; but
counts also speak of documents that a site with a cap never shows.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sonde.planner.captures import Captures
from sonde.planner.growing import extended
from sonde.planner.statistics import Statistics

LITERAL = 0.96  # so many results hold the word itself where a site matches whole words
MIN_WHOLE = 50  # results of uncut answers that it takes to tell
MIN_OTHERS = 0.05  # a stratum that one answer brought nearly alone says little
MANY = 0.005  # of the held documents are a word's own: worth looking at by length
MIN_MATCHES = 5  # of a word that tells what its documents' pages say beyond what is searched
SOUND = 1.05  # times the matches that the site has may seem to be held
GROUPS = 8  # of words, to see how far they differ

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Ratio:
    """What the words say together."""

    share: float  # of the stated matches is held
    error: float  # its standard error
    words: int
    alone: Floats  # per stratum: held matches that were left out
    tilt: Floats  # per stratum: by how much more than on average was left out there


class HitCounts:
    """The words whose number of matches is known: stated by the site, or counted in an answer that was not cut."""

    def __init__(self) -> None:
        self.longest = math.inf  # length of the answers that may have been cut although no count says so
        self._rows: dict[int, int] = {}  # by term
        self._terms: NDArray[np.int64] = np.zeros(64, np.int64)
        self._answers: NDArray[np.int64] = np.zeros(64, np.int64)
        self.own_weight = 0.0  # how much of the document that a word was taken from is left out of stated counts
        self._matches: Floats = np.zeros(64)
        self._own: NDArray[np.int64] = np.zeros(64, np.int64)  # 1 where that document is among the matches
        self._is_whole: NDArray[np.bool_] = np.zeros(64, np.bool_)
        self._whole = (0, 0)  # results of uncut answers, and those among them that hold the word

    def add_whole(self, term: int, *, answer: int, seen: int, matching: int, own: int = 0) -> None:
        """A word whose matches were all shown: as many as `seen`, whatever the site takes for a match.

        `own` of them are the document that the word was taken from, here and below.
        """
        self._whole = (self._whole[0] + seen, self._whole[1] + matching)
        self._add(term, answer, float(seen), own=own, is_whole=True)

    def add_stated(self, term: int, *, answer: int, seen: int, matching: int, hits: int, own: int = 0) -> None:
        """A word with so many matches, of which `seen` were shown and `matching` of these hold the word itself."""
        if matching >= LITERAL * seen:
            self._add(term, answer, hits * matching / seen, own=own, is_whole=False)

    @property
    def are_mostly_whole(self) -> bool:
        """Whether all matches were shown of at least half of the words."""
        return 2 * int(np.count_nonzero(self._is_whole[: len(self._rows)])) >= len(self._rows)

    def terms(self) -> NDArray[np.int64]:
        """The words that can be used."""
        return self._terms[self._usable()]

    def ratio(self, statistics: Statistics, captures: Captures) -> Ratio | None:
        """The share of the stated matches that is held; None where nothing can be said."""
        rows, held, matches = self._held(statistics, captures)
        if not len(rows) or not statistics.documents:
            return None
        answers = self._answers[rows]
        alone = captures.alone[:, answers]
        own = alone.sum(axis=0)
        found = np.maximum(0.0, held - own)
        others = np.maximum(0.0, 1 - own / statistics.documents)  # the share that other answers brought
        expected = matches * others
        if not found.any() or not expected.any():
            return None
        share = float(found.sum() / expected.sum())
        many = own > MANY * statistics.documents
        here = np.maximum(MIN_OTHERS, 1 - alone[:, many] / np.maximum(1.0, captures.held)[:, None])
        tilt = found[~many].sum() + (1 / here) @ (found * np.maximum(MIN_OTHERS, others))[many]
        error = _error(found, expected, share)
        return Ratio(share, error, len(rows), alone.sum(axis=1).astype(np.float64), tilt / found.sum())

    def _held(self, statistics: Statistics, captures: Captures) -> tuple[NDArray[np.intp], Floats, Floats]:
        """Rows of words, how many of each one's matches are held, and how many there are.

        Pages often say more than the site searches: uncut answers tell by how much, and a word of which more is
        held than the site has is furniture of the pages.
        """
        rows = self._usable()
        whole = self._is_whole[rows]
        own = np.where(whole, 1.0, self.own_weight) * self._own[rows]
        here, matches = (
            np.maximum(0.0, counts - own) for counts in (statistics.held[self._terms[rows]], self._matches[rows])
        )
        enough = whole & (matches >= MIN_MATCHES)
        excess = max(1.0, _weighted_median(here[enough] / matches[enough], matches[enough])) if enough.any() else 1.0
        held = np.where(whole, captures.seen[self._answers[rows]], here / excess)
        is_sound = held <= SOUND * matches + 1
        return rows[is_sound], held[is_sound], matches[is_sound]

    def _usable(self) -> NDArray[np.intp]:
        """Rows of words; where the site's matching differs from ours, only those whose matches were all shown.

        There the best results hold the word itself more often than the rest, so nothing follows from them.
        """
        seen, matching = self._whole
        rows = np.arange(len(self._rows))
        rows = rows[self._matches[rows] < self.longest]
        is_literal = seen < MIN_WHOLE or matching >= LITERAL * seen
        return rows if is_literal else rows[self._is_whole[rows]]

    def _add(self, term: int, answer: int, matches: float, *, own: int, is_whole: bool) -> None:
        row = self._rows.setdefault(term, len(self._rows))
        self._terms, self._answers = extended(self._terms, row + 1), extended(self._answers, row + 1)
        self._matches, self._is_whole = extended(self._matches, row + 1), extended(self._is_whole, row + 1)
        self._own = extended(self._own, row + 1)
        self._terms[row], self._answers[row], self._own[row] = term, answer, own
        self._matches[row], self._is_whole[row] = matches, is_whole


def _weighted_median(values: Floats, weights: Floats) -> float:
    """The value that half of the weight does not exceed: of results rather than words, as frequent words tell most."""
    order = np.argsort(values, kind="stable")
    sums = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(sums, sums[-1] / 2)])


def _error(found: Floats, expected: Floats, share: float) -> float:
    """The standard error of a ratio of sums, from how far groups of words differ from it."""
    groups = min(GROUPS, len(found))
    if groups < 2:
        return share
    which = np.arange(len(found)) % groups
    apart = np.bincount(which, found - share * expected) / expected.mean() / len(found) * groups
    return float(np.sqrt(np.mean(apart**2) / (groups - 1)))
