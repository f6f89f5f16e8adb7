"""Crawls a form of menus alone, and a form of one box and two menus, over HTTP on loopback.

    python -m benchmarks.menus [--documents 20000]

The first is compared with the best query tree, the second with words alone. Prints a Markdown table.
"""

import argparse
import asyncio
import sys
import tempfile

import sonde
from sonde.lab.engine import Engine
from sonde.lab.query_tree import best_query_tree
from sonde.lab.server import serve
from sonde.lab.synthetic import synthetic_corpus
from sonde.lab.traits import Traits

SITES = {
    "three menus, no box, cap 50": Traits(box=False, selects=3, cap=50, page_size=50),
    "three menus, no box, cap 50, no hit count": Traits(box=False, selects=3, cap=50, page_size=50, count="hidden"),
    "one box, two menus, cap 100": Traits(selects=2, cap=100, page_size=50, blank="everything"),
    "one box, words alone, cap 100": Traits(cap=100, page_size=50),
}
LEVELS = (0.9, 0.99, 1.0)


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
    options = parser.parse_args()
    plain = Engine(list(synthetic_corpus(options.documents, 1)))
    levels = " | ".join(f"queries to {level:.0%}" for level in LEVELS)
    print(f"| site | {levels} | queries | requests | documents | best query tree |")
    print("|" + "---|" * (len(LEVELS) + 5))
    for name, traits in SITES.items():
        engine = plain.with_traits(traits)
        reached, crawl = asyncio.run(measure(engine))
        best = str(best_query_tree(engine)) if not traits.box else "-"
        numbers = [*(str(n or "-") for n in reached), str(crawl.progress.queries), str(crawl.progress.requests)]
        print(f"| {name} | {' | '.join(numbers)} | {crawl.progress.documents} | {best} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
