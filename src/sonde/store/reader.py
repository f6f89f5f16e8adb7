"""The reads from crawl.db, over any connection. Iterators read as they go, so memory stays flat."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sonde.model import Coverage, Document, Outcome, Stop
from sonde.store.disk import sqlite_errors
from sonde.store.ledger import Counts, Run, Traffic
from sonde.store.rows import (
    COVERAGE_COLUMNS,
    DOCUMENT_COLUMNS,
    QUERY_COLUMNS,
    read_coverage,
    read_document,
    read_outcome,
    restored,
    storable,
)
from sonde.store.schema import CRAWL, Layout, connect_to_read

_OUTCOMES_AT_ONCE = 64


@contextmanager
def snapshot(path: Path, layout: Layout = CRAWL) -> Iterator[sqlite3.Connection]:
    """A read-only connection that sees the crawl as it was when the block began, however long it takes."""
    with sqlite_errors(path), closing(connect_to_read(path, layout)) as connection:
        connection.execute("BEGIN")
        yield connection


def read_meta(connection: sqlite3.Connection, key: str) -> object:
    """The JSON value kept under a name, or None."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return None if row is None else json.loads(restored(row[0]))


def held_ids(connection: sqlite3.Connection, urls: Iterable[str]) -> dict[str, int]:
    """The ids of held documents by address, aliases included; unknown addresses are left out."""
    found: dict[str, int] = {}
    for url in urls:
        key = storable(url)
        row = connection.execute("SELECT id FROM document WHERE url = ?", (key,)).fetchone()
        row = row or connection.execute("SELECT document FROM alias WHERE url = ?", (key,)).fetchone()
        if row is not None:
            found[url] = row[0]
    return found


def ids_by_content(connection: sqlite3.Connection, hashes: Iterable[int]) -> dict[int, int]:
    """The id of the first document with each content hash; 0 stands for "not known" and matches nothing."""
    found: dict[int, int] = {}
    for content_hash in hashes:
        row = connection.execute("SELECT min(id) FROM document WHERE content_hash = ?", (content_hash,)).fetchone()
        if content_hash and row[0] is not None:
            found[content_hash] = row[0]
    return found


def staged_documents(connection: sqlite3.Connection, urls: Iterable[str]) -> dict[str, Document]:
    """What an interrupted query had already fetched, by address."""
    statement = f"SELECT {DOCUMENT_COLUMNS} FROM staged_document WHERE url = ?"
    rows = ((url, connection.execute(statement, (storable(url),)).fetchone()) for url in urls)
    return {url: read_document(row) for url, row in rows if row is not None}


def iter_documents(
    connection: sqlite3.Connection, *, start: int = 0, stop: int | None = None, include_aside: bool = True
) -> Iterator[Document]:
    """Documents with ids from `start` up to, not including, `stop`, in order of id."""
    chosen = "" if include_aside else "AND aside = ''"
    rows = connection.execute(
        f"SELECT id, {DOCUMENT_COLUMNS} FROM document WHERE id >= ? AND id < ? {chosen} ORDER BY id",
        (start, 2**62 if stop is None else stop),
    )
    for id, *row in rows:
        yield read_document(row, id=id)


def document_shapes(connection: sqlite3.Connection) -> list[tuple[int, str, str]]:
    """Id, address and template of every document, without reading the texts."""
    rows = connection.execute("SELECT id, url, template FROM document ORDER BY id")
    return [(id, restored(url), restored(template)) for id, url, template in rows]


def iter_outcomes(connection: sqlite3.Connection) -> Iterator[Outcome]:
    """All outcomes in the order they were recorded, with their new documents."""
    statement = f"SELECT id, {QUERY_COLUMNS} FROM query WHERE id >= ? ORDER BY id LIMIT ?"
    start = first_new = 0
    while rows := connection.execute(statement, (start, _OUTCOMES_AT_ONCE)).fetchall():
        for id, *row in rows:
            stop_new = first_new + row[9]
            new = tuple(iter_documents(connection, start=first_new, stop=stop_new)) if row[9] else ()
            seen = connection.execute("SELECT document FROM sighting WHERE query = ? ORDER BY rank", (id,))
            yield read_outcome(row, seen=tuple(document for (document,) in seen), new=new)
            first_new, start = stop_new, id + 1


def iter_answers(connection: sqlite3.Connection) -> Iterator[Outcome]:
    """What each query returned, in order, without the documents themselves."""
    for id, *row in connection.execute(f"SELECT id, {QUERY_COLUMNS} FROM query ORDER BY id"):
        seen = connection.execute("SELECT document FROM sighting WHERE query = ? ORDER BY rank", (id,))
        yield read_outcome(row, seen=tuple(document for (document,) in seen), new=())


def count_documents(connection: sqlite3.Connection) -> int:
    """How many documents are held, those set aside included."""
    # Ids are dense, so the largest one counts without reading the table.
    row = connection.execute("SELECT coalesce(max(id) + 1, 0) FROM document").fetchone()
    return int(row[0])


def count_all(connection: sqlite3.Connection) -> Counts:
    """The crawl in numbers."""
    queries, peeks, failures, aside = connection.execute(
        "SELECT (SELECT coalesce(max(id) + 1, 0) FROM query), "
        "(SELECT count(*) FROM query WHERE NOT complete AND error = ''), "
        "(SELECT coalesce(max(id), 0) FROM failure), (SELECT count(*) FROM document WHERE aside <> '')"
    ).fetchone()
    spent = connection.execute(
        "SELECT coalesce(sum(requests), 0), coalesce(sum(bytes), 0), coalesce(sum(errors), 0), "
        "coalesce(sum(seconds), 0.0) FROM run"
    ).fetchone()
    return Counts(
        documents=count_documents(connection),
        aside=aside,
        queries=queries,
        peeks=peeks,
        failures=failures,
        traffic=Traffic(*spent),
        coverage=last_coverage(connection),
    )


def last_coverage(connection: sqlite3.Connection) -> Coverage:
    """The estimate after the latest answer; all zero before the first."""
    row = connection.execute(f"SELECT {COVERAGE_COLUMNS} FROM query ORDER BY id DESC LIMIT 1").fetchone()
    return Coverage() if row is None else read_coverage(row)


def list_runs(connection: sqlite3.Connection) -> list[Run]:
    """The history of runs, oldest first."""
    rows = connection.execute(
        "SELECT started_at, ended_at, stop, detail, requests, bytes, errors, seconds, version FROM run ORDER BY id"
    )
    return [
        Run(
            started_at=started_at,
            ended_at=ended_at,
            stop=Stop(stop, restored(detail)) if stop else None,
            traffic=Traffic(*traffic),
            version=version,
        )
        for started_at, ended_at, stop, detail, *traffic, version in rows
    ]


def aside_ids(connection: sqlite3.Connection, *, below: int) -> list[int]:
    """The ids of documents set aside, up to, not including, `below`."""
    # Left to itself SQLite reads the whole table in order of id rather than the small index.
    rows = connection.execute(
        "SELECT id FROM document INDEXED BY document_aside WHERE aside <> '' AND id < ?", (below,)
    )
    return sorted(id for (id,) in rows)
