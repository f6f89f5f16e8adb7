"""The writes to discovery.db, each one transaction. Synchronous: the store runs them on its thread."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from sonde.discover.batch import LINK_LENGTH, Batch, FrontierLink, StoredPage
from sonde.discover.model import FoundForm, host_of
from sonde.discover.outline import outline_blob
from sonde.discover.tables import DISCOVERY, DONE, DROPPED, ORDER, QUEUED, WAITING
from sonde.store.ledger import Traffic
from sonde.store.rows import Row, pairs_json, storable
from sonde.store.run_writer import RunWriter, failure_row

_INSERT_LINK = f"INSERT INTO link VALUES ({', '.join('?' * 12)})"
_INSERT_PAGE = (
    "INSERT INTO page (id, link, url, host, status, title, near_hash, topic, on_topic, fetched_at) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
# A form that was of no use at first and proves useful on another page is kept from there.
_INSERT_FORM = (
    "INSERT INTO form (key, page, action, method, fields, searchable, domain, relevant) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (key) DO UPDATE SET page = excluded.page, action = excluded.action, method = excluded.method, "
    "fields = excluded.fields, searchable = excluded.searchable, domain = excluded.domain, relevant = 1 "
    "WHERE excluded.relevant AND NOT form.relevant"
)


class Writer(RunWriter):
    """The writing end of discovery.db; used by one thread at a time."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, DISCOVERY)

    def record(self, batch: Batch, traffic: Traffic) -> None:
        """Stores all of a batch, or nothing of it."""
        with self.transaction() as cursor:
            cursor.executemany(_INSERT_LINK, map(_link_row, batch.links))
            cursor.executemany(_INSERT_PAGE, map(_page_row, batch.pages))
            cursor.executemany(_INSERT_FORM, (_form_row(page, found) for page, found in batch.forms))
            _set_state(cursor, DONE, batch.done)
            _set_state(cursor, DROPPED, batch.dropped)
            cursor.executemany(
                "INSERT INTO failure (link, url, kind, message, at) VALUES (?, ?, ?, ?, ?)",
                (failure_row(link, failure) for link, failure in batch.failures),
            )
            cursor.executemany(
                "INSERT INTO iteration (page, at, features) VALUES (?, ?, ?)",
                (
                    (page, at, storable(json.dumps(features, ensure_ascii=False)))
                    for page, at, features in batch.iterations
                ),
            )
            if batch.iterations:
                cursor.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('stale', 'true')")
            cursor.executemany(
                "UPDATE page SET accepted = ?, attributes = ? WHERE id = ?",
                ((accepted, pairs_json(attributes), page) for page, accepted, attributes in batch.judged),
            )
            cursor.executemany(
                "INSERT INTO outline (page, links) VALUES (?, ?)",
                ((page, outline_blob(links)) for page, links in batch.outlines),
            )
            cursor.executemany(
                "INSERT OR REPLACE INTO model (name, state) VALUES (?, ?)",
                ((name, storable(json.dumps(state, ensure_ascii=False))) for name, state in batch.models.items()),
            )
            self.note_traffic(cursor, traffic)

    def queue(self, ids: Sequence[int], dropped: Sequence[int]) -> None:
        """Notes which links are in the queues now, and which were dropped on the way there."""
        with self.transaction() as cursor:
            _set_state(cursor, QUEUED, ids)
            _set_state(cursor, DROPPED, dropped)

    def unqueue(self, out: Sequence[int]) -> None:
        """Lets the links in the queues wait again, but for those that are being fetched."""
        with self.transaction() as cursor:
            cursor.execute(f"UPDATE link SET state = {WAITING} WHERE state = {QUEUED}")
            _set_state(cursor, QUEUED, out)

    def set_ranks(self, ranks: Iterable[tuple[int, float, int]]) -> None:
        """Moves links: level, score and id of each."""
        with self.transaction() as cursor:
            cursor.executemany("UPDATE link SET level = ?, score = ? WHERE id = ?", ranks)

    def set_order(self, wanted: bool) -> None:
        """Makes the index of waiting links by their turn, or takes it away while all of them move."""
        with self.transaction() as cursor:
            cursor.execute(ORDER if wanted else "DROP INDEX IF EXISTS link_waiting")

    def retry(self) -> None:
        """Lets every link that could not be fetched wait again."""
        with self.transaction() as cursor:
            failed = f"state = {DONE} AND id NOT IN (SELECT link FROM page)"
            cursor.execute(f"UPDATE link SET state = {WAITING} WHERE {failed}")


def _set_state(cursor: sqlite3.Cursor, state: int, ids: Iterable[int]) -> None:
    cursor.executemany("UPDATE link SET state = ? WHERE id = ?", ((state, id) for id in ids))


def _link_row(entry: FrontierLink) -> Row:
    link, candidate = entry.candidate.link, entry.candidate
    said = (storable(text[:LINK_LENGTH]) for text in (link.anchor, link.before, link.after, link.path))
    place = (entry.source, candidate.depth, candidate.site_depth)
    return (entry.id, storable(link.url), *said, *place, entry.rank.level, entry.rank.score, WAITING)


def _page_row(page: StoredPage) -> Row:
    where = (storable(page.url), storable(host_of(page.url)))
    judged = (page.near_hash, page.topic, page.is_on_topic)
    return (page.id, page.link, *where, page.status, storable(page.title), *judged, page.fetched_at)


def _form_row(page: int, found: FoundForm) -> Row:
    form = found.form
    fields = json.dumps([[one.name, one.kind, one.label] for one in form.fields if one.name], ensure_ascii=False)
    scores = (found.searchable, found.domain, found.is_relevant)
    return (storable(found.key), page, storable(form.action), form.method, storable(fields), *scores)
