"""CPU per page: Sonde beside a bare aiohttp and selectolax loop and beside Scrapy, interleaved in one run.

    python -m benchmarks.throughput [--pages 1500] [--rounds 3]

Start-up is taken out by a short run of each. Then the stages of Sonde's work, one by one on the same pages.
"""

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks.stages import measure_stages

FEW = 20
PROGRAMS = {
    "bare": ["benchmarks.contenders", "bare"],
    "sonde": ["benchmarks.contenders", "sonde"],
    "scrapy": ["benchmarks.scrapy_spider"],
}


@contextmanager
def page_server() -> Iterator[tuple[str, int]]:
    """The address of the page server and the mean size of its pages in bytes."""
    command = [sys.executable, "-m", "benchmarks.pages"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        url, size = process.stdout.readline().split()
        try:
            yield url, int(size)
        finally:
            process.terminate()


def cpu_ms(program: str, url: str, pages: int) -> float:
    """CPU milliseconds of one run of a program."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", *PROGRAMS[program], url, str(pages), folder]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    return 1000 * float(done.stdout.strip().rpartition(" ")[2])


def compare(url: str, *, pages: int, rounds: int) -> dict[str, list[float]]:
    """CPU milliseconds per page of every program, a value per round, start-up taken out."""
    found: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    order = list(PROGRAMS)
    for number in range(rounds):
        random.Random(number).shuffle(order)
        for name in order:
            found[name].append((cpu_ms(name, url, pages + FEW) - cpu_ms(name, url, FEW)) / pages)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--pages", type=int, default=1500)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with page_server() as (url, size):
        found = compare(url, pages=options.pages, rounds=options.rounds)
    print(f"{options.pages} pages of {size / 1000:.0f} KB, {options.rounds} rounds\n")
    print("| program | CPU ms/page | ratio to bare (min-max) | ratio to Scrapy (min-max) |\n|---|---|---|---|")
    for name, values in found.items():
        ratios = f"{_ratio(values, found['bare'])} | {_ratio(values, found['scrapy'])}"
        print(f"| {name} | {statistics.median(values):.2f} | {ratios} |")
    print("\n| stage of Sonde | CPU ms/page |\n|---|---|")
    for stage, ms in measure_stages().items():
        print(f"| {stage} | {ms:.3f} |")
    return 0


def _ratio(values: list[float], base: list[float]) -> str:
    ratios = [value / other for value, other in zip(values, base, strict=True)]
    return f"{statistics.median(ratios):.2f} ({min(ratios):.2f}-{max(ratios):.2f})"


if __name__ == "__main__":
    sys.exit(main())
