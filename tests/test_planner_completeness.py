"""How complete is it?"""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.traits import Traits
from sonde.model import Coverage, Document, Outcome, Query
from sonde.planner.completeness import Completeness
from sonde.planner.policies import make_policy


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


def crawl(
    engine: Engine, *, queries: int, counts: bool = True, completeness: Completeness | None = None
) -> Iterator[tuple[float, Coverage]]:
    """The truth and the estimate after each answer of a crawl."""
    completeness = completeness or Completeness()
    policy = make_policy(seeds=["w20"], statistics=completeness.statistics)
    ids: dict[int, int] = {}
    for _ in range(queries):
        query = policy.choose()
        assert query is not None
        answer = engine.search(query.words)
        fresh = [place for place in answer.ids.tolist() if place not in ids]
        ids.update({place: len(ids) + i for i, place in enumerate(fresh)})
        new = tuple(Document(url=str(p), text=engine.records[p].text, id=ids[p]) for p in fresh)
        found = tuple(ids[place] for place in answer.ids.tolist())
        outcome = Outcome(query=query, seen=found, new=new, total=answer.total if counts else None)
        policy.observe(outcome)
        completeness.observe(outcome)
        yield len(ids) / len(engine.records), completeness.coverage()


@pytest.mark.parametrize(("cap", "rank", "start"), [(None, "bm25", 0.95), (100, "bm25", 0.5), (100, "static", 0.5)])
def test_the_estimate_is_within_five_points_of_the_truth(cap: int | None, rank: str, start: float) -> None:
    checked = 0
    for truth, coverage in crawl(site(cap=cap, rank=rank), queries=100):
        if truth > start and coverage.estimate < 0.999:
            assert coverage.estimate == pytest.approx(truth, abs=0.05)
            assert coverage.low <= truth <= coverage.high
            assert coverage.high - coverage.low < 0.4
            checked += 1
    assert checked > 3


def test_a_fixed_order_makes_all_estimators_but_those_by_counts_believe_that_more_is_held() -> None:
    completeness = Completeness()
    truth, _ = list(crawl(site(cap=30, rank="static"), queries=80, completeness=completeness))[-1]
    shares = completeness.shares()
    assert all(shares[name] > truth + 0.1 for name in ("good-turing", "lincoln-petersen", "chao", "ace"))
    assert shares["evened ratio"] == pytest.approx(truth, abs=0.07)


def test_without_counts_a_fixed_order_that_hides_documents_makes_the_interval_wide() -> None:
    steps = list(crawl(site(cap=30, rank="static"), queries=60, counts=False))
    assert all(coverage.low <= truth <= coverage.high for truth, coverage in steps)
    truth, coverage = steps[-1]
    assert truth < 0.6
    assert coverage.is_vague


def test_a_peek_tells_how_many_documents_there_are() -> None:
    completeness = Completeness()
    documents = tuple(Document(url=f"/{i}", text=f"liver heart w{i % 7}", id=i) for i in range(100))
    completeness.observe(Outcome(query=Query("liver"), seen=tuple(range(100)), new=documents, total=100))
    sure = completeness.coverage()
    completeness.observe(Outcome(query=Query("heart"), seen=tuple(range(20)), total=400, complete=False))
    coverage = completeness.coverage()
    assert sure.estimate == 0.5
    assert coverage.estimate == pytest.approx(0.25, abs=0.02)
    assert coverage.high <= 0.28  # the site has at least nine tenths of what it states, should that be rounded


def test_parts_of_a_list_are_counted_by_whoever_asks_for_them() -> None:
    completeness = Completeness(missing=lambda: 25.0)
    documents = tuple(Document(url=f"/{i}", text="liver", id=i) for i in range(75))
    completeness.observe(Outcome(query=Query(values=(("year", "1990"),)), seen=tuple(range(75)), new=documents))
    coverage = completeness.coverage()
    assert coverage.is_counted
    assert (coverage.estimate, coverage.size) == (0.75, 100)


@pytest.mark.parametrize("seed", range(6))
def test_a_small_site_is_never_said_to_be_surely_complete(seed: int) -> None:
    rng = random.Random(seed)
    words = [f"w{i}" for i in range(60)]
    texts = [" ".join(rng.choices(words, [1 / (i + 3) for i in range(60)], k=12)) for _ in range(40)]
    texts += ["strange", "odd"]  # words that no other document has lead to none of these
    engine = Engine([Record(id=str(i), title="", text=text) for i, text in enumerate(texts)])
    steps = list(crawl(engine, queries=30))
    truth, coverage = steps[-1]
    assert truth < 1
    assert coverage.low <= truth <= coverage.high


def test_short_documents_that_came_only_once_tell_of_others_like_them() -> None:
    rng = random.Random(4)
    common, titles = [f"w{i}" for i in range(400)], [f"t{i}" for i in range(600)]
    long = [" ".join([*rng.choices(common, k=40), rng.choice(titles)]) for _ in range(1200)]
    short = [" ".join(rng.sample(titles, 2)) for _ in range(400)]  # only words of titles lead to these
    completeness, ids = Completeness(), dict[int, int]()
    engine = Engine([Record(id=str(i), title="", text=text) for i, text in enumerate(long + short)])
    for word in [*common[:60], *titles[:15]]:
        found = engine.search(word).ids.tolist()
        fresh = [place for place in found if place not in ids]
        ids.update({place: len(ids) + i for i, place in enumerate(fresh)})
        new = tuple(Document(url=str(place), text=engine.records[place].text, id=ids[place]) for place in fresh)
        seen = tuple(ids[place] for place in found)
        completeness.observe(Outcome(query=Query(word), seen=seen, new=new, total=len(found)))
    truth, coverage = len(ids) / len(engine.records), completeness.coverage()
    assert truth < 0.8
    assert coverage.low <= truth <= coverage.high


def names(*, cap: int | None) -> Engine:
    """A register of 300 first and family names, half of which only one person has."""
    rng = random.Random(3)
    first, family = [f"w{i}" for i in range(400)], [f"f{i}" for i in range(300)]
    weights = [1 / (i + 3) for i in range(400)]
    texts = [f"{rng.choices(first, weights)[0]} {rng.choice(family)}" for _ in range(300)]
    records = [Record(id=str(i), title="", text=text) for i, text in enumerate(texts)]
    return Engine(records, Traits(cap=cap, rank="static"))


@pytest.mark.parametrize(("cap", "counts"), [(None, False), (None, True), (10, True), (10, False)])
def test_names_that_their_own_words_find_again_do_not_make_the_estimate_sure(cap: int | None, counts: bool) -> None:
    steps = list(crawl(names(cap=cap), queries=130, counts=counts))
    assert 0.5 < steps[-1][0] < 0.8, "there are names that no word of the others finds"
    for truth, coverage in steps[50::20]:
        assert coverage.low <= truth <= coverage.high
        assert coverage.estimate < truth + 0.15
