"""xCrawl 2008, Table 1 and the query generation built on it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.discover.xcrawl.queries import harmonic_mean, middle_out, queries, search_weights
from sonde.discover.xcrawl.tokens import get_tokens

# Table 1: token -> hits in thousands, TF-IDF, search weight, H Mean.
TABLE_1 = {
    "resolution": (275_000, 0.894, 0.288, 0.435),
    "review": (956_000, 0.090, 1.000, 0.165),
    "sensor": (85_500, 0.694, 0.089, 0.158),
    "specifications": (142_000, 0.090, 0.149, 0.112),
    "zoom": (20_100, 0.745, 0.021, 0.041),
    "lens": (84_600, 0.014, 0.088, 0.024),
    "hot shoe": (992, 0.456, 0.001, 0.002),
}
MEANS = {token: row[3] for token, row in TABLE_1.items()}


def test_search_weights_are_those_of_table_1() -> None:
    weights = search_weights({token: row[0] for token, row in TABLE_1.items()})
    assert weights == {token: pytest.approx(row[2], abs=0.0006) for token, row in TABLE_1.items()}


@pytest.mark.parametrize("token", TABLE_1)
def test_the_combined_weight_is_that_of_table_1(token: str) -> None:
    _, tf_idf, search_weight, mean = TABLE_1[token]
    assert harmonic_mean(search_weight, tf_idf) == pytest.approx(mean, abs=0.002)


def test_the_first_query_is_the_one_of_the_paper() -> None:
    assert next(queries(middle_out(MEANS))) == ("specifications", "sensor", "zoom")


def test_middle_out_leaves_the_extremes_for_last() -> None:
    assert middle_out(MEANS) == ["specifications", "sensor", "zoom", "review", "lens", "resolution", "hot shoe"]


@given(st.integers(0, 7), st.integers(1, 4))
def test_every_combination_is_asked_once_and_the_centre_first(count: int, length: int) -> None:
    tokens = [f"w{place}" for place in range(count)]
    asked = list(queries(tokens, length=length))
    assert len({frozenset(one) for one in asked}) == len(asked)
    assert all(len(one) == min(length, count) for one in asked)
    farthest = [max(tokens.index(word) for word in one) for one in asked]
    assert farthest == sorted(farthest)


def test_no_hits_at_all_give_no_weight_and_no_error() -> None:
    assert search_weights({"a": 0}) == {"a": 0.0}
    assert harmonic_mean(0.0, 0.0) == 0.0


def test_tokens_are_the_words_the_examples_share_and_general_language_does_not() -> None:
    pages = [
        "The camera has a sensor of 12 megapixels and an optical zoom. Model Alpha",
        "A sensor with 10 megapixels, the zoom lens is new. Model Bravo",
        "Megapixels and sensor size of the zoom camera. Charlie",
    ]
    tokens = dict(get_tokens(pages, count=6))
    assert {"megapixels", "sensor", "zoom"} <= set(tokens)
    assert max(tokens.values()) == 1.0
    assert not {"the", "and", "12"} & set(tokens)
