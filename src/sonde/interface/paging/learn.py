"""Learns how the next page of an answer is reached: ways are followed until one proves to lead on."""

from collections.abc import Sequence
from typing import NamedTuple

from sonde.errors import FetchError, RefusedError
from sonde.interface.answer_page import results_of
from sonde.interface.fetcher import Fetcher
from sonde.interface.model import Paging, SearchInterface
from sonde.interface.paging.leads import counted_in, without_digits
from sonde.interface.paging.next_page import UNLIKELY, NextPage, next_pages
from sonde.interface.paging.page_numbers import numbered_link
from sonde.interface.results.contrast import Answer, read_page
from sonde.interface.soundings import Soundings
from sonde.model import Request, Result
from sonde.page.url import canonical_url

_TRIED = 5  # ways on one page
_SHARED = 0.5  # of a page that may have been on the one before: some results are shown on every page


async def learn_paging(
    fetcher: Fetcher, soundings: Soundings, interface: SearchInterface, shown: Sequence[tuple[Result, ...]]
) -> tuple[Paging, str]:
    """Follows candidates for the next page until one brings other results of the same answer."""
    by_size = sorted(zip(soundings.answers, shown, strict=True), key=lambda pair: -len(pair[1]))
    if soundings.longest is not None:
        by_size.append((soundings.longest, results_of(soundings.longest, interface)))
    found = await follow_ways(fetcher, interface, by_size)
    soundings.second += found.pages[1:]
    return found.paging, found.text


class WayOn(NamedTuple):
    """How an answer goes on, its first two pages, and what the second brought."""

    paging: Paging
    pages: tuple[Answer, ...]
    text: str


async def follow_ways(
    fetcher: Fetcher,
    interface: SearchInterface,
    answers: Sequence[tuple[Answer, tuple[Result, ...]]],
    *,
    least_score: float = 0.0,
) -> WayOn:
    """The first way that leads on from one of the answers, of those that are likely enough to be tried."""
    values: set[str] = set()  # where numbers stand that are no pages
    for answer, results in answers:
        first = {result.url for result in results}
        for way in next_pages(answer.tree, answer.base, answer.page.url, answer.forms, number=1)[:_TRIED]:
            if way.score < least_score or (way.kind == "number" and way.label in values):
                continue
            page = await _open(fetcher, way.request, answer.words)
            second = _urls(page, interface)
            if page is None or not second - first or len(second & first) > _SHARED * len(second):
                continue
            if way.kind == "number" and not await _counts_pages(fetcher, interface, answer, way, page):
                values.add(way.label)
                continue
            if way.score < UNLIKELY and not _leads_further(answer, way, page):
                continue
            asked = repr(answer.words) if answer.words else "a longer answer"
            text = f"page 2 of {asked} (by {way.kind}) brought {len(second - first)} other results"
            return WayOn(Paging(way.kind, way.label, page_size=len(results)), (answer, page), text)
    return WayOn(Paging(), (), "no further pages were offered")


async def _counts_pages(
    fetcher: Fetcher, interface: SearchInterface, answer: Answer, way: NextPage, page: Answer
) -> bool:
    """Whether a number is that of a page: the number before it brings the first page again.

    Years, marks and other values to choose from bring other results each. Where the first page is no link, being
    open, the link that says 1 on the second page tells.
    """
    first = _urls(answer, interface)
    again = way.again or numbered_link(page.tree, page.base, way.label, 1)
    if again and canonical_url(again) == canonical_url(answer.page.url):
        return True
    if not again:
        return not first & _urls(page, interface)
    found = _urls(await _open(fetcher, Request(again), answer.words), interface)
    return len(found & first) > _SHARED * len(first)


def _leads_further(answer: Answer, way: NextPage, page: Answer) -> bool:
    """Whether the second page has a link like the one that led there, to a higher number at the same place.

    A link that narrows the answer to a year or a group has no such follower.
    """
    before = counted_in(canonical_url(way.request.url), canonical_url(answer.page.url))
    ways = next_pages(page.tree, page.base, page.page.url, number=2)
    same = [other.request.url for other in ways if without_digits(other.label) == without_digits(way.label)]
    after = [counted_in(canonical_url(url), canonical_url(page.page.url)) for url in same]
    return before is not None and any(found and found[0] == before[0] and found[1] > before[1] for found in after)


async def _open(fetcher: Fetcher, request: Request, words: str) -> Answer | None:
    try:
        return read_page(await fetcher.fetch(request), words)
    except RefusedError:
        raise
    except FetchError:
        return None


def _urls(answer: Answer | None, interface: SearchInterface) -> set[str]:
    return {result.url for result in results_of(answer, interface)} if answer is not None else set()
