"""What the words asked leave of other words: no unseen document has a word that was answered in full.

So the unseen documents of a term are like those of its held ones that lack such words. Once "japan" was answered in
full and all held documents with "tokyo" have "japan" too, nothing is left of "tokyo", however many came only once.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sonde.planner.candidates import Positions
from sonde.planner.companions import Listed, term_sums
from sonde.planner.costs import Floats
from sonde.planner.growing import extended
from sonde.planner.statistics import Counts, Statistics

PRIOR = 10.0  # documents by which those of a term that lack a word are held to the usual number
OPEN_PRIOR = 30.0  # the same of open documents: in the end there are few, and which words they have is chance
NEARLY_WHOLE = 0.5  # of the matches: an answer that shows less says little about the rest
MOST_OPEN = 2.0  # times the usual share of open documents: more do not count for more
STEPS = 4  # per doubling of the share of open documents, so that what terms promise seldom changes by it


class Shadows:
    """Per term: the asked word that it goes with most, and in how many open documents it is.

    A document is open as long as it has none of the words that were answered in full. Where answers are cut, some
    documents stay so; where none is, all are closed and say nothing.
    """

    def __init__(self, statistics: Statistics) -> None:
        self._statistics = statistics
        self._together: NDArray[np.float32] = np.zeros(1024, np.float32)  # documents with a term and its word
        self._answer: NDArray[np.float32] = np.zeros(1024, np.float32)  # documents with that word
        self._open: Counts = np.zeros(1024, np.int32)  # open documents with a term
        self._is_open = np.zeros(256, np.bool_)  # per document
        self._open_documents = 0

    @property
    def open_share(self) -> float:
        """The share of the held documents that are open, to the nearest step."""
        share = self._open_documents / max(1, self._statistics.documents)
        return 2.0 ** (round(STEPS * math.log2(share)) / STEPS) if share else 0.0

    def open(self, new: Sequence[int]) -> None:
        """Takes in documents not held before."""
        self._turn(new, is_open=True)

    def observe(self, listed: Listed, *, shown: float) -> None:
        """Takes in an answer to one word, which shows this share of all documents with it (0: nobody knows)."""
        self._fit()
        if shown >= 1:
            known = len(self._is_open)
            self._turn([one for one in listed.documents if one < known and self._is_open[one]], is_open=False)
        if shown >= NEARLY_WHOLE:
            ids, together, answer = listed.ids, shown * listed.counts, np.full(len(listed.ids), shown * listed.length)
            is_less = self._lacking(ids, together, answer) < self._lacking(ids, self._together[ids], self._answer[ids])
            ids = ids[is_less]
            self._together[ids], self._answer[ids] = together[is_less], answer[is_less]
            self._statistics.changed[listed.ids] = self._statistics.changes

    def left(self, ids: Positions) -> Floats:
        """The share of what each term promises that is left of it."""
        self._fit()
        usual = self._statistics.held[ids] * self.open_share
        openness = np.minimum(MOST_OPEN, (self._open[ids] + OPEN_PRIOR) / (usual + OPEN_PRIOR))
        return np.asarray(openness * self._lacking(ids, self._together[ids], self._answer[ids]), np.float64)

    def _lacking(self, ids: Positions, together: NDArray[np.floating], answer: NDArray[np.floating]) -> Floats:
        """The held documents of terms that lack the words they go with, to those that would lack them by chance."""
        held = self._statistics.held[ids]
        usual = held * np.maximum(0, 1 - answer / max(1, self._statistics.documents))
        return np.asarray(np.minimum(1, (np.maximum(0, held - together) + PRIOR) / (usual + PRIOR)))

    def _turn(self, documents: Sequence[int], *, is_open: bool) -> None:
        """Opens or closes documents that are not so yet."""
        ids, (counts,) = term_sums(self._statistics, documents, np.ones(len(documents)))
        self._fit()
        self._open[ids] += (counts if is_open else -counts).astype(np.int32)
        self._is_open = extended(self._is_open, max(documents, default=0) + 1)
        self._is_open[list(documents)] = is_open
        self._open_documents += len(documents) if is_open else -len(documents)

    def _fit(self) -> None:
        size = self._statistics.vocabulary
        self._together, self._answer = extended(self._together, size), extended(self._answer, size)
        self._open = extended(self._open, size)
