"""Terms kept in boxes of like counts, so that a choice looks only at those that can still win.

What a term promises changes with its own counts alone, so a term is boxed anew only when an answer touched it. What a
promise is worth changes with every answer, but that is worked out once per box, for the best term it could hold.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sonde.planner.costs import Floats
from sonde.planner.growing import extended
from sonde.planner.statistics import Statistics

Positions = NDArray[np.intp]

LEVELS = 256  # eight per doubling, from LOWEST up
LOWEST = 2.0**-3  # smaller values share a level; the last one ends at 500 million
MANTISSA = 20  # bits of a float32 that are dropped: its exponent and three more bits are left
_BASE = int(np.array(LOWEST, np.float32).view(np.int32)) >> MANTISSA


@dataclass(frozen=True, slots=True)
class Box:
    """The least and the most that the terms of each box hold and promise."""

    held: tuple[Floats, Floats]
    promise: tuple[Floats, Floats]


class Boxes:
    """Every term of the table in a box by its held documents and by a promise that follows from its counts."""

    def __init__(self, statistics: Statistics, promise: Callable[[Positions], Floats]) -> None:
        self._statistics = statistics
        self._promise = promise
        self._codes: NDArray[np.uint16] = np.zeros(1024, np.uint16)  # per term
        self._is_used = np.zeros(LEVELS * LEVELS, np.bool_)  # boxes that held a term at some time
        self._changes = 0

    def update(self, *, everything: bool = False) -> None:
        """Boxes the terms whose counts changed; `everything` if the promise itself is another one."""
        table = self._statistics
        size = table.vocabulary
        self._codes = extended(self._codes, size)
        ids = np.flatnonzero(table.changed[:size] > (-1 if everything else self._changes))
        codes = LEVELS * level_of(table.held[ids]) + level_of(self._promise(ids))
        self._codes[ids], self._is_used[codes] = codes, True
        self._changes = table.changes

    def reaching(self, score: float, ceiling: Callable[[Box], Floats]) -> Positions:
        """The terms in boxes whose ceiling is a score or more, in ascending order."""
        used = np.flatnonzero(self._is_used)
        held, promise = used // LEVELS, used % LEVELS
        box = Box((least_of(held), least_of(held + 1)), (least_of(promise), least_of(promise + 1)))
        wanted = used[ceiling(box) >= score]
        is_wanted = np.zeros(len(self._is_used), np.bool_)
        is_wanted[wanted] = True
        codes = self._codes[: self._statistics.vocabulary]
        ids = np.flatnonzero(codes >= wanted.min(initial=len(is_wanted) - 1))  # most terms are too rare
        return np.asarray(ids[is_wanted[codes[ids]]])


def level_of(values: NDArray[np.generic]) -> NDArray[np.int32]:
    """The level of each value, rising with it."""
    bits = np.asarray(values, np.float32).view(np.int32) >> MANTISSA
    return np.asarray(np.clip(bits - _BASE, 0, LEVELS - 1))


def least_of(levels: NDArray[np.integer]) -> Floats:
    """The least value of each level."""
    bits = (levels.astype(np.int32) + _BASE) << MANTISSA
    return np.where(levels > 0, bits.view(np.float32).astype(np.float64), 0.0)
