"""The discovery loop on small webs in process: what it fetches, in which order, and where it stops."""

import asyncio
import gc
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discover_web import SHOP, BookCritic, SmallWeb, WordStrategy, page, small_web
from sonde.discover.batch import Batch, FrontierLink
from sonde.discover.engine import Discovery
from sonde.discover.frontier import Frontier
from sonde.discover.garbage import seldom_collected
from sonde.discover.model import Candidate, Outlink, Rank, SiteLimits, Verdict, Visit, WebPage
from sonde.discover.queues import Queues
from sonde.discover.read import MOST_LINKS, read_page
from sonde.discover.seen import Seen
from sonde.discover.sites import LINKS_PER_PAGE, LINKS_PER_ROOM
from sonde.discover.store import DiscoveryStore
from sonde.discover.traps import is_trap, shape_of
from sonde.model import Page, Request, Stop

SEEDS = ["http://site0.test/", "http://site1.test/"]


async def discover(web: Any, seeds: list[str] = SEEDS, **settings: Any) -> tuple[Stop, list[Visit], Discovery]:
    visits: list[Visit] = []
    strategy = settings.pop("strategy", None) or WordStrategy()
    async with await DiscoveryStore.open() as store:
        discovery = Discovery(web, store, BookCritic(), strategy, watch=visits.append, **settings)
        stop = await discovery.run(seeds)
        counts = await store.counts()
    assert counts.pages == len(visits) == discovery.progress.pages
    assert counts.relevant == discovery.progress.relevant
    return stop, visits, discovery


@pytest.mark.parametrize("is_batched", [False, True])
async def test_everything_is_fetched_once_and_every_form_found(is_batched: bool) -> None:
    web = small_web()
    stop, visits, discovery = await discover(web, strategy=WordStrategy(is_batched=is_batched), batch=15)
    assert stop.reason == "exhausted"
    assert max(web.asked.values()) == 1
    reached = {visit.page.url.split("://")[1] for visit in visits}
    assert reached == web.asked.keys() & web.pages.keys()
    with_form = [key for key in reached if SHOP in web.pages[key]]
    assert discovery.progress.relevant == len(with_form) > 5


async def test_the_same_run_twice_visits_the_same_pages_in_the_same_order() -> None:
    first = await discover(small_web())
    second = await discover(small_web())
    assert [visit.page.url for visit in first[1]] == [visit.page.url for visit in second[1]]


@pytest.mark.parametrize("is_batched", [False, True])
async def test_a_discovery_that_is_stopped_again_and_again_ends_like_one_that_never_was(
    tmp_path: Path, is_batched: bool
) -> None:
    async def run(file: Path, max_pages: int | None) -> None:
        async with await DiscoveryStore.open(file) as store:
            strategy = WordStrategy(is_batched=is_batched)
            await Discovery(web, store, BookCritic(), strategy, max_pages=max_pages, batch=10, capacity=200).run(SEEDS)

    def kept(file: Path) -> dict[str, Any]:
        tables = {
            "pages": "SELECT id, link, url, title, near_hash, topic FROM page ORDER BY id",
            "links": "SELECT id, url, anchor, source, depth, level, score, state FROM link ORDER BY id",
            "forms": "SELECT key, page, relevant FROM form ORDER BY id",
            "iterations": "SELECT page, features FROM iteration ORDER BY id",
            "failures": "SELECT url, kind FROM failure ORDER BY id",
            "models": "SELECT name, state FROM model",
        }
        with closing(sqlite3.connect(file)) as connection:
            return {name: connection.execute(sql).fetchall() for name, sql in tables.items()}

    web = small_web(hosts=20, per_host=4)
    await run(tmp_path / "calm.db", None)
    web.asked.clear()
    for max_pages in (1, 8, 30, 31, 77, None):
        await run(tmp_path / "stormy.db", max_pages)
    assert max(web.asked.values()) == 1
    assert kept(tmp_path / "stormy.db") == kept(tmp_path / "calm.db")


async def test_many_fetches_at_once_find_the_same_pages_and_never_ask_a_host_twice_at_a_time() -> None:
    web = small_web()
    busy: Counter[str] = Counter()

    class Slow:
        most = 0

        async def fetch(self, request: Request) -> Page:
            host = request.url.split("/")[2]
            busy[host] += 1
            assert busy[host] == 1
            self.most = max(self.most, busy.total())
            await asyncio.sleep(0.001)
            busy[host] -= 1
            return await web.fetch(request)

    slow = Slow()
    _, visits, _ = await discover(slow, concurrency=16)
    alone = await discover(small_web())
    assert {visit.page.url for visit in visits} == {visit.page.url for visit in alone[1]}
    assert slow.most > 4


