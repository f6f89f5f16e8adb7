import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.search.ranking import K1, B, impacts, length_norms
from sonde.lab.search.stopwords import stop_words
from sonde.lab.traits import Traits
from sonde.text.words import words

# Few short words, so that documents share them and pieces of one are pieces of others.
WORDS = ["a", "ab", "abc", "b", "bc", "cab", "the", "of", "x1"]
texts = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
corpora = st.lists(st.tuples(texts, texts), min_size=1, max_size=25).map(
    lambda rows: [Record(str(i), title, text) for i, (title, text) in enumerate(rows)]
)
questions = st.lists(st.tuples(st.sampled_from(["", "-"]), st.sampled_from([*WORDS, "zz"])), max_size=4).map(
    lambda parts: " ".join(minus + word for minus, word in parts)
)
rules = st.builds(
    Traits,
    operator=st.sampled_from(["and", "or"]),
    not_=st.booleans(),
    stop_words=st.sampled_from(["", "the of"]),
    min_length=st.integers(1, 3),
    unusable=st.sampled_from(["ignored", "refused"]),
    substring=st.booleans(),
    rank=st.sampled_from(["bm25", "static"]),
    cap=st.none() | st.integers(1, 6),
)


def held(record: Record, word: str, traits: Traits) -> int:
    """How often a document holds a word, read word by word."""
    own = words(f"{record.title} {record.text}")
    return sum(word in other if traits.substring else word == other for other in own)


def parts_of(question: str, traits: Traits) -> tuple[list[str], list[str], list[str]]:
    wanted, unwanted, unusable = [], [], []
    for part in question.split():
        word = part.lstrip("-")
        if len(word) < traits.min_length or word in stop_words(traits.stop_words):
            unusable.append(word)
        elif part.startswith("-") and traits.not_:
            unwanted.append(word)
        elif word not in wanted:
            wanted.append(word)
    return wanted, unwanted, unusable


def matching(records: list[Record], question: str, traits: Traits) -> set[int]:
    """The reference: looks at every document."""
    wanted, unwanted, unusable = parts_of(question, traits)
    if not wanted or (unusable and traits.unusable == "refused"):
        return set()
    join = all if traits.operator == "and" else any
    return {
        i
        for i, record in enumerate(records)
        if join(held(record, word, traits) for word in wanted)
        and not any(held(record, word, traits) for word in unwanted)
    }


def bm25(records: list[Record], document: int, asked: list[str], traits: Traits) -> float:
    lengths = [len(words(f"{record.title} {record.text}")) for record in records]
    mean = sum(lengths) / len(lengths) or 1.0
    score = 0.0
    for word in asked:
        frequency = sum(held(record, word, traits) > 0 for record in records)
        idf = math.log(1 + (len(records) - frequency + 0.5) / (frequency + 0.5))
        count = held(records[document], word, traits)
        score += idf * count * (K1 + 1) / (count + K1 * (1 - B + B * lengths[document] / mean))
    return score


@given(corpora, questions, rules)
def test_the_answer_is_what_reading_every_document_would_find(
    records: list[Record], question: str, traits: Traits
) -> None:
    answer = Engine(records, traits).search(question)
    expected = matching(records, question, traits)
    assert answer.total == len(expected)
    assert len(answer.ids) == min(len(expected), traits.cap or len(expected))
    assert len(set(answer.ids.tolist())) == len(answer.ids)
    assert set(answer.ids.tolist()) <= expected


@given(corpora, questions, rules)
def test_relevance_order_is_bm25(records: list[Record], question: str, traits: Traits) -> None:
    if traits.rank != "bm25":
        return
    answer = Engine(records, traits).search(question)
    wanted, _, _ = parts_of(question, traits)
    scores = {i: bm25(records, i, wanted, traits) for i in matching(records, question, traits)}
    best = sorted(scores.values(), reverse=True)[: len(answer.ids)]
    assert [scores[i] for i in answer.ids.tolist()] == pytest.approx(best)


def scored(records: list[Record], word: str) -> dict[int, float]:
    """What the engine adds to each document for one word."""
    index = Engine(records).index
    postings = index.postings(index.term(word))
    scores = impacts(postings, norms=length_norms(index.lengths))
    return dict(zip(postings.documents.tolist(), scores.tolist(), strict=True))


@given(corpora, st.sampled_from(WORDS))
def test_scores_are_those_of_the_formula(records: list[Record], word: str) -> None:
    expected = {i: bm25(records, i, [word], Traits()) for i in matching(records, word, Traits())}
    assert scored(records, word) == pytest.approx(expected)


def test_bm25_has_the_usual_constants() -> None:
    records = [Record("1", "cat cat"), Record("2", "cat dog dog dog"), Record("3", "dog")]
    # idf ln(1 + 1.5 / 2.5), then 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 2 / (7 / 3))) for the first.
    assert scored(records, "cat") == pytest.approx({0: 0.6733, 1: 0.3637}, abs=1e-4)


@given(corpora, questions, rules)
def test_the_fixed_order_is_the_same_for_every_question(records: list[Record], question: str, traits: Traits) -> None:
    if traits.rank != "static":
        return
    engine = Engine(records, Traits(rank="static", operator="or", seed=traits.seed))
    order = engine.search(" ".join(WORDS)).ids.tolist()
    places = [order.index(i) for i in Engine(records, traits).search(question).ids.tolist()]
    assert places == sorted(places)


