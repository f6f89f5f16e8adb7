"""The tables of discovery.db. For a person's own queries: docs/crawl-folder.md."""

from sonde.store.schema import RUN_TABLES, Layout

WAITING, QUEUED, DONE, DROPPED = range(4)  # the state of a link

# Ranking a million links anew takes it away and makes it again: many times faster than moving each of them.
ORDER = "CREATE INDEX IF NOT EXISTS link_waiting ON link(level, score DESC, id) WHERE state = 0"

TABLES = f"""{RUN_TABLES}
CREATE TABLE page (
    id         INTEGER PRIMARY KEY,
    link       INTEGER NOT NULL,
    url        TEXT NOT NULL,
    host       TEXT NOT NULL,
    status     INTEGER NOT NULL,
    title      TEXT NOT NULL,
    near_hash  INTEGER NOT NULL,
    topic      REAL NOT NULL,
    on_topic   INTEGER NOT NULL,
    fetched_at REAL NOT NULL,
    accepted   INTEGER,
    attributes TEXT NOT NULL DEFAULT '[]'
);

CREATE TABLE link (
    id         INTEGER PRIMARY KEY,
    url        TEXT NOT NULL,
    anchor     TEXT NOT NULL,
    before     TEXT NOT NULL,
    after      TEXT NOT NULL,
    place      TEXT NOT NULL,
    source     INTEGER,
    depth      INTEGER NOT NULL,
    site_depth INTEGER NOT NULL,
    level      INTEGER NOT NULL,
    score      REAL NOT NULL,
    state      INTEGER NOT NULL DEFAULT 0
);
{ORDER};
CREATE INDEX link_queued ON link(id) WHERE state = 1;

CREATE TABLE form (
    id         INTEGER PRIMARY KEY,
    key        TEXT NOT NULL UNIQUE,
    page       INTEGER NOT NULL,
    action     TEXT NOT NULL,
    method     TEXT NOT NULL,
    fields     TEXT NOT NULL,
    searchable REAL NOT NULL,
    domain     REAL NOT NULL,
    relevant   INTEGER NOT NULL
);

CREATE TABLE outline (
    page  INTEGER PRIMARY KEY,
    links BLOB NOT NULL
);

CREATE TABLE iteration (
    id       INTEGER PRIMARY KEY,
    page     INTEGER NOT NULL,
    at       REAL NOT NULL,
    features TEXT NOT NULL
);

CREATE TABLE model (
    name  TEXT PRIMARY KEY,
    state TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE failure (
    id      INTEGER PRIMARY KEY,
    link    INTEGER,
    url     TEXT NOT NULL,
    kind    TEXT NOT NULL,
    message TEXT NOT NULL,
    at      REAL NOT NULL
);
"""

DISCOVERY = Layout("discovery", 0x534F4449, 1, TABLES)  # "SODI"
