"""Crawls real third-party search applications on loopback and compares the copies with the truth.

    python -m benchmarks.sites SITES [--documents 2000] [--work DIR] [APP ...]

SITES is a folder of start scripts: `APP.sh start PORT DOCS WORKDIR` prints a line `url URL` and leaves the
loaded records in WORKDIR/corpus.jsonl; `APP.sh stop WORKDIR` ends it. Prints a Markdown table.
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import sonde
from sonde.lab.corpus import read_corpus
from sonde.lab.truth import Truth, compare

APPS = ("datasette", "mediawiki", "dokuwiki", "wordpress", "trac")
FIRST_PORT = 8301


@dataclass(frozen=True, slots=True)
class Row:
    """One crawled site."""

    app: str
    truth: Truth
    crawl: sonde.Crawl
    cpu_s: float

    def cells(self) -> list[str]:
        progress, truth = self.crawl.progress, self.truth
        stop = self.crawl.stop
        return [
            self.app, f"{truth.coverage:.1%}", f"{progress.coverage.estimate:.1%} "
            f"({progress.coverage.low:.1%} to {progress.coverage.high:.1%})", str(progress.queries),
            str(progress.requests), f"{truth.noise:.1%}", str(len(truth.wrong_title)), str(len(truth.wrong_text)),
            f"{self.cpu_s:.0f}", stop.reason if stop else "",
        ]  # fmt: skip


HEADINGS = [
    "site", "true coverage", "estimate (90 % interval)", "queries", "requests", "not documents", "wrong title",
    "wrong text", "CPU s", "stopped by",
]  # fmt: skip


def start(script: Path, work: Path, port: int, documents: int) -> str:
    """Starts an application and gives its address."""
    done = subprocess.run(
        [str(script), "start", str(port), str(documents), str(work)], check=True, capture_output=True, text=True
    )
    return next(line.split(maxsplit=1)[1] for line in done.stdout.splitlines() if line.startswith("url "))


async def measure(app: str, url: str, work: Path, policy: str) -> Row:
    """Crawls one site with budgets only, and opens the truth."""
    net = sonde.NetOptions(delay_s=0, concurrency=8)
    before = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        async with sonde.crawl(url, into=folder, max_queries=120, policy=policy, net=net) as crawl:
            async for _ in crawl:
                pass
        cpu_s = time.process_time() - before
        truth = compare(sonde.open(folder).documents(), read_corpus(work / "corpus.jsonl"))
    return Row(app, truth, crawl, cpu_s)


def table(rows: list[Row]) -> str:
    """The rows as a Markdown table."""
    lines = ["| " + " | ".join(HEADINGS) + " |", "|" + "---|" * len(HEADINGS)]
    return "\n".join([*lines, *("| " + " | ".join(row.cells()) + " |" for row in rows)])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("sites", type=Path, help="folder of start scripts")
    parser.add_argument("apps", nargs="*", default=APPS)
    parser.add_argument("--documents", type=int, default=2000)
    parser.add_argument("--work", type=Path, help="keeps loaded applications for the next run")
    parser.add_argument("--policy", default="sonde")
    options = parser.parse_args()
    if not (options.sites / f"{options.apps[0]}.sh").is_file():
        print(f"{options.sites} holds no start script {options.apps[0]}.sh", file=sys.stderr)
        return 2
    work = options.work or Path(tempfile.mkdtemp(prefix="sonde-sites-"))
    rows = []
    for number, app in enumerate(options.apps):
        script, place = options.sites / f"{app}.sh", work / app
        url = start(script, place, FIRST_PORT + number, options.documents)
        try:
            rows.append(asyncio.run(measure(app, url, place, options.policy)))
        finally:
            subprocess.run([str(script), "stop", str(place)], check=False, capture_output=True)
        print(table(rows[-1:]).splitlines()[-1], file=sys.stderr)
    print(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
