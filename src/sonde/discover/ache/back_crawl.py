"""Back-crawling (ACHE 2007, section 2.1): paths to known forms, found level by level from pages that link to them."""

import random
from collections.abc import Awaitable, Callable, Sequence

from sonde.discover.ache.link_classifier import LEVELS
from sonde.discover.ache.paths import Path
from sonde.discover.model import Outlink, WebPage
from sonde.errors import FetchError

LinksTo = Callable[[str], Awaitable[Sequence[str]]]  # the addresses of pages that link to one
Search = Callable[[str], Awaitable[Sequence[str]]]  # the addresses a query finds
Read = Callable[[str], Awaitable[WebPage]]  # raises FetchError

_WIDTH = 10  # pages taken for each page of the level below
_MOST = 300  # pages read for each level


def linked_by(search: Search, *, query: str = "link:{}") -> LinksTo:
    """Asks a search interface for the pages that link to one, in the words it understands."""

    async def links_to(url: str) -> Sequence[str]:
        return await search(query.format(url))

    return links_to


async def back_crawl(
    targets: Sequence[str],
    *,
    links_to: LinksTo,
    read: Read,
    levels: int = LEVELS,
    width: int = _WIDTH,
    most: int = _MOST,
    rng: random.Random,
) -> list[Path]:
    """Paths of up to `levels` links to the targets, the last link first.

    Breadth first: level l + 1 is made of the pages that point to those of level l. A page that does not show the
    link it is said to have is left out; so is one that cannot be read.
    """
    found: list[Path] = []
    reached: dict[str, Path] = dict.fromkeys(targets, ())
    current: dict[str, Path] = dict(reached)
    for _ in range(levels):
        above: dict[str, Path] = {}
        for url, path in current.items():
            sources = [one for one in dict.fromkeys(await links_to(url)) if one not in reached]
            for source in rng.sample(sources, min(width, len(sources))):
                if len(above) >= most:
                    break
                link = await _link_between(source, url, read)
                if link is not None:
                    reached[source] = above[source] = (*path, link)
        extended = {path[:-1] for path in above.values()}
        found += [path for path in current.values() if path and path not in extended]
        current = above
    return found + list(current.values())


async def _link_between(source: str, target: str, read: Read) -> Outlink | None:
    try:
        page = await read(source)
    except FetchError:
        return None
    return next((link for link in page.links if link.url == target), None)
