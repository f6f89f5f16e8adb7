"""Pages of sites, taken by chance: what a site is like when nobody looks for anything."""

import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from sonde.answer import Site
from sonde.discover.model import Web, host_of
from sonde.discover.read import read_page
from sonde.errors import FetchError
from sonde.model import Page, Query, Request, Result

logger = logging.getLogger(__name__)

SAMPLE = 160  # pages in all,
FROM_EACH = 40  # or so many of each site where there are many
_TRIES = 3  # for each page wanted
SITES = 4  # of those that a search engine knows


async def sample_sites(web: Web, starts: Sequence[str], *, rng_seed: int = 0) -> list[Page]:
    """Pages of all sites, about as many of each."""
    count = max(FROM_EACH, SAMPLE // max(1, len(starts)))
    return [page for start in starts for page in await sample_site(web, start, count, Random(rng_seed))]


async def sample_site(web: Web, start: str, count: int, rng: Random) -> list[Page]:
    """Up to so many pages: the start, then pages behind links chosen by chance, first a page and then one of its links.

    So a page that few others refer to has nearly as good a chance as a menu entry that all of them have.
    """
    host = host_of(start)
    pages: list[Page] = []
    links: list[list[str]] = [[start]]
    known = {start}
    for _ in range(_TRIES * count):
        if len(pages) >= count or not links:
            break
        chosen = rng.choice(links)
        url = chosen.pop(rng.randrange(len(chosen)))
        links = [one for one in links if one]
        try:
            page = await web.fetch(Request(url))
        except FetchError:
            continue
        pages.append(page)
        fresh = [link.url for link in read_page(page).links if host_of(link.url) == host and link.url not in known]
        known.update(fresh)
        if fresh:
            links.append(fresh)
    return pages


async def found_sites(engine: Site, asked: Iterable[str]) -> list[str]:
    """One address on each of the sites that a search engine names most often for these words."""
    first: dict[str, str] = {}
    named: Counter[str] = Counter()
    for word in asked:
        for result in await _first_results(engine, word):
            host = host_of(result.url)
            named[host] += 1
            first.setdefault(host, result.url)
    return [first[host] for host, _ in named.most_common(SITES)]


async def _first_results(engine: Site, word: str) -> Sequence[Result]:
    try:
        async for answer in engine.search(Query(word, peek=True)):
            return answer.results
    except FetchError as error:
        logger.warning("search engine did not answer words=%r error=%s", word, error)
    return ()
