"""Pages of a site, taken by chance: what a site is like when nobody looks for anything."""

from collections.abc import Sequence
from random import Random

from sonde.discover.model import Web, host_of
from sonde.discover.read import read_page
from sonde.errors import FetchError
from sonde.model import Page, Request

SAMPLE = 160  # pages in all,
FROM_EACH = 40  # or so many of each site where there are many
_TRIES = 3  # for each page wanted


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