async def test_links_like_those_that_led_to_forms_come_first_once_that_was_learned() -> None:
    _, visits, discovery = await discover(small_web(hosts=60))
    assert discovery.progress.iterations > 1
    found = [visit.number for visit in visits if visit.new_forms]
    late = [number for number in found if number > found[2]]
    # After three forms the anchor is known: the others come as soon as a front page shows the link.
    assert len(late) > 3
    for number in late:
        assert any(visit.page.url == visits[number].candidate.source_url for visit in visits[number - 2 : number])


async def test_the_way_to_a_page_is_remembered_also_for_links_that_waited_on_disk() -> None:
    for settings in ({}, {"capacity": 10}, {"strategy": WordStrategy(is_batched=True), "batch": 3}):
        _, visits, _ = await discover(small_web(hosts=20), **settings)
        by_url = {visit.page.url: visit for visit in visits}
        for visit in visits:
            way, at = [], visit
            while len(way) < 3:
                way.append(at.candidate.link)
                if not at.candidate.source_url:
                    break
                at = by_url[at.candidate.source_url]
            assert list(visit.path) == way


async def test_a_small_memory_changes_nothing_about_the_order() -> None:
    large = await discover(small_web())
    small = await discover(small_web(), capacity=20)
    assert [visit.page.url for visit in small[1]] == [visit.page.url for visit in large[1]]


async def test_the_budget_of_pages_is_kept_also_with_many_fetches_at_once() -> None:
    for concurrency in (1, 16):
        stop, visits, _ = await discover(small_web(), max_pages=50, concurrency=concurrency)
        assert stop.reason == "budget"
        assert len(visits) == 50


async def test_the_budget_of_time_is_kept() -> None:
    now = iter(range(10**6))
    stop, visits, _ = await discover(small_web(), max_time_s=100, clock=lambda: float(next(now)))
    assert stop.reason == "budget"
    assert 0 < len(visits) < 100


async def test_seeds_that_are_all_dead_are_an_error() -> None:
    web = SmallWeb(dead={"site0.test", "site1.test"})
    stop, visits, discovery = await discover(web)
    assert stop.reason == "error"
    assert "none of the 2 seeds" in stop.detail
    assert visits == []
    assert discovery.progress.failures == 2


async def test_a_dead_host_is_given_up_and_a_missing_page_does_not_make_one_dead() -> None:
    links = [(f"http://gone.test/{word}", "x") for word in "abcdefgh"]
    missing = [(f"/none/{word}", "x") for word in "abcdefgh"]
    web = SmallWeb({"site0.test/": page("Start", [*links, *missing, ("/z", "z")]), "site0.test/z": page("Last")})
    web.dead.add("gone.test")
    _, visits, discovery = await discover(web, SEEDS[:1])
    assert discovery.progress.failures == 3 + 8
    assert [visit.page.url for visit in visits] == ["http://site0.test/", "http://site0.test/z"]


async def test_redirects_that_go_in_circles_or_to_known_pages_are_bounded() -> None:
    names = [f"/r{number}" for number in range(30)]
    web = SmallWeb({"site0.test/": page("Start", [(name, "go") for name in names])})
    for number, name in enumerate(names):
        web.redirects[f"site0.test{name}"] = f"site0.test{names[(number + 1) % 30]}" if number < 15 else "site0.test/"
    stop, visits, _ = await discover(web, SEEDS[:1])
    assert stop.reason == "exhausted"
    assert len(visits) == 1
    assert web.asked.total() <= 31


async def test_a_site_is_left_after_so_many_pages_or_forms() -> None:
    many = [(f"/{word}{at}x", word) for at in range(30) for word in ("apple", "pear", "plum")]
    pages = {"site0.test/": page("Start", many)}
    for path, word in many:
        pages[f"site0.test{path}"] = page(f"{word} {path}", body=f"<p>{path} alone</p>")
    _, visits, _ = await discover(SmallWeb(dict(pages)), limits=SiteLimits(max_pages=20))
    assert len(visits) == 20
    for path, _ in many:
        form = SHOP.replace("/find", f"/find{path}")
        pages[f"site0.test{path}"] = page(f"Books {path}", body=f"<p>{path} alone</p>{form}")
    _, visits, discovery = await discover(SmallWeb(pages), limits=SiteLimits(max_pages=50, max_forms=4))
    assert discovery.progress.relevant == 4
    assert len(visits) == 5


class Endless:
    """A web that makes up pages: each links to more of its kind."""

    def __init__(self, links: int, path: str) -> None:
        self.links, self.path, self.asked = links, path, 0

    async def fetch(self, request: Request) -> Page:
        self.asked += 1
        links = [(self.path.format(self.asked * self.links + at), "more") for at in range(self.links)]
        return Page(request.url, page(f"Page {self.asked}", links, body=f"<p>{self.asked} " * 20))


