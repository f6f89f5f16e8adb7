"""robots.txt: obeyed, kept, and what happens when it cannot be read."""

import asyncio
import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net_server import HandClock, answer, drop, redirect, serve
from sonde.errors import FetchError, RefusedError
from sonde.model import Request
from sonde.net.client import Client, NetOptions
from sonde.net.robots import FAILED_S, read_rules, rules_from

FAST = NetOptions(delay_s=0, retries=0)


def robots(text: str) -> bytes:
    return answer(text.encode(), content_type="text/plain")


async def test_a_forbidden_address_is_refused_and_never_asked_for() -> None:
    routes = {"/robots.txt": robots("User-agent: *\nDisallow: /search"), "/a": answer(b"a")}
    async with serve(routes) as site, Client(FAST, start_url=site.url()) as client:
        assert (await client.fetch(Request(site.url("/a")))).text == "a"
        with pytest.raises(RefusedError, match=r"robots\.txt of 127\.0\.0\.1 does not allow"):
            await client.fetch(Request(site.url("/search?q=x")))
        assert client.stats.errors["refused"] == 1
    assert site.paths(robots=True) == ["/robots.txt", "/a"]


async def test_ignoring_robots_does_not_even_ask_for_it() -> None:
    routes = {"/robots.txt": robots("User-agent: *\nDisallow: /\nCrawl-delay: 99"), "/a": answer(b"a")}
    options = NetOptions(delay_s=0, ignore_robots=True)
    async with serve(routes) as site, Client(options, start_url=site.url()) as client:
        assert (await client.fetch(Request(site.url("/a")))).text == "a"
    assert site.paths(robots=True) == ["/a"]


async def test_robots_is_asked_for_once_by_many_at_a_time() -> None:
    options = NetOptions(delay_s=0, concurrency=8)
    async with serve({"/a": answer(b"a")}) as site, Client(options, start_url=site.url()) as client:
        await asyncio.gather(*(client.fetch(Request(site.url("/a"))) for _ in range(8)))
    assert site.paths(robots=True).count("/robots.txt") == 1


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410])
async def test_a_missing_robots_allows_everything(status: int) -> None:
    routes = {"/robots.txt": answer(b"Disallow: /", status=status), "/a": answer(b"a")}
    async with serve(routes) as site, Client(FAST, start_url=site.url()) as client:
        assert (await client.fetch(Request(site.url("/a")))).text == "a"


@pytest.mark.parametrize(
    "broken",
    [answer(status=500), answer(status=503), answer(status=429), drop],
    ids=["500", "503", "429", "dropped"],
)
async def test_an_unreadable_robots_forbids_everything_for_a_while(broken: bytes) -> None:
    hand = HandClock()
    routes = {"/robots.txt": [broken, robots("User-agent: *\nAllow: /")], "/a": answer(b"a")}
    async with serve(routes) as site, Client(FAST, start_url=site.url(), clock=hand.clock) as client:
        for _ in range(2):
            with pytest.raises(RefusedError, match=r"robots\.txt .* nothing may be fetched there"):
                await client.fetch(Request(site.url("/a")))
        assert site.paths(robots=True) == ["/robots.txt"]
        hand.now += FAILED_S
        assert (await client.fetch(Request(site.url("/a")))).text == "a"


async def test_a_passing_failure_of_robots_is_tried_again_at_once() -> None:
    hand = HandClock()
    routes = {"/robots.txt": [answer(status=500), robots("")], "/a": answer(b"a")}
    options = NetOptions(delay_s=0, retries=1)
    async with serve(routes) as site, Client(options, start_url=site.url(), clock=hand.clock) as client:
        assert (await client.fetch(Request(site.url("/a")))).text == "a"


async def test_a_dead_host_is_called_dead_not_forbidden() -> None:
    async with serve({}) as site:
        pass
    async with Client(FAST, start_url=site.url()) as client:
        with pytest.raises(FetchError, match=r"127\.0\.0\.1 cannot be reached: it refuses connections") as caught:
            await client.fetch(Request(site.url("/a")))
    assert not isinstance(caught.value, RefusedError)
    assert caught.value.url == site.url("/a")


