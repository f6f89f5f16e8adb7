"""Answers every request of a page through the client, so that robots, politeness, guard and archive hold here too.

The browser itself reaches no network: what is not answered here fails.
"""

import logging
import time
from collections import Counter
from typing import Protocol
from urllib.parse import urldefrag

from playwright.async_api import BrowserContext, Route
from playwright.async_api import Error as DriverError
from playwright.async_api import Request as Asked

from sonde.browser.cache import DATA, Cache, is_static
from sonde.browser.reply import STAY, Reply, leading_to, reply_of
from sonde.browser.seen import Seen
from sonde.errors import FetchError
from sonde.model import Page, Pairs, Request
from sonde.net.reading import status_error
from sonde.page.plain import is_html
from sonde.page.url import same_site

logger = logging.getLogger(__name__)

_NEEDED = frozenset({"document", "script", "stylesheet", "xhr", "fetch", "manifest", "other"})
_PASSED_ON = ("accept", "accept-language", "authorization", "referer")
_TELLING = ("accept", "x-requested-with")  # what a script says about the answer it wants, and nothing about who asks
_ANYTHING = "*/*"
_TROUBLE = (401, 403, 407, 429)  # and from 500: no answer, where 404 may well be one
_SEEN_BYTES = 5_000_000
_RUN_S = 0.2
_RESTLESS = 20  # requests to one address after one action


class Loader(Protocol):
    """Loads what a browser asks for; the client does."""

    async def load(self, request: Request, *, headers: Pairs = ()) -> tuple[Page, bytes]: ...


class Traffic:
    """The requests of one browser context: answered, watched and counted since the last action."""

    def __init__(self, loader: Loader) -> None:
        self.seen: list[Seen] = []  # texts that scripts asked for, since the last action
        self.trouble: FetchError | None = None  # a request of the site that failed, since the last action
        self.started = 0  # requests since the last action
        self.went: list[str] | None = None  # a list: pages the browser would have gone to, while it is held back
        self._loader = loader
        self._cache = Cache()
        self._moved: dict[str, Reply] = {}  # a page that was loaded already, by address, for one use
        self._open: dict[object, str] = {}  # requests under way -> where to
        self._background: set[str] = set()
        self._asked: Counter[str] = Counter()
        self._cookies: dict[str, str] = {}  # origin -> what scripts and answers have set, as of the last action
        self._last = 0.0

    async def attach(self, context: BrowserContext) -> None:
        """Takes over all requests of a browser context."""
        await context.route("**/*", self._answer)
        await context.route_web_socket("**/*", lambda socket: None)  # looks open, and nothing ever comes

    def mark(self) -> None:
        """Begins a new action: what is under way now was not caused by it."""
        self.seen, self.trouble, self.started = [], None, 0
        self._background.update(self._open.values())
        self._asked.clear()
        self._cookies.clear()

    @property
    def is_busy(self) -> bool:
        """Whether a request is under way that the last action may have caused."""
        return any(place not in self._background and self._asked[place] <= _RESTLESS for place in self._open.values())

    @property
    def quiet_s(self) -> float:
        """How long ago the last answer was used: a script takes a while to run before it asks for more."""
        return time.monotonic() - self._last

    async def load(self, request: Request) -> Page:
        """Loads a page that the browser will go to next. Raises StatusError like the client's fetch."""
        page, body = await self._loader.load(request)
        if page.status >= 400:
            raise status_error(page.status, url=page.url, page=page)
        if is_html(page):
            self._moved = {page.url: reply_of(page, body)}
        return page

    async def _answer(self, route: Route, asked: Asked) -> None:
        """Answers one request; a page that has gone meanwhile needs no answer."""
        try:
            reply = await self._reply(asked)
            if reply is None:
                await route.abort("blockedbyclient")
            else:
                await route.fulfill(status=reply.status, headers=reply.headers, body=reply.body)
        except DriverError as error:
            logger.debug("browser took no answer url=%s error=%s", asked.url, error)

    async def _reply(self, asked: Asked) -> Reply | None:
        url = urldefrag(asked.url).url
        if not is_needed(asked.resource_type, asked.method, url):
            return None
        if asked.is_navigation_request() and self.went is not None:
            self.went.append(url)
            return STAY
        kept = self._moved.pop(url, None) or self._cache.get(url)
        if kept is not None and asked.method == "GET":
            return kept
        self.started += 1
        place = f"{asked.method} {url.partition('?')[0]}"
        self._asked[place] += 1
        token = object()
        self._open[token] = place
        try:
            return await self._fetched(asked, url)
        except FetchError as error:
            self._note(asked, error)
            return STAY if asked.is_navigation_request() else None
        finally:
            del self._open[token]
            self._last = time.monotonic() + _RUN_S * (asked.resource_type in ("document", "script"))

    async def _fetched(self, asked: Asked, url: str) -> Reply:
        request = _request(asked, url)
        page, body = await self._loader.load(request, headers=await self._headers(asked))
        reply = reply_of(page, body, origin=asked.headers.get("origin", ""))
        if asked.is_navigation_request() and page.url != url:
            self._moved[page.url] = reply
            return leading_to(page.url)
        if page.status in _TROUBLE or page.status >= 500:
            self._note(asked, status_error(page.status, url=url, page=page))
        if asked.resource_type in DATA and page.text and len(body) <= _SEEN_BYTES:
            self.seen.append(Seen(request, page))
        if is_static(asked.resource_type, page) and asked.method == "GET":
            self._cache.keep(url, reply)
        return reply

    async def _headers(self, asked: Asked) -> Pairs:
        """The headers that scripts and pages give a meaning to; who we are is told by the client."""
        given = asked.headers
        kept = [(name, value) for name, value in given.items() if name in _PASSED_ON or name.startswith("x-")]
        origin = "/".join(asked.url.split("/", 3)[:3])
        if origin not in self._cookies:
            try:
                cookies = await asked.frame.page.context.cookies(origin)
            except DriverError:
                cookies = []
            self._cookies[origin] = "; ".join(f"{cookie.get('name')}={cookie.get('value')}" for cookie in cookies)
        if self._cookies[origin]:
            kept.append(("cookie", self._cookies[origin]))
        return tuple(kept)

    def _note(self, asked: Asked, error: FetchError) -> None:
        """Keeps the first failure of a request that may hold results; others' counters and adverts do not matter."""
        logger.info("request of the page failed url=%s error=%s", asked.url, error)
        try:
            of_site = same_site(asked.url, asked.frame.url)
        except DriverError:
            of_site = False
        if (of_site or asked.is_navigation_request()) and asked.resource_type in (*DATA, "document"):
            self.trouble = self.trouble or error


def is_needed(kind: str, method: str, url: str) -> bool:
    """Whether a request may go out: not for pictures, fonts and the like, and never one that changes things."""
    return kind in _NEEDED and method in ("GET", "HEAD", "POST") and url.startswith(("http://", "https://"))


def _request(asked: Asked, url: str) -> Request:
    given = asked.headers
    headers = tuple((name, given[name]) for name in _TELLING if given.get(name, _ANYTHING) != _ANYTHING)
    if asked.method != "POST":
        return Request(url, headers=headers)
    return Request(url, "POST", asked.post_data_buffer or b"", given.get("content-type", ""), headers)
