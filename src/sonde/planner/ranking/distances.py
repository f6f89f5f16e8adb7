"""Distances between two rankings (Valkanas 2011, section 4), each in 0..1.

The two rankings need not hold the same documents. What a ranking lacks stands behind everything it has, all in
one place (Fagin et al. 2003 and 2006, which the paper follows).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Places = NDArray[np.int64]
Ranking = Sequence[int]

TOP = 20  # k of the top-k distance; the paper's Table 2 has 20


@dataclass(frozen=True, slots=True)
class Distance:
    """A distance, and what the lengths of two rankings alone say about it."""

    between: Callable[[Ranking, Ranking], float]
    apart: Callable[[int, Places], Floats]  # its value where they share nothing
    most: Callable[[Places], Floats]  # its greatest value for rankings up to this length
    needs_shared: bool = False  # 0 where they share nothing, and never above the number of documents they share


def places(r1: Ranking, r2: Ranking) -> tuple[Places, Places]:
    """Where each of the distinct documents stands in either ranking, from 1."""
    first, second = ({document: i for i, document in enumerate(r, 1)} for r in (r1, r2))
    union = [*first, *(document for document in second if document not in first)]
    behind1, behind2 = len(first) + 1, len(second) + 1
    return (
        np.array([first.get(document, behind1) for document in union], np.int64),
        np.array([second.get(document, behind2) for document in union], np.int64),
    )


def _agreement(r1: Ranking, r2: Ranking) -> tuple[int, int]:
    """n_c - n_d, and n: concordant less discordant pairs, and the distinct documents in both lists."""
    p1, p2 = places(r1, r2)
    signs = np.sign(p1[:, None] - p1) * np.sign(p2[:, None] - p2)
    return int(signs.sum()) // 2, len(p1)


def tau_a(r1: Ranking, r2: Ranking) -> float:
    """Kendall's tau = 2 (n_c - n_d) / n (n - 1) (4.1), from 1..-1 to 0..1."""
    agreement, n = _agreement(r1, r2)
    return (1 - 2 * agreement / (n * (n - 1))) / 2 if n > 1 else 0.0


def tau_a_apart(a: int, b: Places) -> Floats:
    """Each document of one list is discordant with each of the other; pairs within one list are ties in the other."""
    n = a + b
    return np.asarray(0.5 + a * b / np.maximum(n * (n - 1), 1))


def tau_b(r1: Ranking, r2: Ranking) -> float:
    """Kendall's tau-b, which leaves out of n the pairs that a ranking does not order (4.1)."""
    agreement, n = _agreement(r1, r2)
    ordered = [n * (n - 1) // 2 - _pairs(n - len(set(r))) for r in (r1, r2)]
    return (1 - agreement / sqrt(ordered[0] * ordered[1])) / 2 if all(ordered) else 0.0


def tau_b_apart(a: int, b: Places) -> Floats:
    """As tau-a, over the pairs that are ordered."""
    pairs = (a + b) * (a + b - 1) / 2
    return np.asarray((1 + a * b / np.sqrt((pairs - b * (b - 1) / 2) * (pairs - a * (a - 1) / 2))) / 2)


def footrule(r1: Ranking, r2: Ranking) -> float:
    """Spearman's footrule: the sum of |r1_i - r2_i| (4.2), as a share of that of two lists that share nothing."""
    p1, p2 = places(r1, r2)
    most = _footrule_apart(len(set(r1)), np.array([len(set(r2))]))[0]
    return float(np.abs(p1 - p2).sum() / most) if most else 0.0


def footrule_apart(a: int, b: Places) -> Floats:
    """The most there is, by definition."""
    return np.ones(len(b))


def _footrule_apart(a: int, b: Places) -> Floats:
    return _sum_to(np.int64(a), b.astype(np.float64) + 1) + _sum_to(b, np.float64(a + 1))


def scaled_footrule(r1: Ranking, r2: Ranking) -> float:
    """The sum of |r1_i / |r1| - r2_i / |r2|| (4.2): places count by the length of their list. Normalised as above."""
    p1, p2 = places(r1, r2)
    a, b = len(set(r1)), len(set(r2))
    if not a or not b:
        return 0.0
    own1, own2 = np.arange(1, a + 1) / a, np.arange(1, b + 1) / b
    most = np.abs(own1 - (b + 1) / b).sum() + np.abs(own2 - (a + 1) / a).sum()
    return float(np.abs(p1 / a - p2 / b).sum() / most)


def top_k(r1: Ranking, r2: Ranking, *, k: int = TOP) -> float:
    """The mean of delta_i over i = 1..k (4.3): the share of documents in only one of the first i places."""
    first: set[int] = set()
    second: set[int] = set()
    total = 0.0
    for i in range(1, k + 1):
        first.update(r1[i - 1 : i])
        second.update(r2[i - 1 : i])
        total += len(first ^ second) / (2 * i)
    return total / k


def top_k_apart(a: int, b: Places, *, k: int = TOP) -> Floats:
    """Nothing is shared at any depth; a short list has fewer documents to differ in."""
    depths = np.arange(1, k + 1)
    differing = np.minimum(a, depths) + np.minimum(b[:, None], depths)
    return np.asarray((differing / (2 * depths)).mean(axis=1))


def top_k_most(longest: Places, *, k: int = TOP) -> Floats:
    """That of two lists of this length that share nothing: short lists cannot differ in many places."""
    depths = np.arange(1, k + 1)
    by_length = np.array([np.minimum(n, depths) @ (1 / depths) / k for n in range(k + 1)])
    return np.asarray(by_length[np.minimum(longest, k)])


def jaccard(r1: Ranking, r2: Ranking) -> float:
    """The share of the documents of both lists that are in both (5.2)."""
    first, second = set(r1), set(r2)
    return len(first & second) / len(first | second) if first or second else 0.0


def weighted(distance: Distance) -> Distance:
    """The distance times the Jaccard coefficient (5.2): rankings that share nothing tell nothing."""

    def between(r1: Ranking, r2: Ranking) -> float:
        shared = jaccard(r1, r2)
        return shared * distance.between(r1, r2) if shared else 0.0

    return Distance(between, lambda a, b: np.zeros(len(b)), distance.most, needs_shared=True)


def _one(longest: Places) -> Floats:
    return np.ones(len(longest))


def _pairs(n: int) -> int:
    return n * (n - 1) // 2


def _sum_to(length: Places | np.int64, place: Floats | np.float64) -> Floats:
    """The sum of |i - place| over i = 1..length."""
    below = np.minimum(length, np.floor(place))
    above = length - below
    return np.asarray(below * place - below * (below + 1) / 2 + above * (below + 1 + length) / 2 - above * place)


PLAIN = {
    "tau-a": Distance(tau_a, tau_a_apart, _one),
    "tau-b": Distance(tau_b, tau_b_apart, _one),
    "footrule": Distance(footrule, footrule_apart, _one),
    "scaled-footrule": Distance(scaled_footrule, footrule_apart, _one),
    "top-k": Distance(top_k, top_k_apart, top_k_most),
}
DISTANCES = PLAIN | {f"{name}-jaccard": weighted(distance) for name, distance in PLAIN.items()}
