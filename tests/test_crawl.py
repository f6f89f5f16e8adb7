"""The crawl loop over simulated sites: what it brings, when it ends, and that it can be stopped anywhere."""

import asyncio
import random
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from python_library import python_library
from sonde.answer import Asker, Site
from sonde.crawl import Loop
from sonde.errors import FetchError, FetchTimeoutError, RefusedError, StatusError
from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.site import SimulatedSite
from sonde.lab.traits import Traits
from sonde.model import Budget, Document, Outcome, Query, Result, ResultPage, Stop
from sonde.page.hashes import content_hash, near_hash
from sonde.planner import Completeness, Statistics, StopRules, make_policy
from sonde.store.folder import CrawlFolder
from sonde.store.ledger import Traffic
from sonde.store.sqlite import Store

RECORDS = python_library()[::20][:250]
ENGINE = Engine(RECORDS)
CAPPED = Traits(cap=20, page_size=10)
SEEDS = ("file", "return")


@dataclass(slots=True)
class CountedSite:
    """A site whose requests are counted, each a second long, and that can break down."""

    site: Site
    requests: int = 0
    queries: list[str] = field(default_factory=list)
    breaks: Callable[[str], Exception | None] = lambda what: None  # told a query's words or an address

    async def search(self, query: Query) -> AsyncIterator[ResultPage]:
        self.queries.append(query.words)
        self._spend(query.words)
        async for page in self.site.search(query):
            yield page
            if page.more:
                self._spend(query.words)

    async def get(self, result: Result) -> Document:
        self._spend(result.url)
        return await self.site.get(result)

    def traffic(self) -> Traffic:
        return Traffic(requests=self.requests, bytes=1000 * self.requests, seconds=self.requests)

    def _spend(self, what: str) -> None:
        self.requests += 1
        if (error := self.breaks(what)) is not None:
            raise error


def simulated(traits: Traits = CAPPED) -> CountedSite:
    return CountedSite(SimulatedSite(ENGINE.with_traits(traits)))


@asynccontextmanager
async def opened_loop(
    folder: Path,
    site: CountedSite,
    *,
    budget: Budget | None = None,
    seeds: tuple[str, ...] = SEEDS,
    rules: StopRules | None = None,
) -> AsyncIterator[Loop]:
    """A loop over a folder, new or to be resumed."""
    with CrawlFolder.open_for_crawl(folder, site_url="lab://documents/") as opened:
        async with await Store.open(opened) as store:
            statistics = Statistics()
            loop = Loop(
                Asker(site, store),
                make_policy("sonde", seeds=seeds, statistics=statistics),
                Completeness(statistics=statistics),
                store,
                budget=budget or Budget(),
                rules=rules or StopRules(),
                traffic=site.traffic,
                before=(await store.counts()).traffic,
                clock=lambda: 1.0,
            )
            await loop.replay()
            yield loop


@dataclass(frozen=True, slots=True)
class Crawled:
    """A finished run, and all the outcomes of the folder."""

    yielded: list[Document]
    loop: Loop
    outcomes: list[Outcome]
    documents: list[Document]

    @property
    def stop(self) -> Stop:
        assert self.loop.progress.stop is not None
        return self.loop.progress.stop


async def crawl(
    folder: Path,
    site: CountedSite,
    *,
    budget: Budget | None = None,
    seeds: tuple[str, ...] = SEEDS,
    rules: StopRules | None = None,
) -> Crawled:
    async with opened_loop(folder, site, budget=budget, seeds=seeds, rules=rules) as loop:
        yielded = [document async for document in loop.run()]
        outcomes = [outcome async for outcome in loop.keeper.outcomes()]
    documents = [document for outcome in outcomes for document in outcome.new]
    return Crawled(yielded, loop, outcomes, documents)


def asked(crawled: Crawled) -> list[str]:
    return [outcome.query.words for outcome in crawled.outcomes]


async def test_a_small_site_is_harvested_and_every_document_yielded_once_it_is_stored(tmp_path: Path) -> None:
    async with opened_loop(tmp_path / "c", simulated(), rules=StopRules(target=0.999)) as loop:
        yielded = []
        async for document in loop.run():
            assert await loop.keeper.lookup([document.url]) == {document.url: document.id}
            yielded.append(document)
        held = [document async for outcome in loop.keeper.outcomes() for document in outcome.new]
    assert yielded == held
    assert [document.id for document in held] == list(range(len(held)))
    assert len(held) >= 0.95 * len(RECORDS)
    assert loop.progress.documents == len(held)
    assert loop.progress.stop is not None
    assert loop.progress.coverage.estimate == pytest.approx(len(held) / len(RECORDS), abs=0.05)


