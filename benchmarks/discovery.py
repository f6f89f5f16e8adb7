"""CPU per page of a discovery beside a bare aiohttp and selectolax crawler and beside Scrapy; memory of its frontier.

    python -m benchmarks.discovery [--pages 1500] [--hosts 500] [--rounds 3] [--links 1000000]

All of them follow links over the same hosts with 64 connections, interleaved; start-up is taken out by a short run.
Scrapy is left out where it is not installed. Then a frontier of so many links is filled, ranked anew and served.
"""

import argparse
import asyncio
import importlib.util
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks.memory import MIB, peak_bytes, rss_bytes
from benchmarks.throughput import _ratio
from sonde.discover.batch import Batch, FrontierLink
from sonde.discover.frontier import Frontier
from sonde.discover.model import Candidate, Outlink, Rank
from sonde.discover.seen import Seen
from sonde.discover.store import DiscoveryStore

FEW = 50
LIMIT_BYTES = 500 * MIB
PROGRAMS = {
    "bare": ["benchmarks.discoverers", "bare"],
    "sonde": ["benchmarks.discoverers", "sonde"],
    "scrapy": ["benchmarks.scrapy_broad"],
}


@contextmanager
def web_server(hosts: int) -> Iterator[tuple[int, int]]:
    """The port of the web, and the size of a page."""
    command = [sys.executable, "-m", "benchmarks.web_pages", str(hosts)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port, size = map(int, process.stdout.readline().split())
        try:
            yield port, size
        finally:
            process.terminate()


def cpu_ms(program: str, port: int, hosts: int, pages: int) -> float:
    """CPU milliseconds of one run of a program."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", *PROGRAMS[program], str(port), str(hosts), str(pages), folder]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    return 1000 * float(done.stdout.strip().rpartition(" ")[2])


def compare(hosts: int, *, pages: int, rounds: int) -> dict[str, list[float]]:
    """CPU milliseconds per page of every program, a value per round, start-up taken out."""
    programs = [name for name in PROGRAMS if name != "scrapy" or importlib.util.find_spec("scrapy")]
    found: dict[str, list[float]] = {name: [] for name in programs}
    with web_server(hosts) as (port, size):
        print(f"{pages} pages of {size / 1000:.0f} KB, {hosts} hosts, {rounds} rounds\n")
        for number in range(rounds):
            random.Random(number).shuffle(programs)
            for name in programs:
                spent = cpu_ms(name, port, hosts, pages + FEW) - cpu_ms(name, port, hosts, FEW)
                found[name].append(spent / pages)
    return found


def made_up(numbers: range) -> list[FrontierLink]:
    """Links as pages have them."""
    rng = random.Random(numbers.start)
    words = "books find title author shelf page more about item list search catalogue reader novel paper".split()
    links = []
    for number in numbers:
        before, after = " ".join(rng.choices(words, k=10)), " ".join(rng.choices(words, k=10))
        url = f"http://site{number % 5000}.test/section{number % 97}/page{number}.html"
        link = Outlink(url, " ".join(rng.choices(words, k=3)), before, after)
        links.append(FrontierLink(number, Candidate(link), Rank(1 + number % 3, rng.random()), None, (link,)))
    return links


async def fill(folder: Path, links: int) -> list[tuple[str, float, float]]:
    """What the process occupies, and how long it took, to store, rank anew and serve a frontier of so many links."""
    marks: list[tuple[str, float, float]] = []
    began = time.monotonic()

    def mark(name: str) -> None:
        marks.append((name, rss_bytes() / MIB, time.monotonic() - began))

    def anew(candidates: Sequence[Candidate]) -> list[Rank]:
        return [Rank(1 + len(one.link.anchor) % 3, len(one.link.url) / 100) for one in candidates]

    mark("start")
    async with await DiscoveryStore.open(folder / "discovery.db") as store:
        seen = Seen()
        frontier = Frontier(store, is_batched=lambda: True, room=lambda host: 100)
        for start in range(0, links, 5_000):
            some = made_up(range(start, min(links, start + 5_000)))
            assert all(seen.fresh([one.candidate.link.url for one in some]))
            seen.add(one.candidate.link.url for one in some)
            frontier.add(some)
            await store.record(Batch(links=some))
        mark(f"{links:,} links stored")
        await frontier.rerank(anew)
        mark("all of them ranked anew")
        for _ in range(3):
            await frontier.load()
            while (link := frontier.next(0.0)) is not None:
                frontier.give_back(link)
        mark("three batches served")
    return marks


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--pages", type=int, default=1500)
    parser.add_argument("--hosts", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--links", type=int, default=1_000_000)
    options = parser.parse_args()
    if options.rounds:
        found = compare(options.hosts, pages=options.pages, rounds=options.rounds)
        print("| program | CPU ms/page | ratio to bare (min-max) | ratio to Scrapy (min-max) |\n|---|---|---|---|")
        for name, values in found.items():
            to_scrapy = _ratio(values, found["scrapy"]) if "scrapy" in found else ""
            middle = sorted(values)[len(values) // 2]
            print(f"| {name} | {middle:.2f} | {_ratio(values, found['bare'])} | {to_scrapy} |")
    if options.links:
        with tempfile.TemporaryDirectory() as folder:
            marks = asyncio.run(fill(Path(folder), options.links))
        print("\n| frontier | MiB | seconds |\n|---|---|---|")
        for name, mib, seconds in marks:
            print(f"| {name} | {mib:.0f} | {seconds:.0f} |")
        print(f"\npeak {peak_bytes() / MIB:.0f} MiB")
        return 0 if peak_bytes() < LIMIT_BYTES else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
