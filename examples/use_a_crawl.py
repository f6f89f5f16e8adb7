"""Reads a crawl's folder: how complete it is, its best queries, and what it holds about some words.

python examples/use_a_crawl.py registry liver cirrhosis
"""

import sys

import sonde


def main(folder: str, *words: str) -> None:
    """Prints a few lines about a crawl; the crawl may be running."""
    copy = sonde.open(folder)
    status = copy.status()
    print(f"{status.documents} documents of {status.site_url}, about {status.coverage.estimate:.0%} of the site")
    best = sorted(copy.outcomes(), key=lambda outcome: -len(outcome.new))[:3]
    for outcome in best:
        print(f"{outcome.query.words!r} brought {len(outcome.new)} new documents")
    for hit in copy.search(" ".join(words), k=5):
        print(f"{hit.score:6.2f}  {hit.title}  {hit.url}")


if __name__ == "__main__":
    main(*sys.argv[1:])
