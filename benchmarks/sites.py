"""Crawls real third-party search applications on loopback and compares the copies with the truth.

    python -m benchmarks.sites SITES [APP ...] [--documents 2000] [--work DIR] [--policy NAME ...] [--traits]

SITES is a folder of start scripts: `APP.sh start PORT DOCS WORKDIR` prints a line `url URL` and leaves the
loaded records in WORKDIR/corpus.jsonl; `APP.sh stop WORKDIR` ends it. APP-json is an application's JSON service,
trac-query its second form, whose address stands on the line `form2 URL`.
Prints a Markdown table of the copies, and one of what was learned about each site: right, wrong or unknown, where
the fact is known. With --traits sites are only learned, not copied; those that need a browser are left out.
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from unittest import mock
from urllib.parse import urljoin

import sonde
from benchmarks.site_facts import judged, verdicts
from sonde.browser.chromium import Browser
from sonde.crawl import Progress
from sonde.interface.learn import learn
from sonde.interface.model import SearchInterface
from sonde.lab.corpora.corpus import read_corpus
from sonde.lab.truth import Truth, compare
from sonde.net.client import Client

APPS = ("datasette", "mediawiki", "dokuwiki", "wordpress", "trac", "pagefind")
# The same applications by their JSON addresses: what is measured, the application, where its service is.
APIS = {
    "datasette-json": ("datasette", "/packages/packages.json"),
    "mediawiki-json": (
        "mediawiki",
        "/api.php?action=query&generator=search&gsrsearch=x&gsrwhat=text&prop=revisions&rvprop=content&format=json",
    ),
    "mediawiki-json-extracts": ("mediawiki", "/api.php?action=query&list=search&srsearch=x&srwhat=text&format=json"),
    "wordpress-json": ("wordpress", "/wp-json/wp/v2/posts"),
    "trac-query": ("trac", "form2"),
}
ENOUGH = 0.95  # of the records: where policies are compared
FIRST_PORT = 8301


@dataclass(frozen=True, slots=True)
class Row:
    """One crawled site."""

    app: str
    policy: str
    truth: Truth
    crawl: sonde.Crawl
    enough: str  # queries and looks until 95 % of the records were held
    cpu_s: float
    browsers: int  # started

    def cells(self) -> list[str]:
        progress, truth = self.crawl.progress, self.truth
        stop = self.crawl.stop
        return [
            self.app, self.policy, f"{truth.coverage:.1%}", f"{progress.coverage.estimate:.1%} "
            f"({progress.coverage.low:.1%} to {progress.coverage.high:.1%})", spent(progress), self.enough,
            str(progress.requests),
            f"{truth.noise:.1%}", str(len(truth.wrong_title)), str(len(truth.wrong_text)),
            f"{self.cpu_s:.0f}", str(self.browsers), stop.reason if stop else "",
        ]  # fmt: skip


def spent(progress: Progress) -> str:
    """Queries whose answers were read, and looks at a first page for its hit count."""
    return f"{progress.queries - progress.peeks} + {progress.peeks}" if progress.peeks else str(progress.queries)


HEADINGS = [
    "site", "policy", "true coverage", "estimate (90 % interval)", "queries", "to 95 %", "requests",
    "not documents", "wrong title", "wrong text", "CPU s", "browsers started", "stopped by",
]  # fmt: skip


LEARNED = [
    "site", "found by", "asked by", "results on a page", "hit count", "cap", "two words", "either", "excludes",
    "phrase", "wildcard", "matching", "stop words", "least letters", "order", "without words", "menus",
]  # fmt: skip


def learned_cells(app: str, interface: SearchInterface) -> list[str]:
    """What was learned about a site, as cells of a table, each judged where a fact is known."""
    able = interface.abilities
    way = "browser" if interface.ask.rendered else f"{interface.ask.method}{', JSON' if interface.json else ''}"
    menus = ", ".join(f"{name} ({len(values)})" for name, values in able.splits)
    size = (interface.json.paging.size if interface.json else 0) or able.page_size or interface.paging.page_size
    words = able.operator or ("one text" if able.phrase == "{}" else "?")
    cells = [
        app, interface.found_by, way, str(size or "all"), able.counts or "?",
        str(able.cap or "none"), words, able.either or "-", able.exclude or "-", able.phrase or "-",
        able.wildcard or "-", able.matching or "?", "yes" if able.stop_words else "no", str(able.min_length),
        able.order or "?", "everything" if able.browse else "nothing", menus or "-",
    ]  # fmt: skip
    named = dict(zip(LEARNED, cells, strict=True))
    return [*(judged(app, heading, cell) for heading, cell in named.items()), verdicts(app, named)]


async def learned(url: str) -> SearchInterface:
    """What is learned about a site, without a crawl."""
    async with Client(sonde.NetOptions(delay_s=0, concurrency=8), start_url=url) as client:
        return await learn(client, url)


def start(script: Path, work: Path, port: int, documents: int) -> dict[str, str]:
    """Starts an application and gives its addresses by name."""
    done = subprocess.run(
        [str(script), "start", str(port), str(documents), str(work)], check=True, capture_output=True, text=True
    )
    return dict(line.split(maxsplit=1) for line in done.stdout.splitlines() if len(line.split(maxsplit=1)) == 2)


async def measure(app: str, url: str, work: Path, policy: str) -> Row:
    """Crawls one site with budgets only, and opens the truth."""
    net = sonde.NetOptions(delay_s=0, concurrency=8)
    before = time.process_time()
    records = read_corpus(work / "corpus.jsonl")
    enough = ""
    browsers: list[Browser] = []

    def browser(client: Client) -> Browser:
        browsers.append(Browser(client))
        return browsers[-1]

    with mock.patch("sonde.site_crawl.crawl.Browser", browser), tempfile.TemporaryDirectory() as folder:
        async with sonde.crawl(url, into=folder, max_queries=120, policy=policy, net=net) as crawl:
            async for _ in crawl:
                if not enough and crawl.progress.documents >= ENOUGH * len(records):
                    enough = spent(crawl.progress)
        cpu_s = time.process_time() - before
        truth = compare(sonde.open(folder).documents(), records)
    return Row(app, policy, truth, crawl, enough or "-", cpu_s, sum(made.starts for made in browsers))


def table(headings: list[str], rows: list[list[str]]) -> str:
    """Cells as a Markdown table."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("sites", type=Path, help="folder of start scripts")
    parser.add_argument("apps", nargs="*", default=(*APPS, *APIS))
    parser.add_argument("--documents", type=int, default=2000)
    parser.add_argument("--work", type=Path, help="keeps loaded applications for the next run")
    parser.add_argument("--policy", action="append", help="repeatable; sonde if not given")
    parser.add_argument("--traits", action="store_true", help="learns the sites and does not copy them")
    options = parser.parse_args()
    first, _ = APIS.get(options.apps[0], (options.apps[0], ""))
    if not (options.sites / f"{first}.sh").is_file():
        print(f"{options.sites} holds no start script {first}.sh", file=sys.stderr)
        return 2
    work = options.work or Path(tempfile.mkdtemp(prefix="sonde-sites-"))
    rows: list[Row] = []
    traits: list[list[str]] = []
    for number, name in enumerate(options.apps):
        app, path = APIS.get(name, (name, ""))
        script, place = options.sites / f"{app}.sh", work / app
        urls = start(script, place, FIRST_PORT + number, options.documents)
        url = urls.get(path) or urljoin(urls["url"], path)
        try:
            if options.traits:
                traits.append(learned_cells(name, asyncio.run(learned(url))))
                print(" | ".join(traits[-1]), file=sys.stderr)
                continue
            for policy in options.policy or ["sonde"]:
                rows.append(asyncio.run(measure(name, url, place, policy)))
                traits.append(learned_cells(name, rows[-1].crawl.interface))
                print(table(HEADINGS, [rows[-1].cells()]).splitlines()[-1], file=sys.stderr)
        finally:
            subprocess.run([str(script), "stop", str(place)], check=False, capture_output=True)
    if rows:
        print(table(HEADINGS, [row.cells() for row in rows]))
        print()
    print(table([*LEARNED, "facts"], traits))
    return 0


if __name__ == "__main__":
    sys.exit(main())
