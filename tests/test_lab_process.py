"""Sites that run beside the crawl: in a process of their own, or until they are cancelled."""

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

import sonde.lab
from sonde.errors import ConfigError, SondeError
from sonde.lab.demo import DEMO_NAME, demo_site
from sonde.lab.process import Traffic, site_process
from sonde.lab.served.webapp import LabServer
from sonde.lab.server import serve_forever
from sonde.lab.traits import Traits


def read(url: str) -> str:
    with urlopen(url, timeout=20) as response:
        return str(response.read().decode())


def test_the_demonstration_serves_the_standard_library_and_knows_the_truth() -> None:
    with demo_site() as demo:
        front = read(demo.url)
        assert DEMO_NAME in front
        assert f"{len(demo.records):,} entries" in front
        found = read(f"{demo.url}search?q=docstring")
        assert "results</p>" in found
        assert demo.process.traffic() == Traffic(requests=2, queries=1, submissions={"search": 1})
        assert {"json.dumps", "asyncio.timeouts.timeout"} <= demo.titles
    with pytest.raises(URLError):
        read(demo.url)


def test_a_site_that_cannot_start_says_why() -> None:
    with (
        pytest.raises(SondeError, match=r"cannot read the corpus .*nowhere\.jsonl"),
        site_process("nowhere.jsonl"),
    ):
        pass


def test_a_site_ends_when_its_parent_is_killed() -> None:
    script = (
        "import os\nfrom sonde.lab.process import site_process\n"
        "with site_process('synthetic:5') as site:\n    print(site.url, flush=True)\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    paths = {"PYTHONPATH": str(Path(sonde.lab.__path__[0]).parents[1])}
    command = [sys.executable, "-c", script]
    parent = subprocess.run(command, capture_output=True, text=True, env=paths, check=False)
    url = parent.stdout.strip()
    assert url.startswith("http://127.0.0.1:")
    for _ in range(100):
        try:
            read(url)
        except (URLError, ConnectionError):
            return
        time.sleep(0.1)
    pytest.fail("the site outlived its parent")


async def test_a_corpus_is_served_until_cancelled(tmp_path: Path) -> None:
    corpus = tmp_path / "old_maps.jsonl"
    corpus.write_text(json.dumps({"title": "Atlantis", "text": "lost"}) + "\n")
    started: asyncio.Queue[LabServer] = asyncio.Queue()
    task = asyncio.create_task(serve_forever(corpus, Traits(layout="table"), ready=started.put_nowait))
    server = await started.get()
    page = await asyncio.to_thread(read, f"{server.url}search?words=lost")
    assert "Atlantis" in page
    assert "Old Maps Archive" in page
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_bad_corpus_is_refused_before_anything_is_served(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot read"):
        await serve_forever(tmp_path / "none.jsonl")
