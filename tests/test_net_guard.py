"""The address guard, the resolve option, and that no connection slips past them."""

import asyncio
import socket
import ssl
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import pytest
from aiohttp.abc import AbstractResolver, ResolveResult
from hypothesis import given
from hypothesis import strategies as st

from net_server import answer, serve
from sonde.errors import ConfigError, FetchError, RefusedError
from sonde.model import Request
from sonde.net.client import Client, NetOptions
from sonde.net.connector import GuardedConnector, resolved
from sonde.net.failures import AddressRefusedError
from sonde.net.guard import Guard, is_public
from sonde.net.overrides import find_override, parse_overrides

FAST = NetOptions(delay_s=0, retries=0)


class Names(AbstractResolver):
    """A name server with a few names in it."""

    def __init__(self, names: Mapping[str, list[str]]) -> None:
        self.names = dict(names)
        self.asked: list[str] = []

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        self.asked.append(host)
        if host not in self.names:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return [resolved(host, address, port) for address in self.names[host]]

    async def close(self) -> None:
        pass


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.255.0.9",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.0.1",
        "192.0.2.1",
        "198.18.0.1",
        "198.51.100.7",
        "203.0.113.9",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "fd12:3456::1",
        "fec0::1",
        "ff02::1",
        "2001:db8::1",
        "::ffff:10.0.0.1",
        "::ffff:127.0.0.1",
        "::127.0.0.1",
        "64:ff9b::10.0.0.1",
        "64:ff9b:1::1",
        "2002:7f00:1::",
        "2002:0a00:0001::1",
        "2001:0:7f00:1::",
        "not an address",
        "127.1",
        "2130706433",
    ],
)
def test_addresses_that_are_not_on_the_open_internet_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["93.184.215.14", "8.8.8.8", "2606:2800:21f:cb07::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"]
)
def test_addresses_on_the_open_internet_are_public(address: str) -> None:
    assert is_public(address)


@given(st.ip_addresses(v=4))
def test_an_ipv4_address_is_judged_alike_inside_ipv6(address: object) -> None:
    assert is_public(f"::ffff:{address}") == is_public(f"64:ff9b::{address}") == is_public(str(address))


@given(st.ip_addresses(), st.integers(1, 65535))
def test_nothing_but_the_named_is_allowed_besides_public_addresses(address: object, port: int) -> None:
    guard = Guard("start.test", 8080, frozenset({("10.0.0.9", 80)}))
    text = str(address)
    allowed = guard.allows("other.test", port, address=text, start_addresses={"10.0.0.1"})
    named = (text, port) in {("10.0.0.9", 80), ("10.0.0.1", 8080)}
    assert allowed == (is_public(text) or named)


def test_the_start_host_may_be_private_on_any_port_its_aliases_only_on_its_own() -> None:
    guard = Guard("127.0.0.1", 8080)
    start = {"127.0.0.1"}
    assert guard.allows("127.0.0.1", 9090, address="127.0.0.1", start_addresses=start)
    assert guard.allows("localhost", 8080, address="127.0.0.1", start_addresses=start)
    assert not guard.allows("localhost", 6379, address="127.0.0.1", start_addresses=start)
    assert not guard.allows("127.0.0.1", 8080, address="127.0.0.2", start_addresses=start)


@pytest.mark.parametrize(
    "url",
    [
        "http://10.0.0.1/",
        "http://[::1]:1/",
        "http://127.0.0.2/",
        "http://0.0.0.0/",
        "http://[::ffff:127.0.0.1]/",
        "http://[fe80::1]/",
    ],
)
async def test_a_private_address_in_a_url_is_refused(url: str) -> None:
    async with serve({"/": answer()}) as site, Client(FAST, start_url=site.url()) as client:
        with pytest.raises(RefusedError, match="not a public address"):
            await client.fetch(Request(url))
        assert client.stats.requests == 0


@pytest.mark.parametrize("host", ["127.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1"])
async def test_odd_spellings_of_a_private_address_do_not_get_through(host: str) -> None:
    names = Names({"start.test": ["93.184.215.14"]})
    async with (
        serve({"/": answer()}) as site,
        Client(FAST, start_url="http://start.test/", resolver=names) as client,
    ):
        with pytest.raises(FetchError):
            await client.fetch(Request(f"http://{host}:{site.port}/"))
    assert site.seen == []


