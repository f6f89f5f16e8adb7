"""One query put to a site: its result pages read, its documents fetched, everything told apart."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from sonde.answer.answered import BUDGET, ENDLESS, Answered
from sonde.answer.near_table import NearTable
from sonde.answer.title_table import TitleTable
from sonde.errors import FetchError, FormError, SondeError
from sonde.model import Document, Query, Result, ResultPage
from sonde.store.ledger import Failure

logger = logging.getLogger(__name__)

ENDLESS_RUN = 300  # results in a row that tell nothing new, beyond any stated total: an infinite space
KNOWN_ENDLESS_RUN = 30  # the same, once such a space was met
MAX_PAGES = 20_000
_TRIES = 2  # for one document in one run


class Site(Protocol):
    """Something that can be searched: a web site behind an interface, or a corpus in the lab."""

    def search(self, query: Query) -> AsyncIterator[ResultPage]: ...

    async def get(self, result: Result) -> Document: ...


class Shelf(Protocol):
    """Where documents are looked up and kept until their answer is complete."""

    async def lookup(self, urls: Sequence[str]) -> dict[str, int]: ...

    async def same_content(self, hashes: Sequence[int]) -> dict[int, int]: ...

    async def staged(self, urls: Sequence[str]) -> dict[str, Document]: ...

    async def stage(self, documents: Sequence[Document], *, query: Query | None = None) -> None: ...


async def _at_once() -> None:
    pass


@dataclass(slots=True)
class Asker:
    """Puts queries to a site, one at a time."""

    site: Site
    shelf: Shelf
    read: Callable[[Result], Document] | None = None  # None: fetch each document
    at_once: int = 16  # documents asked for together
    # How many more documents may be had, given how many new ones this answer has; 0: not even another page.
    room: Callable[[int], int] = lambda new: 1_000_000
    settle: Callable[[], Awaitable[None]] = _at_once  # returns when everything received so far is archived
    clock: Callable[[], float] = lambda: 0.0
    near_table: NearTable = field(default_factory=NearTable)
    titles: TitleTable = field(default_factory=TitleTable)
    failed: dict[str, int] = field(default_factory=dict)
    patience: int = ENDLESS_RUN

    async def ask(self, query: Query, *, next_id: int) -> Answered:
        """The whole answer, or as much of it as the budget and the site allow."""
        answered = Answered(query, next_id)
        await self._read_answer(answered)
        await self.settle()
        return answered

    async def _read_answer(self, answered: Answered) -> None:
        try:
            async for page in self.site.search(answered.query):
                answered.pages += 1
                if page.total is not None:
                    answered.total = max(page.total, answered.total or 0)
                if not await self._take_page(page, answered):
                    return answered.cut(BUDGET)
                if reason := self._endless(answered):
                    self.patience = KNOWN_ENDLESS_RUN
                    return answered.cut(reason)
                if answered.is_peeked and (page.more or not answered.seen):
                    answered.complete = False
                    return None
        except Exception as error:
            if isinstance(error, SondeError) and not isinstance(error, FetchError | FormError):
                raise  # the disk, not the site
            self._note(getattr(error, "url", ""), error, answered)
            answered.cut(str(error) or type(error).__name__)

    async def _take_page(self, page: ResultPage, answered: Answered) -> bool:
        """Takes the results of a page; False when the budget leaves some of the answer behind."""
        first: dict[str, Result] = {}
        for result in page.results:
            first.setdefault(result.url, result)
        rest = tuple(first.values())
        while room := self.room(len(answered.new)):
            if not rest:
                return True
            now = min(room, self.at_once)
            await self._take(rest[:now], answered)
            rest = rest[now:]
        return not rest and not page.more

    async def _take(self, results: Sequence[Result], answered: Answered) -> None:
        """Resolves some results to held documents and fetches the others, in rank order."""
        urls = [result.url for result in results]
        held = await self.shelf.lookup(urls)
        held |= {url: number for url in urls if (number := answered.aliases.get(url)) is not None}
        self.titles.note_addresses(len(held))
        unknown = [result for result in results if result.url not in held]
        held |= {result.url: number for result in unknown if (number := self.titles.find(result.title)) is not None}
        documents = await self._documents([result for result in results if result.url not in held], answered)
        hashes = [content for d in documents.values() if (content := _content(d))]
        known = await self.shelf.same_content(hashes) if hashes else {}
        for result in results:
            if result.url in held:
                answered.seen.setdefault(held[result.url])
            elif result.url in documents:
                self._place(result, documents[result.url], answered, known)

    def _place(self, result: Result, document: Document, answered: Answered, known: dict[int, int]) -> None:
        """Adds a fetched document, unless it is one we hold under another address."""
        content = _content(document)
        number = answered.by_content.get(content, known.get(content)) if content else None
        number = self.titles.find_like(result.title, document.text) if number is None else number
        is_new = number is None
        if number is None:
            number = answered.next_id + len(answered.new)
            answered.new.append(replace(document, url=result.url, id=number))
            if content:
                answered.by_content[content] = number
            is_idle = self.near_table.add(document.near_hash)
            answered.near += is_idle
        else:
            is_idle = number in answered.seen
            answered.same += 1
        answered.idle_run = answered.idle_run + 1 if is_idle else 0
        self.titles.learn(result.title, number, document.text, is_new=is_new, first_new=answered.next_id)
        answered.aliases.setdefault(result.url, number)
        answered.seen.setdefault(number)

    async def _documents(self, results: Sequence[Result], answered: Answered) -> dict[str, Document]:
        """Documents by address; what could not be had is counted as a failure."""
        if self.read is not None:
            return {result.url: self.read(result) for result in results}
        documents = await self.shelf.staged([result.url for result in results]) if results else {}
        missing = [r for r in results if r.url not in documents and self.failed.get(r.url, 0) < _TRIES]
        fresh = []
        for result, got in zip(missing, await self._fetch_all(missing), strict=True):
            if isinstance(got, Document):
                fresh.append(replace(got, url=result.url))
            else:
                self.failed[result.url] = self.failed.get(result.url, 0) + 1
                self._note(result.url, got, answered)
        if fresh:
            await self.settle()
            await self.shelf.stage(fresh, query=answered.query)
        return documents | {document.url: document for document in fresh}

    async def _fetch_all(self, results: Sequence[Result]) -> list[Document | Exception]:
        try:
            async with asyncio.TaskGroup() as tasks:
                fetches = [tasks.create_task(self._fetch(result)) for result in results]
        except ExceptionGroup as group:
            # They fail for one reason, such as a full disk: callers catch that, not a group.
            raise group.exceptions[0] from None
        return [fetch.result() for fetch in fetches]

    async def _fetch(self, result: Result) -> Document | Exception:
        """The document, or why it could not be had; a page that breaks the reader must not end the crawl."""
        try:
            return await self.site.get(result)
        except Exception as error:
            if isinstance(error, SondeError) and not isinstance(error, FetchError):
                raise
            return error

    def _note(self, url: str, error: Exception, answered: Answered) -> None:
        """Counts a failure. One that is not the site's doing is a fault of ours, told with its traceback."""
        ours = None if isinstance(error, SondeError) else error
        logger.warning("failed url=%s error=%s", url, error, exc_info=ours)
        message = str(error) if ours is None else f"could not be read: {error}"
        answered.failures.append(Failure(url=url, kind=type(error).__name__, message=message, at=self.clock()))
        answered.trouble = error

    def _endless(self, answered: Answered) -> str:
        """Why the answer seems to have no end, or an empty string."""
        if answered.idle_run >= self.patience and not answered.is_vouched_for:
            return f"{ENDLESS}: {answered.idle_run} nearly equal documents in a row"
        return f"{ENDLESS}: {answered.pages} pages" if answered.pages >= MAX_PAGES else ""


def _content(document: Document) -> int:
    """What tells that two documents are the same; 0 where nothing does: all files without text look alike."""
    return document.content_hash if document.text else 0
