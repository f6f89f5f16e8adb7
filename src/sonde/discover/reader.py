"""The reads from discovery.db, over any connection."""

import json
import math
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from sonde.discover.batch import FrontierLink
from sonde.discover.model import Candidate, Outlink, Rank
from sonde.discover.outline import MinedPage, outline_links
from sonde.discover.tables import QUEUED, WAITING
from sonde.store.ledger import Traffic
from sonde.store.rows import restored

_LINK = "{0}.url, {0}.anchor, {0}.before, {0}.after, {0}.place"
# A link, the page it is on, and the two links before it: as much of the way as there are levels.
_FRONTIER = (
    f"SELECT l.id, l.level, l.score, l.depth, l.site_depth, l.source, p.url, p.topic, "
    f"{_LINK.format('l')}, {_LINK.format('l2')}, {_LINK.format('l3')} "
    "FROM link l LEFT JOIN page p ON p.id = l.source LEFT JOIN link l2 ON l2.id = p.link "
    "LEFT JOIN page p2 ON p2.id = l2.source LEFT JOIN link l3 ON l3.id = p2.link "
)


@dataclass(frozen=True, slots=True)
class Counts:
    """A discovery in numbers, over all its runs."""

    pages: int = 0
    on_topic: int = 0
    links: int = 0
    searchable: int = 0  # different forms that search
    relevant: int = 0  # those among them that were looked for
    iterations: int = 0
    failures: int = 0
    accepted: int = 0  # mined pages that were looked for
    traffic: Traffic = field(default_factory=Traffic)


def best_waiting(
    connection: sqlite3.Connection, limit: int, level: int | None = None, after: tuple[int, float, int] | None = None
) -> list[FrontierLink]:
    """The links whose turn is next, of one level or of all, and after a turn where one is given."""
    found: list[FrontierLink] = []
    for one in levels(connection) if level is None else [level]:
        if after is not None and one < after[0]:
            continue
        begin = after if after is not None and one == after[0] else (one, -math.inf, -1)
        sql = (
            f"{_FRONTIER} WHERE l.state = {WAITING} AND l.level = ? AND l.score <= ? AND (l.score < ? OR l.id > ?) "
            "ORDER BY l.score DESC, l.id LIMIT ?"
        )
        score = -begin[1]
        rows = connection.execute(sql, (one, score, score, begin[2], limit - len(found)))
        found += [_frontier_link(row) for row in rows]
        if len(found) >= limit:
            break
    return found


def queued(connection: sqlite3.Connection) -> list[FrontierLink]:
    """The links that were in the queues."""
    return [_frontier_link(row) for row in connection.execute(f"{_FRONTIER} WHERE l.state = {QUEUED} ORDER BY l.id")]


def levels(connection: sqlite3.Connection) -> list[int]:
    """The levels that have links waiting."""
    found: list[int] = []
    sql = f"SELECT min(level) FROM link WHERE state = {WAITING} AND level > ?"
    while (row := connection.execute(sql, (found[-1] if found else -(2**31),)).fetchone())[0] is not None:
        found.append(row[0])
    return found


def ranked(connection: sqlite3.Connection, after: int, limit: int) -> list[FrontierLink]:
    """Links that still wait or are queued, in order of id, without the ways to them."""
    sql = (
        f"SELECT l.id, l.level, l.score, l.depth, l.site_depth, l.source, p.url, p.topic, {_LINK.format('l')} "
        f"FROM link l LEFT JOIN page p ON p.id = l.source WHERE l.id > ? AND l.state <= {QUEUED} ORDER BY l.id LIMIT ?"
    )
    return [_frontier_link(row) for row in connection.execute(sql, (after, limit))]


def count_waiting(connection: sqlite3.Connection) -> int:
    """How many links wait."""
    return int(connection.execute(f"SELECT count(*) FROM link WHERE state = {WAITING}").fetchone()[0])


