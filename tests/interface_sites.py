"""Small hand-written sites with a search box: a plain library, and the parts that a trap changes."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from html import escape
from pathlib import Path
from random import Random
from urllib.parse import urlencode

from aiohttp import web

import sonde
from sonde.interface.learn import learn
from sonde.interface.model import SearchInterface
from sonde.interface.site import WebSite
from sonde.lab.running import running
from sonde.model import Query, Result
from sonde.net.client import Client, NetOptions

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

WORDS = ("river", "silver", "letter", "winter")
SUBJECTS = "river stone garden winter bridge harbour island forest village mountain castle market".split()
PLACES = "north south old great little upper lower far".split()
VERBS = "describes shows explains remembers compares measures collects".split()
COMMON = (
    "people water house time work light music story history money school letter paper world night summer "
    "family field church road horse train ship cloud fire silver green white black small early large long"
).split()


@dataclass(frozen=True, slots=True)
class Entry:
    """One document of the library."""

    number: int
    title: str
    text: str
    author: str

    @property
    def words(self) -> set[str]:
        return set(f"{self.title} {self.text}".lower().replace(".", " ").split())


def make_entries(count: int = 90) -> list[Entry]:
    """The same library on every run; each entry has a title of its own."""
    rng = Random(7)
    entries = []
    for number in range(1, count + 1):
        subject, place = SUBJECTS[number % len(SUBJECTS)], PLACES[number // len(SUBJECTS) % len(PLACES)]
        words = " ".join(rng.choice(COMMON) for _ in range(12))
        text = f"This volume {rng.choice(VERBS)} the {rng.choice(SUBJECTS)} and its {words}. Shelf mark K{number}."
        author = rng.choice(("Ada Brandt", "Jon Okafor", "Mira Lind", "Paul Serra"))
        entries.append(Entry(number, f"The {place} {subject} {chr(65 + number % 26)}{number}", text, author))
    return entries


ENTRIES = make_entries()


class Library:
    """A searchable library of 90 entries; a trap overrides the one part it is about.

    `seen` holds every request as "METHOD path?query", `sent` the bodies that were posted.
    """

    page_size = 10
    name = "Library of Small Things"

    def __init__(self, entries: Sequence[Entry] = ENTRIES) -> None:
        self.entries = entries
        self.seen: list[str] = []
        self.sent: list[str] = []
        self.url = ""

    def app(self) -> web.Application:
        app = web.Application(middlewares=[self._note])
        app.router.add_route("*", "/{path:.*}", self.handle)
        return app

    @web.middleware
    async def _note(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        self.seen.append(f"{request.method} {request.path_qs}")
        if request.method == "POST":
            self.sent.append((await request.read()).decode())
        return await handler(request)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Routes a request; unknown paths are 404."""
        if request.path == "/":
            return self.html(self.front())
        if request.path == "/search":
            return await self.search(request)
        if request.path.startswith("/entry/"):
            return self.entry(request)
        return self.html("<p>There is no such page.</p>", status=404)

    def html(self, content: str, *, status: int = 200, title: str = "") -> web.Response:
        """A page in the library's frame."""
        return web.Response(text=self.frame(content, title or self.name), status=status, content_type="text/html")

    def frame(self, content: str, title: str) -> str:
        return (
            f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title></head><body>'
            f'<div class="top"><a href="/">{self.name}</a> <a href="/about">About the library</a> '
            f'<a href="/visit">Plan a visit</a></div>{self.forms()}<div class="content">{content}</div>'
            '<div class="bottom"><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></div></body></html>'
        )

    def forms(self) -> str:
        return '<form action="/search"><input type="search" name="q"><button>Search</button></form>'

    def front(self) -> str:
        return "<h1>Welcome</h1><p>People come for history, music, maps and a good story by the water.</p>"

    async def words_of(self, request: web.Request) -> str:
        return request.query.get("q", "").strip()

    def find(self, words: str) -> list[Entry]:
        """The truth: entries that hold all the words."""
        asked = set(words.lower().split())
        return [entry for entry in self.entries if asked and asked <= entry.words]

    async def search(self, request: web.Request) -> web.StreamResponse:
        words = await self.words_of(request)
        page = int(request.query.get("page", "1"))
        found = self.find(words)
        shown = found[(page - 1) * self.page_size : page * self.page_size]
        if not shown:
            return self.html(self.nothing(words), title="Search")
        parts = (self.count(found, words), self.results(shown, words), self.pager(found, words, page))
        return self.html("".join(parts), title=f"{words} - search")

    def nothing(self, words: str) -> str:
        return f"<p>We are sorry: no entry holds <b>{escape(words)}</b>.</p>"

    def count(self, found: Sequence[Entry], words: str) -> str:
        return f"<p>{len(found)} entries hold your words.</p>"

    def results(self, shown: Sequence[Entry], words: str) -> str:
        return "<ul class=found>" + "".join(f"<li>{self.result(entry, words)}</li>" for entry in shown) + "</ul>"

    def result(self, entry: Entry, words: str) -> str:
        return f'<a href="{self.link(entry, words)}">{entry.title}</a><br><span>{entry.text[:90]}</span>'

    def link(self, entry: Entry, words: str) -> str:
        return f"/entry/{entry.number}"

    def pager(self, found: Sequence[Entry], words: str, page: int) -> str:
        if page * self.page_size >= len(found):
            return ""
        return f'<p><a href="{self.page_link(words, page + 1)}">Next page</a></p>'

    def page_link(self, words: str, page: int) -> str:
        return f"/search?{urlencode({'q': words, 'page': page})}".replace("&", "&amp;")

    def entry(self, request: web.Request) -> web.Response:
        number = request.path.rpartition("/")[2]
        entry = next((entry for entry in self.entries if str(entry.number) == number), None)
        if entry is None:
            return self.html("<p>There is no such entry.</p>", status=404)
        return self.html(self.document(entry), title=entry.title)

    def document(self, entry: Entry) -> str:
        return f"<h1>{entry.title}</h1><p>{entry.text}</p><p>By {entry.author}</p>"

    def urls(self, words: str) -> set[str]:
        """The addresses that a search for these words must bring."""
        return {f"{self.url}entry/{entry.number}" for entry in self.find(words)}

    def asked(self, path: str) -> list[str]:
        """The requests to a path."""
        return [line for line in self.seen if line.split(" ", 1)[1].split("?")[0] == path]


