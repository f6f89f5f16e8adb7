"""A discovery that is killed again and again loses nothing it had stored, and fetches no stored page again.

This file is also the program that is killed: a discovery in one of the real modes, with classifiers trained from the
example pages below and several connections at a time. It says what it has stored, line by line.
"""

import asyncio
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import sonde
from discover_web import OTHER, SHOP, WORDS, SmallWeb, page, served, small_web
from sonde.discover import journal, writer
from sonde.discover.ache import best, modes
from sonde.discover.ache.link_learner import LearningThreshold
from sonde.discover.examples import Training
from sonde.discover.found import Findings
from sonde.discover.model import Example
from sonde.discover.read import read_page
from sonde.discover.run import DiscoverOptions, DiscoveryRun
from sonde.model import Page
from sonde.net.client import NetOptions

KILLS = 5  # of each mode
CONNECTIONS = 6
SEEDS = ["http://site0.test/", "http://site7.test/"]
ABOUT = "books novels authors paperback bookshop"
TABLES = {
    "pages": "SELECT id, link, url, title, near_hash, topic, on_topic FROM page ORDER BY id",
    "links": "SELECT id, url, anchor, before, after, source, depth FROM link ORDER BY id",
    "forms": "SELECT key, page, relevant FROM form ORDER BY id",
    "iterations": "SELECT page, features FROM iteration ORDER BY id",
    "failures": "SELECT url, kind FROM failure ORDER BY id",
}


def training() -> Training:
    """What is looked for, by hand: shops for books on pages about books, and jobs, which are something else."""
    rng = random.Random(5)
    examples, negatives = [], []
    for number in range(8):
        said = " ".join(rng.choices(WORDS, k=40))
        shop = page(f"Books of shop {number}", [("/", "home")], body=f"<p>books {ABOUT} {said}</p>{SHOP}")
        jobs = page(f"Jobs of office {number}", [("/", "home")], body=f"<p>work offices {said}</p>{OTHER}")
        examples.append(Example(read_page(Page(f"http://shop{number}.example/search", shop))))
        negatives.append(Example(read_page(Page(f"http://office{number}.example/search", jobs)), is_positive=False))
    return Training(tuple(examples), tuple(negatives))


async def discover(port: str, path: str, mode: str) -> None:
    """Discovers with many small transactions, and learns every few pages."""
    journal._BATCH_S, journal._STORING_SHARE = 0.02, 1.0
    best._FIRST, best._MOST = 5, 8
    usual = modes.LinkLearner
    modes.LinkLearner = lambda paths, **_: usual(paths, threshold=LearningThreshold(1, 1.0))  # type: ignore
    net = NetOptions(delay_s=0, retries=0, resolve=(f"*=127.0.0.1:{port}",))
    options = DiscoverOptions(mode=mode, connections=CONNECTIONS, links_in_memory=200, net=net)
    await DiscoveryRun(path, seeds=SEEDS, training=training(), options=options).run()
    print("ended", flush=True)


def say_what_is_stored() -> None:
    """Each transaction says when it begins, and when it is through what it held."""
    record = writer.Writer.record

    def announced(self: writer.Writer, batch: Any, traffic: Any) -> None:
        print("committing", flush=True)
        if batch.iterations:
            print("learned", flush=True)
        record(self, batch, traffic)
        for stored in batch.pages:
            print(f"page {stored.url}", flush=True)
        for _, found in batch.forms:
            print(f"form {found.key}", flush=True)
        for name in batch.models:
            print(
                f"model {name} after {self.connection.execute('SELECT count(*) FROM page').fetchone()[0]}", flush=True
            )

    writer.Writer.record = announced  # type: ignore[method-assign]


def run(
    port: int, folder: Path, mode: str, *, kill_at: tuple[str, int] | None = None, later_s: float = 0.0
) -> list[str]:
    """Runs the program to its end, or kills it a moment after it said something so many times; what it said."""
    process = subprocess.Popen(
        [sys.executable, __file__, str(port), str(folder), mode],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(sonde.__file__).parents[1])},
        text=True,
    )
    assert process.stdout is not None
    lines: list[str] = []
    with process, process.stdout as stdout:
        for line in stdout:
            lines.append(line.strip())
            if kill_at is not None and lines.count(kill_at[0]) >= kill_at[1]:
                until = time.perf_counter() + later_s
                while time.perf_counter() < until:
                    pass
                process.kill()
                break
        lines += [line.strip() for line in stdout if line.endswith("\n")]
    # On a busy machine it may have come to its end before the kill did.
    assert process.returncode == 0 or (process.returncode == -signal.SIGKILL and kill_at is not None)
    return lines


