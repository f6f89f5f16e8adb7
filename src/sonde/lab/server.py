"""Runs a simulated site on a port: for a test, for a benchmark, or until it is stopped."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from sonde.lab.corpora.corpus import open_corpus
from sonde.lab.running import running
from sonde.lab.search.engine import Engine
from sonde.lab.served.webapp import LabServer
from sonde.lab.traits import Traits

__all__ = ["LabServer", "serve", "serve_forever"]


@asynccontextmanager
async def serve(
    engine: Engine,
    traits: Traits | None = None,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    name: str = "The Record Office",
) -> AsyncIterator[LabServer]:
    """A running site; its `url` ends in a slash. Port 0 takes a free one; `traits` replaces the engine's.

    Raises ConfigError when the port is taken.
    """
    server = LabServer(engine.with_traits(traits) if traits else engine, name=name)
    async with running(server.app(), host=host, port=port) as (address, free_port):
        server.url = f"http://{f'[{address}]' if ':' in address else address}:{free_port}/"
        yield server


async def serve_forever(
    corpus_path: str | Path,
    traits: Traits | None = None,
    port: int = 0,
    *,
    host: str = "127.0.0.1",
    ready: Callable[[LabServer], None] | None = None,
) -> None:
    """Serves a corpus (see `open_corpus`) until cancelled; `ready` is called once with the running site."""
    engine = Engine(open_corpus(corpus_path), traits)
    async with serve(engine, host=host, port=port, name=_site_name(Path(corpus_path))) as server:
        if ready:
            ready(server)
        await asyncio.Event().wait()


def _site_name(path: Path) -> str:
    return path.name.partition(".")[0].replace("_", " ").replace("-", " ").title() + " Archive"