@pytest.mark.parametrize("path", ["/day?date={0}", "/a/{0}/a/b/a/b", "/s/abcd{0:010d}efgh/x", "?p{0}=1&q=2&r={0}"])
async def test_a_site_without_end_is_left(path: str) -> None:
    web = Endless(50, path)
    stop, visits, _ = await discover(web, ["http://trap.test/"], limits=SiteLimits(max_pages=100))
    assert stop.reason == "exhausted"
    assert len(visits) <= 100
    assert web.asked <= 100


async def test_a_host_with_a_million_links_takes_a_bounded_part_of_the_frontier() -> None:
    web = Endless(4_000, "/{0}-page")
    limits = SiteLimits(max_pages=15)
    stop, _, discovery = await discover(web, ["http://huge.test/"], limits=limits)
    assert stop.reason == "exhausted"
    assert discovery.progress.links <= 1 + min(15 * LINKS_PER_PAGE, LINKS_PER_ROOM * limits.max_pages)


async def test_an_interrupt_while_the_archive_is_written_loses_no_page() -> None:
    calls = 0
    is_writing = asyncio.Event()

    async def settle() -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            is_writing.set()
            await asyncio.Event().wait()

    async with await DiscoveryStore.open() as store:
        discovery = Discovery(small_web(), store, BookCritic(), WordStrategy(), settle=settle)
        run = asyncio.create_task(discovery.run(SEEDS))
        await is_writing.wait()
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        counts = await store.counts()
    assert counts.pages == discovery.progress.pages > 0
    assert counts.relevant == discovery.progress.relevant


async def test_a_page_that_nobody_can_read_is_a_failure_and_not_the_end() -> None:
    web = SmallWeb(
        {"site0.test/": page("Start", [("/a", "a"), ("/b", "b")]), "site0.test/a": page("A"), "site0.test/b": page("B")}
    )

    class Picky(BookCritic):
        def judge(self, page: WebPage) -> Verdict:
            if page.title == "A":
                raise ValueError("cannot make anything of it")
            return super().judge(page)

    async with await DiscoveryStore.open() as store:
        discovery = Discovery(web, store, Picky(), WordStrategy())
        assert (await discovery.run(SEEDS[:1])).reason == "exhausted"
        assert await store.failures() == [("http://site0.test/a", "ValueError")]
    assert (discovery.progress.pages, discovery.progress.failures) == (2, 1)


def test_a_page_of_very_many_links_is_read_in_part() -> None:
    links = "".join(f"<a href=/{number}>x</a> " for number in range(MOST_LINKS + 5000))
    assert len(read_page(Page("http://a.test/", f"<body>{links}</body>")).links) <= MOST_LINKS


def test_links_that_nobody_wants_are_left_out_and_change_nothing_about_the_others() -> None:
    links = "".join(f'<p>word{n} <a href="/{n % 30}">{n if n > 29 else ""}</a> more</p>' for n in range(40))
    page = Page("http://x.test/", f"<body>{links}")
    whole = read_page(page)
    some = read_page(page, wanted=lambda urls: [url.endswith("5") for url in urls])
    assert [link.url for link in some.links] == ["http://x.test/5", "http://x.test/15", "http://x.test/25"]
    assert set(some.links) <= set(whole.links)
    assert (some.text, some.title, some.forms) == (whole.text, whole.title, whole.forms)
    assert some.links[0].anchor == "35", "of several links to one address the first that says anything"


def test_python_looks_for_garbage_less_often_during_a_discovery_and_as_before_after_it() -> None:
    before = gc.get_threshold()
    with seldom_collected():
        assert gc.get_threshold()[0] > before[0]
    assert gc.get_threshold() == before


async def test_copies_of_a_page_are_not_followed_up() -> None:
    text = "<p>" + " ".join(f"word{number}" for number in range(80)) + "</p>"
    links = [("/a", "one"), ("http://copy.test/", "two")]
    web = SmallWeb({"site0.test/": page("Start", links, body=text), "copy.test/": page("Start", links, body=text)})
    _, visits, _ = await discover(web, ["http://site0.test/"])
    assert [visit.page.url for visit in visits] == ["http://site0.test/", "http://copy.test/"]
    assert web.asked["copy.test/a"] == 0


@given(st.lists(st.tuples(st.integers(1, 3), st.floats(0, 1), st.integers(0, 4)), min_size=1, max_size=60))
def test_queues_serve_the_first_level_first_and_the_best_of_it(items: list[tuple[int, float, int]]) -> None:
    queues = Queues()
    links = [
        FrontierLink(number, Candidate(Outlink(f"http://h{host}.test/{number}")), Rank(level, score))
        for number, (level, score, host) in enumerate(items)
    ]
    for link in links:
        queues.push(link)
    in_order = sorted(links, key=lambda link: link.turn)
    for number in (0, 1, 7, 99):
        taken = queues.take_best(number)
        assert (taken, len(queues)) == (in_order[:number], len(in_order[number:]))
        for link in taken:
            queues.push(link)
    served = []
    while (link := queues.pop()) is not None:
        served.append(link)
        queues.give_back(f"h{items[link.id][2]}.test")
    assert served == in_order


