"""The programs that are compared: each downloads the same pages and prints its own CPU seconds.

python -m benchmarks.contenders bare|sonde URL PAGES FOLDER
"""

import asyncio
import resource
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
from selectolax.lexbor import LexborHTMLParser

from sonde.answer import Asker
from sonde.crawl import Loop
from sonde.model import Budget, Document, Query, Request, Result, ResultPage
from sonde.net.client import Client, NetOptions
from sonde.page.boilerplate import learn_boilerplate
from sonde.page.document import DocumentReader
from sonde.page.dom import parse_html
from sonde.planner import Completeness, Statistics, StopRules, make_policy
from sonde.store.folder import CrawlFolder
from sonde.store.sqlite import Store
from sonde.store.warc import WarcArchive

CONCURRENCY = 16
PER_ANSWER = 200  # documents per query


def cpu_s() -> float:
    """User and system CPU seconds of this process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def bare(url: str, pages: int, folder: Path) -> None:
    """aiohttp and selectolax alone: title, visible text, all links; nothing is kept."""
    numbers = iter(range(pages))

    async def worker(session: aiohttp.ClientSession) -> None:
        for number in numbers:
            async with session.get(f"{url}/item/{number}") as answer:
                tree = LexborHTMLParser(await answer.text())
            title = tree.css_first("title")
            _ = title.text() if title is not None else ""
            _ = [node.attributes.get("href") for node in tree.css("a[href]")]
            tree.strip_tags(["script", "style"])
            _ = tree.body.text(separator=" ") if tree.body is not None else ""

    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=CONCURRENCY)) as session:
        await asyncio.gather(*(worker(session) for _ in range(CONCURRENCY)))


class Listed:
    """A site whose answers are the next addresses of a list."""

    def __init__(self, client: Client, url: str, pages: int) -> None:
        self.client = client
        self.urls = [f"{url}/item/{number}" for number in range(pages)]
        self.asked = 0

    async def prepare(self) -> None:
        """Learns what the pages share, as inspecting a site does."""
        samples = [await self.client.fetch(Request(url)) for url in self.urls[:5]]
        self.reader = DocumentReader(learn_boilerplate(parse_html(page.text) for page in samples))

    async def search(self, query: Query) -> AsyncIterator[ResultPage]:
        urls = self.urls[self.asked : self.asked + PER_ANSWER]
        self.asked += PER_ANSWER
        yield ResultPage(tuple(Result(url) for url in urls))

    async def get(self, result: Result) -> Document:
        return self.reader.read(await self.client.fetch(Request(result.url)))


async def sonde(url: str, pages: int, folder: Path) -> None:
    """Everything Sonde does for a document: robots, guard, WARC, parse, extract, statistics, durable store."""
    statistics = Statistics()
    net = NetOptions(delay_s=0, concurrency=CONCURRENCY)
    with CrawlFolder.open_for_crawl(folder / "crawl", site_url=url) as crawl:
        async with (
            await Store.open(crawl) as store,
            WarcArchive(crawl.archive) as archive,
            Client(net, start_url=url, recorder=archive) as client,
        ):
            site = Listed(client, url, pages)
            await site.prepare()
            loop = Loop(
                Asker(site, store, at_once=4 * CONCURRENCY),
                make_policy("sonde", seeds=["word"], statistics=statistics),
                Completeness(statistics=statistics),
                store,
                budget=Budget(max_queries=-(-pages // PER_ANSWER)),
                rules=StopRules(target=0, quiet_answers=0),
            )
            held = sum([1 async for _ in loop.run()])
    if held != pages:
        raise SystemExit(f"{held} of {pages} pages were stored")


def main() -> None:
    name, url, pages, folder = sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(sys.argv[4])
    asyncio.run({"bare": bare, "sonde": sonde}[name](url, pages, folder))
    print(f"cpu {cpu_s():.4f}")


if __name__ == "__main__":
    main()
