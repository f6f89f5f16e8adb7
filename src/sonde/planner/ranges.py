"""Inputs that take a range of values: swept from one end to the other, in parts that are shown whole."""

import math
from dataclasses import dataclass, field

from sonde.model import Pairs, Range
from sonde.text.scale import point_of, text_of

SPARE = 1.4  # standard deviations of a full part that are left free
NARROWER = 0.75  # a part that was cut is asked for again with at most this much of it
MORE, MUCH_MORE = 1.5, 3.0  # times as dense as expected is a part that was cut without a number; one cut again
FASTER = 4.0  # a part is at most so many times as wide as the one before, where nobody says what is left
FADING = 0.4  # of what the parts before the last one count
LOCAL = 0.97  # of the expectation is due to the last parts, the rest to what is left
LEAST_DENSITY = 1e-9
MOST_CELLS = 10**9


@dataclass(frozen=True, slots=True)
class Steps:
    """One range as cells in a row, the smallest parts that can be asked for."""

    range: Range
    first: int  # the step of the least value; 0 where only some values can be chosen
    cells: int

    @classmethod
    def of(cls, given: Range) -> "Steps | None":
        """The cells of a range; None when it has fewer than two, or its bounds cannot be read."""
        if given.steps:
            count = len(given.steps) - given.shared
            return cls(given, 0, count) if count > 1 else None
        least, most = point_of(given.least, given.unit), point_of(given.most, given.unit)
        if least is None or most is None or not 0 < most - least < MOST_CELLS:
            return None
        return cls(given, least, most - least + 1)

    @property
    def count(self) -> int:
        """How many parts it can be split into."""
        return self.cells

    @property
    def names(self) -> tuple[str, str]:
        """The inputs it sets."""
        return self.range.low, self.range.high

    def pairs(self, start: int, end: int) -> Pairs:
        """What to send for the cells from `start` to `end`; nothing bounds the outermost ones on their far side."""
        low = (self.range.low, self._value(start))
        high = (self.range.high, self._value(end + self.range.shared))
        return ((low,) if start else ()) + ((high,) if end < self.cells - 1 else ())

    def _value(self, cell: int) -> str:
        return self.range.steps[cell] if self.range.steps else text_of(self.first + cell, self.range.unit)


@dataclass(slots=True)
class Sweep:
    """The way from one end of a range to the other, one part at a time, as wide as answers can be shown whole."""

    cells: int
    size: float  # matches in all of it
    is_stated: bool  # the size is the site's word, not a guess
    at: int = 0  # the first cell not done
    width: int = 0  # of the part that is being asked for
    found: float = 0.0
    density: float = 0.0  # matches expected per cell in the next part
    _cuts: int = 0  # of the parts asked for since the last whole one
    _widest: int = MOST_CELLS  # of the next part: after one that was cut, less than that
    _regions: list[tuple[int, float]] = field(default_factory=list)  # up to a cell, matches that cut parts told of
    _lately: tuple[float, float] = (0.0, 0.0)  # matches and cells of the last parts

    def __post_init__(self) -> None:
        self.density = self.size / self.cells

    @property
    def is_over(self) -> bool:
        return self.at >= self.cells

    @property
    def left(self) -> float:
        """Matches not found yet."""
        return max(0.0, self.size - self.found) if self.is_stated else self.density * (self.cells - self.at)

    def next(self, *, cap: float) -> tuple[int, int]:
        """The cells to ask for next, from and to."""
        rest = self.cells - self.at
        # Counts vary: a part that is expected to have just as many as are shown is cut every other time.
        wanted = max(1.0, cap - SPARE * math.sqrt(cap))
        self.width = rest
        if not (self.is_stated and self.left <= cap) and self.density * rest > wanted:
            self.width = max(1, int(wanted / self.density))
        self.width = min(rest, self.width, self._widest)
        return self.at, self.at + self.width - 1

    def observe(self, found: float, *, is_cut: bool, is_stated: bool) -> bool:
        """Learns what the part holds; False when it must be asked for again in smaller parts."""
        if is_cut and self.width > 1:
            self._cuts += 1
            self._widest = max(1, int(NARROWER * self.width))
            self.density = found / self.width if is_stated else self.density * (MORE if self._cuts == 1 else MUCH_MORE)
            if is_stated:
                self._regions.append((self.at + self.width, self.found + found))
            return False
        self.at, self._widest, self._cuts = self.at + self.width, MOST_CELLS, 0
        self.found += found
        self._lately = FADING * self._lately[0] + found, FADING * self._lately[1] + self.width
        self.density = max(self._expected(self._lately[0] / self._lately[1]), LEAST_DENSITY)
        return True

    def _expected(self, here: float) -> float:
        """Matches per cell ahead, by what is known to be left and by the last parts."""
        while self._regions and self._regions[-1][0] <= self.at:
            self._regions.pop()
        if not self._regions and not self.is_stated:
            return max(here, self.density / FASTER)
        end, by_then = self._regions[-1] if self._regions else (self.cells, self.size)
        average = max(by_then - self.found, 0.0) / max(1, end - self.at)
        return float(average ** (1 - LOCAL) * max(here, average / FASTER) ** LOCAL)
