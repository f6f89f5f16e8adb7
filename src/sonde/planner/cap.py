"""How many results the site is willing to show for one query, learned from the answers."""

import math
from collections import deque
from statistics import median

from sonde.planner.sightings import Sighting

MIN_REPEATS = 3  # without hit counts: so many answers of exactly the same greatest length look like a cap
MIN_CAP = 10
CUT = 1.1  # an answer is cut when its count exceeds it by more than this; a few missing ones are repeats
WINDOW = 200


class Cap:
    """The learned limit on results per query: `limit` is infinite until an answer was cut, unless one is `known`."""

    def __init__(self, *, known: int | None = None) -> None:
        self.known = known
        self.largest = 0  # length of the longest answer
        self.states_totals = False
        self._largest_repeats = 0
        self._stated: deque[tuple[int, int]] = deque(maxlen=WINDOW)  # results seen and stated
        self._longest_cut = 0
        self._largest_total = 0
        self._inflation = 1.0

    @property
    def most_hits(self) -> int:
        """The most matches that any answer states: the site has at least so many documents."""
        rounding = 0.9 if self._largest_total % 10 == 0 else 1.0  # a round number may be rounded up
        return int(rounding * self._largest_total / self._inflation)

    @property
    def limit(self) -> float:
        """The most results one query can bring, as far as known."""
        if self.known is not None:
            return float(max(self.known, self.largest))
        cut = self._longest_cut >= 0.9 * self.largest > 0  # a longer answer since then would disprove the cut
        repeated = self._largest_repeats >= MIN_REPEATS and self.largest >= MIN_CAP and not self.states_totals
        return float(self.largest) if cut or repeated else math.inf

    def observe(self, sighting: Sighting) -> None:
        """Learns from one answer."""
        if sighting.error or not sighting.seen:
            return
        if sighting.total is not None:
            self.states_totals = True
            self._largest_total = max(self._largest_total, sighting.total)
        if sighting.is_peek:
            return
        if sighting.seen > self.largest:
            self.largest, self._largest_repeats = sighting.seen, 0
        self._largest_repeats += sighting.seen == self.largest
        if sighting.total is not None:
            self._stated.append((sighting.seen, sighting.total))
            self._inflation = inflation(self._stated, largest=self.largest)
        self._longest_cut = max((seen for seen, total in self._stated if self._is_cut(seen, total)), default=0)

    def hits(self, sighting: Sighting) -> int | None:
        """The number of documents that match; None when the answer was cut and nothing is stated."""
        if sighting.total is not None:
            return max(round(sighting.total / self._inflation), sighting.seen)
        if not sighting.complete or sighting.seen >= self.limit:
            return None
        return sighting.seen

    def _is_cut(self, seen: int, total: int) -> bool:
        return total / self._inflation > CUT * seen + 2


def inflation(stated: "deque[tuple[int, int]]", *, largest: int) -> float:
    """By how much stated counts exceed the results of answers far too short to have been cut.

    Sites that count a match in the title and one in the text as two state more than they show.
    """
    ratios = [max(1.0, total / seen) for seen, total in stated if 5 <= seen < 0.5 * largest]
    return median(ratios) if len(ratios) >= 3 else 1.0