async def test_new_ranks_choose_the_batch_anew_but_for_links_that_are_being_fetched() -> None:
    links = [FrontierLink(at, Candidate(Outlink(f"http://h{at}.test/")), Rank(1, 1 - at / 10)) for at in range(9)]
    async with await DiscoveryStore.open() as store:
        await store.record(Batch(links=links))
        frontier = Frontier(store, is_batched=lambda: True, room=lambda host: 9, batch=3)
        frontier.add(links)
        await frontier.load()
        out = frontier.next(0.0)
        await frontier.rerank(lambda candidates: [Rank(2, int(one.link.url[8]) / 10) for one in candidates])
        served = [frontier.next(0.0) for _ in range(3)]
        queued = await store.queued()
    assert out is not None
    assert [link and link.id for link in served] == [8, 7, 6]
    assert frontier.next(0.0) is None
    assert {link.id for link in queued} == {out.id, 8, 7, 6}  # what a run that goes on after a kill begins with


def test_links_that_move_are_served_in_their_new_order() -> None:
    queues = Queues()
    links = [FrontierLink(at, Candidate(Outlink(f"http://h{at % 3}.test/{at}")), Rank(1, at / 10)) for at in range(9)]
    for link in links:
        queues.push(link)
    best = queues.take_best(3)
    assert [link.id for link in best] == [8, 7, 6]
    for link in best:
        queues.push(replace(link, rank=Rank(2, 0.5)))
    served = []
    while (next_link := queues.pop()) is not None:
        served.append(next_link.id)
        queues.give_back(f"h{next_link.id % 3}.test")
    assert served == [5, 4, 3, 2, 1, 0, 6, 7, 8]


def test_a_busy_or_resting_host_is_passed_over_and_keeps_its_turn() -> None:
    queues = Queues()
    for number, (host, score) in enumerate([("a", 0.9), ("a", 0.8), ("b", 0.5)]):
        queues.push(FrontierLink(number, Candidate(Outlink(f"http://{host}.test/{number}")), Rank(1, score)))
    first, second = queues.pop(), queues.pop()
    assert first is not None
    assert second is not None
    assert [first.id, second.id] == [0, 2]
    assert queues.pop() is None
    queues.give_back("b.test")
    queues.give_back("a.test", until=5.0)
    assert queues.pop(4.9) is None
    assert queues.wakes_at() == 5.0
    last = queues.pop(5.0)
    assert last is not None
    assert last.id == 1


@given(st.lists(st.integers(0, 50)), st.integers(1, 8))
def test_an_address_is_fresh_until_it_was_added(numbers: list[int], recent: int) -> None:
    seen, plain = Seen(recent=recent), set()
    for number in numbers:
        url = f"http://a.test/{number}"
        assert seen.fresh([url]) == [number not in plain]
        seen.add([url])
        plain.add(number)
    assert len(seen) >= len(plain)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://a.test/books/search", False),
        ("http://a.test/a/b/a/c", False),
        ("http://a.test/2024/05/05/news", False),
        ("http://a.test/find?q=1&page=2&sort=up", False),
        ("http://a.test/x/y/x/y/x/y", True),
        ("http://a.test/cal/next/next/next/next", True),
        ("http://a.test/photo.JPG", True),
        ("http://a.test/paper.pdf?download=1", True),
        ("http://a.test/" + "a/b" * 200, True),
        ("http://a.test/f?" + "&".join(f"p{n}=1" for n in range(12)), True),
        ("http://a.test/f?a=1&a=2&a=3&a=4", True),
        ("http://[bad/", True),
    ],
)
def test_traps_are_told_by_their_address(url: str, expected: bool) -> None:
    assert is_trap(url) is expected


def test_addresses_made_by_one_program_have_one_shape() -> None:
    assert shape_of("http://a.test/item/12?id=3&s=x") == shape_of("http://A.test/item/99?s=y&id=4")
    assert shape_of("http://a.test/s/8f3a9b2c7d6e5f/x") == shape_of("http://a.test/s/0011aabbccddee/x")
    assert shape_of("http://a.test/books") != shape_of("http://a.test/films")


def test_a_relative_base_counts_once_and_a_form_without_an_address_leads_to_its_page() -> None:
    shop = (
        '<base href="books/"><form action="find"><input name=q></form><form><input name=q></form><a href="new">New</a>'
    )
    read = read_page(Page("http://a.test/shop/page", shop))
    assert [form.action for form in read.forms] == ["http://a.test/shop/books/find", "http://a.test/shop/page"]
    assert [link.url for link in read.links] == ["http://a.test/shop/books/new"]