async def test_a_site_with_one_document_is_exhausted(tmp_path: Path) -> None:
    lone = CountedSite(SimulatedSite(Engine([Record("1", "Only one", "lonely page")])))
    crawled = await crawl(tmp_path / "c", lone, seeds=("lonely",))
    assert [document.title for document in crawled.documents] == ["Only one"]
    assert sorted(lone.queries) == ["lonely", "one", "only", "page"]
    assert crawled.stop.reason == "exhausted"
    assert "4 queries; 1 documents held" in crawled.stop.detail


async def test_a_site_that_finds_nothing_is_exhausted(tmp_path: Path) -> None:
    crawled = await crawl(tmp_path / "c", simulated(), seeds=("zzyzx", "xyzzy"))
    assert asked(crawled) == ["zzyzx", "xyzzy"]
    assert crawled.documents == []
    assert crawled.stop.reason == "exhausted"


@pytest.mark.parametrize(
    ("budget", "what"),
    [
        (Budget(max_queries=3), "3 of 3 queries used"),
        (Budget(max_requests=40), "40 of 40 requests used"),
        (Budget(max_documents=33), "33 of 33 documents used"),
        (Budget(max_time_s=40), r"4\d of 40 seconds used"),
    ],
)
async def test_a_budget_ends_the_crawl_with_its_numbers(tmp_path: Path, budget: Budget, what: str) -> None:
    crawled = await crawl(tmp_path / "c", simulated(), budget=budget)
    assert crawled.stop.reason == "budget"
    assert re.fullmatch(what, crawled.stop.detail)
    assert crawled.loop.progress.documents <= (budget.max_documents or len(RECORDS))
    assert len(crawled.yielded) == len(crawled.documents) == crawled.loop.progress.documents > 0


@pytest.mark.parametrize("first", [Budget(max_requests=40), Budget(max_documents=33), Budget(max_time_s=30)])
async def test_an_answer_cut_by_the_budget_is_asked_again_with_a_larger_one(tmp_path: Path, first: Budget) -> None:
    site = simulated()
    before = await crawl(tmp_path / "c", site, budget=first)
    assert before.outcomes[-1].error == "budget"
    cut = asked(before)[-1]
    site.queries.clear()
    after = await crawl(tmp_path / "c", site, budget=Budget(max_queries=len(before.outcomes) + 3))
    assert site.queries[0] == cut
    assert site.queries.count(cut) == 1
    again = after.outcomes[len(before.outcomes)]
    assert again.complete
    assert set(before.outcomes[-1].seen) < set(again.seen)
    assert len({document.url for document in after.documents}) == len(after.documents)


async def test_spending_is_added_up_over_runs(tmp_path: Path) -> None:
    site = simulated()
    await crawl(tmp_path / "c", site, budget=Budget(max_queries=2))
    spent, site.requests = site.requests, 0
    resumed = await crawl(tmp_path / "c", site, budget=Budget(max_queries=3))
    assert resumed.loop.progress.requests == spent + site.requests
    assert resumed.loop.progress.queries == 3
    site.requests = 0
    over = await crawl(tmp_path / "c", site, budget=Budget(max_requests=spent))
    assert site.requests == 0
    assert over.stop.reason == "budget"


@pytest.mark.parametrize("seed", range(6))
async def test_a_crawl_stopped_anywhere_asks_the_same_queries_as_one_that_never_was(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    traits = replace(Traits.random(rng), cap=rng.choice((10, 25, None)))
    calm = await crawl(tmp_path / "calm", simulated(traits), budget=Budget(max_queries=25))
    site = simulated(traits)
    for stop in sorted(rng.sample(range(1, 25), 3)):
        await crawl(tmp_path / "stopped", site, budget=Budget(max_queries=stop))
    stopped = await crawl(tmp_path / "stopped", site, budget=Budget(max_queries=25))
    assert stopped.outcomes == calm.outcomes
    assert stopped.loop.progress.coverage == calm.loop.progress.coverage
    whole = [outcome.query for outcome in stopped.outcomes if not outcome.is_peek]
    assert len(set(whole)) == len(whole), "no query is asked twice"
    assert len(site.queries) == len(stopped.outcomes)
    assert stopped.loop.progress.near == calm.loop.progress.near


async def test_leaving_in_the_middle_of_an_answer_keeps_all_of_it(tmp_path: Path) -> None:
    site = simulated()
    async with opened_loop(tmp_path / "c", site) as loop:
        run = loop.run()
        first = await anext(run)
        await run.aclose()  # type: ignore[attr-defined]
    assert first.id == 0
    resumed = await crawl(tmp_path / "c", site, budget=Budget(max_queries=2))
    assert resumed.outcomes[0].new[0] == first
    assert site.queries == ["file", "return"]


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (StatusError("forbidden", url="u", status=403), "blocked"),
        (RefusedError("a check for robots", url="u"), "blocked"),
        (StatusError("internal error", url="u", status=500), "error"),
        (FetchTimeoutError("too slow", url="u"), "error"),
    ],
)
async def test_five_failed_queries_in_a_row_end_the_crawl(tmp_path: Path, error: FetchError, reason: str) -> None:
    site = simulated()
    await crawl(tmp_path / "c", site, budget=Budget(max_queries=4))
    site.breaks = lambda what: error
    crawled = await crawl(tmp_path / "c", site)
    assert (crawled.stop.reason, crawled.stop.detail) == (reason, f"the last 5 queries failed: {error}")
    assert len(crawled.outcomes) == 9
    assert crawled.loop.progress.failures == 5


