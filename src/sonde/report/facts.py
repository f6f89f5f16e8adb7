"""What the report tells, read from crawl.db in one consistent look."""

import sqlite3
from dataclasses import dataclass

from sonde.model import Coverage
from sonde.store.folder import CrawlFolder
from sonde.store.ledger import Counts, Run
from sonde.store.reader import count_all, list_runs, read_meta, snapshot
from sonde.store.rows import COVERAGE_COLUMNS, read_coverage, read_pairs, restored
from sonde.store.topic import on_topic_from

_LISTED = 15  # rows of a table in the report


@dataclass(frozen=True, slots=True)
class Point:
    """The crawl right after one query."""

    new: int
    held: int
    coverage: Coverage


@dataclass(frozen=True, slots=True)
class Asked:
    """One query as a table row."""

    number: int  # from 1
    words: str
    reason: str
    new: int
    seen: int
    total: int | None
    requests: int
    error: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """Failures of one kind, with the latest as an example."""

    kind: str
    count: int
    url: str
    message: str


@dataclass(frozen=True, slots=True)
class Aside:
    """Documents set aside for one reason, with one as an example."""

    reason: str
    count: int
    url: str
    title: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything a report tells about a crawl."""

    site_url: str
    counts: Counts
    runs: list[Run]
    is_running: bool
    points: list[Point]
    best: list[Asked]
    wasted: list[Asked]
    wasted_count: int
    wasted_requests: int
    cut_short: list[Asked]
    troubles: list[Trouble]
    asides: list[Aside]
    on_topic: int | None  # documents on the crawl's topic, by estimate; None: there is no topic
    relearned: str  # what is to be said of a site whose layout changed; empty: nothing


def read_facts(folder: CrawlFolder) -> Facts:
    """The facts as they are now; the crawl may be running."""
    with snapshot(folder.database) as connection:
        runs = list_runs(connection)
        wasted_count, wasted_requests = connection.execute(
            "SELECT count(*), coalesce(sum(requests), 0) FROM query WHERE new_count = 0"
        ).fetchone()
        return Facts(
            site_url=str(read_meta(connection, "site_url") or ""),
            counts=count_all(connection),
            runs=runs,
            # A crawl writes its report before it lets go of the folder; its stop is noted by then.
            is_running=bool(runs) and runs[-1].stop is None and folder.is_running(),
            points=_points(connection),
            best=_asked(connection, "WHERE new_count > 0 ORDER BY new_count DESC, id"),
            wasted=_asked(connection, "WHERE new_count = 0 ORDER BY requests DESC, id"),
            wasted_count=wasted_count,
            wasted_requests=wasted_requests,
            cut_short=_asked(connection, "WHERE error <> '' ORDER BY id DESC"),
            troubles=_troubles(connection),
            asides=_asides(connection),
            on_topic=on_topic_from(read_meta(connection, "on_topic")),
            relearned=str(read_meta(connection, "relearned") or ""),
        )


def _points(connection: sqlite3.Connection) -> list[Point]:
    points: list[Point] = []
    held = 0
    for new, *coverage in connection.execute(f"SELECT new_count, {COVERAGE_COLUMNS} FROM query ORDER BY id"):
        held += new
        points.append(Point(new=new, held=held, coverage=read_coverage(coverage)))
    return points


def _asked(connection: sqlite3.Connection, chosen: str) -> list[Asked]:
    rows = connection.execute(
        "SELECT id, words, field_values, reason, new_count, seen_count, total, requests, error "
        f"FROM query {chosen} LIMIT {_LISTED}"
    )
    return [
        Asked(
            number=id + 1,
            words=" ".join([restored(words), *(f"{name}={value}" for name, value in read_pairs(values))]).strip(),
            reason=restored(reason),
            new=new,
            seen=seen,
            total=total,
            requests=requests,
            error=restored(error),
        )
        for id, words, values, reason, new, seen, total, requests, error in rows
    ]


def _troubles(connection: sqlite3.Connection) -> list[Trouble]:
    # With a lone max(), SQLite takes the other columns from the row that has it: the latest failure.
    rows = connection.execute(
        "SELECT kind, count(*) AS number, url, message, max(id) FROM failure "
        f"GROUP BY kind ORDER BY number DESC, kind LIMIT {_LISTED}"
    )
    return [Trouble(restored(kind), count, restored(url), restored(text)) for kind, count, url, text, _ in rows]


def _asides(connection: sqlite3.Connection) -> list[Aside]:
    rows = connection.execute(
        "SELECT aside, count(*) AS number, url, title, min(id) FROM document WHERE aside <> '' "
        f"GROUP BY aside ORDER BY number DESC, aside LIMIT {_LISTED}"
    )
    return [Aside(restored(why), count, restored(url), restored(title)) for why, count, url, title, _ in rows]
