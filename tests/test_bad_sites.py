"""Sites, folders and disks that misbehave: a crawl ends with a clear error or goes on, and loses nothing."""

import asyncio
import gzip
import os
import sqlite3
import ssl
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from aiohttp import web

import sonde
from net_server import serve as serve_raw
from python_library import python_library
from sonde.errors import (
    ConfigError,
    FetchError,
    FolderInUseError,
    NoSearchFormError,
    RefusedError,
    SchemaVersionError,
    SondeError,
    StatusError,
    StoreError,
)
from sonde.lab.search.engine import Engine
from sonde.lab.served.address import record_url
from sonde.lab.served.webapp import LabServer
from sonde.lab.traits import Traits

RECORDS = python_library()[::40][:80]
ENGINE = Engine(RECORDS, Traits(page_size=10))
FAST = sonde.NetOptions(delay_s=0, concurrency=4, retries=0)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class BadSite(LabServer):
    """A simulated site where some paths, or all of them, are answered in another way."""

    def __init__(self, engine: Engine = ENGINE) -> None:
        super().__init__(engine)
        self.instead: dict[str, Handler] = {}  # by path; "" for every path without one
        self.is_bad = True

    @web.middleware
    async def _intercept(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        instead = self.instead.get(request.path, self.instead.get("")) if self.is_bad else None
        return await (instead or handler)(request)

    def app(self) -> web.Application:
        app = super().app()
        app.middlewares.insert(0, self._intercept)
        return app

    @asynccontextmanager
    async def running(self, port: int = 0) -> AsyncIterator["BadSite"]:
        runner = web.AppRunner(self.app(), access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", port).start()
            self.url = "http://{}:{}/".format(*runner.addresses[0][:2])
            yield self
        finally:
            await runner.cleanup()


@pytest.fixture
async def site() -> AsyncIterator[BadSite]:
    async with BadSite().running() as server:
        yield server


async def run(crawl: sonde.Crawl) -> list[sonde.Document]:
    async with crawl:
        return [document async for document in crawl]


def last_stop(folder: Path) -> sonde.Stop:
    stop = sonde.open(folder).runs()[-1].stop
    assert stop is not None
    return stop


def failures(folder: Path) -> list[tuple[str, str]]:
    """Kind and message of every failure."""
    with closing(sqlite3.connect(folder / "crawl.db")) as connection:
        return connection.execute("SELECT kind, message FROM failure ORDER BY id").fetchall()


async def answers_with(status: int, html: str) -> Handler:
    async def handler(request: web.Request) -> web.StreamResponse:
        return web.Response(status=status, text=html, content_type="text/html")

    return handler


# Sites that cannot be crawled at all


async def test_a_dead_host_is_a_clear_error(tmp_path: Path) -> None:
    async with serve_raw({}) as site:
        url = site.url()
    with pytest.raises(FetchError, match=r"127\.0\.0\.1 cannot be reached: it refuses connections"):
        await run(sonde.crawl(url, into=tmp_path / "c", net=FAST))
    assert last_stop(tmp_path / "c").reason == "error"
    with pytest.raises(FetchError, match=r"nowhere\.invalid cannot be found"):
        await run(sonde.crawl("http://nowhere.invalid/", into=tmp_path / "d", net=FAST))


async def test_a_host_that_does_not_speak_tls_is_a_clear_error(site: BadSite, tmp_path: Path) -> None:
    url = site.url.replace("http:", "https:")
    with pytest.raises(FetchError, match=r"no secure connection to 127\.0\.0\.1"):
        await run(sonde.crawl(url, into=tmp_path / "c", net=FAST))
    assert last_stop(tmp_path / "c").reason == "error"


async def test_a_certificate_nobody_signed_is_a_clear_error(tmp_path: Path) -> None:
    names = [
        "-keyout",
        str(tmp_path / "key"),
        "-out",
        str(tmp_path / "certificate"),
        "-subj",
        "/CN=site.test",
    ]
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *names]
    try:
        await asyncio.to_thread(subprocess.run, make, check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("openssl is not installed")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(tmp_path / "certificate", tmp_path / "key")
    asyncio.get_running_loop().set_exception_handler(lambda *_: None)  # the server's half of the handshake
    async with serve_raw({}, ssl=context) as server:
        with pytest.raises(FetchError, match="its certificate is not valid"):
            await run(sonde.crawl(server.url(), into=tmp_path / "c", net=FAST))


async def test_a_site_that_forbids_everything_is_blocked(site: BadSite, tmp_path: Path) -> None:
    site.instead[""] = await answers_with(403, "<h1>Forbidden</h1>")
    with pytest.raises(StatusError, match="403"):
        await run(sonde.crawl(site.url, into=tmp_path / "c", net=replace(FAST, ignore_robots=True)))
    assert last_stop(tmp_path / "c").reason == "blocked"


CHALLENGE = "<html><title>One moment</title><p>Please verify you are a human to continue.</p><form></form></html>"


@pytest.mark.parametrize("status", [200, 403, 503])
async def test_a_site_that_wants_proof_of_a_human_is_blocked(site: BadSite, tmp_path: Path, status: int) -> None:
    site.instead[""] = await answers_with(status, CHALLENGE)
    with pytest.raises(FetchError):
        await run(sonde.crawl(site.url, into=tmp_path / "c", net=replace(FAST, ignore_robots=True)))
    assert last_stop(tmp_path / "c").reason == "blocked"


async def test_a_site_that_wants_proof_of_a_human_halfway_is_blocked_and_can_be_resumed(
    site: BadSite, tmp_path: Path
) -> None:
    crawl = sonde.crawl(site.url, into=tmp_path / "c", max_queries=3, net=FAST)
    held = await run(crawl)
    site.instead[""] = await answers_with(200, CHALLENGE)
    assert await run(sonde.crawl(site.url, into=tmp_path / "c", net=FAST)) == []
    assert last_stop(tmp_path / "c").reason == "blocked"
    assert "a check for robots" in last_stop(tmp_path / "c").detail
    site.is_bad = False
    await run(sonde.crawl(site.url, into=tmp_path / "c", max_queries=12, net=FAST))
    titles = [document.title for document in sonde.open(tmp_path / "c").documents()]
    assert titles[: len(held)] == [document.title for document in held]
    assert "One moment" not in titles


async def test_robots_that_forbid_the_results_are_obeyed_and_named(tmp_path: Path) -> None:
    robots = Traits(page_size=10, robots="User-agent: *\nDisallow: /search")
    async with BadSite(ENGINE.with_traits(robots)).running() as site:
        with pytest.raises(RefusedError, match=r"robots\.txt of 127\.0\.0\.1 does not allow .*/search"):
            await run(sonde.crawl(site.url, into=tmp_path / "c", net=FAST))
        assert last_stop(tmp_path / "c").reason == "blocked"
        assert site.queries == []
        allowed = sonde.crawl(site.url, into=tmp_path / "c", max_queries=1, net=replace(FAST, ignore_robots=True))
        assert await run(allowed)


LOGIN = '<form action="/login" method="post"><input name="user"><input type="password" name="word"></form>'


@pytest.mark.parametrize("html", ["<p>Nothing here.</p>", LOGIN])
async def test_a_site_without_a_search_form_is_a_clear_error(site: BadSite, tmp_path: Path, html: str) -> None:
    site.instead[""] = await answers_with(200, html)
    with pytest.raises(NoSearchFormError, match=rf"no search form on {site.url}"):
        await run(sonde.crawl(site.url, into=tmp_path / "c", net=FAST))
    assert last_stop(tmp_path / "c").reason == "error"


async def test_results_that_never_change_with_the_query_are_a_clear_error(site: BadSite, tmp_path: Path) -> None:
    html = "".join(f'<li><a href="/record/{n}">Entry {n}</a></li>' for n in range(1, 11))
    site.instead["/search"] = await answers_with(200, f"<ul>{html}</ul>")
    with pytest.raises(NoSearchFormError, match="the same for every word"):
        await run(sonde.crawl(site.url, into=tmp_path / "c", net=FAST))


# Folders that cannot be used


async def test_a_typo_in_the_folders_interface_is_named_and_nothing_is_lost(site: BadSite, tmp_path: Path) -> None:
    held = await run(sonde.crawl(site.url, into=tmp_path / "c", max_queries=2, net=FAST))
    path = tmp_path / "c" / "interface.yaml"
    right = path.read_text()
    path.write_text(right.replace("query_field:", "query_feild:"))
    with pytest.raises(ConfigError, match=r"unknown key ask\.query_feild; did you mean 'query_field'"):
        await run(sonde.crawl(site.url, into=tmp_path / "c", max_queries=3, net=FAST))
    path.write_text(right)
    await run(sonde.crawl(site.url, into=tmp_path / "c", max_queries=3, net=FAST))
    assert list(sonde.open(tmp_path / "c").documents())[: len(held)] == held


async def test_an_interface_of_another_site_is_not_used(site: BadSite, tmp_path: Path) -> None:
    await run(sonde.crawl(site.url, into=tmp_path / "c", max_queries=1, net=FAST))
    (tmp_path / "d").mkdir()
    (tmp_path / "c" / "interface.yaml").rename(tmp_path / "d" / "interface.yaml")
    asked = len(site.queries)
    with pytest.raises(ConfigError, match=rf"is for {site.url}, not for http://other\.test/"):
        await run(sonde.crawl("http://other.test/", into=tmp_path / "d", net=FAST))
    assert len(site.queries) == asked


async def test_the_folder_of_another_crawl_is_left_alone(site: BadSite, tmp_path: Path) -> None:
    await run(sonde.crawl(site.url, into=tmp_path / "c", max_queries=1, net=FAST))
    with pytest.raises(StoreError, match=rf"holds the crawl of {site.url}, not of http://other\.test/"):
        await run(sonde.crawl("http://other.test/", into=tmp_path / "c", net=FAST))
    assert len(sonde.open(tmp_path / "c").runs()) == 1


async def test_the_folder_of_a_newer_version_is_left_alone(site: BadSite, tmp_path: Path) -> None:
    await run(sonde.crawl(site.url, into=tmp_path / "c", max_queries=1, net=FAST))
    with closing(sqlite3.connect(tmp_path / "c" / "crawl.db")) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(SchemaVersionError, match="newer Sonde"):
        await run(sonde.crawl(site.url, into=tmp_path / "c", net=FAST))


async def python(code: str, *args: str) -> asyncio.subprocess.Process:
    source = str(Path(sonde.__file__).parents[1])
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", code, *args),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": source},
    )


