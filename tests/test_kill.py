"""A crawl that is killed again and again ends with the same copy as one that never was.

This file is also the program that is killed: it prints what it does, line by line, and the test kills it at
a line of its choice.
"""

import asyncio
import logging
import os
import random
import subprocess
import sys
import time
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

import sonde
from on_a_thread import on_a_thread
from python_library import python_library
from sonde.lab.search.engine import Engine
from sonde.lab.server import LabServer, serve
from sonde.lab.traits import Traits
from sonde.store.writer import Writer

MAX_QUERIES = 40
SITE = Traits(cap=40, page_size=10)

FETCHED, RESULTS, DOCUMENT = "page fetched", "/search?", "/record/"
COMMITTING, STORED = "committing", "stored "

# What is waited for before a kill, how often a crawl is killed there, after how many of them at most, and how
# much later at most.
LEARNING = [(FETCHED, 4, 10, 0.004)]
CRAWLING = [
    (RESULTS, 6, 6, 0.004),
    (DOCUMENT, 7, 24, 0.004),
    (COMMITTING, 6, 2, 0.001),
    (STORED, 2, 12, 0.004),
]


async def crawl(url: str, folder: str) -> None:
    """Crawls and says so: every page, every commit before it begins, every document once it is stored."""
    net = sonde.NetOptions(delay_s=0, concurrency=4)
    async with sonde.crawl(url, into=folder, max_queries=MAX_QUERIES, net=net) as crawling:
        async for document in crawling:
            print(STORED + document.url, flush=True)
    print(f"ended {crawling.stop}", flush=True)


def say_when_committing() -> None:
    record = Writer.record

    def announced(*args: object, **kwargs: object) -> None:
        print(COMMITTING, flush=True)
        record(*args, **kwargs)  # type: ignore[arg-type]

    Writer.record = announced  # type: ignore[method-assign]


def running_site() -> AbstractContextManager[LabServer]:
    """A site on a thread of its own, whose log of queries the test can read."""
    return on_a_thread(serve(Engine(python_library()[::15][:400], SITE)))


@dataclass(frozen=True, slots=True)
class Moment:
    """When to kill: at the n-th line that holds a text, and a little later."""

    text: str
    count: int
    later_s: float

    def wait(self, lines: list[str]) -> bool:
        """Whether it has come, given the lines so far."""
        if sum(self.text in line for line in lines) < self.count:
            return False
        until = time.perf_counter() + self.later_s
        while time.perf_counter() < until:
            pass
        return True


def moments(rng: random.Random) -> list[Moment]:
    """25 of them, those within learning first: it happens once."""
    chosen = []
    for plan in (LEARNING, CRAWLING):
        part = [
            Moment(text, rng.randint(1, most), rng.uniform(0, latest_s))
            for text, times, most, latest_s in plan
            for _ in range(times)
        ]
        rng.shuffle(part)
        chosen += part
    return chosen


@dataclass(slots=True)
class Run:
    """One start of the crawl: what it said, and how long the site's log of queries was by then."""

    log_start: int
    lines: list[str] = field(default_factory=list)

    @property
    def stored(self) -> set[str]:
        return {line.removeprefix(STORED) for line in self.lines if line.startswith(STORED)}


def run(site: LabServer, folder: Path, moment: Moment | None = None) -> Run:
    """Starts the crawl and lets it end by itself, or kills it."""
    source = str(Path(sonde.__file__).parents[1])
    process = subprocess.Popen(
        [sys.executable, __file__, site.url, str(folder)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": source},
        text=True,
    )
    assert process.stdout is not None
    with process, process.stdout as stdout:
        assert stdout.readline() == "started\n"
        found = Run(len(site.queries))
        for line in stdout:
            found.lines.append(line.strip())
            if moment is not None and moment.wait(found.lines):
                process.kill()
                break
        found.lines += [line.strip() for line in stdout]
    assert process.returncode == (-9 if moment else 0), "it ended before it could be killed"
    return found


def held(folder: Path) -> set[tuple[str, str, str]]:
    documents = sonde.open(folder).documents(include_aside=True)
    return {(document.url, document.title, document.text) for document in documents}


def asked(folder: Path) -> list[str]:
    return [outcome.query.words for outcome in sonde.open(folder).outcomes()]


def archived(folder: Path) -> list[set[str]]:
    """The addresses of all answers in the archive, as two readers see them."""
    from warcio.archiveiterator import ArchiveIterator as Warcio  # type: ignore[import-untyped]

    from fastwarc_reader import answered_urls

    by_warcio: set[str] = set()
    for path in sorted((folder / "archive").iterdir()):
        with path.open("rb") as file:
            for record in Warcio(file, check_digests="raise"):
                record.content_stream().read()
                if record.rec_type == "response":
                    by_warcio.add(record.rec_headers.get_header("WARC-Target-URI"))
    return [answered_urls(folder / "archive"), by_warcio]


def test_a_crawl_killed_25_times_ends_with_the_same_copy(tmp_path: Path) -> None:
    calm, stormy = tmp_path / "calm", tmp_path / "stormy"
    with running_site() as site:
        run(site, calm)
        soundings = len(site.queries) - len(asked(calm))
        reported: set[str] = set()
        starts: list[int] = []
        learned_by: int | None = None
        kills = moments(random.Random(25))
        for moment in [*kills, None]:
            this = run(site, stormy, moment)
            starts.append(this.log_start)
            if learned_by is None and (stormy / "interface.yaml").exists():
                learned_by = len(starts) - 1
            reported |= this.stored
            if reported:
                assert reported <= {url for url, _, _ in held(stormy)}
    assert len(kills) == 25
    assert held(stormy) == held(calm)
    assert asked(stormy) == asked(calm)
    assert learned_by is not None
    log = site.queries[starts[learned_by] + soundings :]
    assert [words for words, _ in groupby(log)] == asked(calm), "only the query in flight is asked again"
    assert len(log) - len(asked(calm)) <= len(kills) - learned_by
    for urls in archived(stormy):
        assert {url for url, _, _ in held(stormy)} <= urls


if __name__ == "__main__":
    print("started", flush=True)
    logging.basicConfig(stream=sys.stdout, level=logging.DEBUG, format="%(message)s")
    say_when_committing()
    asyncio.run(crawl(*sys.argv[1:]))
