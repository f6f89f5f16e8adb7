"""What every policy promises, whatever it thinks of a word."""

import random
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sonde.errors import ConfigError
from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.traits import Traits
from sonde.model import Document, Outcome, Query
from sonde.planner.policies import POLICIES, Policy, make_policy
from sonde.planner.statistics import Statistics

PAGE = 3  # results on one page
WORDS = [f"{a}{b}" for a in ("ka", "lo", "mi", "nu", "pe", "ra") for b in ("bel", "dor", "fin", "gas")]


def small_site(seed: int, *, documents: int = 60, cap: int | None = None, stop_words: str = "") -> Engine:
    """A site of random texts in which some words are much more frequent than others."""
    rng = random.Random(seed)
    weights = [1 / (rank + 1) for rank in range(len(WORDS))]
    texts = [" ".join(rng.choices(WORDS, weights, k=rng.randint(1, 8))) for _ in range(documents)]
    records = [Record(id=str(i), title=f"t{i}", text=text) for i, text in enumerate(texts)]
    return Engine(records, Traits(cap=cap, stop_words=stop_words))


class Crawl:
    """Asks a site and keeps the outcomes, like the real loop does."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.ids: dict[int, int] = {}
        self.outcomes: list[Outcome] = []

    def ask(self, query: Query) -> Outcome:
        answer = self.engine.search(query.words)
        found = answer.ids.tolist()
        is_peek = query.peek and answer.total < query.enough and len(found) > PAGE
        found = found[:PAGE] if is_peek else found
        new = []
        for place in found:
            if place not in self.ids:
                record = self.engine.records[place]
                self.ids[place] = len(self.ids)
                new.append(Document(url=record.id, title=record.title, text=record.text, id=self.ids[place]))
        seen = tuple(self.ids[place] for place in found)
        pages = max(1, -(-len(found) // PAGE))
        outcome = Outcome(query=query, seen=seen, new=tuple(new), total=answer.total, complete=not is_peek, pages=pages)
        self.outcomes.append(outcome)
        return outcome

    def run(self, policy: Policy, *, queries: int = 1000) -> Iterator[Outcome]:
        for _ in range(queries):
            query = policy.choose()
            if query is None:
                return
            outcome = self.ask(query)
            policy.observe(outcome)
            yield outcome


LISTS = ("generic", "random-16k", "random-1m")  # ask the words of a list, whatever the site contains


@pytest.fixture(params=[name for name in POLICIES if name not in LISTS])
def learner(request: pytest.FixtureRequest) -> str:
    """A policy that learns its words from the documents."""
    return str(request.param)


@pytest.fixture(params=list(POLICIES))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 1000), cap=st.sampled_from([None, 5, 20]), name=st.sampled_from(list(POLICIES)))
def test_no_query_is_asked_twice(seed: int, cap: int | None, name: str) -> None:
    policy = make_policy(name, seeds=["kabel", "lodor", "nothing"])
    outcomes = list(Crawl(small_site(seed, cap=cap)).run(policy))
    for is_peek in (True, False):
        asked = [outcome.query for outcome in outcomes if outcome.is_peek == is_peek]
        assert len(asked) == len(set(asked))
    assert len(outcomes) > 2


@settings(max_examples=15, deadline=None)
@given(
    seed=st.integers(0, 1000),
    cap=st.sampled_from([None, 5, 20]),
    name=st.sampled_from(list(POLICIES)),
    queries=st.integers(0, 25),
)
def test_a_replayed_policy_chooses_what_the_live_one_chooses(
    seed: int, cap: int | None, name: str, queries: int
) -> None:
    crawl = Crawl(small_site(seed, cap=cap, stop_words="kadel lodor"))
    live = make_policy(name, seeds=["kabel", "lobel"])
    for _ in crawl.run(live, queries=queries):
        pass
    replayed = make_policy(name, seeds=["kabel", "lobel"])
    for outcome in crawl.outcomes:
        replayed.observe(outcome)
    for _ in range(3):
        assert replayed.choose() == live.choose()


def test_several_queries_in_the_air_are_all_different(name: str) -> None:
    crawl = Crawl(small_site(3))
    policy = make_policy(name, seeds=["kabel"])
    for _ in crawl.run(policy, queries=3):
        pass
    chosen = [policy.choose() for _ in range(6)]
    assert None not in chosen
    assert len({query.words for query in chosen if query}) == 6


def test_every_document_that_words_lead_to_is_found(learner: str) -> None:
    engine = small_site(4, documents=300)
    crawl = Crawl(engine)
    for _ in crawl.run(make_policy(learner, seeds=["kabel"])):
        pass
    assert len(crawl.ids) == 300


def test_a_policy_without_seeds_has_nothing_to_ask(learner: str) -> None:
    assert make_policy(learner).choose() is None


def test_a_shared_table_counts_each_outcome_once(name: str) -> None:
    statistics = Statistics()
    policy = make_policy(name, seeds=["kabel"], statistics=statistics)
    crawl = Crawl(small_site(5))
    for outcome in crawl.run(policy, queries=4):
        statistics.observe(outcome)
    seen = {(outcome.query, number) for outcome in crawl.outcomes for number in outcome.seen}
    assert statistics.sightings == len(seen)


def test_failed_words_are_not_tried_again(name: str) -> None:
    policy = make_policy(name, seeds=["kabel"])
    policy.observe(Outcome(query=Query("kabel"), error="timed out", complete=False))
    assert policy.choose() != Query("kabel")


def test_the_default_policy_needs_fewer_queries_than_adaptive_on_a_capped_site() -> None:
    needed = {}
    for name in ("sonde", "adaptive"):
        needed[name] = 0
        for seed in range(8):
            crawl = Crawl(small_site(seed, documents=400, cap=40))
            for _ in crawl.run(make_policy(name, seeds=["kabel"])):
                needed[name] += 1
                if len(crawl.ids) >= 380:
                    break
    assert needed["sonde"] <= needed["adaptive"]


def test_an_unknown_policy_is_an_error_with_the_nearest_name() -> None:
    with pytest.raises(ConfigError, match="did you mean 'adaptive'"):
        make_policy("adaptiv")


def test_choosing_among_many_words_looks_at_few_of_them_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = make_policy("sonde")
    texts = [" ".join(f"w{i}x{j}" for j in range(1000)) + " common" for i in range(50)]
    documents = tuple(Document(url=f"/{i}", text=text, id=i) for i, text in enumerate(texts))
    policy.observe(Outcome(query=Query("x"), seen=tuple(range(50)), new=documents))
    looked_up = []
    monkeypatch.setattr("sonde.planner.refusals.Refusals.allows", lambda self, word: not looked_up.append(word))
    assert policy.choose() == Query("common")  # whose count is looked up first
    assert np.size(looked_up) < 100
