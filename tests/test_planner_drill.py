"""Narrower questions, where single words no longer reach what they match."""

import random

import numpy as np
import pytest

from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.traits import Traits
from sonde.model import Abilities, Document, Outcome, Query
from sonde.planner.candidates import Positions
from sonde.planner.corrections import shown_share
from sonde.planner.costs import Floats
from sonde.planner.drill import Drill
from sonde.planner.robust import Robust
from sonde.planner.statistics import Statistics

WORDS = [f"{a}{b}" for a in ("ka", "lo", "mi", "nu", "pe") for b in ("bel", "dor", "fin", "gas")]


def narrow_site(**traits: object) -> Engine:
    """Few words, many documents, always the same ones first."""
    rng = random.Random(1)
    records = [Record(id=str(i), title="", text=" ".join(rng.sample(WORDS, 5))) for i in range(1500)]
    return Engine(records, Traits(cap=20, rank="static", paging="none", **traits))  # type: ignore[arg-type]


def harvest(engine: Engine, *, queries: int, abilities: Abilities | None = None) -> tuple[set[int], list[Query]]:
    policy = Robust(seeds=[WORDS[0]], abilities=abilities)
    ids: dict[int, int] = {}
    asked = []
    for _ in range(queries):
        query = policy.choose()
        if query is None:
            break
        asked.append(query)
        answer = engine.search(query.words, where=query.values)
        new = []
        for place in answer.ids.tolist():
            if place not in ids:
                ids[place] = len(ids)
                new.append(Document(url=str(place), text=engine.records[place].text, id=ids[place]))
        seen = tuple(ids[place] for place in answer.ids.tolist())
        policy.observe(Outcome(query, seen, tuple(new), answer.total, pages=1))
    return set(ids), asked


def test_two_words_together_reach_what_no_single_word_shows() -> None:
    engine = narrow_site()
    reachable = {int(place) for word in WORDS for place in engine.search(word).ids}
    found, asked = harvest(engine, queries=150)
    assert len(found) > 2 * len(reachable)
    assert len(set(asked)) == len(asked)


def test_a_site_that_means_either_word_is_soon_not_asked_for_two() -> None:
    _, asked = harvest(narrow_site(operator="or"), queries=60)
    assert sum(" " in query.words for query in asked) <= 12


def test_words_are_excluded_where_the_site_can() -> None:
    abilities = Abilities(operator="or", exclude="-{}")
    engine = narrow_site(operator="or", not_=True)
    found, asked = harvest(engine, queries=120, abilities=abilities)
    assert any(" -" in query.words for query in asked)
    assert found > {int(place) for word in WORDS for place in engine.search(word).ids}


class Expected:
    """Of each term so many documents are unseen, and answers bring all that was not looked at."""

    def __init__(self, unseen: dict[str, float], statistics: Statistics) -> None:
        self._unseen, self._statistics = unseen, statistics

    def unseen(self, ids: Positions) -> tuple[Floats, Floats]:
        unseen = np.array([self._unseen[self._statistics.terms[i]] for i in ids], np.float64)
        return unseen, self._statistics.held[ids] + unseen

    def shown(self, unseen: Floats, hits: Floats, looked: Floats) -> Floats:
        return unseen * shown_share(hits, cap=20, looked=looked)


def narrowed(
    texts: list[str], unseen: dict[str, float], abilities: Abilities, *, cut: str = "a", by_one_query: int = 0
) -> dict[Query, float]:
    """The narrower questions about words whose answers were cut to 20, and what is expected of them.

    The documents were found by a query each, but for the last `by_one_query` of them.
    """
    statistics = Statistics()
    documents = [Document(url=str(i), text=text, id=i) for i, text in enumerate(texts)]
    apart = len(documents) - by_one_query
    for found in [*([one] for one in documents[:apart]), documents[apart:]]:
        statistics.observe(Outcome(Query("other words"), tuple(one.id for one in found), tuple(found)))
    drill = Drill(statistics, abilities)
    for word in cut:
        seen = [one.id for one in documents if word in one.text.split()][:20]
        outcome = Outcome(Query(word), tuple(seen), total=90)
        statistics.observe(outcome)
        drill.observe(outcome, term=statistics.id_of(word), is_cut=True)
    for _ in cut:
        drill.work_out(Expected(unseen, statistics), 20)
    return {question.query: question.new for question in drill.questions}


