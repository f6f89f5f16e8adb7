"""What a simulated site gets wrong on purpose."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.errors import ConfigError
from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.served.faults import Faults
from sonde.lab.served.webapp import LabServer
from sonde.lab.server import serve
from sonde.lab.traits import Traits

ENGINE = Engine([Record(str(i), f"title {i}", "some text " * 50) for i in range(5)])


@asynccontextmanager
async def running(traits: Traits) -> AsyncIterator[tuple[LabServer, aiohttp.ClientSession]]:
    async with serve(ENGINE, traits) as server, aiohttp.ClientSession() as session:
        yield server, session


async def outcomes(traits: Traits, count: int) -> list[str]:
    """What happens to `count` requests in a row: a status, or how the connection broke."""
    seen = []
    async with running(traits) as (server, session):
        for _ in range(count):
            try:
                # POST is never retried by the client on its own.
                async with session.post(f"{server.url}subscribe") as response:
                    await response.read()
                    seen.append(str(response.status))
            except aiohttp.ServerDisconnectedError:
                seen.append("dropped")
            except aiohttp.ClientPayloadError:
                seen.append("cut")
        assert server.requests == count
    return seen


async def test_errors_come_at_the_asked_rate_and_again_with_the_same_seed() -> None:
    first = await outcomes(Traits(error_rate=0.3, seed=5), 200)
    assert first == await outcomes(Traits(error_rate=0.3, seed=5), 200)
    assert first != await outcomes(Traits(error_rate=0.3, seed=6), 200)
    assert set(first) == {"200", "500"}
    assert 30 < first.count("500") < 90


async def test_connections_are_dropped_before_and_within_the_answer() -> None:
    seen = await outcomes(Traits(drop_rate=0.4, seed=1), 60)
    assert set(seen) == {"200", "dropped", "cut"}
    assert seen == await outcomes(Traits(drop_rate=0.4, seed=1), 60)


async def test_every_nth_request_is_told_to_wait() -> None:
    async with running(Traits(throttle_every=3, retry_after_s=7)) as (server, session):
        for number in range(1, 10):
            async with session.get(server.url) as response:
                assert response.status == (429 if number % 3 == 0 else 200)
                assert response.headers.get("Retry-After") == ("7" if number % 3 == 0 else None)
        assert server.statuses == {200: 6, 429: 3}


async def test_robots_txt_is_spared() -> None:
    async with running(Traits(error_rate=0.99, robots="User-agent: *\n")) as (server, session):
        for _ in range(10):
            async with session.get(f"{server.url}robots.txt") as response:
                assert response.status == 200


async def test_a_slow_site_takes_its_time() -> None:
    async with running(Traits(delay_s=0.05)) as (server, session):
        clock = asyncio.get_running_loop().time
        start = clock()
        async with session.get(server.url) as response:
            await response.read()
        assert clock() - start >= 0.045


@given(st.floats(0, 0.9), st.floats(0, 0.9), st.integers(0, 5), st.integers())
def test_faults_depend_on_the_seed_and_the_number_of_the_request_only(
    error_rate: float, drop_rate: float, throttle_every: int, seed: int
) -> None:
    traits = Traits(error_rate=error_rate, drop_rate=drop_rate, throttle_every=throttle_every, seed=seed)
    one, other = Faults(traits), Faults(traits)
    assert [one.next() for _ in range(20)] == [other.next() for _ in range(20)]


async def test_a_taken_port_is_named() -> None:
    async with running(Traits()) as (server, _):
        port = int(server.url.rstrip("/").rpartition(":")[2])
        with pytest.raises(ConfigError, match=f"cannot listen on 127.0.0.1:{port}"):
            async with serve(ENGINE, port=port):
                pass
