"""Whether a site searches the attributes of documents without text."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.model import Document, Outcome, Query
from sonde.planner.attributes import Attributes
from sonde.planner.statistics import Statistics
from sonde.planner.terms import document_terms, own_terms

NAMES = ("amber", "basil", "cedar", "dahlia", "elder", "fern")


def film(number: int, title: str, *cast: str, text: str = "") -> Document:
    return Document(url=f"/{number}", title=title, text=text, attributes=(("cast", " ".join(cast)),), id=number)


def answer(word: str, seen: Sequence[int], new: Sequence[Document] = ()) -> Outcome:
    return Outcome(query=Query(word), seen=tuple(seen), new=tuple(new), total=len(seen))


def start() -> tuple[Statistics, Attributes]:
    """Thirty documents without text, each name in the attributes of five."""
    statistics = Statistics()
    films = [film(i, f"title{i} common", NAMES[i % 6]) for i in range(30)]
    statistics.observe(answer("common", range(30), films))
    return statistics, Attributes(statistics)


def ask(
    statistics: Statistics, attributes: Attributes, word: str, seen: Sequence[int], *, is_cut: bool = False
) -> None:
    attributes.observe(statistics.observe(answer(word, seen)), is_cut=is_cut)


def test_attributes_are_forgotten_once_their_words_find_none_of_the_documents_that_have_them() -> None:
    statistics, attributes = start()
    for name in NAMES[:3]:
        assert statistics.count("fern").held == 5
        ask(statistics, attributes, name, ())
    assert statistics.count("fern").held == 0
    assert statistics.count("common").held == 30
    assert statistics.count("common").weighed[1:] == (0, 0, 30)
    statistics.observe(answer("title", [30], [film(30, "new", "fern")]))
    assert statistics.count("fern").held == 0
    assert statistics.count("new").held == 1


def test_a_word_that_texts_have_tells_by_the_documents_that_are_missing_from_its_answer() -> None:
    statistics, attributes = start()
    texts = [film(30 + i, "t", text=" ".join(NAMES)) for i in range(4)]
    statistics.observe(answer("other", range(30, 34), texts))
    for name in NAMES[:3]:
        assert statistics.count("fern").held == 9
        ask(statistics, attributes, name, range(30, 34))
    assert statistics.count("fern").held == 4


def test_attributes_stay_where_the_site_finds_documents_by_them() -> None:
    statistics, attributes = start()
    for place, name in enumerate(NAMES[:5]):
        ask(statistics, attributes, name, range(place, 30, 6) if place % 2 else ())
    assert statistics.count("fern").held == 5


@pytest.mark.parametrize("texts_returned", [0, 1])
def test_answers_that_leave_out_what_they_should_hold_in_any_case_tell_nothing(texts_returned: int) -> None:
    statistics, attributes = start()
    texts = [film(30 + i, "t", text=" ".join(NAMES)) for i in range(4)]
    statistics.observe(answer("other", range(30, 34), texts))
    for name in NAMES[:5]:
        ask(statistics, attributes, name, range(30, 30 + texts_returned))
    assert statistics.count("fern").held == 9


def test_answers_that_were_cut_tell_nothing() -> None:
    statistics, attributes = start()
    for name in NAMES[:5]:
        ask(statistics, attributes, name, (), is_cut=True)
    assert statistics.count("fern").held == 5


@given(
    st.lists(st.tuples(st.sets(st.sampled_from("abcd")), st.sets(st.sampled_from("cdef")), st.booleans()), max_size=8)
)
def test_what_is_left_without_attributes_is_what_titles_and_texts_alone_give(
    made: list[tuple[set[str], set[str], bool]],
) -> None:
    documents = [
        film(i, " ".join(sorted(title)), *sorted(cast), text="some text" * has_text)
        for i, (title, cast, has_text) in enumerate(made)
    ]
    with_attributes, without = (
        Statistics(),
        Statistics(split=lambda one: (found := document_terms(one))[: own_terms(one, found)]),
    )
    for statistics in (with_attributes, without):
        statistics.observe(answer("first", range(len(documents)), documents))
        statistics.observe(answer("again", range(0, len(documents), 2)))
    with_attributes.drop_attributes()
    for word in "abcdef":
        assert with_attributes.count(word).held == without.count(word).held
        assert with_attributes.count(word).weighed[-1] == without.count(word).weighed[-1]
    for number in range(len(documents)):
        terms = [with_attributes.terms[term] for term in with_attributes.terms_of(number)]
        assert terms == [without.terms[term] for term in without.terms_of(number)]
