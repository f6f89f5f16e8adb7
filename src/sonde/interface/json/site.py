"""A web site behind an address that answers in JSON: the Site that the crawl loop talks to."""

import logging
from collections.abc import AsyncIterator
from dataclasses import replace

from sonde.errors import FetchError, StatusError, TooLargeError
from sonde.interface.fetcher import Fetcher, fetch_next
from sonde.interface.json.ask import json_request
from sonde.interface.json.batch import Batcher
from sonde.interface.json.paging import changes_for_size
from sonde.interface.json.read import JsonPart, read_part, with_attributes
from sonde.interface.json.records import JsonSounding, records_at
from sonde.interface.model import Ask, SearchInterface
from sonde.interface.read import record_document
from sonde.model import Document, Page, Query, Request, Result, ResultPage
from sonde.page.document import DocumentReader
from sonde.page.json_value import json_of
from sonde.page.url import same_site

logger = logging.getLogger(__name__)

_PAST_THE_END = (400, 404, 410, 416, 422)
_FAR_FEWER = 0.5


class JsonSite:
    """Asks an endpoint through its interface; its records are the documents unless they hold extracts only."""

    def __init__(self, fetcher: Fetcher, interface: SearchInterface) -> None:
        assert interface.json is not None, "the interface says nothing about JSON"
        self.interface = interface
        self._rule = interface.json
        self._fetcher = fetcher
        self._reader = DocumentReader(interface.boilerplate)
        self._batcher = Batcher(fetcher, interface.json.batch)
        self._read_at = 0.0  # when the part came that results are being taken from

    async def search(self, query: Query) -> AsyncIterator[ResultPage]:
        """The answer part by part; ends when a part brings nothing that was not in an earlier one."""
        ask, page = await self._opened(query)
        request = Request(self.interface.ask.action)
        seen: set[str] = set()
        number, before = 1, 0
        while page is not None:
            sounding = JsonSounding(query.words, request, page)
            if sounding.value is None:
                raise FetchError(f"{page.url} answers {page.media_type}, not JSON as before", url=page.url)
            part = self._read(sounding, ask, query, number=number, before=before)
            if number == 1 and self._is_cut(part):
                self._set_size(part.shown)
                part = self._read(sounding, ask, query, number=number, before=before)
            results = tuple(result for result in part.results if result.url not in seen)
            if not results and number > 1:
                return
            seen.update(result.url for result in results)
            before += part.shown
            self._read_at = page.fetched_at
            yield ResultPage(results, part.total, more=part.following is not None)
            page = await fetch_next(self._fetcher, part.following, ends=_PAST_THE_END)
            number += 1

    async def get(self, result: Result) -> Document:
        """The document behind a result: the record itself, or the page it is an extract of."""
        text, had_at = await self._batcher.text(self._key_of(result)) if self._rule.batch.address else ("", 0.0)
        if text:
            return record_document(replace(result, snippet=text), fetched_at=had_at)
        if not self._rule.fetch or not same_site(result.url, self.interface.site):
            return record_document(result, fetched_at=self._read_at)
        page = await self._fetcher.fetch(Request(result.url))
        return with_attributes(self._reader.read(page, title_hint=result.title), result)

    def _key_of(self, result: Result) -> str:
        """What a request for several records calls this one."""
        field = self._rule.batch.key
        return result.title if field == self._rule.title else dict(result.attributes).get(field, "")

    def _read(self, sounding: JsonSounding, ask: Ask, query: Query, *, number: int, before: int) -> JsonPart:
        return read_part(sounding, replace(self.interface, ask=ask), query, number=number, before=before)

    async def _opened(self, query: Query) -> tuple[Ask, Page | None]:
        """The first part and how it was asked for: for no words, some sites want their parameter left out."""
        ask = self.interface.ask
        without = replace(ask, query_field="")
        if query.words or ask == without:
            return ask, await self._first(ask, query)
        try:
            page = await self._first(ask, query)
            if records_at(json_of(page), self._rule.records):
                return ask, page
        except StatusError as error:
            if error.status not in _PAST_THE_END:
                raise
        return without, await self._first(without, query)

    async def _first(self, ask: Ask, query: Query) -> Page:
        """The first part; some sites say with status 404 that nothing was found."""
        while True:
            paging = self._rule.paging
            try:
                return await self._fetcher.fetch(json_request(ask, query, changes_for_size(paging)))
            except StatusError as error:
                if error.status == 404 and error.page is not None and json_of(error.page) is not None:
                    return error.page
                raise
            except TooLargeError:
                if paging.size < 2:
                    raise
                logger.warning("answer too large, fewer records at a time size=%d", paging.size // 2)
                self._set_size(paging.size // 2)

    def _is_cut(self, part: JsonPart) -> bool:
        """Whether a site gives far fewer records than it was asked for: its pages are then counted by what it gives."""
        paging = self._rule.paging
        goes_on = part.total is not None and part.total > part.shown > 0
        return paging.kind == "page" and goes_on and part.shown <= _FAR_FEWER * paging.size

    def _set_size(self, size: int) -> None:
        self._rule = replace(self._rule, paging=replace(self._rule.paging, size=size))
        self.interface = replace(self.interface, json=self._rule)
