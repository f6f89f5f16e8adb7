"""How complete is it?"""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sonde.lab.engine import Engine
from sonde.lab.record import Record
from sonde.lab.traits import Traits
from sonde.model import Coverage, Document, Outcome, Query
from sonde.planner.beyond import Beyond
from sonde.planner.captures import Captures
from sonde.planner.completeness import Completeness
from sonde.planner.policies import make_policy
from sonde.planner.statistics import Statistics


def seen(*documents: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    return np.array(documents, np.int64)


def test_two_samples_give_the_estimate_of_lincoln_and_petersen() -> None:
    captures = Captures()
    captures.observe(seen(*range(40)))
    captures.observe(seen(*range(30, 80)))
    size = 40 * 50 / 10
    assert captures.lincoln_petersen() == pytest.approx(80 / size)


def test_good_turing_and_chao_agree_with_their_formulas_in_one_stratum() -> None:
    captures = Captures()
    captures.observe(seen(*range(60)))
    captures.observe(seen(*range(40, 100)))  # 80 documents once, 20 twice, 120 results
    assert captures.good_turing() == pytest.approx(1 - 80 / 120)
    assert captures.chao() == pytest.approx(100 / (100 + 80 * 79 / (2 * 21)))


def test_short_documents_that_came_once_weigh_more_than_the_average_says() -> None:
    captures = Captures()
    for number in range(100):
        captures.describe(number, words=3 if number < 20 else 100)
    for _ in range(5):
        captures.observe(seen(*range(20, 100)))
    captures.observe(seen(*range(20)))
    pooled = 1 - 20 / (5 * 80 + 20)
    assert captures.good_turing() < pooled - 0.1


def test_documents_beyond_the_cut_that_others_brought_measure_the_share_held() -> None:
    statistics, beyond = Statistics(), Beyond()
    documents = tuple(Document(url=f"/{i}", text="liver", id=i) for i in range(60))
    statistics.observe(Outcome(query=Query("liver"), seen=tuple(range(60)), new=documents))
    term = statistics.id_of("liver")
    assert term is not None
    beyond.add_cut(term, seen=20, matching=20, hits=100)  # 40 of the 80 that it did not show are held
    assert beyond.held_share(statistics) == 0.5
    beyond.add_cut(term, seen=20, matching=2, hits=100)  # matched by other rules than the word itself
    assert beyond.answers == 1
    beyond.add_whole(seen=100, matching=80)  # so is the rest: stems or substrings
    assert beyond.answers == 0


def test_nothing_is_known_before_the_first_answer() -> None:
    completeness = Completeness()
    assert completeness.coverage() == Coverage()
    completeness.observe(Outcome(query=Query("x"), total=0))
    assert completeness.coverage() == Coverage()


@settings(deadline=None)
@given(st.lists(st.tuples(st.sets(st.integers(0, 30)), st.integers(0, 60)), min_size=1, max_size=10))
def test_the_estimate_lies_within_its_interval_and_never_below_what_was_seen(
    answers: list[tuple[set[int], int]],
) -> None:
    completeness, held = Completeness(), dict[int, int]()
    for number, (picked, surplus) in enumerate(answers):
        new = []
        for place in sorted(picked - set(held)):
            held[place] = len(held)
            new.append(Document(url=f"/{place}", text=f"q{place % 10} all", id=held[place]))
        found = tuple(held[place] for place in picked)
        total = None if surplus > 50 else len(picked) + surplus
        completeness.observe(Outcome(query=Query(f"q{number}"), seen=found, new=tuple(new), total=total))
        coverage = completeness.coverage()
        if held:
            assert 0 < coverage.low <= coverage.estimate <= coverage.high <= 1
            assert coverage.size >= len(held) - 1e-9
            assert all(type(value) is float for value in (coverage.estimate, coverage.low, coverage.high))


def site(*, cap: int | None, rank: str, documents: int = 1500) -> Engine:
    """A site with the usual mixture of frequent and rare words."""
    rng = random.Random(7)
    words = [f"w{i}" for i in range(4000)]
    weights = [1 / (i + 3) for i in range(4000)]
    lengths = [int(rng.lognormvariate(3.2, 0.5)) + 3 for _ in range(documents)]
    texts = [" ".join(rng.choices(words, weights, k=length)) for length in lengths]
    records = [Record(id=str(i), title="", text=text) for i, text in enumerate(texts)]
    return Engine(records, Traits(cap=cap, rank="static" if rank == "static" else "bm25"))


@pytest.mark.parametrize(("cap", "rank", "start"), [(None, "bm25", 0.98), (100, "bm25", 0.8), (100, "static", 0.8)])
def test_the_estimate_is_within_five_points_of_the_truth(cap: int | None, rank: str, start: float) -> None:
    engine, statistics = site(cap=cap, rank=rank), Statistics()
    policy, completeness = (
        make_policy(seeds=["w20"], statistics=statistics),
        Completeness(statistics=statistics),
    )
    ids: dict[int, int] = {}
    checked = 0
    for _ in range(150):
        query = policy.choose()
        assert query is not None
        answer = engine.search(query.words)
        fresh = [place for place in answer.ids.tolist() if place not in ids]
        ids.update({place: len(ids) + i for i, place in enumerate(fresh)})
        new = tuple(Document(url=str(p), text=engine.records[p].text, id=ids[p]) for p in fresh)
        found = tuple(ids[place] for place in answer.ids.tolist())
        outcome = Outcome(query=query, seen=found, new=new, total=answer.total)
        policy.observe(outcome)
        completeness.observe(outcome)
        truth = len(ids) / len(engine.records)
        if truth > start and completeness.coverage().estimate < 0.999:
            coverage = completeness.coverage()
            assert coverage.estimate == pytest.approx(truth, abs=0.05)
            assert coverage.low <= truth <= coverage.high
            checked += 1
    assert checked > 3