async def test_a_name_that_leads_to_a_private_address_is_refused() -> None:
    names = Names({"start.test": ["93.184.215.14"], "evil.test": ["127.0.0.1"]})
    async with (
        serve({"/": answer()}) as site,
        Client(FAST, start_url="http://start.test/", resolver=names) as client,
    ):
        with pytest.raises(RefusedError, match=r"evil\.test resolves to 127\.0\.0\.1, which is not a public"):
            await client.fetch(Request(f"http://evil.test:{site.port}/"))
    assert site.seen == []


async def test_a_private_start_url_is_fetched_and_another_private_host_is_not() -> None:
    names = Names({"intranet.test": ["127.0.0.1"], "other.test": ["127.0.0.1"], "far.test": ["127.0.0.2"]})
    async with serve({"/": answer(b"home")}) as site, serve({"/": answer(b"database")}) as hidden:
        start = f"http://intranet.test:{site.port}/"
        async with Client(FAST, start_url=start, resolver=names) as client:
            assert (await client.fetch(Request(start))).text == "home"
            for url in (f"http://other.test:{hidden.port}/", f"http://far.test:{site.port}/"):
                with pytest.raises(RefusedError):
                    await client.fetch(Request(url))
    assert hidden.seen == []


async def test_a_start_host_that_moves_to_a_private_address_later_is_refused() -> None:
    names = Names({"start.test": ["93.184.215.14"]})
    connector = GuardedConnector(Guard("start.test", 80), {}, resolver=names)
    try:
        assert [found["host"] for found in await connector._resolve_host("start.test", 80)] == ["93.184.215.14"]
        names.names["start.test"] = ["127.0.0.1"]
        connector.clear_dns_cache()
        with pytest.raises(AddressRefusedError):
            await connector._resolve_host("start.test", 80)
    finally:
        await connector.close()


async def test_of_mixed_addresses_only_the_public_ones_are_used() -> None:
    names = Names({"start.test": ["93.184.215.14"], "mixed.test": ["10.0.0.1", "93.184.215.15", "::1"]})
    connector = GuardedConnector(Guard("start.test", 80), {}, resolver=names)
    try:
        found = await connector._resolve_host("mixed.test", 80)
        assert [entry["host"] for entry in found] == ["93.184.215.15"]
    finally:
        await connector.close()


async def test_a_socket_to_an_unchecked_address_cannot_be_opened() -> None:
    connector = GuardedConnector(Guard("start.test", 80), {}, resolver=Names({}))
    try:
        with pytest.raises(RuntimeError, match="never checked"):
            connector._open_socket((socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 80)))
    finally:
        await connector.close()


async def test_a_missing_name_is_a_clear_error_and_not_asked_for_again() -> None:
    names = Names({"start.test": ["93.184.215.14"]})
    async with Client(NetOptions(delay_s=0), start_url="http://start.test/", resolver=names) as client:
        with pytest.raises(FetchError, match=r"nowhere\.test cannot be found: there is no such host"):
            await client.fetch(Request("http://nowhere.test/"))
    assert names.asked.count("nowhere.test") == 1


async def test_resolve_sends_a_host_elsewhere_and_keeps_its_name() -> None:
    async with serve({"/x": answer(b"found")}) as site:
        options = NetOptions(delay_s=0, resolve=(f"shop.test=127.0.0.1:{site.port}",))
        async with Client(options, start_url="http://shop.test/") as client:
            page = await client.fetch(Request("http://shop.test/x"))
            with pytest.raises(FetchError):
                await client.fetch(Request("http://127.0.0.3/"))
    assert (page.text, page.url) == ("found", "http://shop.test/x")
    assert site.seen[-1].headers["host"] == "shop.test"


