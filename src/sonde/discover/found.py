"""What a discovery has found, for use: its interfaces, and how it stands. Reads only, also while it runs."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sonde.discover.folder import DiscoveryFolder
from sonde.discover.outline import MinedPage
from sonde.discover.reader import Counts, count_all, count_waiting, mined_pages
from sonde.discover.tables import DISCOVERY
from sonde.errors import StoreError
from sonde.model import Field, Form, Stop
from sonde.store.ledger import Run
from sonde.store.reader import list_runs, read_meta, snapshot
from sonde.store.rows import restored

MINING = "mine"  # the mode of a folder that was mined into
_LONGEST_PATH = 50


@dataclass(frozen=True, slots=True)
class FoundInterface:
    """One search form of the domain."""

    page_url: str
    action: str
    method: str
    domain: float  # probability that it is of the domain
    searchable: float
    key: str  # the same form on two pages has one key
    page: int  # pages fetched before it
    path: tuple[str, ...] = ()  # the addresses that led there, the seed first
    fields: tuple[Field, ...] = ()  # what it asks for: name, kind and label of each

    @property
    def form(self) -> Form:
        """The form itself, as far as it is kept: enough to tell it from the others of its page."""
        return Form(self.action, "POST" if self.method == "POST" else "GET", self.fields)


@dataclass(frozen=True, slots=True)
class DiscoveryStatus:
    """How a discovery stands, over all its runs."""

    folder: Path
    mode: str
    counts: Counts
    sites: int
    waiting: int  # links
    stop: Stop | None  # why the latest run ended; None while it runs or when it was killed
    is_running: bool
    runs: int
    size_bytes: int  # of the folder on disk


@dataclass(frozen=True, slots=True)
class Iteration:
    """One time the strategy learned."""

    page: int  # pages fetched by then
    features: Any  # as the strategy has them: words by where they stand


class Findings:
    """The findings of a discovery."""

    def __init__(self, folder: DiscoveryFolder | Path | str) -> None:
        """The findings in a folder; raises StoreError when there is no discovery."""
        self.folder = folder if isinstance(folder, DiscoveryFolder) else DiscoveryFolder.open_to_read(folder)

    def interfaces(self) -> list[FoundInterface]:
        """The forms that were looked for, in the order they were found. StoreError for a mining, which has none."""
        with snapshot(self.folder.database, DISCOVERY) as connection:
            if read_meta(connection, "mode") == MINING:
                path = self.folder.path
                raise StoreError(f"{path} holds a mining: pages, no interfaces. Use: sonde export {path}", path=path)
            return list(_interfaces(connection))

    def status(self) -> DiscoveryStatus:
        """How the discovery stands right now."""
        with snapshot(self.folder.database, DISCOVERY) as connection:
            runs = list_runs(connection)
            return DiscoveryStatus(
                folder=self.folder.path,
                mode=str(read_meta(connection, "mode") or ""),
                counts=count_all(connection),
                sites=connection.execute("SELECT count(DISTINCT host) FROM page").fetchone()[0],
                waiting=count_waiting(connection),
                stop=runs[-1].stop if runs else None,
                is_running=self.folder.is_running(),
                runs=len(runs),
                size_bytes=self.folder.size_bytes(),
            )

    def runs(self) -> list[Run]:
        """The history of runs, oldest first."""
        with snapshot(self.folder.database, DISCOVERY) as connection:
            return list_runs(connection)

    def harvest(self) -> tuple[list[int], list[int]]:
        """How many relevant forms, and how many that search, were known after each page."""
        with snapshot(self.folder.database, DISCOVERY) as connection:
            pages = count_all(connection).pages
            rows = connection.execute("SELECT page, relevant FROM form").fetchall()
        return _summed([page for page, relevant in rows if relevant], pages), _summed([page for page, _ in rows], pages)

    def mined(self) -> list[MinedPage]:
        """Every page that a validator judged, in the order they were fetched."""
        with snapshot(self.folder.database, DISCOVERY) as connection:
            return list(mined_pages(connection))

    def iterations(self) -> list[Iteration]:
        """What was learned each time."""
        with snapshot(self.folder.database, DISCOVERY) as connection:
            rows = connection.execute("SELECT page, features FROM iteration ORDER BY id").fetchall()
        return [Iteration(page + 1, json.loads(restored(features))) for page, features in rows]

    def failures(self) -> list[tuple[str, int, str, str]]:
        """What could not be had, by kind: how often, and the latest address and message."""
        with snapshot(self.folder.database, DISCOVERY) as connection:
            rows = connection.execute(
                "SELECT kind, count(*), url, message, max(id) FROM failure GROUP BY kind ORDER BY count(*) DESC"
            ).fetchall()
        return [(restored(kind), number, restored(url), restored(message)) for kind, number, url, message, _ in rows]


def _interfaces(connection: sqlite3.Connection) -> Iterator[FoundInterface]:
    rows = connection.execute(
        "SELECT p.url, f.action, f.method, f.domain, f.searchable, f.key, f.page, f.fields FROM form f "
        "JOIN page p ON p.id = f.page WHERE f.relevant ORDER BY f.id"
    ).fetchall()

    @cache  # the ways to many pages begin alike
    def step(page: int) -> tuple[str, int | None]:
        sql = "SELECT l.url, l.source FROM page p JOIN link l ON l.id = p.link WHERE p.id = ?"
        url, source = connection.execute(sql, (page,)).fetchone()
        return restored(url), source

    for url, action, method, domain, searchable, key, page, fields in rows:
        path = tuple(_path(step, page))
        asked = tuple(Field(name, kind, label=label) for name, kind, label in json.loads(restored(fields)))
        where = (restored(url), restored(action), method)
        yield FoundInterface(*where, domain, searchable, restored(key), page, path, asked)


def _path(step: Callable[[int], tuple[str, int | None]], page: int | None) -> list[str]:
    """The addresses that were followed to a page, the seed first; `step` gives that of a page and the page before."""
    path: list[str] = []
    while page is not None and len(path) < _LONGEST_PATH:
        url, page = step(page)
        path.append(url)
    return path[::-1]


def _summed(pages: list[int], count: int) -> list[int]:
    """How many of some pages there were after each of so many."""
    found = [0] * count
    for page in pages:
        found[page] += 1
    for at in range(1, count):
        found[at] += found[at - 1]
    return found
