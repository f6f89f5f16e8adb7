"""A web site behind a learned interface: the Site that the crawl loop talks to."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from sonde.errors import FetchError
from sonde.interface.answer_page import AnswerPage, is_redirected, read_answer
from sonde.interface.ask import request_for
from sonde.interface.asking import Asking
from sonde.interface.fetcher import Fetcher, fetch_next
from sonde.interface.model import SearchInterface
from sonde.interface.paging.late import learn_paging_from
from sonde.interface.read import document_url, record_document
from sonde.interface.results.contrast import read_page
from sonde.interface.results.links import are_of_one_kind
from sonde.interface.segments import in_session, shares_session, with_segments
from sonde.model import Document, Page, Query, Request, Result, ResultPage
from sonde.page.document import DocumentReader
from sonde.page.dom import body_text, parse_html
from sonde.page.url import same_site
from sonde.text.words import words

logger = logging.getLogger(__name__)

_VAIN = 3
_NAMED = 0.5  # of a title's words may be spelled otherwise on its page
_PATIENCE = 5  # silent pages in a row, of a session that has just begun


def document_of(result: Result) -> Document:
    """The result page's own record as a document: what there is when the link is not followed."""
    return Document(url=result.url, title=result.title, text=result.snippet, attributes=result.attributes)


def _is_named_on(page: Page, title: str) -> bool:
    """Whether a page holds half of a title's words: what says that a session is over does not."""
    named = set(words(title))
    return len(named - set(words(body_text(parse_html(page.text))))) <= _NAMED * len(named)


