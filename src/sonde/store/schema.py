"""The tables of crawl.db, and how to connect to it. For a person's own queries: docs/crawl-folder.md."""

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from sonde.errors import SchemaVersionError, StoreError
from sonde.store.disk import sqlite_errors

SCHEMA_VERSION = 1
APPLICATION_ID = 0x534F4E44  # "SOND", in the file's header: tells a crawl from any other SQLite file

RUN_TABLES = """
CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE run (
    id         INTEGER PRIMARY KEY,
    started_at REAL NOT NULL,
    ended_at   REAL,
    stop       TEXT NOT NULL DEFAULT '',
    detail     TEXT NOT NULL DEFAULT '',
    requests   INTEGER NOT NULL DEFAULT 0,
    bytes      INTEGER NOT NULL DEFAULT 0,
    errors     INTEGER NOT NULL DEFAULT 0,
    seconds    REAL NOT NULL DEFAULT 0,
    version    TEXT NOT NULL DEFAULT ''
);
"""

TABLES = f"""{RUN_TABLES}
CREATE TABLE query (
    id           INTEGER PRIMARY KEY,
    words        TEXT NOT NULL,
    field_values TEXT NOT NULL,
    reason       TEXT NOT NULL,
    total        INTEGER,
    complete     INTEGER NOT NULL,
    pages        INTEGER NOT NULL,
    requests     INTEGER NOT NULL,
    error        TEXT NOT NULL,
    finished_at  REAL NOT NULL,
    new_count    INTEGER NOT NULL,
    seen_count   INTEGER NOT NULL,
    estimate     REAL,
    low          REAL,
    high         REAL,
    size         REAL
);

CREATE TABLE document (
    id           INTEGER PRIMARY KEY,
    url          TEXT NOT NULL,
    title        TEXT NOT NULL,
    fetched_at   REAL NOT NULL,
    content_hash INTEGER NOT NULL,
    near_hash    INTEGER NOT NULL,
    template     TEXT NOT NULL,
    first_query  INTEGER NOT NULL REFERENCES query(id),
    first_rank   INTEGER NOT NULL,
    aside        TEXT NOT NULL DEFAULT '',
    attributes   TEXT NOT NULL,
    text         TEXT NOT NULL
);
CREATE UNIQUE INDEX document_url ON document(url);
CREATE INDEX document_content ON document(content_hash);
CREATE INDEX document_aside ON document(aside) WHERE aside <> '';

CREATE TABLE sighting (
    query    INTEGER NOT NULL REFERENCES query(id),
    rank     INTEGER NOT NULL,
    document INTEGER NOT NULL REFERENCES document(id),
    PRIMARY KEY (query, rank)
) WITHOUT ROWID;

CREATE TABLE alias (
    url      TEXT PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES document(id)
) WITHOUT ROWID;

CREATE TABLE failure (
    id      INTEGER PRIMARY KEY,
    query   INTEGER NOT NULL REFERENCES query(id),
    url     TEXT NOT NULL,
    kind    TEXT NOT NULL,
    message TEXT NOT NULL,
    at      REAL NOT NULL
);

CREATE TABLE staged_document (
    id           INTEGER PRIMARY KEY,
    url          TEXT NOT NULL UNIQUE,
    query        TEXT NOT NULL,
    title        TEXT NOT NULL,
    fetched_at   REAL NOT NULL,
    content_hash INTEGER NOT NULL,
    near_hash    INTEGER NOT NULL,
    template     TEXT NOT NULL,
    attributes   TEXT NOT NULL,
    text         TEXT NOT NULL
);
"""


@dataclass(frozen=True, slots=True)
class Layout:
    """One kind of database file: its tables, and the numbers in its header that tell it from others."""

    kind: str  # as in "holds no crawl"
    application_id: int
    version: int
    tables: str


CRAWL = Layout("crawl", APPLICATION_ID, SCHEMA_VERSION, TABLES)

_WRITER_SETTINGS = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA cache_size = -16384;
PRAGMA temp_store = MEMORY;
"""


def connect_to_write(path: Path, layout: Layout = CRAWL) -> sqlite3.Connection:
    """The one writing connection, in WAL mode; creates the tables in a new file.

    Raises SchemaVersionError for a newer file and StoreError for a database of another kind.
    """
    with sqlite_errors(path):
        connection = sqlite3.connect(path, isolation_level=None, timeout=30, check_same_thread=False)
        try:
            is_new = not _check(connection, path, layout)
            connection.executescript(_WRITER_SETTINGS)
            if is_new:
                _create(connection, layout)
        except BaseException:
            connection.close()
            raise
    return connection


def connect_to_read(path: Path, layout: Layout = CRAWL) -> sqlite3.Connection:
    """A connection that cannot write; sees finished answers only, also while a crawl is running."""
    with sqlite_errors(path):
        connection = _open_read_only(path)
        try:
            if not _check(connection, path, layout):
                raise StoreError(f"{path} holds no {layout.kind} yet: it was ended before it began.", path=path)
        except BaseException:
            connection.close()
            raise
    return connection


def _open_read_only(path: Path) -> sqlite3.Connection:
    address = path.resolve().as_uri()
    connection = sqlite3.connect(f"{address}?mode=ro", uri=True, isolation_level=None, timeout=30)
    try:
        connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone()
    except sqlite3.OperationalError:
        connection.close()
        # A folder nobody may write to, such as a mounted archive, has no room for the shared-memory file
        # that WAL readers need. Without a log beside it the file is complete and can be read as it is.
        if path.with_name(path.name + "-wal").exists():
            raise
        connection = sqlite3.connect(f"{address}?immutable=1", uri=True, isolation_level=None)
    return connection


def _check(connection: sqlite3.Connection, path: Path, layout: Layout) -> bool:
    """Whether the file has the layout; False for an empty one, an error for anything else."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if application != layout.application_id:
        if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            sentence = f"{path} is a database, but not one of a {layout.kind}"
            raise StoreError(f"{sentence}. Choose another folder with -o.", path=path)
        return False
    if version > layout.version:
        raise SchemaVersionError(
            f"{path} was written by a newer Sonde (layout {version}, this one reads up to {layout.version}). "
            "Upgrade Sonde to use it.",
            path=path,
        )
    return True


def _create(connection: sqlite3.Connection, layout: Layout) -> None:
    # One transaction: a kill leaves either an empty file or all tables.
    connection.executescript(
        f"BEGIN IMMEDIATE; {layout.tables} PRAGMA application_id = {layout.application_id}; "
        f"PRAGMA user_version = {layout.version}; COMMIT;"
    )
