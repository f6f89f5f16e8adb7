"""A site behind a page that a script draws: asked, read and paged through a browser."""

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Literal, Protocol
from urllib.parse import parse_qsl, urlsplit

from sonde.browser.control import Control
from sonde.browser.seen import Seen
from sonde.interface.answer_page import read_answer
from sonde.interface.fetcher import Fetcher
from sonde.interface.model import Ask, Paging, SearchInterface
from sonde.interface.read import record_document
from sonde.interface.rendered.paging import choose_control, goes_on
from sonde.interface.results.contrast import read_page
from sonde.interface.site import document_of
from sonde.model import Document, Page, Query, Request, Result, ResultPage
from sonde.page.document import DocumentReader
from sonde.page.url import same_site

logger = logging.getLogger(__name__)

_MOST_AT_ONCE = 16  # presses between two readings where earlier results stay on the page
_IDLE_STEPS = 3  # screens without a new result before a list is at its end


class Screen(Protocol):
    """A tab of a browser."""

    @property
    def seen(self) -> list[Seen]: ...

    async def open(self, url: str) -> Page: ...

    async def ask(
        self,
        page: str,
        box: str,
        words: str,
        *,
        submit: Literal["typing", "enter", "button"],
        button: str = "",
        opener: str = "",
    ) -> Page: ...

    async def send(self, box: str, *, submit: Literal["enter", "button"], button: str = "") -> Page: ...

    async def uncover(self, opener: str) -> Page | None: ...

    async def hover(self, control: Control) -> bool: ...

    async def links(self) -> list[str]: ...

    def hold(self) -> None: ...

    def release(self) -> list[str]: ...

    async def wait(self) -> bool: ...

    async def read(self, requested_url: str = "") -> Page: ...

    async def controls(self) -> list[Control]: ...

    async def press(self, control: Control) -> bool: ...

    async def scroll(self, *, to_the_end: bool) -> bool: ...


class Screens(Protocol):
    """A browser: gives a working tab for a purpose, also after the last one broke."""

    async def screen(self, purpose: str = "search") -> Screen: ...


async def ask_on_screen(screen: Screen, ask: Ask, words: str) -> Page:
    """Puts the words to the page as the interface says."""
    submit: Literal["typing", "enter", "button"] = "typing"
    if ask.submit in ("enter", "button"):
        submit = ask.submit
    return await screen.ask(ask.page, ask.query_field, words, submit=submit, button=ask.button, opener=ask.opener)


class RenderedFetcher:
    """A fetcher whose questions are typed into the page; everything else is fetched, or opened if need be."""

    def __init__(self, fetcher: Fetcher, browser: Screens, ask: Ask) -> None:
        self.seen: list[tuple[str, Seen]] = []  # words -> what the page asked for to answer them
        self.drawn: Page | None = None  # the longest answer
        self.renders_documents = ask.renders_documents
        self._fetcher = fetcher
        self._browser = browser
        self._ask = ask
        self._lock = asyncio.Lock()  # one document at a time in its tab

    async def fetch(self, request: Request) -> Page:
        """The page; for a question what the drawn page shows in answer."""
        words = _words_of(request, self._ask)
        if words is not None:
            screen = await self._browser.screen()
            page = await ask_on_screen(screen, self._ask, words)
            self.seen += [(words, seen) for seen in screen.seen]
            self.drawn = page if self.drawn is None or len(page.text) > len(self.drawn.text) else self.drawn
            return page
        if not self.renders_documents or request.method != "GET":
            return await self._fetcher.fetch(request)
        async with self._lock:
            return await (await self._browser.screen("documents")).open(request.url)


def _words_of(request: Request, ask: Ask) -> str | None:
    """The words a request asks for, or None when it is no question."""
    if request.url.partition("?")[0] != ask.action:
        return None
    return dict(parse_qsl(urlsplit(request.url).query, keep_blank_values=True)).get(ask.query_field)


class RenderedSite:
    """Asks a site through its drawn page and reads what it shows."""

    def __init__(self, fetcher: Fetcher, browser: Screens, interface: SearchInterface) -> None:
        self.interface = interface
        self._browser = browser
        self._fetcher = RenderedFetcher(fetcher, browser, interface.ask)
        self._reader = DocumentReader(interface.boilerplate)
        self._read_at = 0.0  # when the page was drawn that results are being taken from

    async def search(self, query: Query) -> AsyncIterator[ResultPage]:
        """The answer step by step: each brings the results that no earlier one showed."""
        paging = self.interface.paging
        screen = await self._browser.screen()
        page: Page | None = await ask_on_screen(screen, self.interface.ask, query.words)
        seen: set[str] = set()
        number, at_once, idle, waited = 1, 1, 0, False
        while page is not None:
            answer = await asyncio.to_thread(read_page, page, query.words)
            read = read_answer(answer, self.interface, number=1)
            results = tuple(result for result in read.results if result.url not in seen)
            seen.update(result.url for result in results)
            idle = 0 if results else idle + 1
            more = paging.kind != "none" and not self._is_all(len(seen), read.total)
            if paging.kind == "press":
                more = more and goes_on(answer.tree, paging, shown=len(results), number=number)
            self._read_at = page.fetched_at
            if results or number == 1:
                yield ResultPage(results, read.total, more=more)
            if paging.kind == "press" and not more and not waited and self._is_cut(len(seen), read.total):
                waited = True  # the site shows fewer than it states, or it is not there yet
                await screen.wait()
                page = await screen.read()
                continue
            if not more or not seen or idle >= (_IDLE_STEPS if paging.kind == "scroll" else 1):
                return
            waited = False
            steps = at_once if paging.keeps else 1
            number += steps
            page = await page_on(screen, paging, number=number - steps, times=steps)
            at_once = min(2 * at_once, _MOST_AT_ONCE)

    async def get(self, result: Result) -> Document:
        """The document behind a result; the result itself where its link leaves the site."""
        if self.interface.holds_documents and result.snippet:
            return record_document(result, fetched_at=self._read_at)
        if not same_site(result.url, self.interface.site):
            return document_of(result)
        return self._reader.read(await self._fetcher.fetch(Request(result.url)), title_hint=result.title)

    def _is_cut(self, seen: int, total: int | None) -> bool:
        rule = self.interface.count
        return rule is not None and rule.exact and total is not None and 0 < seen < total

    def _is_all(self, seen: int, total: int | None) -> bool:
        rule = self.interface.count
        return rule is not None and rule.exact and total is not None and seen >= total


async def page_on(screen: Screen, paging: Paging, *, number: int, times: int) -> Page | None:
    """What the page shows after up to so many steps on; None at the end."""
    control: Control | None = None
    for step in range(times):
        if paging.kind == "scroll":
            on = await screen.scroll(to_the_end=paging.keeps)
        elif control is not None and await screen.press(control):
            on = True
        else:
            control = choose_control(await screen.controls(), paging, number + step)
            on = control is not None and await screen.press(control)
        if not on:
            return await screen.read() if step else None
        if not paging.label:
            control = None  # the next number is another control
    return await screen.read()
