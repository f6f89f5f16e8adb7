"""The client against real local servers: pages, statuses, cookies, forms, records, counts."""

import asyncio
import gzip
import zlib

import pytest

from net_server import Seen, answer, drop, redirect, serve
from sonde._version import VERSION
from sonde.errors import ConfigError, FetchError, RefusedError, StatusError
from sonde.model import Request
from sonde.net.client import Client, Exchange, NetOptions

FAST = NetOptions(delay_s=0, retries=0)


class Notes:
    """A recorder that keeps everything."""

    def __init__(self) -> None:
        self.exchanges: list[Exchange] = []

    def record(self, exchange: Exchange) -> None:
        self.exchanges.append(exchange)


async def test_a_page_comes_back_with_its_text_and_headers() -> None:
    async with (
        serve({"/a": answer("<p>Größe".encode(), headers=[("X-Note", "yes")])}) as site,
        Client(FAST, start_url=site.url()) as client,
    ):
        page = await client.fetch(Request(site.url("/a#part")))
    assert page.text == "<p>Größe"
    assert page.url == site.url("/a")
    assert page.requested_url == site.url("/a#part")
    assert page.header("X-Note") == "yes"
    assert (page.status, page.media_type, page.body_bytes) == (200, "text/html", 10)


async def test_the_user_agent_names_sonde_and_the_contact() -> None:
    options = NetOptions(delay_s=0, contact="mail@example.org")
    async with serve({"/": answer()}) as site, Client(options, start_url=site.url()) as client:
        await client.fetch(Request(site.url()))
    agents = {seen.headers["user-agent"] for seen in site.seen}
    assert agents == {f"Sonde/{VERSION} (+mail@example.org)"}
    assert site.seen[-1].headers["accept-encoding"] == "gzip, deflate, br, zstd"
    assert NetOptions().user_agent == f"Sonde/{VERSION} (contact not set)"


async def test_an_error_status_is_an_error_that_holds_the_page() -> None:
    async with (
        serve({"/x": answer(b"<h1>gone fishing</h1>", status=410)}) as site,
        Client(FAST, start_url=site.url()) as client,
    ):
        with pytest.raises(StatusError, match=r"/x answers with status 410") as caught:
            await client.fetch(Request(site.url("/x")))
    assert caught.value.status == 410
    assert caught.value.page is not None
    assert caught.value.page.text == "<h1>gone fishing</h1>"


async def test_an_error_page_that_cannot_be_unpacked_is_still_a_status_error() -> None:
    broken = answer(b"not gzip", status=404, headers=[("Content-Encoding", "gzip")])
    async with serve({"/x": broken}) as site, Client(FAST, start_url=site.url()) as client:
        with pytest.raises(StatusError) as caught:
            await client.fetch(Request(site.url("/x")))
    assert caught.value.page is None


async def test_what_is_not_text_has_no_text_but_a_size() -> None:
    async with (
        serve({"/i": answer(b"\x89PNG....", content_type="image/png")}) as site,
        Client(FAST, start_url=site.url()) as client,
    ):
        page = await client.fetch(Request(site.url("/i")))
    assert (page.text, page.media_type, page.body_bytes) == ("", "image/png", 8)