async def test_robots_redirects_are_followed_and_endless_ones_count_as_missing() -> None:
    rules = robots("User-agent: *\nDisallow: /b")
    routes = {"/robots.txt": redirect("/r2"), "/r2": rules, "/a": answer(b"a"), "/b": answer(b"b")}
    async with serve(routes) as site, Client(FAST, start_url=site.url()) as client:
        with pytest.raises(RefusedError, match="does not allow"):
            await client.fetch(Request(site.url("/b")))
    async with (
        serve({"/robots.txt": redirect("/robots.txt"), "/b": answer(b"b")}) as site,
        Client(FAST, start_url=site.url()) as client,
    ):
        assert (await client.fetch(Request(site.url("/b")))).text == "b"


async def test_a_packed_robots_is_unpacked() -> None:
    body = gzip.compress(b"User-agent: *\nDisallow: /b")
    routes = {"/robots.txt": answer(body, headers=[("Content-Encoding", "gzip")])}
    async with serve(routes) as site, Client(FAST, start_url=site.url()) as client:
        with pytest.raises(RefusedError, match="does not allow"):
            await client.fetch(Request(site.url("/b")))


async def test_only_the_beginning_of_a_giant_robots_is_read() -> None:
    giant = b"User-agent: *\nDisallow: /b\n" + b"# filler\n" * 300_000 + b"Disallow: /a\n"
    routes = {"/robots.txt": answer(giant), "/a": answer(b"a")}
    async with serve(routes) as site, Client(FAST, start_url=site.url()) as client:
        assert (await client.fetch(Request(site.url("/a")))).text == "a"
        with pytest.raises(RefusedError):
            await client.fetch(Request(site.url("/b")))
        assert client.stats.bytes < 1_500_000


async def test_a_crawl_delay_is_a_minimum() -> None:
    hand = HandClock()
    routes = {"/robots.txt": robots("User-agent: *\nCrawl-delay: 7"), "/a": answer(b"a")}
    options = NetOptions(delay_s=2)
    async with serve(routes) as site, Client(options, start_url=site.url(), clock=hand.clock) as client:
        for _ in range(3):
            await client.fetch(Request(site.url("/a")))
    assert hand.sleeps == [2, 7, 7]


async def test_another_port_has_its_own_robots() -> None:
    closed = {"/robots.txt": robots("User-agent: *\nDisallow: /")}
    async with (
        serve(closed) as one,
        serve({"/a": answer(b"a")}) as two,
        Client(FAST, start_url=one.url()) as c,
    ):
        with pytest.raises(RefusedError):
            await c.fetch(Request(one.url("/a")))
        assert (await c.fetch(Request(two.url("/a")))).text == "a"


def test_rules_for_sonde_come_before_rules_for_all() -> None:
    rules = read_rules("User-agent: *\nDisallow: /\n\nUser-agent: Sonde\nDisallow: /x\nCrawl-delay: 3")
    assert rules.allows("http://a.test/y")
    assert not rules.allows("http://a.test/x/y")
    assert rules.crawl_delay_s == 3


@pytest.mark.parametrize(("text", "delay_s"), [("-5", 0), ("inf", 0), ("nan", 0), ("much", 0), ("1e9", 3600)])
def test_a_senseless_crawl_delay_is_tamed(text: str, delay_s: float) -> None:
    assert read_rules(f"User-agent: *\nCrawl-delay: {text}").crawl_delay_s == delay_s


@given(st.text(max_size=500), st.text(alphabet="/ab?*$%", max_size=20))
def test_any_text_is_a_robots_file(text: str, path: str) -> None:
    assert read_rules(text).allows(f"http://a.test/{path}") in (True, False)


@given(st.integers(100, 599))
def test_only_a_failing_server_leaves_us_without_rules(status: int) -> None:
    assert (rules_from(status, "") is None) == (status >= 500 or status == 429)
