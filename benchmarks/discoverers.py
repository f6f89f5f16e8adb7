"""The programs that are compared at following links: each fetches so many pages and prints its own CPU seconds.

python -m benchmarks.discoverers bare|sonde PORT HOSTS PAGES FOLDER
"""

import asyncio
import socket
import sys
from collections import deque
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from selectolax.lexbor import LexborHTMLParser

from benchmarks.contenders import cpu_s
from benchmarks.web_pages import Pages
from sonde.discover.examples import Training
from sonde.discover.model import Example
from sonde.discover.read import read_page
from sonde.discover.run import DiscoverOptions, DiscoveryRun
from sonde.model import Page
from sonde.net.client import NetOptions

CONNECTIONS = 64
SEEDS = 20


def seeds() -> list[str]:
    """Where all of them start."""
    return [f"http://site{number}.test/" for number in range(SEEDS)]


class _Loopback(AbstractResolver):
    """Every name is this machine."""

    async def resolve(self, host: str, port: int = 0, family: Any = socket.AF_INET) -> list[ResolveResult]:
        return [ResolveResult(hostname=host, host="127.0.0.1", port=port, family=socket.AF_INET, proto=0, flags=0)]

    async def close(self) -> None:
        pass


async def bare(port: int, hosts: int, pages: int, folder: Path) -> None:
    """aiohttp and selectolax alone, breadth first: title, visible text, all links; nothing is kept."""
    waiting, seen = deque(seeds()), set(seeds())
    fetched = 0

    async def worker(session: aiohttp.ClientSession) -> None:
        nonlocal fetched
        while fetched < pages:
            if not waiting:
                await asyncio.sleep(0.01)
                continue
            fetched += 1
            url = waiting.popleft()
            async with session.get(url.replace(".test/", f".test:{port}/", 1)) as answer:
                tree = LexborHTMLParser(await answer.text())
            title = tree.css_first("title")
            _ = title.text() if title is not None else ""
            tree.strip_tags(["script", "style"])
            _ = tree.body.text(separator=" ") if tree.body is not None else ""
            for node in tree.css("a[href]"):
                link = urljoin(url, node.attributes.get("href") or "").partition("#")[0]
                if link not in seen:
                    seen.add(link)
                    waiting.append(link)

    connector = aiohttp.TCPConnector(limit=CONNECTIONS, resolver=_Loopback())
    async with aiohttp.ClientSession(connector=connector) as session:
        await asyncio.gather(*(worker(session) for _ in range(CONNECTIONS)))


async def sonde(port: int, hosts: int, pages: int, folder: Path) -> None:
    """Everything Sonde does: robots, guard, archive, judging pages and forms, learning, ranking, durable frontier."""
    made = Pages(hosts)
    examples = []
    for number in range(12):
        url = f"http://example{number}.test/page/7"
        page = read_page(Page(url, made.page(f"example{number}.test", f"/page/{number}7")))
        examples.append(Example(page, tuple(form for form in page.forms if "find" in form.action)))
    others = [read_page(Page(f"http://other{number}.test/", made.other(number))) for number in range(24)]
    training = Training(tuple(examples), tuple(Example(page, is_positive=False) for page in others))
    net = NetOptions(delay_s=0, concurrency=1, resolve=(f"*=127.0.0.1:{port}",))
    options = DiscoverOptions(max_pages=pages, connections=CONNECTIONS, net=net)
    run = DiscoveryRun(folder / "discovery", seeds=seeds(), training=training, options=options)
    await run.run()
    if run.progress.pages != pages or run.progress.sites < hosts / 3:
        raise SystemExit(f"{run.progress} instead of {pages} pages")


def main() -> None:
    name, port, hosts, pages, folder = sys.argv[1], *map(int, sys.argv[2:5]), Path(sys.argv[5])
    asyncio.run({"bare": bare, "sonde": sonde}[name](port, hosts, pages, folder))
    print(f"cpu {cpu_s():.4f}")


if __name__ == "__main__":
    main()
