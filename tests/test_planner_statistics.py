"""The query statistics table."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.model import Document, Outcome, Query
from sonde.planner.document_weights import MOST_CAPTURES, ONE_OVER
from sonde.planner.sightings import CLASSES
from sonde.planner.statistics import Statistics
from sonde.planner.terms import MAX_TERMS_PER_DOCUMENT


def document(number: int, text: str) -> Document:
    return Document(url=f"/{number}", text=text, id=number)


def answer(words: str, texts: dict[int, str], *, known: tuple[int, ...] = (), complete: bool = True) -> Outcome:
    new = tuple(document(number, text) for number, text in texts.items())
    return Outcome(query=Query(words), seen=(*known, *texts), new=new, complete=complete)


def test_the_table_of_figure_8_is_updated_by_adding_the_new_pages() -> None:
    # Ntoulas 2005, Example 2: 10 of 50 pages hold "model"; "computer" brings 20 more, 12 with "model".
    statistics = Statistics()
    statistics.observe(answer("first", {i: "model" if i < 10 else "other" for i in range(50)}))
    assert (statistics.count("model").held, statistics.documents) == (10, 50)

    pages = {50 + i: " ".join(["computer", *["model"] * (i < 12), *["disk"] * (i < 18)]) for i in range(20)}
    statistics.observe(answer("computer", pages))

    assert (statistics.count("model").held, statistics.documents) == (22, 70)
    assert statistics.count("disk").held == 18


@st.composite
def crawls(draw: st.DrawFn) -> list[Outcome]:
    """Answers over at most 12 documents of a small vocabulary; ids in order of discovery."""
    texts = draw(st.lists(st.sets(st.sampled_from("abcdefgh"), max_size=5), min_size=1, max_size=12))
    held: dict[int, int] = {}
    outcomes = []
    for number, picked in enumerate(draw(st.lists(st.sets(st.integers(0, len(texts) - 1)), max_size=12))):
        new = {}
        for place in sorted(picked - set(held)):
            held[place] = len(held)
            new[held[place]] = " ".join(texts[place])
        known = tuple(held[place] for place in sorted(picked) if held[place] not in new)
        outcomes.append(answer(f"query{number}", new, known=known))
    return outcomes


@given(crawls())
def test_the_counts_equal_a_recount_from_scratch(outcomes: list[Outcome]) -> None:
    statistics = Statistics()
    texts: dict[int, set[str]] = {}
    captures: Counter[int] = Counter()
    squares: Counter[str] = Counter()
    for outcome in outcomes:
        statistics.observe(outcome)
        captures.update(outcome.seen)
        texts |= {d.id: set(d.text.split()) for d in outcome.new}
        for term, n in Counter(term for d in outcome.new for term in texts[d.id]).items():
            squares[term] += n * n

    assert statistics.documents == len(texts)
    assert statistics.sightings == sum(captures.values())
    assert statistics.vocabulary == len(set().union(*texts.values()) if texts else set())
    for term in "abcdefgh":
        holders = [number for number, terms in texts.items() if term in terms]
        count = statistics.count(term)
        assert count.held == len(holders)
        assert count.clustered == squares[term]
    for number, terms in texts.items():
        assert {statistics.terms[i] for i in statistics.terms_of(number)} == terms
        assert statistics.captures(number) == min(captures[number], CLASSES)
    by_captures = Counter(min(n, CLASSES) for n in captures.values())
    assert statistics.captures_of_documents == [by_captures[n] for n in range(CLASSES + 1)]


@given(crawls())
def test_weights_of_documents_move_with_them_and_leave_nothing_behind(outcomes: list[Outcome]) -> None:
    statistics = Statistics()
    captures: Counter[int] = Counter()
    texts: dict[int, set[str]] = {}
    for outcome in outcomes:
        statistics.observe(outcome)
        captures.update(outcome.seen)
        texts |= {d.id: set(d.text.split()) for d in outcome.new}
    for term in statistics.terms:
        *weighed, one_over = statistics.count(term).weighed
        holders = [number for number, terms in texts.items() if term in terms]
        classes = Counter(min(captures[number], CLASSES) for number in holders)
        assert [weight > 0 for weight in weighed] == [classes[n] > 0 for n in range(1, CLASSES + 1)]
        assert one_over == sum(float(ONE_OVER[captures[number]]) for number in holders)
    in_all = [sum(statistics.count(term).weighed[row] for term in statistics.terms) for row in range(CLASSES + 1)]
    assert statistics.weighed_in_all.tolist() == pytest.approx(in_all)


def test_a_document_that_came_back_counts_one_over_its_captures_and_after_many_the_same() -> None:
    statistics = Statistics()
    statistics.observe(answer("q0", {0: "word"}))
    weights = [statistics.count("word").weighed[-1]]
    for number in range(1, 2 * MOST_CAPTURES):
        statistics.observe(answer(f"q{number}", {}, known=(0,)))
        weights.append(statistics.count("word").weighed[-1])
    assert weights[:3] == pytest.approx([1, 1 / 2, 1 / 3], abs=0.01)
    assert weights[MOST_CAPTURES - 1 :] == [pytest.approx(1 / MOST_CAPTURES)] * (MOST_CAPTURES + 1)


def test_a_short_document_weighs_more_than_a_long_one() -> None:
    statistics = Statistics()
    statistics.observe(answer("a", {i: f"usual {' '.join(f'w{j}' for j in range(20))}" for i in range(20)}))
    statistics.observe(answer("b", {20: "brief", 21: " ".join(["long", *(f"w{j}" for j in range(200))])}))
    brief, usual, long = (statistics.count(word) for word in ("brief", "usual", "long"))
    assert brief.weighed[0] > 2 > usual.weighed[0] / usual.held > 0.9 > 2 * long.weighed[0]


def test_the_same_outcome_told_twice_counts_once() -> None:
    statistics = Statistics()
    outcome = answer("a", {0: "a b"})
    assert statistics.observe(outcome) is statistics.observe(outcome)
    assert statistics.sightings == 1


def test_the_sighting_holds_the_counts_from_before_the_answer() -> None:
    statistics = Statistics()
    statistics.observe(answer("x", {0: "liver", 1: "heart"}))
    sighting = statistics.observe(answer("Liver", {2: "liver", 3: "kidney"}, known=(0,)))
    assert (sighting.word, sighting.before.held, sighting.documents_before) == ("liver", 1, 2)
    assert (sighting.seen, sighting.new, sighting.matching) == (3, (2, 3), 2)


def test_a_query_tried_again_after_it_was_cut_short_is_one_query() -> None:
    statistics = Statistics()
    statistics.observe(answer("a", {0: "a", 1: "a"}, complete=False))
    statistics.observe(answer("a", {2: "a"}, known=(0, 1)))
    *_, twice, thrice, one_over = statistics.count("a").weighed
    assert (twice, thrice, one_over) == (0, 0, 3)
    assert statistics.sightings == 3


def test_documents_that_were_never_described_do_no_harm() -> None:
    statistics = Statistics()
    statistics.observe(Outcome(query=Query("a"), seen=(7, 5000)))
    assert statistics.documents == 0
    assert not len(statistics.terms_of(7))


def test_long_documents_are_cut_and_endless_words_left_out() -> None:
    statistics = Statistics()
    text = " ".join(f"w{i}" for i in range(MAX_TERMS_PER_DOCUMENT + 100))
    statistics.observe(answer("x", {0: text, 1: "z" * 500 + " short"}))
    assert len(statistics.terms_of(0)) == MAX_TERMS_PER_DOCUMENT
    assert statistics.id_of("w0") is not None
    assert statistics.id_of("z" * 500) is None


def test_attributes_speak_where_there_is_no_text() -> None:
    statistics = Statistics()
    bare = Document(url="/0", title="One", attributes=(("maker", "Acme"),), id=0)
    full = Document(url="/1", title="Two", text="words", attributes=(("maker", "Bell"),), id=1)
    statistics.observe(Outcome(query=Query("x"), seen=(0, 1), new=(bare, full)))
    assert statistics.id_of("acme") is not None
    assert statistics.id_of("bell") is None


def test_a_document_costs_a_few_bytes_per_distinct_word() -> None:
    statistics = Statistics()
    rng = np.random.default_rng(1)
    vocabulary = [f"w{i}" for i in range(1000)]
    for start in range(0, 4000, 100):
        texts = {start + i: " ".join(rng.choice(vocabulary, 50, replace=False)) for i in range(100)}
        statistics.observe(answer(f"q{start}", texts))
    per_document = statistics.memory_bytes / statistics.documents
    assert per_document < 1.6 * (50 * 4 + 13) + 20  # int32 per word, 13 bytes of bookkeeping, room to grow
