"""What queries cost (Ntoulas 2005, eq. 1 and 2)."""

import numpy as np
import pytest

from sonde.errors import ConfigError
from sonde.planner.costs import Costs

# Section 4.4: one query and one result cost the same, a document a hundred times as much.
PUBMED = Costs(query=100, result=100, document=10_000)


def test_equation_1_pays_for_every_match_and_equation_2_only_for_new_ones() -> None:
    hits, new = np.array([30.0]), np.array([10.0])
    assert PUBMED.of_all(hits)[0] == 100 + 100 * 30 + 10_000 * 30
    assert PUBMED.of(hits, new)[0] == 100 + 100 * 30 + 10_000 * 10


def test_both_are_the_same_while_nothing_is_held() -> None:
    hits = np.array([1.0, 30.0])
    assert (PUBMED.of(hits, hits) == PUBMED.of_all(hits)).all()


def test_the_default_counts_queries() -> None:
    assert Costs().of(np.array([5.0, 500.0]), np.array([5.0, 0.0])).tolist() == [1, 1]


def test_what_was_spent_is_the_sum_over_the_queries() -> None:
    hits, new = np.array([30.0, 50.0]), np.array([30.0, 20.0])
    assert PUBMED.spent(queries=2, results=80, documents=50) == PUBMED.of(hits, new).sum()


@pytest.mark.parametrize(
    "costs",
    [
        {"query": 0.0}, {"query": -1.0}, {"result": -1.0}, {"document": -0.1}, {"query": float("nan")},
        {"result": float("inf")},
    ],
)  # fmt: skip
def test_costs_of_zero_or_below_are_an_error(costs: dict[str, float]) -> None:
    with pytest.raises(ConfigError, match="costs must be above zero"):
        Costs(**costs)
