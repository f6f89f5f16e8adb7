"""Trying again: what is repeated, how often, after how long."""

import asyncio
import random
from email.utils import formatdate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net_server import HandClock, Route, Seen, answer, drop, serve
from sonde.errors import FetchError, RefusedError, StatusError
from sonde.model import Request
from sonde.net.client import Client, NetOptions
from sonde.net.retry import (
    LONGEST_BACKOFF_S,
    backoff_s,
    repeats_after_failure,
    repeats_after_status,
    retry_after_s,
)

POST = {"method": "POST", "body": b"q=1", "content_type": "application/x-www-form-urlencoded"}
THRICE = NetOptions(delay_s=0, retries=3, ignore_robots=True)


async def half(seen: Seen, writer: asyncio.StreamWriter) -> bytes:
    """Breaks off in the middle of the body."""
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
    writer.close()
    return b""


@pytest.mark.parametrize(
    "trouble",
    [drop, half, answer(status=500), answer(status=502), answer(status=504)],
    ids=["dropped", "half", "500", "502", "504"],
)
async def test_a_get_survives_three_failures_in_a_row(trouble: Route) -> None:
    hand = HandClock()
    routes: dict[str, Route] = {"/a": [trouble, trouble, trouble, answer(b"at last")]}  # type: ignore[list-item]
    async with serve(routes) as site, Client(THRICE, start_url=site.url(), clock=hand.clock) as client:
        assert (await client.fetch(Request(site.url("/a")))).text == "at last"
        assert client.stats.requests == 4
    assert sum(hand.sleeps) > 0


@pytest.mark.parametrize("trouble", [drop, answer(b"sorry", status=500)], ids=["dropped", "500"])
async def test_a_failure_that_stays_is_reported_after_the_last_try(trouble: Route) -> None:
    hand = HandClock()
    async with (
        serve({"/a": trouble}) as site,
        Client(THRICE, start_url=site.url(), clock=hand.clock) as client,
    ):
        with pytest.raises(FetchError):
            await client.fetch(Request(site.url("/a")))
    assert len(site.seen) == 4


@pytest.mark.parametrize("status", [400, 403, 404, 501])
async def test_a_final_status_is_not_repeated(status: int) -> None:
    async with serve({"/a": answer(status=status)}) as site, Client(THRICE, start_url=site.url()) as client:
        with pytest.raises(StatusError):
            await client.fetch(Request(site.url("/a")))
    assert len(site.seen) == 1


@pytest.mark.parametrize("trouble", [drop, half, answer(status=500)], ids=["dropped", "half", "500"])
async def test_a_post_that_may_have_arrived_is_not_repeated(trouble: Route) -> None:
    async with serve({"/a": trouble}) as site, Client(THRICE, start_url=site.url()) as client:
        with pytest.raises(FetchError):
            await client.fetch(Request(site.url("/a"), **POST))
    assert len(site.seen) == 1


@pytest.mark.parametrize("status", [429, 503])
async def test_a_post_that_was_turned_away_is_repeated(status: int) -> None:
    hand = HandClock()
    routes: dict[str, Route] = {"/a": [answer(status=status), answer(b"ok")]}
    async with serve(routes) as site, Client(THRICE, start_url=site.url(), clock=hand.clock) as client:
        assert (await client.fetch(Request(site.url("/a"), **POST))).text == "ok"
    assert [seen.body for seen in site.seen] == [b"q=1", b"q=1"]


async def test_a_post_known_to_be_a_search_is_repeated_like_a_get() -> None:
    hand = HandClock()
    options = NetOptions(delay_s=0, ignore_robots=True, repeat_posts=True)
    routes: dict[str, Route] = {"/a": [drop, answer(status=500), answer(b"ok")]}
    async with serve(routes) as site, Client(options, start_url=site.url(), clock=hand.clock) as client:
        assert (await client.fetch(Request(site.url("/a"), **POST))).text == "ok"


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_a_connection_that_fails_is_tried_again(method: str) -> None:
    hand = HandClock()
    async with serve({}) as site:
        pass
    async with Client(THRICE, start_url=site.url(), clock=hand.clock) as client:
        with pytest.raises(FetchError, match="refuses connections"):
            await client.fetch(Request(site.url("/a"), method))  # type: ignore[arg-type]
        assert client.stats.errors["connect"] == 4
        assert client.stats.requests == 0
    assert len(hand.sleeps) == 3


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize("as_date", [False, True])
async def test_retry_after_is_obeyed_in_seconds_and_as_a_date(status: int, as_date: bool) -> None:
    hand = HandClock(1_700_000_000)
    value = formatdate(1_700_000_042, usegmt=True) if as_date else "42"
    routes: dict[str, Route] = {"/a": [answer(status=status, headers=[("Retry-After", value)]), answer(b"ok")]}
    async with serve(routes) as site, Client(THRICE, start_url=site.url(), clock=hand.clock) as client:
        assert (await client.fetch(Request(site.url("/a")))).text == "ok"
    assert hand.sleeps == [42]


