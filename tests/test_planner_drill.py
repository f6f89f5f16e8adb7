"""Narrower questions, where single words no longer reach what they match."""

import random

import numpy as np
import pytest

from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.traits import Traits
from sonde.model import Abilities, Document, Outcome, Query
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


def test_values_of_other_inputs_narrow_a_cut_word() -> None:
    statistics = Statistics()
    documents = tuple(Document(url=str(i), text="a", id=i) for i in range(20))
    drill = Drill(statistics, Abilities(operator="or", splits=(("year", ("2001", "2002")),)))
    outcome = Outcome(Query("a"), tuple(range(20)), documents, total=90)
    statistics.observe(outcome)
    drill.observe(outcome, term=statistics.id_of("a"), is_cut=True)
    drill.work_out(np.array([70.0]), np.array([90.0]), lambda unseen, hits: unseen)
    assert {question.query.values for question in drill.questions} == {(("year", "2001"),), (("year", "2002"),)}
    assert [question.new for question in drill.questions] == pytest.approx([35.0, 35.0])
