"""The next page on live sites: what markup alone would follow, and what probing the site settles on.

python -m benchmarks.paging [--sites 40] [--first 0]

Each site is a combination of the lab's traits, learned as in a crawl. Then page 2 of a long answer is asked for: right
is what shows other results of that answer, or no way on where there is none. Markup alone follows the way that looks
best on the first page. Every site is visited twice: as it is, and with a false way on each page, a link that says
"Next" and is marked so, and numbers that are no pages.
"""

import argparse
import asyncio
import random
from collections import Counter
from dataclasses import replace

from sonde.interface.answer_page import results_of
from sonde.interface.fetcher import Fetcher
from sonde.interface.learn import learn
from sonde.interface.model import SearchInterface
from sonde.interface.paging.next_page import next_pages
from sonde.interface.results.contrast import read_page
from sonde.interface.site import WebSite
from sonde.lab.corpora.stdlib import stdlib_corpus
from sonde.lab.search.engine import Engine
from sonde.lab.server import serve
from sonde.lab.traits import Traits
from sonde.model import Page, Query, Request, Result
from sonde.net.client import Client, NetOptions

_FALSE = (
    '<p><a rel="next" class="next" href="/about">Next »</a></p>'
    '<ul class="pagination"><li><b>1</b></li><li><a href="/help?part=2">2</a></li></ul>'
)


class Misleading:
    """A fetcher whose pages have a false way to the next page."""

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher

    async def fetch(self, request: Request) -> Page:
        page = await self._fetcher.fetch(request)
        before, body, rest = page.text.partition("<body>")
        return replace(page, text=f"{before}{body}{_FALSE}{rest}") if body else page


async def visit(site: Engine, words: str, *, misled: bool) -> dict[str, bool]:
    """Whether markup alone and probing each come to the second page of an answer."""
    async with serve(site) as server:
        options = NetOptions(delay_s=0, concurrency=8, repeat_posts=True)
        async with Client(options, start_url=server.url) as client:
            fetcher: Fetcher = Misleading(client) if misled else client
            interface = await learn(fetcher, server.url)
            titles = [{result.title for result in page} for page in await _pages(fetcher, interface, words)]
            first = await _first(fetcher, interface, words)
            by_markup = await _by_markup(fetcher, interface, first, words)
    wanted = {site.records[number].title for number in site.search(words).ids.tolist()}
    has_more = site.traits.paging != "none" and len(wanted - titles[0]) > 0
    rest = [by_markup, titles[1] if len(titles) > 1 else set()]
    right = [bool(found) == has_more and found <= wanted and found != titles[0] for found in rest]
    return dict(zip(("markup", "probing"), right, strict=True))


async def _pages(fetcher: Fetcher, interface: SearchInterface, words: str) -> list[tuple[Result, ...]]:
    """The results of the first two pages, as a crawl reads them."""
    pages = []
    async for page in WebSite(fetcher, interface, is_new=True).search(Query(words)):
        pages.append(page.results)
        if len(pages) == 2:
            break
    return pages


class _Last:
    """A fetcher that remembers the last page."""

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher
        self.page: Page | None = None

    async def fetch(self, request: Request) -> Page:
        self.page = await self._fetcher.fetch(request)
        return self.page


async def _first(fetcher: Fetcher, interface: SearchInterface, words: str) -> Page:
    last = _Last(fetcher)
    async for _ in WebSite(last, interface, is_new=True).search(Query(words)):
        break
    assert last.page is not None
    return last.page


async def _by_markup(fetcher: Fetcher, interface: SearchInterface, first: Page, words: str) -> set[str]:
    """The titles on the page that looks most like the next one; none where nothing does."""
    answer = read_page(first, words)
    ways = next_pages(answer.tree, answer.base, first.url, answer.forms, number=1)
    if not ways:
        return set()
    page = await fetcher.fetch(ways[0].request)
    return {result.title for result in results_of(read_page(page, words), interface)}


async def run(first: int, sites: int, engine: Engine) -> None:
    """Visits each site both ways and prints how often page 2 was right."""
    right: Counter[tuple[bool, str]] = Counter()
    for number in range(first, first + sites):
        site = engine.with_traits(replace(Traits.random(random.Random(number)), two_lists=False))
        words = max(engine.vocabulary[:2000], key=lambda word: site.search(word).total)
        for misled in (False, True):
            found = await visit(site, words, misled=misled)
            right.update((misled, way) for way, is_right in found.items() if is_right)
            if not found["probing"]:
                print(f"{number} {site.traits.paging} misled={misled}: wrong page 2 of {words!r}")
    for misled, name in ((False, "as it is"), (True, "with a false way")):
        markup, probing = right[misled, "markup"], right[misled, "probing"]
        print(f"{name:18} markup alone {markup:3} of {sites}, probing {probing:3} of {sites}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sites", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="the number of the first site")
    given = parser.parse_args()
    asyncio.run(run(given.first, given.sites, Engine(list(stdlib_corpus())[::2][:1500])))


if __name__ == "__main__":
    main()
