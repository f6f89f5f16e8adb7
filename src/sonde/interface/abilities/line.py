"""A sounding line: puts questions to a learned interface, looks at the first page, and counts what it costs."""

import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping
from itertools import count, takewhile
from typing import Protocol

from sonde.errors import FetchError, FormError, RefusedError
from sonde.interface.abilities.depth import Depth
from sonde.interface.abilities.key import key_of
from sonde.interface.abilities.purse import Purse, SpentError
from sonde.interface.answer_page import AnswerPage, read_answer
from sonde.interface.fetcher import Fetcher
from sonde.interface.json.read import read_part
from sonde.interface.json.records import JsonSounding
from sonde.interface.json.site import JsonSite
from sonde.interface.model import SearchInterface
from sonde.interface.results.contrast import read_page
from sonde.interface.site import WebSite
from sonde.model import Document, Page, Query, Request, Result, ResultPage

logger = logging.getLogger(__name__)

LOOKED_AT = 200  # results of an answer
_ROUNDED = 0.94  # of a count that a rounded one has at least


class Answers(Protocol):
    """A site that answers questions and gives documents."""

    def search(self, query: Query) -> AsyncIterator[ResultPage]: ...

    async def get(self, result: Result) -> Document: ...


class Line:
    """Asks with at most `allowed` requests; what was asked before is remembered.

    Questions go to `site` where a fetcher alone cannot ask them, as on a page that scripts draw: each counts as one.
    """

    def __init__(
        self, fetcher: Fetcher, interface: SearchInterface, *, allowed: int, site: Answers | None = None
    ) -> None:
        self.interface = interface
        self.doubts_counts = False  # a count was lower than what was shown
        self.known: dict[Query, Depth] = {}
        self._behind: defaultdict[str, dict[int, tuple[Result, ...]]] = defaultdict(dict)  # further pages of answers
        self._purse = Purse(fetcher, interface.ask.page)
        self._price = self._purse.price(interface.ask.method)
        self._is_typed = site is not None
        self.allowed = allowed
        if site is not None:
            self._site = site
        elif interface.json is not None:
            self._site = JsonSite(self._purse, interface)
        else:
            self._site = WebSite(self._purse, interface, is_new=True)

    @property
    def allowed(self) -> int:
        """How many requests may be sent in all."""
        return self._purse.allowed

    @allowed.setter
    def allowed(self, requests: int) -> None:
        self._purse.allowed = requests

    @property
    def spent(self) -> int:
        """How many requests were sent."""
        return self._purse.spent

    @property
    def left(self) -> int:
        """How many more requests may be sent."""
        return max(0, self.allowed - self.spent)

    @property
    def price(self) -> int:
        """How many requests the last question took that was not recalled, with its form."""
        return self._price

    @property
    def is_dear(self) -> bool:
        """Whether a question takes several requests: then fewer must do."""
        return self.price > 1

    @property
    def last(self) -> Page | None:
        """The page that came back last."""
        return self._purse.last

    @property
    def shown(self) -> Iterator[Result]:
        """What answers have shown so far."""
        return (result for depth in self.known.values() for result in depth.results[:LOOKED_AT])

    async def ask(self, words: str, values: Mapping[str, str] | None = None) -> Depth | None:
        """The first page of an answer; None when nothing more may be asked."""
        query = Query(words, tuple((values or {}).items()))
        if query not in self.known:
            try:
                before = self.spent
                self._pay()
                self.known[query] = await self._first(query)
                self._price = self.spent - before or self._price
            except SpentError:
                return None
        return self.known[query]

    async def recall(self, words: str) -> Depth | None:
        """The same for nothing: None unless it was asked before, or while the site was learned."""
        allowed, self.allowed = self.allowed, self.spent
        try:
            return await self.ask(words)
        finally:
            self.allowed = allowed

    def _pay(self) -> None:
        """Counts what is typed; raises SpentError when nothing is left for it."""
        if self._is_typed and not self.left:
            raise SpentError
        self._purse.spent += self._is_typed

    def found(self, words: str) -> bool:
        """Whether a question that was asked has found something."""
        return bool(self.known.get(Query(words), Depth()).results)

    async def get(self, result: Result) -> Document | None:
        """The document behind a result; None when it cannot be had."""
        try:
            self._pay()
            return await self._site.get(result)
        except SpentError:
            return None
        except FetchError as error:  # also where robots may search but not read documents
            logger.info("sample failed url=%s error=%s", result.url, error)
            return None

    async def open(self, request: Request, words: str, *, number: int) -> AnswerPage | None:
        """A further page of an answer; without results where the site has none, None when it may not be asked."""
        try:
            page = self._purse.heard[request] = await self._purse.fetch(request)
        except SpentError:
            return None
        except RefusedError:
            raise
        except FetchError as error:
            logger.info("page failed url=%s error=%s", request.url, error)
            return AnswerPage((), None, None)
        answer = self.read(page, words, number=number)
        self._behind[words][number] = answer.results
        return answer

    def seen(self, words: str) -> set[str]:
        """The documents that the answer to some words has shown so far."""
        pages = (self.known.get(Query(words), Depth()).results, *self._behind[words].values())
        return {key_of(result) for results in pages for result in results}

    def top(self, words: str) -> tuple[Result, ...]:
        """The results of an answer in their order, as far as its pages were read one after the other."""
        pages = {1: self.known.get(Query(words), Depth()).results, **self._behind[words]}
        in_turn = takewhile(pages.__contains__, count(1))
        return tuple({key_of(result): result for number in in_turn for result in pages[number]}.values())

    async def walk(self, words: str, *, steps: int) -> int | None:
        """How many results an answer has that can only be read on from step to step; None when it is longer."""
        shown = 0
        async for page in self._site.search(Query(words)):
            if not steps or not self.left:
                return None
            steps -= 1
            self._pay()
            shown += len(page.results)
            if not page.more:
                return shown
        return shown

    def heard(self, request: Request) -> Page | None:
        """What a request brought while the site was learned."""
        return self._purse.heard.get(request)

    def read(self, page: Page, words: str, *, number: int = 1) -> AnswerPage:
        """A page of an answer, with the request for the next one."""
        if self.interface.json is None:
            return read_answer(read_page(page, words), self.interface, number=number)
        before = (number - 1) * self.interface.paging.page_size
        sounding = JsonSounding(words, Request(page.requested_url or page.url), page)
        part = read_part(sounding, self.interface, Query(words), number=number, before=before)
        return AnswerPage(part.results, part.total, part.following)

    async def _first(self, query: Query) -> Depth:
        try:
            async for page in self._site.search(query):
                direct = len(page.results) == 1 and not page.results[0].title and page.total is None
                is_echo = str(page.total) in query.words.split()  # the page may repeat what was asked
                self.doubts_counts |= page.total is not None and not (is_echo or _can_be(page.total, len(page.results)))
                total = page.total if not (self.doubts_counts or is_echo) else None
                return Depth(page.results, total, page.more, direct=direct, page=self._purse.last)
        except RefusedError:
            raise
        except (FetchError, FormError) as error:
            logger.info("sounding failed words=%r error=%s", query.words, error)
            return Depth(failed=True)
        return Depth()


def _can_be(total: int, shown: int) -> bool:
    """Whether a stated count fits what is shown: a little less may be rounded."""
    return total >= shown or (total % 10 == 0 and total >= _ROUNDED * shown)
