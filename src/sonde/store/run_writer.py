"""What every database of a crawl is written by: transactions, the history of runs, small facts by name."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sonde._version import VERSION
from sonde.model import Stop
from sonde.store.disk import sqlite_errors
from sonde.store.ledger import Failure, Traffic
from sonde.store.rows import Row, storable
from sonde.store.schema import Layout, connect_to_write

_MESSAGE_LENGTH = 500


class RunWriter:
    """The writing end of a database; used by one thread at a time."""

    def __init__(self, path: Path, layout: Layout) -> None:
        self.path = path
        self.connection = connect_to_write(path, layout)
        self._run: int | None = None

    def close(self) -> None:
        """Merges the log into the file, unless a reader is still using it, and closes."""
        with sqlite_errors(self.path):
            self.connection.close()

    def begin_run(self, started_at: float) -> None:
        """Opens the history's entry for this run."""
        with self.transaction() as cursor:
            cursor.execute("INSERT INTO run (started_at, version) VALUES (?, ?)", (started_at, VERSION))
            self._run = cursor.lastrowid

    def end_run(self, stop: Stop, *, traffic: Traffic, ended_at: float) -> None:
        """Notes why the run ended and what it spent."""
        with self.transaction() as cursor:
            self.note_traffic(cursor, traffic)
            ending = (ended_at, stop.reason, storable(stop.detail), self._run)
            cursor.execute("UPDATE run SET ended_at = ?, stop = ?, detail = ? WHERE id = ?", ending)

    def note_traffic(self, cursor: sqlite3.Cursor, traffic: Traffic) -> None:
        """What this run has spent by now."""
        spent = (traffic.requests, traffic.bytes, traffic.errors, traffic.seconds, self._run)
        cursor.execute("UPDATE run SET requests = ?, bytes = ?, errors = ?, seconds = ? WHERE id = ?", spent)

    def set_meta(self, key: str, value: object) -> None:
        """Keeps a JSON value under a name."""
        text = storable(json.dumps(value, ensure_ascii=False))
        with self.transaction() as cursor:
            cursor.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (key, text))

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Cursor]:
        """One transaction, undone when anything fails."""
        with sqlite_errors(self.path):
            cursor = self.connection.cursor()
            cursor.execute("BEGIN IMMEDIATE")
            try:
                yield cursor
                cursor.execute("COMMIT")
            except BaseException:
                # SQLite has already rolled back by itself when the disk is full.
                if self.connection.in_transaction:
                    cursor.execute("ROLLBACK")
                raise


def failure_row(cause: int, failure: Failure) -> Row:
    """A failure with what it came of: cause, address, kind, message, moment."""
    message = storable(failure.message[:_MESSAGE_LENGTH])
    return (cause, storable(failure.url), storable(failure.kind), message, failure.at)
