"""Answers that are too large, too slow or no HTTP at all."""

import asyncio
import gzip

import pytest

from net_server import Seen, answer, serve
from sonde.errors import FetchError, FetchTimeoutError, TooLargeError
from sonde.model import Request
from sonde.net.client import Client, Exchange, NetOptions
from sonde.net.receive import is_dripping

SMALL = NetOptions(delay_s=0, retries=0, max_body_bytes=100_000, max_decoded_bytes=1_000_000, timeout_s=20)


async def endless(seen: Seen, writer: asyncio.StreamWriter) -> bytes:
    """Sends for as long as anybody reads."""
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
    return await endless_rest(writer)


async def huge(seen: Seen, writer: asyncio.StreamWriter) -> bytes:
    """Announces 5 GB and begins to send them."""
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5000000000\r\n\r\n")
    return await endless_rest(writer)


async def endless_rest(writer: asyncio.StreamWriter) -> bytes:
    while not writer.is_closing():
        writer.write(b"x" * 65536)
        await writer.drain()
    return b""


class Largest:
    """A recorder that keeps the size of the largest body."""

    size = 0
    truncated = ""

    def record(self, exchange: Exchange) -> None:
        if len(exchange.body) >= self.size:
            self.size, self.truncated = len(exchange.body), exchange.truncated


async def test_an_endless_body_costs_no_more_than_the_limit() -> None:
    kept = Largest()
    async with serve({"/e": endless}) as site, Client(SMALL, start_url=site.url(), recorder=kept) as client:
        with pytest.raises(TooLargeError, match="limit of 100000 bytes"):
            await client.fetch(Request(site.url("/e")))
        # One read may overshoot; aiohttp buffers at most a few chunks of 64 KB.
        assert client.stats.bytes < 100_000 + 10 * 65536
    assert (kept.size, kept.truncated) == (100_000, "length")


async def test_a_body_announced_as_5_gb_is_not_read_at_all() -> None:
    async with serve({"/h": huge}) as site, Client(SMALL, start_url=site.url()) as client:
        with pytest.raises(TooLargeError, match="announces 5000000000 bytes"):
            await client.fetch(Request(site.url("/h")))
        assert client.stats.bytes == len(b"nothing")  # the robots.txt


async def test_the_connection_of_a_body_that_was_too_large_is_not_used_again() -> None:
    routes = {"/h": huge, "/ok": answer(b"fine")}
    async with serve(routes) as site, Client(SMALL, start_url=site.url()) as client:
        with pytest.raises(TooLargeError):
            await client.fetch(Request(site.url("/h")))
        assert (await client.fetch(Request(site.url("/ok")))).text == "fine"


async def test_a_gzip_bomb_is_refused() -> None:
    bomb = gzip.compress(bytes(50_000_000), 9)
    assert len(bomb) < 100_000
    routes = {"/b": answer(bomb, headers=[("Content-Encoding", "gzip")])}
    async with serve(routes) as site, Client(SMALL, start_url=site.url()) as client:
        with pytest.raises(TooLargeError, match="more than 1000000 bytes after gzip"):
            await client.fetch(Request(site.url("/b")))
        assert client.stats.errors["too large"] == 1


async def test_a_broken_content_encoding_is_a_clear_error() -> None:
    routes = {"/b": answer(b"plain text", headers=[("Content-Encoding", "gzip")])}
    async with serve(routes) as site, Client(SMALL, start_url=site.url()) as client:
        with pytest.raises(FetchError, match="not valid gzip"):
            await client.fetch(Request(site.url("/b")))


@pytest.mark.parametrize(
    "headers",
    [[("X-Long", "x" * 50_000)], [(f"X-{i}", "x") for i in range(400)]],
    ids=["one long header", "many headers"],
)
async def test_headers_above_the_limit_are_refused(headers: list[tuple[str, str]]) -> None:
    routes = {"/h": answer(b"x", headers=headers)}
    async with serve(routes) as site, Client(SMALL, start_url=site.url()) as client:
        with pytest.raises(TooLargeError, match="headers above the limit"):
            await client.fetch(Request(site.url("/h")))


async def test_headers_that_never_end_are_cut_off() -> None:
    async def headers_for_ever(seen: Seen, writer: asyncio.StreamWriter) -> bytes:
        writer.write(b"HTTP/1.1 200 OK\r\n")
        while not writer.is_closing():
            writer.write(b"X-Filler: yes\r\n" * 1000)
            await writer.drain()
        return b""

    async with serve({"/h": headers_for_ever}) as site, Client(SMALL, start_url=site.url()) as client:
        with pytest.raises(TooLargeError):
            await client.fetch(Request(site.url("/h")))


async def test_a_server_that_never_answers_is_given_up_on() -> None:
    async def silence(seen: Seen, writer: asyncio.StreamWriter) -> bytes:
        await asyncio.Event().wait()
        return b""

    options = NetOptions(delay_s=0, retries=0, timeout_s=0.3, ignore_robots=True)
    async with serve({"/s": silence}) as site, Client(options, start_url=site.url()) as client:
        with pytest.raises(FetchTimeoutError, match=r"within 0\.3 s"):
            await client.fetch(Request(site.url("/s")))
        assert client.stats.errors["timeout"] == 1


async def test_a_body_that_drips_is_given_up_on() -> None:
    async def drip(seen: Seen, writer: asyncio.StreamWriter) -> bytes:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        while not writer.is_closing():
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.05)
        return b""

    options = NetOptions(delay_s=0, retries=0, timeout_s=0.4, ignore_robots=True)
    async with serve({"/s": drip}) as site, Client(options, start_url=site.url()) as client:
        with pytest.raises(FetchTimeoutError):
            await client.fetch(Request(site.url("/s")))


def test_dripping_is_judged_by_the_rate_once_some_time_has_passed() -> None:
    assert is_dripping(100, elapsed_s=11)
    assert not is_dripping(100, elapsed_s=5)
    assert not is_dripping(100_000, elapsed_s=25)


@pytest.mark.parametrize("noise", [b"SSH-2.0-OpenSSH_9\r\n", b"\x00\x01\x02\x03\r\n\r\n", b"HTTP/9.x lol\r\n\r\n"])
async def test_an_answer_that_is_not_http_is_a_clear_error(noise: bytes) -> None:
    async def babble(seen: Seen, writer: asyncio.StreamWriter) -> bytes:
        writer.write(noise)
        writer.close()
        return b""

    async with serve({"/n": babble}) as site, Client(SMALL, start_url=site.url()) as client:
        with pytest.raises(FetchError, match=r"not HTTP|dropped"):
            await client.fetch(Request(site.url("/n")))