HOLD = """
import sys
from sonde.store.folder import CrawlFolder
with CrawlFolder.open_for_crawl(sys.argv[2], site_url=sys.argv[1]):
    print("open", flush=True)
    sys.stdin.read()
"""


async def test_a_folder_that_another_process_crawls_into_is_left_alone(site: BadSite, tmp_path: Path) -> None:
    other = await python(HOLD, site.url, str(tmp_path / "c"))
    assert other.stdout is not None
    assert await other.stdout.readline() == b"open\n"
    with pytest.raises(FolderInUseError, match=rf"in use by another crawl \(process {other.pid}\)"):
        await run(sonde.crawl(site.url, into=tmp_path / "c", net=FAST))
    await other.communicate(b"")
    assert await run(sonde.crawl(site.url, into=tmp_path / "c", max_queries=1, net=FAST))


FULL = """
import asyncio, resource, sys, sonde
limit = int(sys.argv[3])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
async def main(url, folder):
    net = sonde.NetOptions(delay_s=0, concurrency=4)
    try:
        async with sonde.crawl(url, into=folder, net=net) as crawl:
            async for document in crawl:
                print(document.url, flush=True)
    except sonde.errors.StoreError as error:
        print(f"StoreError: {error}")
asyncio.run(main(*sys.argv[1:3]))
"""


