"""A crawl that is killed while it still learns how a site is searched learns it when it is started again."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from interface_sites import serve as serve_library
from on_a_thread import on_a_thread
from python_library import python_library
from sonde.lab.search.engine import Engine
from sonde.lab.server import serve
from sonde.lab.traits import Traits
from test_interface_linkless import Register
from test_kill import FETCHED, Moment, held, run

MOMENTS = [Moment(FETCHED, 4, 0.002), Moment(FETCHED, 11, 0.0)]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a site runs; which queries reached it is not looked at."""

    url: str
    queries: list[str] = field(default_factory=list)


@contextmanager
def running(name: str) -> Iterator[Place]:
    """A register whose records link nowhere, or JSON that goes on behind a cursor."""
    if name == "register":
        with on_a_thread(serve_library(Register())) as library:
            yield Place(library.url)
    else:
        traits = Traits(answers="json", paging="cursor", layout="cards")
        with on_a_thread(serve(Engine(python_library()[::20][:200], traits))) as server:
            yield Place(server.url + "search")


@pytest.mark.parametrize("name", ["register", "cursors"])
def test_what_was_being_learned_is_learned_again(name: str, tmp_path: Path) -> None:
    calm, stormy = tmp_path / "calm", tmp_path / "stormy"
    with running(name) as site:
        run(site, calm)  # type: ignore[arg-type]
        for moment in MOMENTS:
            run(site, stormy, moment)  # type: ignore[arg-type]
            assert not (stormy / "interface.yaml").exists(), "it was killed too late"
        run(site, stormy)  # type: ignore[arg-type]
    assert held(stormy) == held(calm)
    assert len(held(calm)) > 20
    assert (stormy / "interface.yaml").read_text() == (calm / "interface.yaml").read_text()
