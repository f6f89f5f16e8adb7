"""Learns how a site is searched, changes one thing, and saves the result for `sonde crawl`.

python examples/correct_an_interface.py https://example.org site.yaml jazz blues
sonde crawl site.yaml -o records
"""

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

import sonde
from sonde.interface.yaml.file import save_interface


def main(url: str, file: str, *words: str) -> None:
    """Saves an interface whose crawl begins with the given words."""
    learned = asyncio.run(sonde.inspect(url))
    print(learned)
    save_interface(replace(learned, seeds=words or learned.seeds), Path(file))
    print(f"saved {file}")


if __name__ == "__main__":
    main(*sys.argv[1:])
