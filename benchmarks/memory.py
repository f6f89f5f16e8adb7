"""How much memory a large crawl takes, and what it grows with.

    python -m benchmarks.memory [--documents 200000] [--cap 2000] [--page-size 500]

A simulated site in a process of its own serves that many generated documents; this process crawls it from
its result pages alone and reads off what the operating system says it occupies. Prints a Markdown table and
fails when the peak passes 1 GiB.
"""

import argparse
import asyncio
import resource
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import sonde
from sonde.lab.process import site_process
from sonde.lab.traits import Traits

LIMIT_BYTES = 1 << 30
SHARES = (0.25, 0.5, 0.75)
MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Mark:
    """The crawl at one moment."""

    name: str
    documents: int
    queries: int
    requests: int
    vocabulary: int
    rss_bytes: int
    peak_bytes: int
    seconds: float


def rss_bytes() -> int:
    """What the process occupies right now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def peak_bytes() -> int:
    """The most it ever occupied; the system notes it with a small delay."""
    return max(rss_bytes(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)


def mark(name: str, crawl: sonde.Crawl) -> Mark:
    progress = crawl.progress
    loop = crawl._loop  # its vocabulary is nobody's business but ours
    words = loop.completeness.statistics.vocabulary if loop is not None else 0
    return Mark(
        name, progress.documents, progress.queries, progress.requests, words, rss_bytes(), peak_bytes(),
        progress.seconds,
    )  # fmt: skip


async def measure(url: str, folder: str, *, documents: int, max_queries: int) -> list[Mark]:
    """Crawls the site and marks the start, each quarter and the end."""
    net = sonde.NetOptions(delay_s=0, concurrency=4)
    due = [round(share * documents) for share in SHARES]
    crawl = sonde.crawl(url, into=folder, max_queries=max_queries, documents="results", net=net)
    async with crawl:
        marks = [mark("learned", crawl)]
        async for document in crawl:
            if due and document.id + 1 >= due[0]:
                marks.append(mark(f"{due.pop(0) / documents:.0%}", crawl))
        marks.append(mark("last answer", crawl))
    marks.append(mark("closed", crawl))
    print(f"stopped by {crawl.stop}", file=sys.stderr)
    return marks


def table(marks: list[Mark], *, documents: int) -> str:
    """The marks as a Markdown table. Growth is counted from the first mark, and from the one before."""
    headings = [
        "moment", "documents", "of all", "queries", "requests", "words", "MiB", "peak MiB",
        "bytes per document", "per further one", "seconds",
    ]  # fmt: skip
    lines = ["| " + " | ".join(headings) + " |", "|" + "---|" * len(headings)]
    for before, at in zip(marks[:1] + marks, marks, strict=False):
        cells = [
            at.name, f"{at.documents:,}", f"{at.documents / documents:.1%}", f"{at.queries:,}",
            f"{at.requests:,}", f"{at.vocabulary:,}", f"{at.rss_bytes / MIB:.0f}",
            f"{at.peak_bytes / MIB:.0f}", per_document(marks[0], at), per_document(before, at),
            f"{at.seconds:.0f}",
        ]  # fmt: skip
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def per_document(before: Mark, at: Mark) -> str:
    """By how many bytes the process grew for each document between two marks."""
    documents = at.documents - before.documents
    return f"{(at.rss_bytes - before.rss_bytes) / documents:,.0f}" if documents else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--documents", type=int, default=200_000)
    parser.add_argument("--cap", type=int, default=2000, help="results that the site shows for one query")
    parser.add_argument("--page-size", type=int, default=500)
    parser.add_argument("--max-queries", type=int, default=500)
    options = parser.parse_args()
    traits = Traits(cap=options.cap, page_size=options.page_size)
    began = time.monotonic()
    source = f"synthetic:{options.documents}"
    with site_process(source, traits) as site, tempfile.TemporaryDirectory() as folder:
        print(f"the site took {time.monotonic() - began:.0f} s to start", file=sys.stderr)
        marks = asyncio.run(measure(site.url, folder, documents=options.documents, max_queries=options.max_queries))
    print(table(marks, documents=options.documents))
    return 0 if marks[-1].peak_bytes < LIMIT_BYTES else 1


if __name__ == "__main__":
    sys.exit(main())