async def test_four_failed_queries_do_not_end_the_crawl(tmp_path: Path) -> None:
    site = simulated()
    broken = FetchError("down", url="u")
    site.breaks = lambda what: broken if 3 <= len(site.queries) <= 6 and what in site.queries else None
    crawled = await crawl(tmp_path / "c", site, budget=Budget(max_queries=12))
    assert [bool(outcome.error) for outcome in crawled.outcomes] == [False] * 2 + [True] * 4 + [False] * 6
    assert crawled.stop.reason == "budget"


async def test_a_site_whose_documents_are_all_refused_is_blocked(tmp_path: Path) -> None:
    site = simulated()
    site.breaks = lambda what: StatusError("no", url=what, status=403) if what.startswith("lab:") else None
    crawled = await crawl(tmp_path / "c", site, seeds=("file", "return", "string", "object", "name"))
    assert crawled.stop.reason == "blocked"
    assert crawled.documents == []


async def test_a_site_that_is_down_at_the_first_query_is_not_called_exhausted(tmp_path: Path) -> None:
    site = simulated()
    site.breaks = lambda what: FetchError("down", url="u")
    crawled = await crawl(tmp_path / "c", site, seeds=("file",))
    assert crawled.stop == Stop("error", "the only query failed: down")
    site.breaks = lambda what: None
    resumed = await crawl(tmp_path / "c", site, seeds=("file",), budget=Budget(max_queries=3))
    assert asked(resumed)[:2] == ["file", "file"]
    assert resumed.documents


async def test_queries_that_failed_are_asked_again_by_the_next_runs_three_times_at_most(
    tmp_path: Path,
) -> None:
    site = simulated()
    site.breaks = lambda what: FetchError("broken", url="u") if what == "return" else None
    for number in range(2, 7):
        crawled = await crawl(tmp_path / "c", site, budget=Budget(max_queries=number))
    assert asked(crawled)[:4] == ["file", "return", "return", "return"]
    assert site.queries.count("return") == 3
    assert not any(outcome.error for outcome in crawled.outcomes[4:])


async def test_two_crawls_in_one_process_do_not_disturb_each_other(tmp_path: Path) -> None:
    budget, other = Budget(max_queries=15), Traits(cap=35, rank="static", page_size=5)
    alone = [
        await crawl(tmp_path / "one", simulated(), budget=budget),
        await crawl(tmp_path / "two", simulated(other), budget=budget),
    ]
    together = await asyncio.gather(
        crawl(tmp_path / "three", simulated(), budget=budget),
        crawl(tmp_path / "four", simulated(other), budget=budget),
    )
    assert [crawled.outcomes for crawled in together] == [crawled.outcomes for crawled in alone]


class Calendar:
    """Finds a page for any word, nearly like all others, and on each page words to ask next."""

    async def search(self, query: Query) -> AsyncIterator[ResultPage]:
        yield ResultPage(tuple(Result(f"lab://{query.words}/{day}") for day in range(5)))

    async def get(self, result: Result) -> Document:
        name = result.url.removeprefix("lab://").replace("/", "x")
        text = " ".join(f"entry{number}" for number in range(400)) + f" day{name}"
        return Document(result.url, name, text, content_hash=content_hash(name, text), near_hash=near_hash(text))


async def test_a_calendar_that_has_a_page_for_every_day_is_not_stored_for_ever(tmp_path: Path) -> None:
    crawled = await crawl(tmp_path / "c", CountedSite(Calendar()), seeds=("today",))
    assert crawled.stop.reason == "yield too low"
    assert crawled.loop.progress.near >= 0.9 * len(crawled.documents)
    assert len(crawled.documents) <= 5 * 40
    again = await crawl(tmp_path / "c", CountedSite(Calendar()), seeds=("today",))
    assert again.stop == crawled.stop
    assert len(again.documents) == len(crawled.documents)