def kept(folder: Path) -> dict[str, Any]:
    """Everything a discovery knows, but for times and the places of links that wait."""
    with closing(sqlite3.connect(folder / "discovery.db")) as connection:
        found: dict[str, Any] = {name: connection.execute(sql).fetchall() for name, sql in TABLES.items()}
        models = connection.execute("SELECT name, state FROM model").fetchall()
        found["models"] = {name: json.loads(state) for name, state in models}
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    found["interfaces"] = Findings(folder).interfaces()
    return found


def assert_nothing_lost(before: dict[str, Any], after: dict[str, Any], lines: list[str]) -> None:
    """Whatever was stored before a run or said to be stored by it is there after it was killed."""
    for name in ("pages", "links", "iterations", "failures"):
        assert after[name][: len(before[name])] == before[name], name
    relevant = {key: is_relevant for key, _, is_relevant in after["forms"]}
    assert all(relevant[key] >= is_relevant for key, _, is_relevant in before["forms"])
    assert after["interfaces"][: len(before["interfaces"])] == before["interfaces"]  # with the paths to them
    assert {f"page {row[2]}" for row in after["pages"]} >= {line for line in lines if line.startswith("page ")}
    assert {f"form {key}" for key in relevant} >= {line for line in lines if line.startswith("form ")}
    said = [int(line.split()[-1]) for line in lines if line.startswith("model strategy")]
    assert len(after["pages"]) >= max(said, default=0)
    if "critic" in before["models"]:
        assert after["models"]["critic"] == before["models"]["critic"]


def assert_the_model_knows_what_is_stored(mode: str, now: dict[str, Any]) -> None:
    """What was learned is neither behind the pages that are stored nor ahead of them."""
    state = now["models"].get("strategy")
    if state is None:
        assert not now["pages"]
    elif mode == "best":
        assert sum(state["sites"][0].values()) == len(now["pages"])
        assert sum(state["sites"][1].values()) == len(now["interfaces"])
    else:
        assert [one["pages"] - 1 for one in state["learner"]["iterations"]] == [page for page, _ in now["iterations"]]
        assert (state["learner"]["classifier"] is not None) == bool(now["iterations"])
        assert len(state["learner"]["paths"]["found"]) == len({one.page for one in now["interfaces"]})


def asked(web: SmallWeb) -> Counter[str]:
    return Counter({f"http://{key}": times for key, times in web.asked.items() if key in web.pages})


@pytest.mark.parametrize("mode", ["online", "best"])
def test_a_discovery_killed_at_random_moments_loses_nothing_and_fetches_no_stored_page_again(
    tmp_path: Path, mode: str
) -> None:
    from fastwarc_reader import answered_urls

    rng = random.Random(f"moments {mode}")
    web = small_web(hosts=30, per_host=4, about=ABOUT)
    folder = tmp_path / "found"
    nothing = {**{key: [] for key in (*TABLES, "interfaces")}, "models": {}}
    before, ends, kills = nothing, 0, 0
    with served(web) as port:
        for number in range(KILLS):
            times = asked(web)
            moment = ("learned", rng.randrange(1, 3)) if number % 2 else ("committing", rng.randrange(1, 9))
            lines = run(port, folder, mode, kill_at=moment, later_s=rng.uniform(0, 0.05))
            after = kept(folder)
            assert_nothing_lost(before, after, lines)
            assert_the_model_knows_what_is_stored(mode, after)
            again = {url for url, number in asked(web).items() if number > times[url]}
            assert not again & {row[2] for row in before["pages"]}, "a stored page was fetched again"
            ends, kills, before = ends + ("ended" in lines), kills + ("ended" not in lines), after
        times = asked(web)
        lines = run(port, folder, mode)
        after = kept(folder)
    assert_nothing_lost(before, after, lines)
    assert_the_model_knows_what_is_stored(mode, after)
    assert not {url for url, number in asked(web).items() if number > times[url]} & {row[2] for row in before["pages"]}
    assert kills > ends
    assert len(after["iterations"]) > 2
    assert len({row[2] for row in after["pages"]}) == len(after["pages"])
    assert {row[2] for row in after["pages"]} <= answered_urls(folder / "archive")
    shops = {f"http://{key}" for key, text in web.pages.items() if SHOP in text}
    assert {one.page_url for one in after["interfaces"]} <= shops
    assert len(after["interfaces"]) > len(shops) / 2


if __name__ == "__main__":
    say_what_is_stored()
    asyncio.run(discover(*sys.argv[1:]))