def test_values_of_other_inputs_narrow_a_cut_word() -> None:
    abilities = Abilities(operator="or", splits=(("year", ("2001", "2002")),))
    found = narrowed(["a"] * 20, {"a": 70.0}, abilities)
    assert {query.values for query in found} == {(("year", "2001"),), (("year", "2002"),)}
    # Of 45 matches in each year 20 are shown, and 10 of these were seen already.
    assert list(found.values()) == pytest.approx([35 * 10 / 35] * 2)


def test_a_second_word_that_all_matches_have_asks_the_same_again() -> None:
    found = narrowed([*["a all"] * 20, *["a half all"] * 20], {"a": 50.0, "all": 50.0, "half": 50.0}, Abilities())
    assert found[Query("a all")] == 0
    assert found[Query("a half")] > 5


def test_a_second_word_that_was_answered_in_full_finds_nothing_new() -> None:
    found = narrowed(["a half", "a"] * 20, {"a": 50.0, "half": 0.0}, Abilities())
    assert found[Query("a half")] == 0


def test_of_two_cut_words_that_always_go_together_each_answer_shows_what_both_have() -> None:
    texts = [*["a"] * 60, *["a b"] * 20]
    apart = narrowed(texts, {"a": 50.0, "b": 50.0}, Abilities())
    assert apart[Query("a b")] > narrowed(texts, {"a": 50.0, "b": 50.0}, Abilities(), cut="ab")[Query("a b")]


def test_documents_that_came_by_one_query_promise_less_than_those_that_came_apart() -> None:
    texts, unseen = [*["a"] * 60, *["a b"] * 15], {"a": 50.0, "b": 50.0}
    apart, together = narrowed(texts, unseen, Abilities()), narrowed(texts, unseen, Abilities(), by_one_query=15)
    assert 0 < together[Query("a b")] < apart[Query("a b")] / 2


def test_every_cut_word_is_narrowed_sooner_or_later() -> None:
    cut = "abcdefgh"
    texts = [f"{word} {other}" for word in cut for other in ("one", "two") for _ in range(12)]
    found = narrowed(texts, dict.fromkeys([*cut, "one", "two"], 50.0), Abilities(), cut=cut)
    assert {word for query in found for word in query.words.split()} >= set(cut)


def test_what_is_without_a_word_is_what_the_word_leaves() -> None:
    abilities = Abilities(operator="or", exclude="-{}")
    found = narrowed([*["a b"] * 30, *["a"] * 10], {"a": 40.0, "b": 40.0}, abilities)
    assert list(found) == [Query("a -b")]
    # The answer showed twenty documents again, so each counts a quarter: 10 of 25 are without b, so are 16 of 40
    # unseen. Ten documents by a query each are trusted to 1 - 0.75 / sqrt(10); being short they say a little more.
    unseen = 16 * (1 - 0.75 / 10**0.5)
    assert found[Query("a -b")] == pytest.approx(unseen * 20 / (10 + unseen), rel=0.1)


def test_cut_words_that_only_attributes_had_promise_nothing_once_these_are_dropped() -> None:
    cut = ("red", "blue", "green", "large", "small")
    documents = tuple(
        Document(url=str(i), title="toy", attributes=(("kind", " ".join(cut[:-1] if i % 2 else cut[1:])),), id=i)
        for i in range(60)
    )
    statistics = Statistics()
    drill = Drill(statistics)
    statistics.observe(Outcome(Query("other words"), tuple(range(60)), documents))
    for word in cut:
        outcome = Outcome(Query(word), tuple(range(20)), total=90)
        statistics.observe(outcome)
        drill.observe(outcome, term=statistics.id_of(word), is_cut=True)
    expected = Expected(dict.fromkeys((*cut, "toy"), 50.0), statistics)
    for _ in cut:
        drill.work_out(expected, 20)
    assert sum(question.new for question in drill.questions) > 0
    statistics.drop_attributes()
    for _ in cut:
        drill.work_out(expected, 20)
    assert sum(question.new for question in drill.questions) == 0
