"""Small sites whose search is drawn by scripts, written out by hand, and the means to ask them."""

import json
import os
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from aiohttp import web

from sonde.browser.chromium import Browser, find_chromium
from sonde.errors import FetchError, MissingExtraError
from sonde.interface.model import SearchInterface
from sonde.interface.rendered.decide import learn_site
from sonde.interface.rendered.site import RenderedSite
from sonde.lab.running import running
from sonde.model import Query, Result
from sonde.net.client import Client, NetOptions

SUBJECTS = "river stone garden winter bridge harbour island forest village mountain castle market".split()
PLACES = "north south old great little upper lower far quiet golden".split()
COMMON = "people water house time work light music story history money school letter paper world night".split()


def entries(count: int = 36) -> list[dict[str, object]]:
    """The same records on every run."""
    found = []
    for number in range(count):
        subject, place = SUBJECTS[number % len(SUBJECTS)], PLACES[number // len(SUBJECTS) % len(PLACES)]
        text = f"A walk along the {subject} with {COMMON[number % 15]} and {COMMON[number * 7 % 15]}, mark k{number}."
        found.append({"n": number, "title": f"The {place} {subject} {number}", "text": text})
    return found


ENTRIES = entries()
SEEDS = ("walk", "river", "castle")
Tools = tuple[Client, Browser]
Handlers = dict[str, Callable[[web.Request], web.StreamResponse]]

HEAD = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Walks</title></head><body>'
FRONT = "<h1>Walks of the county</h1><p>History, music and water on every river.</p>"
FIND = """
const find = (words) => { const asked = words.toLowerCase().split(/\\s+/).filter(Boolean);
  return asked.length ? ENTRIES.filter(e => asked.every(w => (e.title + ' ' + e.text).toLowerCase().includes(w))) : []; };
const record = (e) => `<li class="hit"><a href="/walk/${e.n}">${e.title}</a><p>${e.text}</p></li>`;
const say = (found) => found.length ? `${found.length} walks found` : 'No walk was found.';
"""
AS_YOU_TYPE = """
<div class="top"><input aria-label="Search the walks" class="finder"></div><p id="say"></p><ol id="hits"></ol>
<script src="/data.js"></script><script>
const box = document.querySelector('.finder'); let timer;
box.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(() => show(box.value), 80); });
</script>
"""
ALL = "<script>function show(w) { const f = find(w); say_.textContent = say(f); hits.innerHTML = f.map(record).join(''); }\nconst say_ = document.getElementById('say');</script>"


@dataclass
class Drawn:
    """A site of one drawn page; `pages` adds others, `seen` holds every request."""

    body: str
    pages: dict[str, str] = field(default_factory=dict)
    handlers: Handlers = field(default_factory=dict)
    robots: str = ""
    drawn_documents: bool = False
    seen: list[str] = field(default_factory=list)
    url: str = ""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Routes a request; unknown paths are 404."""
        self.seen.append(f"{request.method} {request.path_qs}")
        path = request.path
        if path in self.handlers:
            return self.handlers[path](request)
        if path == "/robots.txt" and self.robots:
            return web.Response(text=self.robots)
        if path == "/data.js":
            return web.Response(text=f"const ENTRIES = {json.dumps(ENTRIES)};{FIND}", content_type="text/javascript")
        if path.startswith("/walk/"):
            return self.document(int(path.rpartition("/")[2]))
        body = self.body if path == "/" else self.pages.get(path)
        if body is None:
            raise web.HTTPNotFound
        return web.Response(text=f"{HEAD}{FRONT}{body}</body></html>", content_type="text/html")

    def document(self, number: int) -> web.Response:
        text = f"<h1>{ENTRIES[number]['title']}</h1><p>{ENTRIES[number]['text']}</p>"
        if self.drawn_documents:
            text = (
                "<main></main><script src='/data.js'></script><script>const e = ENTRIES[location.pathname.split('/')[2]];"
                "document.querySelector('main').innerHTML = `<h1>${e.title}</h1><p>${e.text}</p>`</script>"
            )
        return web.Response(text=f"{HEAD}{text}</body></html>", content_type="text/html")

    def asked(self, path: str) -> int:
        return sum(line.split(" ", 1)[1].split("?")[0] == path for line in self.seen)

    def urls(self, words: str) -> set[str]:
        """The addresses a search for a word must bring."""
        return {f"{self.url}walk/{e['n']}" for e in ENTRIES if words in f"{e['title']} {e['text']}".lower()}


@asynccontextmanager
async def serve(site: Drawn) -> AsyncIterator[Drawn]:
    """Runs the site on a free port."""
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", site.handle)
    async with running(app) as (address, port):
        site.url = f"http://{address}:{port}/"
        yield site


@asynccontextmanager
async def tools() -> AsyncIterator[Tools]:
    """A client and a browser for local sites; tests are skipped where there is no Chromium."""
    try:
        find_chromium()
    except MissingExtraError as missing:
        pytest.skip(str(missing))
    net = NetOptions(delay_s=0, concurrency=4, retries=0)
    async with Client(net, start_url="http://127.0.0.1/") as client, Browser(client) as browser:
        yield client, browser


@asynccontextmanager
async def browsing(site: Drawn) -> AsyncIterator[Tools]:
    """A served site, with a client and a browser of its own."""
    async with serve(site), tools() as own:
        yield own


async def links_for(browser: Browser, site: Drawn, words: str) -> set[str]:
    """The documents a page links to after words were typed."""
    page = await (await browser.screen()).ask(site.url, ".finder", words, submit="typing")
    return {f"{site.url}walk/{number}" for number in re.findall(r'href="/walk/(\d+)"', page.text)}


async def answers(browser: Browser, site: Drawn, words: str) -> bool:
    """Whether a page still shows the right documents for words, or the query is lost."""
    try:
        return await links_for(browser, site, words) == site.urls(words)
    except FetchError:
        return False


@dataclass
class Visit:
    """A learned site with the means to ask it further."""

    site: Drawn
    interface: SearchInterface
    asker: RenderedSite
    browser: Browser
    client: Client

    async def ask(self, words: str) -> list[Result]:
        return [result async for page in self.asker.search(Query(words)) for result in page.results]

    async def brings_all(self, words: str) -> bool:
        """Whether a search brings exactly what it must, each once."""
        urls = [result.url for result in await self.ask(words)]
        return len(urls) == len(set(urls)) and set(urls) == self.site.urls(words)


@asynccontextmanager
async def visit(site: Drawn, shared: Tools) -> AsyncIterator[Visit]:
    """Learns a drawn site with the default settings."""
    client, browser = shared
    async with serve(site):
        interface = await learn_site(client, browser, site.url, seeds=SEEDS)
        yield Visit(site, interface, RenderedSite(client, browser, interface), browser, client)


def chromium_processes() -> dict[int, str]:
    """The Chromium processes below this one, with their command lines."""
    parents, lines = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            number = int(folder.name)
            parents[number] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            lines[number] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except (OSError, ValueError):
            continue
    return {number: line for number, line in lines.items() if "--type=" in line and _is_below(number, parents)} | {
        number: line for number, line in lines.items() if "--headless" in line and _is_below(number, parents)
    }


def chromium_mib() -> float:
    """The memory that these processes have to themselves."""
    pages = 0
    for number in chromium_processes():
        with suppress(OSError):
            held, shared = (int(text) for text in Path(f"/proc/{number}/statm").read_text().split()[1:3])
            pages += held - shared
    return pages * os.sysconf("SC_PAGESIZE") / 2**20


def _is_below(number: int, parents: dict[int, int]) -> bool:
    while number in parents and number != os.getpid():
        number = parents[number]
    return number == os.getpid()
