"""Crawls forms of menus, ranges and text inputs, with and without a box for words, over HTTP on loopback.

    python -m benchmarks.menus [--documents 20000] [--only TEXT]

Forms without a box are compared with the best query tree, the others with words alone. Prints a Markdown table.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta

import numpy as np

import sonde
from sonde.lab.corpora.record import Record
from sonde.lab.corpora.synthetic import synthetic_corpus
from sonde.lab.query_tree import best_query_tree, best_sweep
from sonde.lab.search.engine import Engine
from sonde.lab.server import serve
from sonde.lab.traits import Traits

LEVELS = (0.9, 0.99, 1.0)


@dataclass(frozen=True, slots=True)
class Case:
    """One site and what it is compared with, if that is a number of queries."""

    traits: Traits
    deeds: bool = False  # of the second corpus
    best: Callable[[Engine], int] | None = None


def _best_sweep(engine: Engine) -> int:
    assert engine.traits.cap is not None
    return best_sweep(engine.scales[0].points.tolist(), cap=engine.traits.cap)


CAPPED = Traits(cap=50, page_size=50)
SITES = {
    "three menus, no box, cap 50": Case(replace(CAPPED, box=False, selects=3), best=best_query_tree),
    "three menus, no box, cap 50, no hit count": Case(
        replace(CAPPED, box=False, selects=3, count="hidden"), best=best_query_tree
    ),
    "three groups of radio buttons, no box, cap 50": Case(
        replace(CAPPED, box=False, selects=3, menus="radio"), best=best_query_tree
    ),
    "one box, two menus, cap 100": Case(Traits(selects=2, cap=100, page_size=50, blank="everything")),
    "one box, words alone, cap 100": Case(Traits(cap=100, page_size=50)),
    "from and to a day, no box, cap 50": Case(
        replace(CAPPED, box=False, ranges=1, blank="everything"), deeds=True, best=_best_sweep
    ),
    "from and to a day, no box, cap 50, no hit count": Case(
        replace(CAPPED, box=False, ranges=1, blank="everything", count="hidden"), deeds=True, best=_best_sweep
    ),
    "one box, from and to a day, cap 50": Case(replace(CAPPED, ranges=1, blank="everything"), deeds=True),
    "author and town, no box, cap 50": Case(
        replace(CAPPED, box=False, fields=2, blank="everything", layout="table"), deeds=True
    ),
    "one box, words alone, cap 50": Case(CAPPED, deeds=True),
}


def deeds(count: int, *, seed: int = 1) -> Iterator[Record]:
    """The synthetic corpus with an author, a town and a day; some authors and towns have far more records."""
    rng = np.random.default_rng(seed)
    authors = np.exp(rng.normal(6.0, 1.2, count)).astype(int)
    towns = np.exp(rng.normal(4.5, 1.0, count)).astype(int)
    days = rng.triangular(0, 20_000, 22_000, count).astype(int)
    first = date(1960, 1, 1)
    for record, author, town, day in zip(synthetic_corpus(count, seed), authors, towns, days, strict=True):
        pairs = (("author", f"Author {author}"), ("town", f"Town {town}"), ("day", str(first + timedelta(int(day)))))
        yield replace(record, attributes=pairs)


async def measure(engine: Engine) -> tuple[list[int | None], sonde.Crawl]:
    """The queries to each level, and the finished crawl."""
    reached: dict[float, int] = {}
    net = sonde.NetOptions(delay_s=0, concurrency=8)
    async with serve(engine) as server:
        with tempfile.TemporaryDirectory() as folder:
            async with sonde.crawl(server.url, into=folder, documents="results", net=net) as crawl:
                async for _ in crawl:
                    for level in LEVELS:
                        if crawl.progress.documents >= level * len(engine.records):
                            reached.setdefault(level, crawl.progress.queries)
    return [reached.get(level) for level in LEVELS], crawl


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--documents", type=int, default=20_000)
    parser.add_argument("--only", default="", help="sites whose name has this text; empty: all of them")
    options = parser.parse_args()
    engines = (Engine(list(synthetic_corpus(options.documents, 1))), Engine(list(deeds(options.documents))))
    levels = " | ".join(f"queries to {level:.0%}" for level in LEVELS)
    print(f"| site | {levels} | queries | requests | documents | best query tree | ratio |")
    print("|" + "---|" * (len(LEVELS) + 6))
    for name, case in SITES.items():
        if options.only not in name:
            continue
        engine = engines[case.deeds].with_traits(case.traits)
        reached, crawl = asyncio.run(measure(engine))
        best = case.best(engine) if case.best else None
        ratio = f"{crawl.progress.queries / best:.2f}" if best else "-"
        numbers = [*(str(n or "-") for n in reached), str(crawl.progress.queries), str(crawl.progress.requests)]
        print(f"| {name} | {' | '.join(numbers)} | {crawl.progress.documents} | {best or '-'} | {ratio} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
