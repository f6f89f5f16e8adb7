"""Whether a site shows its documents in the same order whatever is asked: then a cap hides always the same ones."""

import numpy as np
from numpy.typing import NDArray

from sonde.planner.growing import extended

MIN_PAIRS = 40
FEW_PAIRS, OFTEN = 4, 0.75  # so few tell that the order is not fixed, if one in four changes places
MANY_PAIRS, USUALLY = 100, 0.9  # so many tell it if one in ten does
ALWAYS = 0.995  # of the pairs keep their order; by relevance up to 0.98 do, as alike documents stay together


class FixedOrder:
    """Counts neighbours that an earlier answer also had, and those among them that came in the same order."""

    def __init__(self) -> None:
        self._answer: NDArray[np.int32] = np.full(256, -1, np.int32)  # per document: the last that returned it
        self._place: NDArray[np.int32] = np.zeros(256, np.int32)  # and where in it
        self._answers = 0
        self._pairs = 0
        self._kept = 0

    def observe(self, seen: NDArray[np.int64]) -> None:
        """Takes in the documents of an answer in the site's order."""
        size = int(seen.max()) + 1
        self._answer, self._place = extended(self._answer, size, fill=-1), extended(self._place, size)
        answers, places = self._answer[seen], self._place[seen]
        together = (answers[1:] == answers[:-1]) & (answers[1:] >= 0)
        self._pairs += int(np.count_nonzero(together))
        self._kept += int(np.count_nonzero(together & (places[1:] > places[:-1])))
        self._answer[seen], self._place[seen] = self._answers, np.arange(len(seen))
        self._answers += 1

    @property
    def is_undecided(self) -> bool:
        """Whether too few pairs were met to tell that the order is fixed."""
        return self._pairs < MIN_PAIRS

    @property
    def is_fixed(self) -> bool:
        """Whether enough pairs were met and nearly all kept their order."""
        return not self.is_undecided and self._kept >= ALWAYS * self._pairs

    @property
    def is_broken(self) -> bool:
        """Whether many of the pairs that were met changed places."""
        if self._pairs >= MANY_PAIRS:
            return self._kept <= USUALLY * self._pairs
        return self._pairs >= FEW_PAIRS and self._kept <= OFTEN * self._pairs