@pytest.mark.parametrize("limit", [1 << 10, 6 << 10, 60 << 10, 120 << 10, 200 << 10])
async def test_a_full_disk_is_a_clear_error_and_nothing_is_lost(site: BadSite, tmp_path: Path, limit: int) -> None:
    folder = tmp_path / "c"
    process = await python(FULL, site.url, str(folder), str(limit))
    printed = (await process.communicate(b""))[0].decode().split("\n")
    *reported, message = [line for line in printed if line]
    assert message.startswith("StoreError: "), printed
    assert process.returncode == 0
    if reported:
        assert set(reported) <= {document.url for document in sonde.open(folder).documents()}
    await run(sonde.crawl(site.url, into=folder, max_queries=20, net=FAST))
    held = {document.url for document in sonde.open(folder).documents()}
    assert set(reported) <= held
    assert len(held) > 0.9 * len(RECORDS)


# Documents that misbehave


async def stream(request: web.Request, chunks: int, *, announced: int | None = None) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": "text/html"})
    response.content_length = announced
    await response.prepare(request)
    for _ in range(chunks):
        await response.write(b"x" * 100_000)
    return response


async def huge(request: web.Request) -> web.StreamResponse:
    return await stream(request, 50_000, announced=5 * 10**9)


async def huge_unannounced(request: web.Request) -> web.StreamResponse:
    return await stream(request, 50_000)


