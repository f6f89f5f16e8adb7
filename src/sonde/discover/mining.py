"""Mining one site: a crawler chooses, the web answers, a validator says yes or no, and all of it is kept."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from sonde.discover.model import Web, WebPage
from sonde.discover.outline import MinedPage
from sonde.discover.probing import LinkProber
from sonde.discover.read import read_page
from sonde.discover.validators import Validator
from sonde.discover.xcrawl.crawler import SiteCrawler
from sonde.errors import ConfigError, FetchError
from sonde.model import Page, Pairs, Request
from sonde.page.attributes import attributes
from sonde.page.dom import parse_html

logger = logging.getLogger(__name__)

MAX_FAULTS = 5  # pages in a row on which a validator may fail


@dataclass(frozen=True, slots=True)
class Judged:
    """One address that was fetched and judged, or could not be."""

    asked: str
    page: Page | None = None
    read: WebPage | None = None
    accepted: bool = False
    attributes: Pairs = ()
    error: str = ""
    is_fault: bool = False  # the error is the validator's


class Shelf(Protocol):
    """Where judged pages are kept. `has_room` says whether the budget allows one more."""

    def has_room(self) -> bool: ...

    async def keep(self, judged: Judged) -> None: ...


def replay(crawler: SiteCrawler, past: Iterable[MinedPage]) -> None:
    """Shows a crawler what an earlier run kept: it then goes on as if it had never been stopped."""
    for page in past:
        crawler.choose()
        read = WebPage(page.url, page.title, links=page.links) if page.links or page.title else None
        crawler.observe(page.asked, read, accepted=page.accepted)


async def mine_site(
    web: Web, crawler: SiteCrawler, validator: Validator, shelf: Shelf, prober: LinkProber | None = None
) -> None:
    """Fetches what the crawler chooses until it has nothing left or the budget is spent.

    A validator that fails on page after page ends it.
    """
    faults = 0
    while shelf.has_room() and (url := crawler.choose()) is not None:
        judged = await judge(web, validator, url)
        if prober is not None and judged.page is not None and judged.read is not None and not judged.accepted:
            judged = replace(judged, read=await prober.completed(judged.page, judged.read))
        await shelf.keep(judged)
        crawler.observe(url, judged.read, accepted=judged.accepted)
        faults = faults + 1 if judged.is_fault else 0
        if faults >= MAX_FAULTS:
            raise ConfigError(f"the validator failed on {faults} pages in a row; the last time: {judged.error}")


async def judge(web: Web, validator: Validator, url: str) -> Judged:
    """Fetches an address and asks the validator about it."""
    try:
        page = await web.fetch(Request(url))
    except FetchError as error:
        return Judged(url, error=str(error))
    return judge_page(validator, page, asked=url)


def judge_page(validator: Validator, page: Page, *, asked: str) -> Judged:
    """Asks the validator about a page."""
    read = read_page(page, with_paths=True)
    try:
        accepted = validator.accepts(page)
    except Exception as error:  # noqa: BLE001 - it may be anybody's code, and one page must not end the mining
        logger.warning("validator failed url=%s error=%s", asked, error)
        return Judged(asked, page, read, error=f"{type(error).__name__}: {error}", is_fault=True)
    return Judged(asked, page, read, accepted, attributes(parse_html(page.text)) if accepted else ())
