"""Terms in nearly the same documents as a word whose answer was cut: theirs shows nearly the same ones again.

In a register every record has "name", "address" and "status". The site shows the first thousand for one of them, and
the same thousand for the next.
"""

import numpy as np

from sonde.planner.candidates import Positions
from sonde.planner.companions import Listed
from sonde.planner.costs import Floats
from sonde.planner.growing import extended
from sonde.planner.statistics import Counts, Statistics

LIKELY = 0.5  # of the documents of a cut answer have a term: it may be a twin of the word
PRIOR = 3.0  # documents by which the likeness of two terms is held to none
NONE = -1


class Twins:
    """Per term: the asked word with a cut answer that it is most like."""

    def __init__(self, statistics: Statistics) -> None:
        self._statistics = statistics
        self._twin: Counts = np.full(1024, NONE, np.int32)
        self._both: Counts = np.zeros(1024, np.int32)  # documents of the twin's answer that have the term
        self._shown: Counts = np.zeros(1024, np.int32)  # documents of the twin's answer

    def observe(self, listed: Listed) -> None:
        """Takes in what a cut answer to a word shows."""
        is_likely = listed.counts >= LIKELY * listed.length
        ids, both = listed.ids[is_likely], listed.counts[is_likely].astype(np.int32)
        twin, shown = np.full(len(ids), listed.term, np.int32), np.full(len(ids), listed.length, np.int32)
        is_more = self._likeness(ids, twin, both, shown) > 1 - self.left(ids)
        ids = ids[is_more]
        self._twin[ids], self._both[ids], self._shown[ids] = listed.term, both[is_more], listed.length

    def left(self, ids: Positions) -> Floats:
        """The share of each term's answer that its twin's answer has not shown."""
        size = self._statistics.vocabulary
        self._twin = extended(self._twin, size, fill=NONE)
        self._both, self._shown = extended(self._both, size), extended(self._shown, size)
        twin = self._twin[ids]
        return np.where(twin == NONE, 1.0, 1 - self._likeness(ids, twin, self._both[ids], self._shown[ids]))

    def _likeness(self, ids: Positions, twin: Counts, both: Counts, shown: Counts) -> Floats:
        """The share of the documents with either that have both.

        Taken of the held documents that the twin's answer did not show: all that it shows has the twin.
        """
        held = self._statistics.held
        of_term, of_twin = np.maximum(0, held[ids] - both), np.maximum(0, held[twin] - shown)
        share = both / np.maximum(1, shown)  # of the twin's documents that have the term
        return np.asarray(np.minimum(1, share * of_twin / (of_term + (1 - share) * of_twin + PRIOR)), np.float64)
