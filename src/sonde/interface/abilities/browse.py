"""Does a question without words find everything? By asking it, and one with words beside it."""

import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Protocol

from sonde.errors import FetchError, FormError, RefusedError
from sonde.model import Query, Result, ResultPage

logger = logging.getLogger(__name__)


class Searches(Protocol):
    """A site that can be asked, however it answers."""

    def search(self, query: Query) -> AsyncIterator[ResultPage]: ...


@dataclass(frozen=True, slots=True)
class Shown:
    """The first page of an answer, as far as it matters here."""

    urls: frozenset[str] = frozenset()
    total: int | None = None
    results: tuple[Result, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, page: ResultPage) -> "Shown":
        return cls(frozenset(result.url for result in page.results), page.total, page.results)

    @property
    def hits(self) -> int:
        """How many it found, or showed where no number is stated."""
        return self.total if self.total is not None else len(self.urls)

    @property
    def says(self) -> str:
        """The same as text."""
        return str(self.hits)


async def first_shown(site: Searches, query: Query) -> Shown:
    """The first page of an answer; empty when the site refuses it."""
    try:
        async for page in site.search(query):
            return Shown.of(page)
    except RefusedError:
        raise
    except (FetchError, FormError) as error:
        logger.info("sounding failed query=%s error=%s", query, error)
    return Shown()


def is_everything(whole: Shown, *, total: int | None, shown: int) -> bool:
    """Whether what no words found can be all there is: no less than some words found in all, or on their first page."""
    if whole.total is not None:
        return bool(whole.urls) and whole.total >= (total or 0)
    return bool(whole.urls) and len(whole.urls) >= shown