def _frontier_link(row: tuple[Any, ...]) -> FrontierLink:
    id, level, score, depth, site_depth, source, source_url, topic, *links = row
    path = tuple(_outlink(links[at : at + 5]) for at in range(0, len(links), 5) if links[at] is not None)
    candidate = Candidate(
        path[0],
        restored(source_url) if source_url is not None else "",
        1.0 if topic is None else topic,
        depth,
        site_depth,
    )
    return FrontierLink(id, candidate, Rank(level, score), source, path)


def _outlink(columns: Iterable[str | bytes]) -> Outlink:
    return Outlink(*map(restored, columns))


def link_urls(connection: sqlite3.Connection) -> Iterator[str]:
    """Every address that was ever taken into the frontier."""
    return (restored(url) for (url,) in connection.execute("SELECT url FROM link ORDER BY id"))


def page_facts(connection: sqlite3.Connection) -> Iterator[tuple[str, str, int]]:
    """Of every page the address asked for, the one it was served from, and its near hash."""
    sql = "SELECT l.url, p.url, p.near_hash FROM page p JOIN link l ON l.id = p.link ORDER BY p.id"
    return ((restored(asked), restored(url), near_hash) for asked, url, near_hash in connection.execute(sql))


def mined_pages(connection: sqlite3.Connection) -> Iterator[MinedPage]:
    """Every page that a validator judged, with its links, in the order they were fetched."""
    sql = (
        "SELECT l.url, p.url, p.title, p.accepted, p.attributes, o.links, p.status FROM page p "
        "JOIN link l ON l.id = p.link LEFT JOIN outline o ON o.page = p.id WHERE p.accepted IS NOT NULL ORDER BY p.id"
    )
    for asked, url, title, accepted, attributes, links, status in connection.execute(sql):
        pairs = tuple((name, value) for name, value in json.loads(restored(attributes)))
        said = (restored(asked), restored(url), restored(title), bool(accepted))
        yield MinedPage(*said, pairs, outline_links(links), is_answered=status > 0)


def form_keys(connection: sqlite3.Connection) -> list[tuple[str, bool, str]]:
    """Of every form its key, whether it was looked for, and the page it was found on."""
    sql = "SELECT f.key, f.relevant, p.url FROM form f JOIN page p ON p.id = f.page ORDER BY f.id"
    return [(restored(key), bool(relevant), restored(url)) for key, relevant, url in connection.execute(sql)]


def failures(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """Address and kind of everything that could not be fetched."""
    rows = connection.execute("SELECT url, kind FROM failure ORDER BY id")
    return [(restored(url), restored(kind)) for url, kind in rows]


def model_state(connection: sqlite3.Connection, name: str) -> dict[str, Any] | None:
    """What a model had learned, or None."""
    row = connection.execute("SELECT state FROM model WHERE name = ?", (name,)).fetchone()
    return None if row is None else dict(json.loads(restored(row[0])))


def next_link(connection: sqlite3.Connection) -> int:
    """The id of the next link to be found."""
    return int(connection.execute("SELECT coalesce(max(id) + 1, 0) FROM link").fetchone()[0])


def count_all(connection: sqlite3.Connection) -> Counts:
    """The discovery in numbers."""
    row = connection.execute(
        "SELECT (SELECT coalesce(max(id) + 1, 0) FROM page), (SELECT coalesce(sum(on_topic), 0) FROM page), "
        "(SELECT coalesce(max(id) + 1, 0) FROM link), (SELECT count(*) FROM form), "
        "(SELECT coalesce(sum(relevant), 0) FROM form), (SELECT count(*) FROM iteration), "
        "(SELECT count(*) FROM failure), (SELECT coalesce(sum(accepted), 0) FROM page)"
    ).fetchone()
    spent = connection.execute(
        "SELECT coalesce(sum(requests), 0), coalesce(sum(bytes), 0), coalesce(sum(errors), 0), "
        "coalesce(sum(seconds), 0.0) FROM run"
    ).fetchone()
    return replace(Counts(*row), traffic=Traffic(*spent))
