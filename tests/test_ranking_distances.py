"""Distances between rankings against their definitions, brute force and scipy."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from sonde.planner.ranking.distances import (
    DISTANCES,
    PLAIN,
    Ranking,
    footrule,
    jaccard,
    places,
    scaled_footrule,
    tau_a,
    tau_b,
    top_k,
)

rankings = st.lists(st.integers(0, 12), unique=True, min_size=1, max_size=9)


def pairs_by_hand(r1: Ranking, r2: Ranking) -> tuple[int, int, int]:
    """Concordant pairs, discordant pairs, and the distinct documents, counted one by one."""
    union = sorted({*r1, *r2})
    at = [{d: r.index(d) if d in r else len(r) for d in union} for r in (list(r1), list(r2))]
    signs = [(at[0][x] - at[0][y]) * (at[1][x] - at[1][y]) for x, y in combinations(union, 2)]
    return sum(s > 0 for s in signs), sum(s < 0 for s in signs), len(union)


def test_a_swap_of_neighbours_is_one_discordant_pair_of_six() -> None:
    assert tau_a([1, 2, 3, 4], [2, 1, 3, 4]) == pytest.approx((1 - 2 * (5 - 1) / (4 * 3)) / 2)


def test_top_k_by_hand() -> None:
    # i = 1: {1} and {2} differ in both, 2/2; i = 2: {1, 2} on both sides, 0; i = 3: {1, 2, 3} and {1, 2, 4}, 2/6.
    assert top_k([1, 2, 3], [2, 1, 4], k=3) == pytest.approx((1 + 0 + 1 / 3) / 3)


def test_footrules_by_hand() -> None:
    # |1 - 3| + |2 - 2| + |3 - 1| = 4 of the 12 that two lists of three with nothing in common are apart.
    assert footrule([1, 2, 3], [3, 2, 1]) == pytest.approx(4 / 12)
    # Lists of 1 and 2: |1/1 - 1/2| for the shared one, |2/1 - 2/2| for the other; apart they are 1/2 + (3/2 + 1).
    assert scaled_footrule([7], [7, 8]) == pytest.approx((0.5 + 1) / (0.5 + 2.5))


def test_jaccard_weighting_counts_only_what_is_shared() -> None:
    plain, weighted = DISTANCES["tau-a"].between, DISTANCES["tau-a-jaccard"].between
    assert weighted([1, 2, 3], [2, 1, 4]) == pytest.approx(plain([1, 2, 3], [2, 1, 4]) * 2 / 4)
    assert weighted([1, 2], [3, 4]) == 0


@given(rankings, rankings)
def test_tau_a_counts_pairs(r1: list[int], r2: list[int]) -> None:
    concordant, discordant, n = pairs_by_hand(r1, r2)
    expected = 0.0 if n < 2 else (1 - 2 * (concordant - discordant) / (n * (n - 1))) / 2
    assert tau_a(r1, r2) == pytest.approx(expected)


@given(rankings, rankings)
def test_tau_b_is_that_of_scipy(r1: list[int], r2: list[int]) -> None:
    p1, p2 = places(r1, r2)
    if len(set(p1)) < 2 or len(set(p2)) < 2:
        assert tau_b(r1, r2) == 0
    else:
        assert tau_b(r1, r2) == pytest.approx((1 - stats.kendalltau(p1, p2).statistic) / 2)


@given(rankings, rankings)
def test_top_k_is_its_formula(r1: list[int], r2: list[int]) -> None:
    deltas = [len(set(r1[:i]) ^ set(r2[:i])) / (2 * i) for i in range(1, 21)]
    assert top_k(r1, r2) == pytest.approx(sum(deltas) / 20)


@pytest.mark.parametrize("name", list(DISTANCES))
@given(rankings, rankings)
def test_a_distance_is_symmetric_within_0_and_1_and_0_for_equals(name: str, r1: list[int], r2: list[int]) -> None:
    between = DISTANCES[name].between
    assert between(r1, r2) == pytest.approx(between(r2, r1))
    assert -1e-12 <= between(r1, r2) <= 1 + 1e-12
    assert between(r1, r1) == pytest.approx(0)


@pytest.mark.parametrize("name", list(DISTANCES))
@given(rankings, st.lists(st.integers(20, 32), unique=True, min_size=1, max_size=9))
def test_lists_that_share_nothing_need_only_their_lengths(name: str, r1: list[int], r2: list[int]) -> None:
    distance = DISTANCES[name]
    apart = distance.apart(len(r1), np.array([len(r2)]))
    assert apart[0] == pytest.approx(distance.between(r1, r2))


@given(rankings, rankings)
def test_jaccard_is_the_shared_part(r1: list[int], r2: list[int]) -> None:
    assert jaccard(r1, r2) == pytest.approx(len(set(r1) & set(r2)) / len(set(r1) | set(r2)))


def test_all_published_distances_are_there() -> None:
    assert list(PLAIN) == ["tau-a", "tau-b", "footrule", "scaled-footrule", "top-k"]
    assert set(DISTANCES) == {*PLAIN, *(f"{name}-jaccard" for name in PLAIN)}
