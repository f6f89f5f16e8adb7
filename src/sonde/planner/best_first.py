"""Terms by falling score, without sorting everything: nearly always the first few will do."""

from collections.abc import Iterator, Sequence
from heapq import nsmallest

import numpy as np
from numpy.typing import NDArray

from sonde.planner.costs import Floats

BATCH = 64  # so many of the best are looked at together


def best_first(scores: Floats, ids: NDArray[np.intp], terms: Sequence[str]) -> Iterator[int]:
    """Positions by falling score, alphabetically among equals; `ids` tell which of the terms each score is of."""
    left = np.arange(len(ids))
    while len(left):
        if len(left) > BATCH:
            line = np.partition(scores[left], -BATCH)[-BATCH]
            batch = left[scores[left] >= line]
            left = left[scores[left] < line]
        else:
            batch, left = left, left[:0]
        ranked = [(-scores[i], terms[ids[i]], int(i)) for i in batch]
        first = nsmallest(4 * BATCH, ranked)
        if len(first) < len(ranked):  # a long row of equals
            rest = np.setdiff1d(batch, [i for _, _, i in first])
            left = np.concatenate([left, rest])
        yield from (i for _, _, i in first)