@given(corpora, questions)
def test_a_cap_shows_the_beginning_of_the_uncapped_answer(records: list[Record], question: str) -> None:
    full = Engine(records, Traits(operator="or"))
    capped = full.with_traits(Traits(operator="or", cap=3))
    assert capped.search(question).ids.tolist() == full.search(question).ids.tolist()[:3]


@given(corpora)
def test_postings_forward_lists_and_frequencies_agree(records: list[Record]) -> None:
    engine = Engine(records)
    counted = Counter(word for record in records for word in set(words(f"{record.title} {record.text}")))
    assert {word: engine.document_frequency(word) for word in engine.vocabulary} == counted
    for document, record in enumerate(records):
        own = {engine.vocabulary[term] for term in engine.terms(document)}
        assert own == set(words(f"{record.title} {record.text}"))
        assert all(document in engine.postings(word) for word in own)
    assert engine.document_frequency("zz") == 0


def test_an_index_built_in_pieces_equals_one_built_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    records = [Record(str(i), f"t{i % 7}", f"w{i % 3} w{i % 5} common") for i in range(100)]
    whole = Engine(records)
    monkeypatch.setattr("sonde.lab.search.index._CHUNK_WORDS", 10)
    pieces = Engine(records)
    assert whole.vocabulary == pieces.vocabulary
    for word in whole.vocabulary:
        assert np.array_equal(whole.postings(word), pieces.postings(word))
        assert np.array_equal(whole.search(word).ids, pieces.search(word).ids)


def test_words_that_do_not_count_are_named() -> None:
    records = [Record("1", "the cat"), Record("2", "a dog")]
    ignoring = Engine(records, Traits(stop_words="the"))
    assert (ignoring.search("the cat").ignored, ignoring.search("the cat").total) == (("the",), 1)
    assert ignoring.search("the").total == 0
    refusing = ignoring.with_traits(Traits(min_length=2, unusable="refused"))
    assert "“a” is too short" in refusing.search("a dog").refused
    assert refusing.search("a dog").total == 0


def test_a_record_without_text_is_found_by_its_attributes_and_one_with_text_is_not() -> None:
    bare = Record("1", "Silent film", "", (("cast", "Lillian Gish"), ("year", "1912")))
    told = Record("2", "Another film", "About nothing.", (("cast", "Lillian Gish"),))
    engine = Engine([bare, told], Traits(phrase=True))
    assert [sorted(engine.search(words).ids.tolist()) for words in ("gish", "film", "1912", '"lillian gish"')] == [
        [0], [0, 1], [0], [0]
    ]  # fmt: skip


def test_attributes_narrow_an_answer_before_the_cap() -> None:
    records = [Record(str(i), f"entry {i}", "word", (("kind", "odd" if i % 2 else "even"),)) for i in range(10)]
    engine = Engine(records, Traits(cap=3))
    answer = engine.search("word", where=(("kind", "odd"),))
    assert answer.total == 5
    assert answer.ids.tolist() == [1, 3, 5]
    assert engine.search("", where=(("kind", "even"),)).total == 5
    assert engine.search("word", where=(("kind", "none"),)).total == 0
    assert engine.search("word", where=(("colour", "red"),)).total == 0
    assert engine.search("").total == 0


def test_a_title_belongs_to_the_first_document_that_has_it() -> None:
    assert Engine([Record("1", "Same"), Record("2", " same"), Record("3", "other")]).titles == {
        "same": 0,
        "other": 2,
    }


def test_an_answer_can_be_ordered_by_title() -> None:
    records = [Record(str(i), title, "word") for i, title in enumerate(["pear", "Apple", "fig"])]
    assert Engine(records, Traits(cap=2)).search("word", order="title").ids.tolist() == [1, 2]


def test_attributes_with_few_values_are_facets_and_others_are_not() -> None:
    records = [Record(str(i), "t", "", (("kind", "ab"[i % 2]), ("code", str(i)), ("same", "x"))) for i in range(100)]
    records += [Record(f"rare {i}", "t", "", (("rare", "ab"[i % 2]),)) for i in range(20)]
    engine = Engine(records)
    assert set(engine.facets) == {"kind"}
    assert engine.facets["kind"].counts(np.array([0, 1, 2], dtype=np.int32)) == [("a", 2), ("b", 1)]


def test_quotes_stars_stems_and_or_mean_something_where_the_site_knows_them() -> None:
    texts = ("red apples grow", "apples red", "an apple pie", "green pears")
    engine = Engine([Record(str(i), text) for i, text in enumerate(texts)])

    def found(words: str, **traits: bool) -> list[int]:
        return sorted(engine.with_traits(Traits(**traits)).search(words).ids.tolist())

    assert found('"red apples"') == [0, 1]
    assert found('"red apples"', phrase=True) == [0]
    assert found("app*") == []
    assert found("app*", wildcard=True) == [0, 1, 2]
    assert found("apples", stemming=True) == found("apple", stemming=True) == [0, 1, 2]
    assert found("pie OR green") == []
    assert found("pie OR green", either=True) == [2, 3]


def test_a_question_that_finds_too_much_is_refused() -> None:
    engine = Engine([Record(str(i), "water") for i in range(5)], Traits(too_many=4))
    answer = engine.search("water")
    assert (len(answer.ids), answer.total) == (0, 0)
    assert "refine" in answer.refused
