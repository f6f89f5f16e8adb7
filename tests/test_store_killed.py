"""A store whose process is killed: everything it reported is there, and nothing by half.

This file is also the program that is killed, so it loads little.
"""

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from sonde.model import Coverage, Document, Outcome, Query
from sonde.store import sqlite
from sonde.store.folder import CrawlFolder
from sonde.store.ledger import Traffic
from sonde.store.sqlite import Store

SITE = "http://site.test/"
KILLS = 6


def nth_outcome(number: int) -> Outcome:
    """The outcome a crawl has at this place, whichever process makes it."""
    sizes = [random.Random(place).randrange(0, 90) for place in range(number + 1)]
    first_id = sum(sizes[:-1])
    before = random.Random(number).sample(range(first_id), min(first_id, 30))
    new = tuple(
        Document(url=f"{SITE}{id}", text=f"text of {id} " * 50, content_hash=id + 1, id=id)
        for id in range(first_id, first_id + sizes[-1])
    )
    return Outcome(Query(f"query {number}"), seen=(*before, *(document.id for document in new)), new=new)


async def crawl_on(path: Path) -> None:
    """Records outcomes without end, from where the folder is, and prints how many there are after each."""
    with CrawlFolder.open_for_crawl(path, site_url=SITE) as folder:
        async with await Store.open(folder) as store:
            number = (await store.counts()).queries
            while True:
                outcome = nth_outcome(number)
                await store.stage(outcome.new)
                await store.record(outcome, traffic=Traffic(requests=number), coverage=Coverage())
                number += 1
                print(number, flush=True)


def run_and_kill(path: Path, rng: random.Random) -> int:
    """Runs the crawl, kills it after some outcomes, and says how many it had reported."""
    source = Path(sqlite.__file__).parents[2]
    process = subprocess.Popen(
        [sys.executable, __file__, str(path)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(source)},
        text=True,
    )
    assert process.stdout is not None
    with process.stdout as lines:
        reported = [lines.readline() for _ in range(rng.randrange(1, 12))]
        for _ in range(rng.randrange(20_000)):
            pass  # a little later, so that the kill finds a transaction at any stage
        process.send_signal(signal.SIGKILL)
        reported += lines.readlines()
    process.wait()
    return int(reported[-1])


async def test_a_crawl_killed_at_random_moments_loses_nothing_it_reported(tmp_path: Path) -> None:
    rng = random.Random(20)
    for _ in range(KILLS):
        reported = await asyncio.to_thread(run_and_kill, tmp_path / "crawl", rng)
        with CrawlFolder.open_for_crawl(tmp_path / "crawl", site_url=SITE) as folder:
            async with await Store.open(folder) as store:
                kept = [outcome async for outcome in store.outcomes()]
        assert len(kept) >= reported
        assert kept == [nth_outcome(number) for number in range(len(kept))]
    with closing(sqlite3.connect(tmp_path / "crawl" / "crawl.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


if __name__ == "__main__":
    asyncio.run(crawl_on(Path(sys.argv[1])))