async def test_retry_after_holds_back_every_request_to_the_host() -> None:
    hand = HandClock()
    routes: dict[str, Route] = {
        "/a": [answer(status=429, headers=[("Retry-After", "60")]), answer(b"a")],
        "/b": answer(b"b"),
    }
    once = NetOptions(delay_s=0, retries=0, ignore_robots=True)
    async with serve(routes) as site, Client(once, start_url=site.url(), clock=hand.clock) as client:
        with pytest.raises(StatusError, match="429"):
            await client.fetch(Request(site.url("/a")))
        await client.fetch(Request(site.url("/b")))
    assert hand.sleeps == [60]


async def test_a_host_that_wants_hours_is_not_waited_for_nor_asked() -> None:
    hand = HandClock()
    routes = {"/a": answer(status=503, headers=[("Retry-After", "7200")]), "/b": answer(b"b")}
    async with serve(routes) as site, Client(THRICE, start_url=site.url(), clock=hand.clock) as client:
        with pytest.raises(StatusError, match="503"):
            await client.fetch(Request(site.url("/a")))
        with pytest.raises(RefusedError, match="left alone for another 7200 s"):
            await client.fetch(Request(site.url("/b")))
        assert site.paths() == ["/a"]
        hand.now += 7200
        assert (await client.fetch(Request(site.url("/b")))).text == "b"
    assert hand.sleeps == []


async def test_without_retry_after_the_wait_doubles() -> None:
    hand = HandClock()
    rng = random.Random(1)
    async with (
        serve({"/a": answer(status=429)}) as site,
        Client(THRICE, start_url=site.url(), clock=hand.clock, rng=rng) as client,
    ):
        with pytest.raises(StatusError):
            await client.fetch(Request(site.url("/a")))
    again = random.Random(1)
    assert hand.sleeps == pytest.approx([backoff_s(n, rng=again, base_s=1.0) for n in range(3)])


@given(st.integers(0, 1000), st.integers())
def test_backoff_has_jitter_and_an_end(attempt: int, seed: int) -> None:
    wait_s = backoff_s(attempt, rng=random.Random(seed))
    full_s = min(LONGEST_BACKOFF_S, 0.5 * 2.0 ** min(attempt, 100))
    assert full_s / 2 <= wait_s <= full_s


@pytest.mark.parametrize(
    ("value", "wait_s"),
    [
        ("120", 120),
        (" 1.5 ", 1.5),
        ("-3", 0),
        ("Sun, 09 Sep 2001 01:46:50 GMT", 10),
        ("Sun, 09 Sep 2001 01:46:00 GMT", 0),
        ("Sunday, 09-Sep-01 01:46:50 GMT", 10),
        ("", None),
        ("soon", None),
        ("inf", None),
        ("nan", None),
    ],
)
def test_retry_after_is_read_in_all_its_forms(value: str, wait_s: float | None) -> None:
    assert retry_after_s(value, now=1_000_000_000) == wait_s


@given(st.text(max_size=60), st.floats(0, 4e9))
def test_any_retry_after_is_a_wait_or_nothing(value: str, now: float) -> None:
    wait_s = retry_after_s(value, now=now)
    assert wait_s is None or wait_s >= 0


@given(st.sampled_from(["dns", "connect", "tls", "timeout", "dropped", "protocol", "too large", "refused"]))
def test_a_post_is_never_bolder_than_a_get(kind: str) -> None:
    post = repeats_after_failure(kind, method="POST", repeat_posts=False)  # type: ignore[arg-type]
    assert post <= repeats_after_failure(kind, method="GET", repeat_posts=False)  # type: ignore[arg-type]
    assert post is (kind == "connect")


@given(st.integers(100, 599))
def test_only_passing_statuses_are_repeated(status: int) -> None:
    get = repeats_after_status(status, method="GET", repeat_posts=False)
    assert get is (status in {408, 425, 429, 500, 502, 503, 504})
    assert repeats_after_status(status, method="POST", repeat_posts=False) is (status in {429, 503})
