"""A site whose layout may change while it is crawled: noticed by a question whose answer is known, learned again."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from sonde.errors import FetchError, FormError, RefusedError
from sonde.interface.model import SearchInterface
from sonde.model import Document, Query, Result, ResultPage

logger = logging.getLogger(__name__)

RELEARNED = "interface-relearned.yaml"  # beside interface.yaml, which is never overwritten
NEW_LOOKS = "the layout of the answers changed and was learned again"
WAY_ON = "a long answer showed how answers go on"
_EMPTY_RUN = 3  # answers without results in a row before the site is put to the test
_MOST_RUN = 100
_TIMES = 3  # that one crawl learns its site again


class Site(Protocol):
    """Something that can be searched, and knows how."""

    interface: SearchInterface

    def search(self, query: Query) -> AsyncIterator[ResultPage]: ...

    async def get(self, result: Result) -> Document: ...


@dataclass(frozen=True, slots=True)
class Ways:
    """What it takes to learn a site again."""

    learn: Callable[[], Awaitable[SearchInterface]]
    site: Callable[[SearchInterface], Site]
    note: Callable[[SearchInterface, str], None]  # told when something new was learned


class LastingSite:
    """A site that is learned again when its answers can no longer be read.

    After some answers in a row without results, or one that states hits and shows none, a question that found
    something before is put again. Only if it finds nothing now the layout is taken to have changed.
    """

    def __init__(self, interface: SearchInterface, ways: Ways) -> None:
        self.interface = interface
        self._ways = ways
        self._site = ways.site(interface)
        self._empty = 0
        self._patience = _EMPTY_RUN
        self._times = 0
        self._proof: Query | None = None  # the first question that found something

    async def search(self, query: Query) -> AsyncIterator[ResultPage]:
        """The answer page by page; asked again when the site had to be learned again."""
        number = 0
        async for page in self._site.search(query):
            number += 1
            if self._site.interface != self.interface:
                self.interface = self._site.interface
                self._ways.note(self.interface, WAY_ON)
            if page.results and self._proof is None:
                self._proof = query
            if number == 1 and self._is_suspect(page) and await self._has_changed() and await self._learn_again():
                async for other in self._site.search(query):
                    yield other
                return
            yield page

    async def get(self, result: Result) -> Document:
        """The document behind a result."""
        return await self._site.get(result)

    def _is_suspect(self, page: ResultPage) -> bool:
        """Whether the first page of an answer gives reason to doubt what was learned."""
        self._empty = 0 if page.results else self._empty + 1
        states_hits = not page.results and bool(page.total)
        can_learn = self._times < _TIMES and self._control(self.interface) is not None
        return can_learn and (self._empty >= self._patience or (states_hits and self._empty == 1))

    async def _has_changed(self) -> bool:
        """Whether a word that found something finds nothing any more."""
        control = self._control(self.interface)
        if control is None or await self._finds(self._site, control):
            self._patience = min(_MOST_RUN, 2 * self._patience)  # the words were to blame
            self._empty = 0
            return False
        return True

    def _control(self, interface: SearchInterface) -> Query | None:
        """A question whose answer had results: when the site was learned, or else since; None when none is known."""
        return Query(interface.seeds[0]) if interface.seeds else self._proof

    async def _finds(self, site: Site, query: Query) -> bool:
        try:
            async for page in site.search(query):
                return bool(page.results)
        except RefusedError:
            raise
        except (FetchError, FormError) as error:
            logger.info("control question failed words=%r error=%s", query.words, error)
            return True  # an error tells nothing about the layout
        return False

    async def _learn_again(self) -> bool:
        self._times += 1
        self._empty = 0
        logger.warning("the site's answers can no longer be read, learning it again url=%s", self.interface.site)
        try:
            fresh = await self._ways.learn()
        except RefusedError:
            raise
        except (FetchError, FormError) as error:
            logger.warning("the site could not be learned again: %s", error)
            return False
        for interface in (with_new_looks(self.interface, fresh), fresh):
            site = self._ways.site(interface)
            control = self._control(interface)
            if control is not None and await self._finds(site, control):
                self.interface, self._site = interface, site
                self._ways.note(interface, NEW_LOOKS)
                return True
        return False


def relearned_path(path: Path) -> Path | None:
    """Where an interface was learned again after it was written to `path`; None when it was not.

    An interface.yaml that is newer was corrected by a person since.
    """
    again = path.with_name(RELEARNED)
    return again if again.exists() and again.stat().st_mtime_ns >= path.stat().st_mtime_ns else None


def with_new_looks(kept: SearchInterface, fresh: SearchInterface) -> SearchInterface:
    """What was known, perhaps corrected by a person, with the rules for reading answers replaced."""
    return replace(
        kept,
        results=fresh.results,
        json=fresh.json,
        count=fresh.count,
        nothing=fresh.nothing,
        paging=fresh.paging,
        not_results=fresh.not_results,
        evidence=(*kept.evidence, "learned again: " + "; ".join(fresh.evidence[:3])),
    )
