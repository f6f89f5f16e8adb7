"""A small web of many hosts for the tests of discovery: in process and over HTTP, with a critic and strategies."""

import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import Any
from urllib.parse import urlsplit

from sonde.discover.model import Candidate, FoundForm, Outlink, Rank, Verdict, Visit, WebPage, host_of
from sonde.errors import FetchError, StatusError
from sonde.model import Page, Request

WORDS = "river stone cloud garden paper window summer bridge market silver copper harbour meadow lantern".split()
SHOP = '<form action="/find"><label>Find books <input name="title"></label><input type=submit value=Search></form>'
OTHER = '<form action="/jobs"><label>Find jobs <input name="job"></label><input type=submit value=Search></form>'


def page(title: str, links: Sequence[tuple[str, str]] = (), *, body: str = "") -> str:
    """A page with links: address and anchor."""
    listed = "".join(f'<li>see <a href="{url}">{anchor}</a> here</li>' for url, anchor in links)
    return f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{body}<ul>{listed}</ul></body></html>"


@dataclass(slots=True)
class SmallWeb:
    """Pages by address without scheme; what is not there answers 404. Counts every request."""

    pages: dict[str, str] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    dead: set[str] = field(default_factory=set)
    asked: Counter[str] = field(default_factory=Counter)

    async def fetch(self, request: Request) -> Page:
        parts = urlsplit(request.url)
        if parts.netloc in self.dead:
            raise FetchError(f"{parts.netloc} cannot be reached", url=request.url)
        key = _key(request.url)
        self.asked[key] += 1
        trail = set()
        while key in self.redirects:
            if key in trail:
                raise FetchError(f"{request.url} redirects in a circle", url=request.url)
            trail.add(key)
            key = self.redirects[key]
        if key not in self.pages:
            raise StatusError("not found", url=request.url, status=404)
        return Page(f"http://{key}", self.pages[key], requested_url=request.url)


def _key(url: str) -> str:
    return url.split("://", 1)[1]


def small_web(*, hosts: int = 40, per_host: int = 6, rng_seed: int = 1, about: str = "") -> SmallWeb:
    """Hosts that link to each other; every fifth has a form for books one step below its front page.

    All pages but those of job sites say what they are `about`.
    """
    rng = Random(rng_seed)
    web = SmallWeb()
    for number in range(hosts):
        host = f"site{number}.test"
        others = [f"http://site{rng.randrange(hosts)}.test/" for _ in range(4)]
        links = [(url, f"{rng.choice(WORDS)} {rng.choice(WORDS)}") for url in others]
        links += [(f"/{rng.choice(WORDS)}-{at}", f"{rng.choice(WORDS)} {at}") for at in range(per_host)]
        links.append(("/missing", "gone"))
        said = "" if number % 5 == 1 else about
        text = f"{said} {' '.join(rng.choices(WORDS, k=60))}"
        if number % 5 == 0:
            links.append(("/search", "search all books"))
            web.pages[f"{host}/search"] = page(f"Books of {host}", [("/", "home")], body=f"<p>books {text}</p>{SHOP}")
        elif number % 5 == 1:
            links.append(("/search", "search all jobs"))
            web.pages[f"{host}/search"] = page(f"Jobs of {host}", [("/", "home")], body=f"<p>{text}</p>{OTHER}")
        web.pages[f"{host}/"] = page(f"Front of {host}", links, body=f"<p>{text}</p>")
        for url, anchor in links:
            if url.startswith("/") and url not in ("/search", "/missing"):
                more = [(f"{url}/deep{at}", rng.choice(WORDS)) for at in range(2)] if url.count("/") == 1 else []
                own = f"{said} {' '.join(rng.choices(WORDS, k=60))}"
                web.pages[f"{host}{url}"] = page(f"{anchor} of {host}", more, body=f"<p>{own}</p>")
                for deep, _ in more:
                    own = " ".join(rng.choices(WORDS, k=60))
                    web.pages[f"{host}{deep}"] = page(f"{deep} of {host}", body=f"<p>{own}</p>")
    return web


class BookCritic:
    """Every form that asks for a title is of the domain."""

    def judge(self, page: WebPage) -> Verdict:
        found = []
        for form in page.forms:
            is_relevant = any(one.name == "title" for one in form.fields)
            found.append(FoundForm(form, 0.9, 0.9 if is_relevant else 0.1, is_relevant))
        return Verdict(0.8, True, tuple(found))


class WordStrategy:
    """Ranks by words of anchors that led to forms; learns after every third form."""

    def __init__(self, *, is_batched: bool = False) -> None:
        self.is_batched = is_batched
        self.words: Counter[str] = Counter()
        self.forms = 0

    def links(self, visit: Visit) -> Sequence[Outlink]:
        return visit.page.links if visit.verdict.is_on_topic else ()

    def rank(self, candidates: Sequence[Candidate]) -> list[Rank]:
        return [self._rank(candidate.link) for candidate in candidates]

    def _rank(self, link: Outlink) -> Rank:
        score = sum(self.words[word] for word in link.anchor.split())
        return Rank(1 if score else 2, score / 100)

    def observe(self, visit: Visit) -> bool:
        if not visit.new_forms or not visit.path:
            return False
        self.words.update(visit.path[0].anchor.split())
        self.forms += len(visit.new_forms)
        return self.forms % 3 == 0

    def features(self) -> dict[str, Any]:
        return {"anchor": sorted(self.words)}

    def state(self) -> dict[str, Any]:
        return {"words": dict(self.words), "forms": self.forms}

    def restore(self, state: dict[str, Any]) -> None:
        self.words, self.forms = Counter(state["words"]), state["forms"]


@contextmanager
def served(web: SmallWeb) -> Iterator[int]:
    """The port at which a small web answers over HTTP, by Host header."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = 1 << 20  # head and body in one piece: no waiting for acknowledgements

        def do_GET(self) -> None:  # the name http.server asks for
            host = self.headers["Host"].lower()
            key = f"{host}{self.path}"
            if host in web.dead:
                self.close_connection = True
                return
            if self.path != "/robots.txt":
                web.asked[key] += 1
            if key in web.redirects:
                self.send_response(302)
                self.send_header("Location", f"http://{web.redirects[key]}")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            body = web.pages.get(key, "").encode()
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


def hosts_of(urls: Sequence[str]) -> set[str]:
    """The hosts of addresses."""
    return set(map(host_of, urls))
