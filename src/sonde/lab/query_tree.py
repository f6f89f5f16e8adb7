"""The best query tree over a form's menus: what a crawl without words is measured against."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sonde.lab.search.engine import Engine


def best_query_tree(engine: Engine) -> int:
    """The fewest questions that list every document by menus alone, asking only for parts of what was cut.

    Each question that is cut is split by one further menu, into all of its values; which one is chosen with
    full knowledge. Parts that are empty are asked too: only their answer tells that they are.
    """
    codes = np.stack([facet.codes for facet in engine.menus], axis=1)
    counts = [len(facet.values) for facet in engine.menus]
    cap = engine.traits.cap if engine.traits.cap is not None else len(engine.records)
    return _questions(codes, counts, tuple(range(len(counts))), cap=cap)


def _questions(codes: NDArray[np.int32], counts: list[int], free: tuple[int, ...], *, cap: int) -> int:
    if len(codes) <= cap or not free:
        return 1
    return 1 + min(_split(codes, counts, free, menu, cap=cap) for menu in free)


def _split(codes: NDArray[np.int32], counts: list[int], free: tuple[int, ...], menu: int, *, cap: int) -> int:
    rest = tuple(other for other in free if other != menu)
    ordered = codes[np.argsort(codes[:, menu], kind="stable")]
    ends = np.searchsorted(ordered[:, menu], np.arange(-1, counts[menu]), side="right")
    parts = (ordered[start:end] for start, end in pairwise(ends))
    return sum(_questions(part, counts, rest, cap=cap) for part in parts)


def best_sweep(values: Sequence[int], *, cap: int) -> int:
    """The fewest questions that list every document by a range alone: one for all, then parts as long as can be."""
    if len(values) <= cap:
        return 1
    questions, filled = 2, 0
    for _, count in sorted(Counter(values).items()):
        if filled and filled + count > cap:
            questions, filled = questions + 1, 0
        filled += count
    return questions
