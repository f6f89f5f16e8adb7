"""Trials: the production loop against a site whose every document is known."""

import asyncio
import random

import pytest
from wordfreq import top_n_list

from sonde.answer import Asker
from sonde.crawl import Loop
from sonde.errors import ConfigError
from sonde.lab.corpora.record import Record
from sonde.lab.memory import Memory
from sonde.lab.search.engine import Engine
from sonde.lab.site import SimulatedSite
from sonde.lab.traits import Traits
from sonde.lab.trial import MOST_TRIES, NEVER, run_trial, start_words
from sonde.model import Budget, Outcome, Query
from sonde.planner import Completeness, Setup, make_policy

ENGLISH = [word for word in top_n_list("en", 400) if word.isascii() and word.isalpha()]


def english(size: int, *, seed: int = 1) -> list[Record]:
    rng = random.Random(seed)
    weights = [1 / (rank + 3) for rank in range(len(ENGLISH))]
    texts = (" ".join(rng.choices(ENGLISH, weights, k=rng.randint(3, 25))) for _ in range(size))
    return [Record(str(i), f"Entry {i}", text) for i, text in enumerate(texts)]


ENGINE = Engine(english(300), Traits(cap=40))


class Asks:
    """A policy that asks a fixed list of queries."""

    def __init__(self, *queries: Query) -> None:
        self.queries = list(queries)

    def choose(self) -> Query | None:
        return self.queries[0] if self.queries else None

    def observe(self, outcome: Outcome) -> None:
        self.queries.pop(0)


def test_a_trial_ends_when_the_wanted_share_is_held() -> None:
    trial = run_trial(ENGINE, "sonde", rng_seed=1, until=0.8)
    assert trial.steps[-1].coverage >= 0.8 > trial.steps[-2].coverage
    assert trial.stop is None
    assert trial.queries_to(0.8) == len(trial.steps)
    assert trial.step_at(0.8) is trial.steps[-1]
    assert trial.queries_to(0.99) is None
    assert trial.step_at(0.99) is None


def test_the_truth_is_counted_from_the_corpus() -> None:
    trial = run_trial(ENGINE, "adaptive", rng_seed=2, until=1.0)
    assert trial.size == 300
    assert len(set(trial.documents)) == len(trial.documents) == trial.steps[-1].held
    assert trial.steps[-1].coverage == trial.steps[-1].held / 300
    found = 0
    for step in trial.steps:
        found += step.new
        assert step.held == found


def test_pages_results_and_requests_add_up() -> None:
    trial = run_trial(ENGINE.with_traits(Traits(cap=40, page_size=10)), "sonde", rng_seed=3, until=0.9)
    last = trial.steps[-1]
    assert last.requests == last.pages + last.held
    assert last.results >= last.held
    assert all(step.words for step in trial.steps)
    assert last.probes == sum(step.peek for step in trial.steps)
    assert trial.queries_to(0.9, probes=False) == len(trial.steps) - last.probes


def test_the_same_seed_gives_the_same_trial_and_another_one_another_start() -> None:
    first, again, other = (run_trial(ENGINE, "sonde", rng_seed=seed, until=0.7) for seed in (5, 5, 6))
    assert first.steps == again.steps
    assert first.steps[0].words != other.steps[0].words


def test_a_trial_asks_what_a_crawl_through_the_site_would_ask() -> None:
    trial = run_trial(ENGINE, "sonde", seeds=["people"], until=0.9)
    site, memory = SimulatedSite(ENGINE), Memory(lambda outcome, traffic, coverage: None)
    budget = Budget(max_queries=len(trial.steps))
    loop = Loop(Asker(site, memory), make_policy(seeds=["people"]), Completeness(), memory, budget, NEVER)

    async def crawl() -> int:
        return sum([1 async for _ in loop.run()])

    assert asyncio.run(crawl()) == trial.steps[-1].held
    assert [query.words for query in site.queries] == [step.words for step in trial.steps]
    assert loop.progress.coverage == trial.steps[-1].estimate
    assert site.requests == trial.steps[-1].requests


def test_start_words_are_drawn_until_one_finds_something() -> None:
    texts = [" ".join(ENGLISH[i::7]) for i in range(2)]  # two words in seven
    engine = Engine([Record(str(i), "zymurgy", text) for i, text in enumerate(texts)])
    starts = [list(start_words(engine, seed)) for seed in range(5)]
    for start in starts:
        found = [len(engine.search(word).ids) for word in start]
        assert found[-1] > 0
        assert not any(found[:-1])
    assert len({tuple(start) for start in starts}) == 5
    trial = run_trial(engine, "sonde", rng_seed=0, until=1.0)
    assert [step.words for step in trial.steps[: len(starts[0])]] == starts[0]


def test_a_corpus_without_generic_words_is_begun_with_a_word_of_its_own() -> None:
    engine = Engine([Record(str(i), f"qxz{i}", f"zqx{i % 3} wvq") for i in range(9)], Traits(stop_words="wvq"))
    *generic, own = start_words(engine, 1)
    assert len(generic) == MOST_TRIES
    assert len(engine.search(own).ids)
    assert run_trial(engine, "sonde", rng_seed=1, until=1.0).documents


def test_documents_of_equal_content_are_one() -> None:
    records = [*english(60), *(Record(f"copy{i}", r.title, r.text) for i, r in enumerate(english(60)[:20]))]
    trial = run_trial(Engine(records), "sonde", seeds=ENGLISH[:5], until=1.0)
    assert trial.size == 60
    assert trial.steps[-1].coverage == 1.0
    assert len(trial.documents) == 60


def test_documents_under_several_addresses_are_one_even_without_text() -> None:
    records = [Record(str(i), f"people {i}") for i in range(20)]
    engine = Engine(records, Traits(duplicate_urls=True))
    trial = run_trial(engine, lambda setup: Asks(Query("people"), Query("people")), until=2.0)
    assert trial.size == 20
    assert trial.steps[-1].coverage == 1.0


def test_a_peek_reads_one_page_and_is_counted() -> None:
    engine = ENGINE.with_traits(Traits(page_size=10))
    trial = run_trial(engine, lambda setup: Asks(Query("of", peek=True), Query("of")), until=2.0)
    peek, whole = trial.steps
    assert (peek.peek, whole.peek) == (True, False)
    assert (peek.pages, peek.held, peek.probes) == (1, 10, 1)
    assert peek.total == whole.total == whole.held
    assert whole.probes == 1
    assert trial.stop is not None
    assert trial.stop.reason == "exhausted"


def test_a_policy_may_be_a_function_of_the_setup() -> None:
    given: list[Setup] = []

    def make(setup: Setup) -> Asks:
        given.append(setup)
        return Asks(*map(Query, setup.seeds))

    seen: list[Outcome] = []
    trial = run_trial(ENGINE, make, rng_seed=7, seeds=["people", "time"], language="en", watch=seen.append)
    assert [step.words for step in trial.steps] == ["people", "time"]
    assert (given[0].rng_seed, given[0].language) == (7, "en")
    assert [outcome.query.words for outcome in seen] == ["people", "time"]


def test_an_unknown_policy_is_an_error_with_the_nearest_name() -> None:
    with pytest.raises(ConfigError, match="did you mean 'adaptive'"):
        run_trial(ENGINE, "adaptiv")


def test_the_budget_ends_a_trial() -> None:
    trial = run_trial(ENGINE, "sonde", rng_seed=1, until=1.0, max_queries=4)
    assert len(trial.steps) == 4
    assert trial.stop is not None
    assert trial.stop.reason == "budget"
