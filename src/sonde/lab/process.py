"""A simulated site in a process of its own, so that a crawl and its site do not share one event loop.

Run as a module it is that process: settings come as one JSON line on its input, the address leaves as one
line on its output, every further line is answered with the counters. It ends with its input, so with its
parent.
"""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from sonde.errors import SondeError
from sonde.lab.corpora.corpus import open_corpus
from sonde.lab.search.engine import Engine
from sonde.lab.server import serve
from sonde.lab.traits import Traits


@dataclass(frozen=True, slots=True)
class Traffic:
    """What a site has seen so far."""

    requests: int
    queries: int
    submissions: dict[str, int]  # by form


class SiteProcess:
    """A running site. `url` ends in a slash."""

    def __init__(self, process: "subprocess.Popen[str]", url: str) -> None:
        self._process = process
        self.url = url

    @property
    def pid(self) -> int:
        """The process id, to measure what the site costs."""
        return self._process.pid

    def traffic(self) -> Traffic:
        """The site's own counters."""
        _send(self._process, "traffic")
        return Traffic(**json.loads(_receive(self._process)))


@contextmanager
def site_process(
    source: str, traits: Traits | None = None, *, port: int = 0, name: str = "The Record Office"
) -> Iterator[SiteProcess]:
    """Serves a corpus (see `open_corpus`) on loopback from another process until the block ends.

    Raises SondeError with the site's message when it cannot start.
    """
    settings = {"source": source, "traits": asdict(traits or Traits()), "port": port, "name": name}
    package = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))
    # A session of its own: Ctrl-C is for the crawl, which then ends this block.
    process = subprocess.Popen(
        [sys.executable, "-m", "sonde.lab.process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": path},
        start_new_session=True,
    )
    with process:
        try:
            _send(process, json.dumps(settings))
            yield SiteProcess(process, _receive(process))
        finally:
            _stop(process)


def _stop(process: "subprocess.Popen[str]") -> None:
    assert process.stdin is not None
    with suppress(BrokenPipeError):
        process.stdin.close()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()


def _send(process: "subprocess.Popen[str]", line: str) -> None:
    assert process.stdin is not None
    with suppress(BrokenPipeError):  # reading its last words says more
        process.stdin.write(line + "\n")
        process.stdin.flush()


def _receive(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    line = process.stdout.readline().strip()
    if not line or line.startswith("error: "):
        raise SondeError(f"the simulated site does not run: {line.removeprefix('error: ') or 'it ended early'}")
    return line


async def _main() -> None:
    settings = json.loads(await asyncio.to_thread(sys.stdin.readline))
    traits = Traits.from_settings({**settings["traits"], "decoys": tuple(settings["traits"]["decoys"])})
    engine = Engine(open_corpus(settings["source"]), traits)
    async with serve(engine, port=settings["port"], name=settings["name"]) as server:
        print(server.url, flush=True)
        while await asyncio.to_thread(sys.stdin.readline):
            traffic = Traffic(server.requests, len(server.queries), dict(server.submissions))
            print(json.dumps(asdict(traffic)), flush=True)


if __name__ == "__main__":
    try:
        asyncio.run(_main())
    except SondeError as error:
        print(f"error: {error}", flush=True)
        sys.exit(1)