@cache
def bomb() -> bytes:
    return gzip.compress(gzip.compress(bytes(150_000_000)))


async def gzip_bomb(request: web.Request) -> web.StreamResponse:
    body = bomb()
    return web.Response(body=body, headers={"Content-Encoding": "gzip, gzip", "Content-Type": "text/html"})


async def not_gzip(request: web.Request) -> web.StreamResponse:
    return web.Response(body=b"plain", headers={"Content-Encoding": "gzip", "Content-Type": "text/html"})


async def to_a_private_address(request: web.Request) -> web.StreamResponse:
    raise web.HTTPFound("http://10.0.0.1/admin")


async def to_itself(request: web.Request) -> web.StreamResponse:
    raise web.HTTPFound(request.path)


async def cut_off(request: web.Request) -> web.StreamResponse:
    response = await stream(request, 1, announced=200_000)
    assert request.transport is not None
    request.transport.abort()
    return response


async def gone(request: web.Request) -> web.StreamResponse:
    raise web.HTTPGone


MISBEHAVING: dict[Handler, tuple[str, str]] = {
    huge: ("TooLargeError", "announces 5000000000 bytes"),
    huge_unannounced: ("TooLargeError", "sends more than"),
    gzip_bomb: ("TooLargeError", "100000000"),
    not_gzip: ("FetchError", "gzip"),
    to_a_private_address: ("RefusedError", "10.0.0.1 is not a public address"),
    to_itself: ("FetchError", "redirect"),
    cut_off: ("FetchError", "dropped the connection"),
    gone: ("StatusError", "410"),
}


async def test_documents_that_misbehave_cost_a_failure_each_and_the_crawl_goes_on(
    site: BadSite, tmp_path: Path
) -> None:
    learned = await sonde.inspect(site.url, net=FAST)
    for number, handler in enumerate(MISBEHAVING):
        site.instead[record_url(10 * number)] = handler
    crawl = sonde.crawl(learned, into=tmp_path / "c", max_queries=40, net=FAST)
    documents = await run(crawl)
    assert crawl.stop is not None
    assert crawl.stop.reason != "error"
    lost = {record.title for record in RECORDS} - {document.title for document in documents}
    assert {RECORDS[10 * number].title for number in range(len(MISBEHAVING))} <= lost
    assert len(lost) <= len(MISBEHAVING) + 0.05 * len(RECORDS)
    noted = failures(tmp_path / "c")
    for kind, message in MISBEHAVING.values():
        found = [text for other, text in noted if other == kind and message in text]
        assert 1 <= len(found) <= 2, (kind, message, noted)
    assert len(noted) == crawl.progress.failures <= 2 * len(MISBEHAVING)


async def nested(request: web.Request) -> web.StreamResponse:
    html = "<html><title>Deep</title><body>" + "<div>" * 300_000 + "the bottom" + "</div>" * 300_000
    return web.Response(text=html, content_type="text/html")


async def many_attributes(request: web.Request) -> web.StreamResponse:
    html = "<html><title>Wide</title><body><p " + " ".join(f"a{n}=1" for n in range(200_000)) + ">much said</p>"
    return web.Response(text=html, content_type="text/html")


async def wrong_charset(request: web.Request) -> web.StreamResponse:
    html = "<html><title>Größe</title><body><p>Straße über Öl, café à la carte, mañana.</p>"
    return web.Response(body=html.encode("latin-1"), headers={"Content-Type": "text/html; charset=utf-8"})


async def unknown_charset(request: web.Request) -> web.StreamResponse:
    html = "<html><title>Привет</title><body><p>Съешь же ещё этих мягких французских булок.</p>"
    return web.Response(body=html.encode(), headers={"Content-Type": "text/html; charset=bogus-9"})


async def pdf(request: web.Request) -> web.StreamResponse:
    return web.Response(body=b"%PDF-1.7\n\0\1\2" * 500, content_type="application/pdf")


async def picture_as_html(request: web.Request) -> web.StreamResponse:
    return web.Response(body=b"\x89PNG\r\n\x1a\n" + bytes(5000), content_type="text/html")