async def test_a_picture_that_claims_to_be_html_is_not_read_as_text() -> None:
    async with (
        serve({"/i": answer(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")}) as site,
        Client(FAST, start_url=site.url()) as client,
    ):
        page = await client.fetch(Request(site.url("/i")))
    assert (page.text, page.media_type) == ("", "application/octet-stream")


async def test_a_body_in_chunks_or_without_a_length_is_read_to_its_end() -> None:
    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"

    async def until_closed(seen: Seen, writer: asyncio.StreamWriter) -> bytes:
        writer.write(b"HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nto the end")
        writer.close()
        return b""

    routes = {"/c": chunked, "/l": until_closed}
    async with serve(routes) as site, Client(FAST, start_url=site.url()) as client:
        assert (await client.fetch(Request(site.url("/c")))).text == "abcde"
        assert (await client.fetch(Request(site.url("/l")))).text == "to the end"


async def test_encodings_named_in_several_headers_are_undone_in_order() -> None:
    body = gzip.compress(zlib.compress("größe".encode()))
    twice = [("Content-Encoding", "deflate"), ("Content-Encoding", "gzip")]
    async with (
        serve({"/z": answer(body, headers=twice)}) as site,
        Client(FAST, start_url=site.url()) as client,
    ):
        page = await client.fetch(Request(site.url("/z")))
    assert (page.text, page.body_bytes) == ("größe", 7)


async def test_a_large_packed_page_is_read_like_a_small_one() -> None:
    text = "".join(f"<p>größe {n * n % 7919}" for n in range(60_000))
    body = gzip.compress(text.encode())
    async with (
        serve({"/z": answer(body, headers=[("Content-Encoding", "gzip")])}) as site,
        Client(FAST, start_url=site.url()) as client,
    ):
        assert (await client.fetch(Request(site.url("/z")))).text == text


async def test_cookies_are_kept_and_sent_back_as_they_came() -> None:
    cookies = [("Set-Cookie", "a=x|y,z:/==; Path=/"), ("Set-Cookie", "b=2; Max-Age=100")]
    async with (
        serve({"/in": answer(headers=cookies), "/out": answer()}) as site,
        Client(FAST, start_url=site.url()) as client,
    ):
        await client.fetch(Request(site.url("/in")))
        await client.fetch(Request(site.url("/out")))
    sent = site.seen[-1].headers["cookie"]
    assert sorted(sent.split("; ")) == ["a=x|y,z:/==", "b=2"]


async def test_two_clients_share_no_cookies() -> None:
    async with serve({"/in": answer(headers=[("Set-Cookie", "a=1")])}) as site:
        for _ in range(2):
            async with Client(FAST, start_url=site.url()) as client:
                await client.fetch(Request(site.url("/in")))
    assert all("cookie" not in seen.headers for seen in site.seen)


async def test_a_post_sends_its_body_and_type() -> None:
    async with serve({"/s": answer(b"ok")}) as site, Client(FAST, start_url=site.url()) as client:
        kind = "application/x-www-form-urlencoded"
        await client.fetch(Request(site.url("/s"), "POST", b"q=a+b", kind))
        await client.fetch(Request(site.url("/s"), "POST"))
    first, second = site.seen[-2:]
    assert (first.method, first.body, first.headers["content-type"]) == ("POST", b"q=a+b", kind)
    assert first.headers["origin"] == site.url("")
    assert (second.body, second.headers["content-length"]) == (b"", "0")


@pytest.mark.parametrize(
    "path", ["/a%2Fb?q=%E4+%27x%27&r='", "/100%?a=b;c|d", "/?q=a%20b+c&q=%C3%A4", "/~x/%7Ey?%41={1}"]
)
async def test_an_address_is_sent_exactly_as_it_is_written(path: str) -> None:
    async with serve({}) as site, Client(FAST, start_url=site.url()) as client:
        with pytest.raises(StatusError):
            await client.fetch(Request(site.url(path)))
    assert site.paths() == [path]


async def test_an_address_with_spaces_and_umlauts_is_encoded() -> None:
    async with serve({}) as site, Client(FAST, start_url=site.url()) as client:
        with pytest.raises(StatusError):
            await client.fetch(Request(site.url("/ein weg?q=größe")))
    assert site.paths() == ["/ein%20weg?q=gr%C3%B6%C3%9Fe"]


@pytest.mark.parametrize(
    ("url", "kind", "words"),
    [
        ("ftp://127.0.0.1/x", RefusedError, "only http and https"),
        ("javascript:alert(1)", RefusedError, "only http and https"),
        ("/x", RefusedError, "no http:// or https://"),
        ("http://", FetchError, "names no host"),
        ("http://127.0.0.1:99999/", FetchError, "not a web address"),
        ("http://me:secret@127.0.0.1/", RefusedError, "user name or password"),
        ("http://127.0.0.1/" + "x" * 9000, RefusedError, "more than the limit of 8192"),
        ("http://" + "x" * 70 + ".test/", FetchError, "cannot be a host"),
    ],
)
async def test_an_unusable_address_is_a_clear_error(url: str, kind: type[FetchError], words: str) -> None:
    async with Client(FAST, start_url="http://127.0.0.1/") as client:
        with pytest.raises(kind, match=words) as caught:
            await client.fetch(Request(url))
    assert "secret" not in str(caught.value)


def test_an_unusable_start_address_is_a_configuration_error() -> None:
    with pytest.raises(ConfigError, match="start address"):
        Client(FAST, start_url="not an address")


@pytest.mark.parametrize(
    "wrong",
    [
        {"delay_s": -1},
        {"delay_s": float("nan")},
        {"concurrency": 0},
        {"retries": -1},
        {"timeout_s": 0},
        {"contact": "a\r\nX-Evil: 1"},
    ],
)
def test_a_senseless_setting_is_a_configuration_error(wrong: dict[str, float]) -> None:
    with pytest.raises(ConfigError):
        NetOptions(**wrong)


async def test_every_exchange_is_recorded_as_it_was_on_the_wire() -> None:
    notes = Notes()
    routes = {"/a": redirect("/b"), "/b": answer(b"\x1f\x8bno", headers=[("Content-Encoding", "identity")])}
    async with serve(routes) as site, Client(FAST, start_url=site.url(), recorder=notes) as client:
        await client.fetch(Request(site.url("/a")))
    assert [(each.url, each.status) for each in notes.exchanges] == [
        (site.url("/robots.txt"), 404),
        (site.url("/a"), 302),
        (site.url("/b"), 200),
    ]
    last = notes.exchanges[-1]
    assert (last.method, last.body, last.remote_ip, last.reason) == (
        "GET",
        b"\x1f\x8bno",
        "127.0.0.1",
        "Some",
    )
    assert ("Content-Encoding", "identity") in last.response_headers
    assert ("Host", f"127.0.0.1:{site.port}") in last.request_headers
    assert last.date > 1e9


async def test_a_failed_exchange_is_recorded_with_its_reason() -> None:
    notes = Notes()
    async with serve({"/d": drop}) as site, Client(FAST, start_url=site.url(), recorder=notes) as client:
        with pytest.raises(FetchError, match="dropped the connection"):
            await client.fetch(Request(site.url("/d")))
    last = notes.exchanges[-1]
    assert last.status == 0
    assert "dropped the connection" in last.error


async def test_a_body_that_breaks_off_is_an_error_and_is_recorded_as_far_as_it_came() -> None:
    notes = Notes()
    cut = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\nConnection: close\r\n\r\nhalf"

    async def half(seen: object, writer: object) -> bytes:
        writer.write(cut)  # type: ignore[attr-defined]
        writer.close()  # type: ignore[attr-defined]
        return b""

    async with serve({"/h": half}) as site, Client(FAST, start_url=site.url(), recorder=notes) as client:
        with pytest.raises(FetchError, match="dropped the connection"):
            await client.fetch(Request(site.url("/h")))
    assert (notes.exchanges[-1].body, notes.exchanges[-1].truncated) == (b"half", "disconnect")


async def test_everything_sent_is_counted() -> None:
    routes = {"/a": redirect("/b"), "/b": answer(b"12345"), "/d": drop}
    async with serve(routes) as site, Client(FAST, start_url=site.url()) as client:
        await client.fetch(Request(site.url("/a")))
        with pytest.raises(FetchError):
            await client.fetch(Request(site.url("/d")))
        stats = client.stats
    assert stats.requests == len(site.seen) == 4
    assert stats.bytes == len(b"nothing" + b"12345")
    assert dict(stats.by_status) == {404: 1, 302: 1, 200: 1}
    assert dict(stats.errors) == {"dropped": 1}
