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


def narrowed(texts: list[str], unseen: dict[str, float], abilities: Abilities, *, cut: str = "a") -> dict[Query, float]:
    """The narrower questions about words whose answers were cut, and what is expected of them."""
    statistics = Statistics()
    documents = tuple(Document(url=str(i), text=text, id=i) for i, text in enumerate(texts))
    drill = Drill(statistics, abilities)
    for word in cut:
        outcome = Outcome(Query(word), tuple(range(len(texts))), documents, total=90)
        statistics.observe(outcome)
        drill.observe(outcome, term=statistics.id_of(word), is_cut=True)
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
    texts = [*["a b"] * 20, *["a"] * 60]
    apart = narrowed(texts, {"a": 50.0, "b": 50.0}, Abilities())
    assert apart[Query("a b")] > narrowed(texts, {"a": 50.0, "b": 50.0}, Abilities(), cut="ab")[Query("a b")]