async def empty(request: web.Request) -> web.StreamResponse:
    return web.Response(text="", content_type="text/html")


async def test_documents_that_are_odd_are_read_as_well_as_can_be(site: BadSite, tmp_path: Path) -> None:
    learned = await sonde.inspect(site.url, net=FAST)
    odd = [nested, many_attributes, wrong_charset, unknown_charset, pdf, picture_as_html, empty]
    for number, handler in enumerate(odd):
        site.instead[record_url(10 * number)] = handler
    await run(sonde.crawl(learned, into=tmp_path / "c", max_queries=40, net=FAST))
    by_path = {
        document.url.removeprefix(site.url.rstrip("/")): document
        for document in sonde.open(tmp_path / "c").documents(include_aside=True)
    }
    read = [by_path[record_url(10 * number)] for number in range(len(odd))]
    assert "the bottom" in read[0].text
    assert "much said" in read[1].text
    assert "Straße über Öl, café à la carte, mañana." in read[2].text
    assert "мягких французских булок" in read[3].text
    assert [document.text for document in read[4:]] == [""] * 3, "files without text are kept all the same"
    assert all(document.title for document in read)
    assert failures(tmp_path / "c") == []


# Answers that misbehave


async def test_a_result_page_that_is_cut_in_the_middle_costs_one_query(site: BadSite, tmp_path: Path) -> None:
    learned = await sonde.inspect(site.url, net=FAST)
    original = site._search

    async def cut_once(request: web.Request) -> web.StreamResponse:
        if request.query.get("page") == "2":
            site.instead.clear()
            return await cut_off(request)
        return await original(request)

    site.instead["/search"] = cut_once
    crawl = sonde.crawl(learned, into=tmp_path / "c", max_queries=40, net=FAST)
    documents = await run(crawl)
    outcomes = list(sonde.open(tmp_path / "c").outcomes())
    assert [bool(outcome.error) for outcome in outcomes].count(True) == 1
    broken = next(outcome for outcome in outcomes if outcome.error)
    assert not broken.complete
    assert len(broken.seen) == 10, "the first page is kept"
    assert len(documents) >= 0.95 * len(RECORDS)


async def test_a_result_page_without_its_second_half_is_read_as_far_as_it_goes(site: BadSite, tmp_path: Path) -> None:
    learned = await sonde.inspect(site.url, net=FAST)
    original = site._search

    async def half(request: web.Request) -> web.StreamResponse:
        whole = await original(request)
        assert isinstance(whole, web.Response)
        assert isinstance(whole.body, bytes)
        return web.Response(body=whole.body[: len(whole.body) // 2], content_type="text/html")

    site.instead["/search"] = half
    crawl = sonde.crawl(learned, into=tmp_path / "c", max_queries=5, net=FAST)
    documents = await run(crawl)
    assert documents
    assert {document.title for document in documents} <= {record.title for record in RECORDS}


async def test_a_server_that_dies_is_an_error_and_once_it_is_back_the_crawl_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    server, life = BadSite(), AsyncExitStack()
    await life.enter_async_context(server.running())
    held = []
    async with sonde.crawl(server.url, into=folder, net=FAST) as crawl:
        async for document in crawl:
            held.append(document)
            if crawl.progress.queries == 3:
                await life.aclose()
    stop = last_stop(folder)
    assert stop.reason == "error"
    assert "the last 5 queries failed: 127.0.0.1 cannot be reached" in stop.detail
    async with server.running(int(server.url.split(":")[-1].rstrip("/"))):
        await run(sonde.crawl(server.url, into=folder, net=FAST))
    after = list(sonde.open(folder).documents())
    assert after[: len(held)] == held
    assert {document.title for document in after} == {record.title for record in RECORDS}


async def test_every_error_of_a_crawl_is_a_known_one(site: BadSite, tmp_path: Path) -> None:
    """Whatever single path breaks while the site is learned, the error is ours and the run is noted."""
    for number, path in enumerate(("/", "/search", "/robots.txt", "/record/1")):
        for handler in (huge, gzip_bomb, cut_off, to_a_private_address, pdf, gone):
            site.instead = {path: handler}
            folder = tmp_path / f"{number}-{handler.__name__}"
            with suppress(SondeError):
                await run(sonde.crawl(site.url, into=folder, max_queries=2, net=FAST))
            assert last_stop(folder).reason in ("budget", "error", "blocked")
