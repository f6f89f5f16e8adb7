"""How hard a host is asked, with a clock that moves only when somebody sleeps."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net_server import HandClock, Seen, answer, serve
from sonde.errors import StatusError
from sonde.model import Request
from sonde.net.client import Client, NetOptions
from sonde.net.clock import Clock
from sonde.net.politeness import LONGEST_S, SHORTEST_S, HostAwayError, HostGate, gap_s, smoothed_s

seconds = st.floats(0, 1000)


def gate(hand: HandClock, *, delay_s: float | None = None, concurrency: int = 1) -> HostGate:
    return HostGate(delay_s=delay_s, concurrency=concurrency, max_wait_s=300, clock=hand.clock)


async def one_request(host: HostGate, hand: HandClock, *, takes_s: float) -> float:
    """When a request started that the server took this long to answer."""
    await host.enter()
    start = hand.now
    hand.now += takes_s
    host.leave(latency_s=takes_s)
    return start


async def test_a_set_delay_is_kept_from_start_to_start() -> None:
    hand = HandClock(0)
    host = gate(hand, delay_s=2)
    assert [await one_request(host, hand, takes_s=0.5) for _ in range(4)] == [0, 2, 4, 6]


async def test_no_delay_means_no_waiting() -> None:
    hand = HandClock(0)
    host = gate(hand, delay_s=0)
    for _ in range(5):
        await one_request(host, hand, takes_s=1)
    assert hand.sleeps == []


async def test_by_default_a_host_rests_as_long_as_it_worked() -> None:
    hand = HandClock(0)
    host = gate(hand)
    assert [await one_request(host, hand, takes_s=2) for _ in range(3)] == [0, 4, 8]


async def test_the_rest_follows_a_server_that_becomes_slower() -> None:
    hand = HandClock(0)
    host = gate(hand)
    for takes_s in (0.5, 0.5, 4.0, 4.0, 4.0):
        await one_request(host, hand, takes_s=takes_s)
    await host.enter()
    assert hand.sleeps == sorted(hand.sleeps)
    assert hand.sleeps[0] == pytest.approx(0.5)
    assert 2 < hand.sleeps[-1] < 4


async def test_slots_limit_how_many_are_in_the_air() -> None:
    hand = HandClock()
    host = gate(hand, delay_s=0, concurrency=3)
    inside = most = 0

    async def visit() -> None:
        nonlocal inside, most
        await host.enter()
        inside += 1
        most = max(most, inside)
        await asyncio.sleep(0)
        inside -= 1
        host.leave()

    await asyncio.gather(*(visit() for _ in range(20)))
    assert most == 3


async def test_starts_keep_their_gap_even_with_many_slots() -> None:
    hand = HandClock(0)
    host = gate(hand, delay_s=5, concurrency=4)
    starts = []

    async def visit() -> None:
        await host.enter()
        starts.append(hand.now)
        host.leave()

    await asyncio.gather(*(visit() for _ in range(6)))
    assert starts == [0, 5, 10, 15, 20, 25]


async def test_a_host_that_sent_us_away_is_left_alone_and_then_asked_more_slowly() -> None:
    hand = HandClock(0)
    host = gate(hand)
    await one_request(host, hand, takes_s=1)
    host.stay_away(30)
    start = await one_request(host, hand, takes_s=1)
    assert start == 31
    await host.enter()
    assert hand.now - start - 1 > 1


async def test_a_wait_that_is_too_long_is_an_error_and_the_slot_is_free_again() -> None:
    hand = HandClock()
    host = gate(hand, delay_s=0)
    host.stay_away(301)
    for _ in range(2):
        with pytest.raises(HostAwayError, match="another 301 s"):
            await host.enter()
    hand.now += 301
    await host.enter()


async def test_a_cancelled_wait_gives_its_slot_back() -> None:
    hand = HandClock()

    async def for_ever(_: float) -> None:
        await asyncio.Event().wait()

    stuck = Clock(monotonic=lambda: hand.now, wall=lambda: hand.now, sleep=for_ever)
    host = HostGate(delay_s=10, concurrency=1, max_wait_s=300, clock=stuck)
    await host.enter()
    host.leave()
    waiting = asyncio.create_task(host.enter())
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    hand.now += 10
    await host.enter()


@given(st.none() | seconds, st.none() | seconds, st.integers(1, 64), seconds)
def test_the_gap_is_never_below_what_was_asked_for(
    delay_s: float | None, latency_s: float | None, concurrency: int, crawl_delay_s: float
) -> None:
    gap = gap_s(delay_s=delay_s, latency_s=latency_s, concurrency=concurrency, crawl_delay_s=crawl_delay_s)
    assert gap >= crawl_delay_s
    if delay_s is not None:
        assert gap == max(delay_s, crawl_delay_s)
    elif crawl_delay_s == 0:
        assert gap * concurrency * 1.0001 >= SHORTEST_S
        assert gap * concurrency <= LONGEST_S * 1.0001


@given(st.lists(seconds, min_size=1))
def test_a_smoothed_latency_stays_within_what_was_measured(samples: list[float]) -> None:
    latency: float | None = None
    for sample in samples:
        latency = smoothed_s(latency, sample_s=sample)
    assert latency is not None
    assert min(samples) - 1e-6 <= latency <= max(samples) + 1e-6


async def test_a_host_that_hangs_does_not_hold_up_another() -> None:
    release = asyncio.Event()

    async def hang(seen: Seen, writer: asyncio.StreamWriter) -> bytes:
        await release.wait()
        return answer(b"late")

    async with serve({"/s": hang}) as slow, serve({"/q": answer(b"quick")}) as quick:
        options = NetOptions(
            delay_s=0,
            ignore_robots=True,
            resolve=(f"slow.test=127.0.0.1:{slow.port}", f"quick.test=127.0.0.1:{quick.port}"),
        )
        async with Client(options, start_url="http://slow.test/") as client:
            stuck = [asyncio.create_task(client.fetch(Request("http://slow.test/s"))) for _ in range(5)]
            for _ in range(3):
                assert (await client.fetch(Request("http://quick.test/q"))).text == "quick"
            assert not any(task.done() for task in stuck)
            release.set()
            assert [page.text for page in await asyncio.gather(*stuck)] == ["late"] * 5


async def test_the_pace_of_the_client_follows_what_the_server_takes() -> None:
    hand = HandClock(0)

    async def slow(seen: Seen, writer: asyncio.StreamWriter) -> bytes:
        hand.now += 3
        return answer(b"x")

    options = NetOptions(ignore_robots=True)
    async with serve({"/b": slow}) as site, Client(options, start_url=site.url(), clock=hand.clock) as client:
        for _ in range(3):
            await client.fetch(Request(site.url("/b")))
    assert hand.sleeps == pytest.approx([3, 3])


async def test_a_quick_error_page_does_not_speed_the_client_up() -> None:
    hand = HandClock(0)

    async def slow(seen: Seen, writer: asyncio.StreamWriter) -> bytes:
        hand.now += 3
        return answer(b"x")

    options = NetOptions(ignore_robots=True, retries=0)
    async with serve({"/b": slow}) as site, Client(options, start_url=site.url(), clock=hand.clock) as client:
        await client.fetch(Request(site.url("/b")))
        for _ in range(3):
            with pytest.raises(StatusError):
                await client.fetch(Request(site.url("/missing")))
    assert hand.sleeps == pytest.approx([3, 3, 3])


@pytest.mark.parametrize("concurrency", [1, 3])
async def test_a_server_never_sees_more_requests_at_a_time_than_allowed(concurrency: int) -> None:
    inside = most = 0
    together = asyncio.Barrier(concurrency)  # nobody is answered before all slots are taken

    async def busy(seen: Seen, writer: asyncio.StreamWriter) -> bytes:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        await together.wait()
        inside -= 1
        return answer(b"x")

    options = NetOptions(delay_s=0, concurrency=concurrency)
    async with serve({"/b": busy}) as site, Client(options, start_url=site.url()) as client:
        await asyncio.gather(*(client.fetch(Request(site.url("/b"))) for _ in range(3 * concurrency)))
    assert most == concurrency
