"""A web site behind a learned interface: the Site that the crawl loop talks to."""

import logging
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from sonde.errors import FetchError, FormError, StatusError
from sonde.interface.answer_page import AnswerPage, is_redirected, read_answer
from sonde.interface.ask import refreshed, request_for, same_form
from sonde.interface.direct import Direct
from sonde.interface.fetcher import Fetcher, fetch_next
from sonde.interface.model import SearchInterface
from sonde.interface.read import document_url, record_document
from sonde.interface.results.contrast import read_page
from sonde.interface.results.links import are_of_one_kind
from sonde.interface.said import shows_marker
from sonde.interface.segments import with_segments
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
        self._ask = interface.ask
        self._is_fresh = is_new or not interface.ask.fresh
        self._reader = DocumentReader(interface.boilerplate)
        self._now_at: dict[str, str] = {}  # where this answer's results can be had, if not under their own address
        self._kind: tuple[str, ...] = ()  # addresses of documents
        self._direct = Direct()
        self._silent = 0  # pages in a row without results or a word why
        self._patience = _PATIENCE if is_new else _VAIN
        self._vain = _VAIN if is_new else 0  # sessions renewed without an answer
        self._read_at = 0.0  # when the page came that results are being taken from
        self._bare: str | None = None  # what the page of the form says, once that was needed

    async def search(self, query: Query) -> AsyncIterator[ResultPage]:
        """The answer page by page; ends when a page brings nothing that was not on an earlier one."""
        self._now_at.clear()
        page: Page | None = await self._first_page(query)
        request: Request | None = None  # for this page, where it is not the first
        seen: set[str] = set()
        number, stated = 1, 0
        while page is not None:
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
        page = await self._fetcher.fetch(Request(result.at or self._now_at.get(result.url, result.url)))
        if result.at and not _is_named_on(page, result.title):
            raise FetchError(
                f"{page.url} does not show {result.title!r}: the session it belongs to is over", url=page.url
            )
        return self._reader.read(page, title_hint=result.title)

    def _read(self, page: Page, query: Query, *, number: int) -> AnswerPage:
        """A page of an answer. Where all answers come by redirects, one may lead to a document all the same."""
        answer = read_answer(read_page(page, query.words), self.interface, number=number)
        self._kind = self._kind or tuple(result.at or result.url for result in answer.results)
        if answer.results or number > 1 or not is_redirected(page) or answer.total == 0:
            return answer
        if not self._kind or not are_of_one_kind([page.url], self._kind):
            return answer
        return AnswerPage((Result(document_url(page.url, self.interface.drop_parameters)),), None, None)

    def _settled(self, results: Sequence[Result]) -> Sequence[Result]:
        """The results under addresses that stay the same from answer to answer."""
        fixed = self.interface.fixed_segments
        if not fixed:
            return results
        found: dict[str, Result] = {}
        for result in results:
            url = with_segments(result.url, fixed) if same_site(result.url, self.interface.site) else result.url
            self._now_at[url] = result.url
            found.setdefault(url, replace(result, url=url))
        return tuple(found.values())

    async def _first_page(self, query: Query) -> Page:
        """The first page of an answer: where redirects are known to lead, or by the form.

        Hidden values that expired are read again once.
        """
        direct = self._direct.request(query)
        if direct is not None:
            try:
                return await self._fetcher.fetch(direct)
            except StatusError as error:
                logger.info("not to be had directly url=%s status=%d", error.url, error.status)
                self._direct = Direct()
        page = await self._asked(query)
        self._direct.note(query, page)
        return page

    async def _asked(self, query: Query) -> Page:
        if not self._is_fresh or self._ask.fresh_each:
            await self._refresh()
        try:
            return await self._fetcher.fetch(request_for(self._ask, query))
        except StatusError as error:
            if error.status == 404 and error.page is not None and self._says_nothing(error.page, query):
                return error.page
            if not self._ask.fresh or error.status not in (400, 401, 403, 409, 419, 422, 440):
                raise
            logger.info("form values expired url=%s status=%d", error.url, error.status)
            await self._refresh()
            return await self._fetcher.fetch(request_for(self._ask, query))

    async def _may_be_over(self, page: Page, query: Query) -> bool:
        """Whether a page without results may be there because the session is over, as it does not say why.

        Where asking again has been in vain, several such pages in a row make it likely once more.
        """
        if self.interface.nothing is None:
            return not query.words and await self._is_bare(page)
        if self._says_nothing(page, query):
            return False
        self._silent += 1
        return self._vain < _VAIN or self._silent % self._patience == 0

    async def _is_bare(self, page: Page) -> bool:
        """Whether a page is the one that holds the form, as if nothing had been asked."""
        if self._vain >= _VAIN:
            return False
        if self._bare is None:
            self._bare = body_text(read_page(await self._fetcher.fetch(Request(self._ask.page))).tree)
        return body_text(read_page(page).tree) == self._bare

    async def _in_new_session(self, query: Query, request: Request | None, number: int) -> AnswerPage:
        """The page asked for again after a visit to the form, which begins a session and brings fresh values."""
        logger.info("no answer, session renewed words=%r", query.words)
        self._direct = Direct()
        before = self._ask.action
        await self._refresh()
        if request is not None:  # some sessions are in the path
            request = replace(request, url=request.url.replace(before, self._ask.action))
        page = await self._fetcher.fetch(request or request_for(self._ask, query))
        answer = self._read(page, query, number=number)
        self._vain = 0 if answer.results or self._says_nothing(page, query) else self._vain + 1
        return answer

    def _says_nothing(self, page: Page, query: Query) -> bool:
        """Whether an error page is the site's way to say that nothing was found."""
        return shows_marker(read_page(page).tree, self.interface.nothing, query.words)

    async def _refresh(self) -> None:
        page = await self._fetcher.fetch(Request(self._ask.page))
        form = same_form(read_page(page).forms, self._ask)
        if form is None and self._ask.fresh:
            raise FormError(f"the search form is no longer on {self._ask.page}", url=self._ask.page)
        self._ask = refreshed(self._ask, form) if form is not None else self._ask
        self._is_fresh = True
