"""How answers go on, where that shows late: all answers to the words a site was sounded with fitted on a page."""

from collections.abc import Mapping
from dataclasses import replace

from sonde.interface.answer_page import results_of
from sonde.interface.fetcher import Fetcher
from sonde.interface.model import SearchInterface
from sonde.interface.paging.learn import WayOn, follow_ways
from sonde.interface.results.contrast import Answer, read_page
from sonde.interface.results.count import is_much_the_same
from sonde.interface.said import read_total
from sonde.model import Page, Request
from sonde.page.url import canonical_url

_LATE = 3  # answers that are looked at again
_LIKELY = 0.7  # the score of a way that is worth a request in a crawl


async def learn_late_paging(
    fetcher: Fetcher, interface: SearchInterface, heard: Mapping[Request, Page], *, longest: int
) -> SearchInterface:
    """The interface with the way on that pages had since show, of which those with most results are tried.

    Those with no more than the `longest` that was looked at before would tell nothing new. The page of the form is no
    answer, though it may list documents alike.
    """
    forms = {canonical_url(url) for url in (interface.site, interface.ask.page)}
    pages = [page for asked, page in heard.items() if asked.body or canonical_url(asked.url) not in forms]
    answers = [(answer, results_of(answer, interface)) for answer in map(read_page, pages)]
    by_size = sorted((pair for pair in answers if len(pair[1]) > longest), key=lambda pair: -len(pair[1]))
    return _with_way_on(interface, await follow_ways(fetcher, interface, by_size[:_LATE]))


async def learn_paging_from(fetcher: Fetcher, interface: SearchInterface, answer: Answer) -> SearchInterface:
    """The interface with the way on that an answer of a crawl plainly offers."""
    answers = [(answer, results_of(answer, interface))]
    return _with_way_on(interface, await follow_ways(fetcher, interface, answers, least_score=_LIKELY))


def _with_way_on(interface: SearchInterface, found: WayOn) -> SearchInterface:
    """Adds what was found, if anything. A hit count that grows from page to page was none."""
    if not found.pages:
        return interface
    first, second = (read_total(page.tree, interface.count, page.words) for page in found.pages)
    stays = first is None or second is None or is_much_the_same(first, second)
    return replace(
        interface,
        paging=found.paging,
        count=interface.count if stays else None,
        evidence=(*interface.evidence, found.text),
    )
