"""A discovery that is killed again and again ends like one that never was, and fetches no stored page again.

This file is also the program that is killed: it says what it does, line by line.
"""

import asyncio
import json
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import sonde
from discover_web import BookCritic, SmallWeb, WordStrategy, served, small_web
from sonde.discover import engine, writer
from sonde.discover.engine import Discovery
from sonde.discover.folder import DiscoveryFolder
from sonde.discover.found import Findings
from sonde.discover.store import DiscoveryStore
from sonde.net.client import Client, NetOptions
from sonde.store.warc import WarcArchive

KILLS = 10
SEEDS = ["http://site0.test/", "http://site7.test/"]


async def discover(port: str, path: str, is_batched: str) -> None:
    """Discovers, one page at a time, with many small transactions."""
    engine._BATCH_S = 0.02
    engine._STORING_SHARE = 1.0
    net = NetOptions(delay_s=0, retries=0, resolve=(f"*=127.0.0.1:{port}",))
    with DiscoveryFolder.open_for_discovery(path) as folder:
        async with (
            await DiscoveryStore.open(folder.database) as store,
            WarcArchive(folder.archive) as archive,
            Client(net, start_url=SEEDS[0], recorder=archive) as client,
        ):
            strategy = WordStrategy(is_batched=is_batched == "True")
            await store.begin_run()
            await Discovery(client, store, BookCritic(), strategy, batch=10, capacity=200).run(SEEDS)
    print("ended", flush=True)


def say_what_is_stored() -> None:
    record = writer.Writer.record

    def announced(self: writer.Writer, batch: Any, traffic: Any) -> None:
        print("committing", flush=True)
        record(self, batch, traffic)
        for page in batch.pages:
            print(f"stored {page.url}", flush=True)

    writer.Writer.record = announced  # type: ignore[method-assign]


def run(port: int, folder: Path, *, is_batched: bool, kill_after: int | None = None, later_s: float = 0.0) -> set[str]:
    """Runs the program to its end, or kills it a moment after so many commits began; what it said was stored."""
    process = subprocess.Popen(
        [sys.executable, __file__, str(port), str(folder), str(is_batched)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(sonde.__file__).parents[1])},
        text=True,
    )
    assert process.stdout is not None
    lines: list[str] = []
    with process, process.stdout as stdout:
        for line in stdout:
            lines.append(line.strip())
            if kill_after is not None and lines.count("committing") >= kill_after:
                until = time.perf_counter() + later_s
                while time.perf_counter() < until:
                    pass
                process.kill()
                break
        lines += [line.strip() for line in stdout]
    # On a busy machine it may have come to its end before the kill did.
    assert process.returncode == 0 or (process.returncode == -9 and kill_after is not None)
    return {line.removeprefix("stored ") for line in lines if line.startswith("stored ")}


def kept(folder: Path) -> dict[str, Any]:
    """Everything a discovery knows, but for times."""
    with closing(sqlite3.connect(folder / "discovery.db")) as connection:
        tables = {
            "pages": "SELECT id, link, url, title, near_hash, topic FROM page ORDER BY id",
            "links": "SELECT id, url, anchor, source, depth, level, score, state FROM link ORDER BY id",
            "forms": "SELECT key, page, relevant FROM form ORDER BY id",
            "iterations": "SELECT page, features FROM iteration ORDER BY id",
            "failures": "SELECT url, kind FROM failure ORDER BY id",
        }
        found: dict[str, Any] = {name: connection.execute(sql).fetchall() for name, sql in tables.items()}
        found["model"] = json.loads(connection.execute("SELECT state FROM model WHERE name = 'strategy'").fetchone()[0])
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    return found


def asked(web: SmallWeb) -> Counter[str]:
    return Counter({key: times for key, times in web.asked.items() if key in web.pages})


def test_a_discovery_killed_10_times_ends_like_one_that_never_was(tmp_path: Path) -> None:
    rng = random.Random(10)
    for is_batched in (False, True):
        web = small_web(hosts=20, per_host=4)
        folder = tmp_path / str(is_batched)
        with served(web) as port:
            run(port, folder / "calm", is_batched=is_batched)
            assert set(asked(web).values()) == {1}
            web.asked.clear()
            reported: set[str] = set()
            for _ in range(KILLS // 2):
                stored_before = {row[2] for row in kept(folder / "stormy")["pages"]} if reported else set()
                times = asked(web)
                moment = rng.randrange(3, 9)
                reported |= run(
                    port, folder / "stormy", is_batched=is_batched, kill_after=moment, later_s=rng.uniform(0, 0.03)
                )
                assert reported <= {row[2] for row in kept(folder / "stormy")["pages"]}
                again = {f"http://{key}" for key, number in asked(web).items() if number > times[key]}
                assert not again & stored_before, "a stored page was fetched again"
            run(port, folder / "stormy", is_batched=is_batched)
        assert kept(folder / "stormy") == kept(folder / "calm")
        assert Findings(folder / "stormy").interfaces() == Findings(folder / "calm").interfaces()


if __name__ == "__main__":
    say_what_is_stored()
    asyncio.run(discover(*sys.argv[1:]))
