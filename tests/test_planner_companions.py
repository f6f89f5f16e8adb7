"""Which terms go with a term, and what queries in the air take from each other."""

import numpy as np
import pytest

from sonde.model import Document, Outcome, Query
from sonde.planner.companions import InTheAir, companions
from sonde.planner.robust import Robust
from sonde.planner.statistics import Statistics


def table(*texts: str) -> Statistics:
    statistics = Statistics()
    documents = tuple(Document(url=str(i), text=text, id=i) for i, text in enumerate(texts))
    statistics.observe(Outcome(Query("x"), tuple(range(len(texts))), documents))
    return statistics


def test_companions_are_the_terms_of_a_terms_documents_with_their_shares() -> None:
    statistics = table(*["a b"] * 6, *["a c"] * 2, "d")
    found = companions(statistics, statistics.id_of("a") or 0)
    assert [statistics.terms[i] for i in found.ids] == ["b"], "two documents tell nothing"
    assert found.share.tolist() == pytest.approx([0.75])


def test_a_word_that_goes_with_one_in_the_air_has_less_left_than_another() -> None:
    statistics = table(*["a b"] * 40, *["c"] * 40)
    ids = np.array(sorted(statistics.id_of(word) or 0 for word in "bc"))
    flights = InTheAir(statistics)
    assert flights.left(ids).tolist() == [1.0, 1.0]
    flights.add("a", 1.0)
    left = dict(zip((statistics.terms[i] for i in ids), flights.left(ids), strict=True))
    assert left["b"] < 0.2 < 0.8 < left["c"]
    flights.remove("a")
    assert flights.left(ids).tolist() == [1.0, 1.0]


def test_the_second_query_in_the_air_does_not_ask_for_the_same_documents() -> None:
    texts = [*["x twin other"] * 4, *["x twin brother"] * 30, *["x other"] * 26]
    policy = Robust()
    documents = tuple(Document(url=str(i), text=text, id=i) for i, text in enumerate(texts))
    policy.observe(Outcome(Query("x"), tuple(range(len(texts))), documents))
    chosen = [query.words for _ in range(2) if (query := policy.choose())]
    assert chosen == ["twin", "other"], "brothers are twins"