async def test_resolve_with_a_star_takes_every_host_even_addresses() -> None:
    async with serve({"/x": answer(b"found")}) as site:
        options = NetOptions(delay_s=0, resolve=(f"*=127.0.0.1:{site.port}",))
        async with Client(options, start_url="http://shop.test/") as client:
            for host in ("shop.test", "other.test:81", "10.0.0.1", "[::1]"):
                assert (await client.fetch(Request(f"http://{host}/x"))).text == "found"
    hosts = [seen.headers["host"] for seen in site.seen if seen.path == "/x"]
    assert hosts == ["shop.test", "other.test:81", "10.0.0.1", "[::1]"]


async def test_an_address_named_with_resolve_may_be_linked_to() -> None:
    async with serve({"/x": answer(b"found")}) as site:
        options = NetOptions(delay_s=0, resolve=(f"shop.test=127.0.0.1:{site.port}",))
        async with Client(options, start_url="http://shop.test/") as client:
            assert (await client.fetch(Request(site.url("/x")))).text == "found"


def test_a_host_of_its_own_comes_before_the_star_and_the_last_entry_counts() -> None:
    overrides = parse_overrides(["*=127.0.0.1:1", "A.test=127.0.0.1:2", "a.test.=[::1]:3"])
    assert find_override(overrides, "a.TEST.") == ("::1", 3)
    assert find_override(overrides, "b.test") == ("127.0.0.1", 1)
    assert find_override(parse_overrides(["a.test=localhost:9"]), "a.test") == ("127.0.0.1", 9)
    assert find_override({}, "a.test") is None


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "a.test",
        "a.test=",
        "=127.0.0.1:80",
        "a.test=127.0.0.1",
        "a.test=127.0.0.1:",
        "a.test=127.0.0.1:0",
        "a.test=127.0.0.1:65536",
        "a.test=127.0.0.1:http",
        "a.test=127.0.0.1:٨",
        "a.test=example.org:80",
        "a.test=::1:80",
        "http://a.test=127.0.0.1:80",
        "*.test=127.0.0.1:80",
        "a test=127.0.0.1:80",
    ],
)
def test_a_malformed_resolve_is_a_configuration_error_that_shows_the_form(wrong: str) -> None:
    with pytest.raises(ConfigError, match="HOST=ADDRESS:PORT"):
        NetOptions(resolve=(wrong,))


@given(st.text(max_size=30))
def test_any_resolve_is_read_or_a_configuration_error(text: str) -> None:
    with suppress(ConfigError):
        assert len(parse_overrides([text])) == 1


@pytest.fixture(scope="module")
def self_signed(tmp_path_factory: pytest.TempPathFactory) -> ssl.SSLContext:
    folder: Path = tmp_path_factory.mktemp("tls")
    make = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=shop.test",
    ]
    try:
        subprocess.run([*make, "-keyout", folder / "k", "-out", folder / "c"], check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("openssl is not installed")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(folder / "c", folder / "k")
    return context


async def test_a_certificate_nobody_signed_is_a_clear_error_and_the_name_is_sent(
    self_signed: ssl.SSLContext,
) -> None:
    names: list[str | None] = []
    self_signed.sni_callback = lambda _socket, name, _context: names.append(name)
    asyncio.get_running_loop().set_exception_handler(lambda *_: None)  # the server's half of the handshake
    async with serve({"/": answer()}, ssl=self_signed) as site:
        options = NetOptions(delay_s=0, resolve=(f"shop.test=127.0.0.1:{site.port}",))
        async with Client(options, start_url="https://shop.test/") as client:
            with pytest.raises(FetchError, match=r"no secure connection to shop\.test: its certificate") as caught:
                await client.fetch(Request("https://shop.test/"))
            assert client.stats.errors == {"tls": 1}
    assert names == ["shop.test"]
    assert not isinstance(caught.value, RefusedError)


async def test_a_server_that_does_not_speak_tls_is_a_clear_error() -> None:
    async def plain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(answer(b"plain HTTP here", status=400))
        writer.close()

    server = await asyncio.start_server(plain, "127.0.0.1", 0)
    async with server:
        start = f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        async with Client(FAST, start_url=start) as client:
            with pytest.raises(FetchError, match=r"no secure connection to 127\.0\.0\.1: "):
                await client.fetch(Request(start))
