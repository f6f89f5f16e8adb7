"""Which document each word was first met in."""

from hypothesis import given
from hypothesis import strategies as st

from sonde.model import Document, Outcome, Query
from sonde.planner.sources import Sources
from sonde.planner.statistics import Statistics


@given(st.lists(st.lists(st.sampled_from("abcdefghij"), max_size=5), max_size=12))
def test_the_source_of_a_word_is_the_first_document_that_has_it(texts: list[list[str]]) -> None:
    statistics, sources, first = Statistics(), Sources(), dict[str, int]()
    for number, text in enumerate(texts):
        document = Document(url=str(number), text=" ".join(text), id=number)
        statistics.observe(Outcome(Query("start"), (number,), (document,)))
        sources.describe(number, statistics.terms_of(number))
        for word in text:
            first.setdefault(word, number)
    for word in "abcdefghij":
        assert sources.of([statistics.id_of(word)]) == ({first[word]} if word in first else set())
    assert sources.of(map(statistics.id_of, "abcdefghij")) == {*first.values()}