class WebSite:
    """Asks a site through its interface and reads what comes back."""

    def __init__(self, fetcher: Fetcher, interface: SearchInterface, *, is_new: bool = False) -> None:
        """With `is_new` the form was read moments ago: its values are fresh, and an empty answer is believed."""
        self.interface = interface
        self._fetcher = fetcher
        self._asking = Asking(fetcher, interface, is_fresh=is_new or not interface.ask.fresh)
        self._reader = DocumentReader(interface.boilerplate)
        self._ends = True  # sessions, if there are any
        self._renewing = asyncio.Lock()
        self._now_at: dict[str, str] = {}  # where this answer's results can be had, if not under their own address
        self._kind: tuple[str, ...] = ()  # addresses of documents
        self._longest = 1  # results of an answer that was searched for a way on
        self._silent = 0  # pages in a row without results or a word why
        self._patience = _PATIENCE if is_new else _VAIN
        self._vain = _VAIN if is_new else 0  # sessions renewed without an answer
        self._read_at = 0.0  # when the page came that results are being taken from
        self._bare: str | None = None  # what the page of the form says, once that was needed

    async def search(self, query: Query) -> AsyncIterator[ResultPage]:
        """The answer page by page; ends when a page brings nothing that was not on an earlier one."""
        self._now_at.clear()
        page: Page | None = await self._asking.first_page(query)
        request: Request | None = None  # for this page, where it is not the first
        seen: set[str] = set()
        number, stated = 1, 0
        while page is not None:
            answer = self._read(page, query, number=number)
            if await self._learns_to_go_on(page, query, answer):
                answer = self._read(page, query, number=number)
            is_short = number == 1 or len(seen) < stated
            if not answer.results and is_short and await self._may_be_over(page, query):
                answer = await self._in_new_session(query, request, number)
            results = tuple(result for result in self._settled(answer.results) if result.url not in seen)
            if not results and number > 1:
                return
            seen.update(result.url for result in results)
            stated = answer.total or stated
            self._silent = 0 if results else self._silent
            self._read_at = page.fetched_at
            yield ResultPage(results, answer.total, more=answer.following is not None)
            request = answer.following
            page = await fetch_next(self._fetcher, request)
            number += 1

    async def get(self, result: Result) -> Document:
        """The document behind a result; the result itself where its link leaves the site."""
        if self.interface.holds_documents and result.snippet:
            return record_document(result, fetched_at=self._read_at)
        if not same_site(result.url, self.interface.site):
            return document_of(result)
        address = result.at or self._now_at.get(result.url, result.url)
        page = await self._fetcher.fetch(Request(address))
        if self._ends and shares_session(address, self._asking.ask.action) and not _is_named_on(page, result.title):
            page = await self._had_anew(address, page, result.title)
        if result.at and not _is_named_on(page, result.title):
            raise FetchError(
                f"{page.url} does not show {result.title!r}: the session it belongs to is over", url=page.url
            )
        return self._reader.read(page, title_hint=result.title)

    async def _had_anew(self, address: str, page: Page, title: str) -> Page:
        """The page of a document in a new session, where its own is over; the same page where there is no other."""
        async with self._renewing:
            if shares_session(address, self._asking.ask.action):
                await self._asking.renew()
        now = in_session(address, self._asking.ask.action)
        if now is None:
            self._ends = False
            return page
        page = await self._fetcher.fetch(Request(now))
        if not _is_named_on(page, title):
            raise FetchError(f"{page.url} does not show {title!r}: the session it belongs to is over", url=page.url)
        return page

    def _read(self, page: Page, query: Query, *, number: int) -> AnswerPage:
        """A page of an answer. Where all answers come by redirects, one may lead to a document all the same."""
        answer = read_answer(read_page(page, query.words), self.interface, number=number)
        self._kind = self._kind or tuple(result.at or result.url for result in answer.results)
        if answer.results or number > 1 or not is_redirected(page) or answer.total == 0:
            return answer
        if not self._kind or not are_of_one_kind([page.url], self._kind):
            return answer
        return AnswerPage((Result(document_url(page.url, self.interface.drop_parameters)),), None, None)

    async def _learns_to_go_on(self, page: Page, query: Query, answer: AnswerPage) -> bool:
        """Whether the longest answer so far shows how answers go on, where none did before."""
        if self.interface.paging.kind != "none" or len(answer.results) <= self._longest:
            return False
        self._longest = len(answer.results)
        self.interface = await learn_paging_from(self._fetcher, self.interface, read_page(page, query.words))
        return self.interface.paging.kind != "none"

    def _settled(self, results: Sequence[Result]) -> Sequence[Result]:
        """The results under addresses that stay the same from answer to answer."""
        fixed, session = self.interface.fixed_segments, self._asking.session
        if not fixed and not session:
            return results
        found: dict[str, Result] = {}
        for result in results:
            url = with_segments(result.url, fixed) if same_site(result.url, self.interface.site) else result.url
            url = result.url.replace(*session) if session and url == result.url else url
            self._now_at[url] = result.url
            found.setdefault(url, replace(result, url=url))
        return tuple(found.values())

    async def _may_be_over(self, page: Page, query: Query) -> bool:
        """Whether a page without results may be there because the session is over, as it does not say why.

        Where asking again has been in vain, several such pages in a row make it likely once more.
        """
        if self.interface.nothing is None:
            return not query.words and await self._is_bare(page)
        if self._asking.says_nothing(page, query):
            return False
        self._silent += 1
        return self._vain < _VAIN or self._silent % self._patience == 0

    async def _is_bare(self, page: Page) -> bool:
        """Whether a page is the one that holds the form, as if nothing had been asked."""
        if self._vain >= _VAIN:
            return False
        if self._bare is None:
            self._bare = body_text(read_page(await self._fetcher.fetch(Request(self._asking.ask.page))).tree)
        return body_text(read_page(page).tree) == self._bare

    async def _in_new_session(self, query: Query, request: Request | None, number: int) -> AnswerPage:
        """The page asked for again after a visit to the form, which begins a session and brings fresh values."""
        logger.info("no answer, session renewed words=%r", query.words)
        before = self._asking.ask.action
        await self._asking.renew()
        if request is not None:  # some sessions are in the path
            request = replace(request, url=request.url.replace(before, self._asking.ask.action))
        page = await self._fetcher.fetch(request or request_for(self._asking.ask, query))
        answer = self._read(page, query, number=number)
        self._vain = 0 if answer.results or self._asking.says_nothing(page, query) else self._vain + 1
        return answer