@dataclass(slots=True)
class Visit:
    """A learned site with the means to ask it further."""

    library: Library
    interface: SearchInterface
    site: WebSite

    async def ask(self, words: str) -> list[Result]:
        return [result async for page in self.site.search(Query(words)) for result in page.results]

    async def total(self, words: str) -> int | None:
        return next(iter([page.total async for page in self.site.search(Query(words))]))


@asynccontextmanager
async def serve(library: Library) -> AsyncIterator[Library]:
    """Runs the library on a free port."""
    async with running(library.app()) as (address, port):
        library.url = f"http://{address}:{port}/"
        yield library


@asynccontextmanager
async def visit(library: Library, *, start: str = "", seeds: Sequence[str] = ()) -> AsyncIterator[Visit]:
    """Learns the library's search over HTTP."""
    async with serve(library):
        options = NetOptions(delay_s=0, concurrency=4, retries=0, repeat_posts=True)
        async with Client(options, start_url=library.url) as client:
            interface = await learn(client, library.url + start, seeds=seeds)
            yield Visit(library, interface, WebSite(client, interface))


async def failure(library: Library, *, start: str = "") -> Exception:
    """The error with which learning the library ends."""
    try:
        async with visit(library, start=start) as learned:
            raise AssertionError(f"it was learned: {learned.interface}")
    except Exception as error:
        if isinstance(error, AssertionError):
            raise
        return error


async def check_every_result_is_found_once(library: Library) -> None:
    """Asks a few words, and compares with what the library has."""
    async with visit(library) as learned:
        for words in WORDS:
            urls = [result.url for result in await learned.ask(words)]
            assert len(urls) == len(set(urls)), learned.interface
            assert set(urls) == library.urls(words), learned.interface


async def check_each_entry_is_stored_once(library: Library, into: Path) -> None:
    """Crawls the library, and compares what is stored with what it has."""
    net = NetOptions(delay_s=0)
    async with serve(library), sonde.crawl(library.url, into=into, max_queries=60, net=net) as crawl:
        documents = [document async for document in crawl]
    assert 0.95 * len(library.entries) <= len(documents) <= len(library.entries)
    assert len({next(e.number for e in library.entries if e.text in d.text) for d in documents}) == len(documents)
