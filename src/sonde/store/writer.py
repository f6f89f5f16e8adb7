"""The writes to crawl.db, each one transaction. Synchronous: `Store` runs them on its writer thread."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from sonde.model import Coverage, Outcome
from sonde.store.disk import sqlite_errors
from sonde.store.ledger import Failure, Traffic
from sonde.store.rows import (
    COVERAGE_COLUMNS,
    DOCUMENT_COLUMNS,
    QUERY_COLUMNS,
    Row,
    coverage_row,
    document_row,
    query_key,
    query_row,
    storable,
)
from sonde.store.run_writer import RunWriter, failure_row
from sonde.store.schema import CRAWL

_INSERT_QUERY = f"INSERT INTO query (id, {QUERY_COLUMNS}, {COVERAGE_COLUMNS}) VALUES ({', '.join('?' * 16)})"
_INSERT_DOCUMENT = (
    f"INSERT INTO document (id, first_query, first_rank, {DOCUMENT_COLUMNS}) VALUES ({', '.join('?' * 11)})"
)
_INSERT_STAGED = f"INSERT OR REPLACE INTO staged_document (query, {DOCUMENT_COLUMNS}) VALUES ({', '.join('?' * 9)})"


class Writer(RunWriter):
    """The writing end of crawl.db; used by one thread at a time."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, CRAWL)
        self._next_query = self._next_id("query")
        self._next_document = self._next_id("document")

    def is_bare(self) -> bool:
        """Whether no query was ever answered, and no document fetched."""
        tables = ("query", "document", "staged_document")
        with sqlite_errors(self.path):
            return not any(self.connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in tables)

    def forget_runs(self) -> None:
        """Leaves out of the history what was tried before the crawl began."""
        with self.transaction() as cursor:
            cursor.execute("DELETE FROM run")

    def stage(self, rows: Iterable[Row]) -> None:
        """Keeps fetched documents of unfinished queries; a row is a query key and the document's columns."""
        with self.transaction() as cursor:
            cursor.executemany(_INSERT_STAGED, rows)

    def record(
        self,
        outcome: Outcome,
        *,
        aliases: Mapping[str, int],
        failures: Sequence[Failure],
        traffic: Traffic,
        coverage: Coverage,
    ) -> None:
        """Stores everything one query brought, or nothing of it."""
        self._check_ids(outcome)
        query = self._next_query
        own = {document.url for document in outcome.new}
        with self.transaction() as cursor:
            cursor.execute(_INSERT_QUERY, (query, *query_row(outcome), *coverage_row(coverage)))
            cursor.executemany(_INSERT_DOCUMENT, _document_rows(outcome, query))
            cursor.executemany(
                "INSERT INTO sighting (query, rank, document) VALUES (?, ?, ?)",
                ((query, rank, document) for rank, document in enumerate(outcome.seen, start=1)),
            )
            cursor.executemany(
                "INSERT OR REPLACE INTO alias (url, document) VALUES (?, ?)",
                ((storable(url), document) for url, document in aliases.items() if url not in own),
            )
            cursor.executemany(
                "INSERT INTO failure (query, url, kind, message, at) VALUES (?, ?, ?, ?, ?)",
                (failure_row(query, failure) for failure in failures),
            )
            cursor.execute("DELETE FROM staged_document WHERE query IN ('', ?)", (query_key(outcome.query),))
            self.note_traffic(cursor, traffic)
        self._next_query += 1
        self._next_document += len(outcome.new)

    def set_aside(self, ids: Iterable[int], reason: str) -> None:
        """Marks documents as not worth exporting; an empty reason takes them back."""
        with self.transaction() as cursor:
            cursor.executemany("UPDATE document SET aside = ? WHERE id = ?", ((storable(reason), id) for id in ids))

    def clear_aside(self) -> None:
        """Takes every document back."""
        with self.transaction() as cursor:
            cursor.execute("UPDATE document SET aside = '' WHERE aside <> ''")

    def _check_ids(self, outcome: Outcome) -> None:
        expected = range(self._next_document, self._next_document + len(outcome.new))
        if [document.id for document in outcome.new] != list(expected):
            raise ValueError(
                f"new documents must have the ids {expected.start} to {expected.stop - 1} in this order, "
                f"got {[document.id for document in outcome.new][:10]}"
            )

    def _next_id(self, table: str) -> int:
        with sqlite_errors(self.path):
            row = self.connection.execute(f"SELECT coalesce(max(id) + 1, 0) FROM {table}").fetchone()
        return int(row[0])


def _document_rows(outcome: Outcome, query: int) -> Iterator[Row]:
    ranks = {document: rank for rank, document in enumerate(outcome.seen, start=1)} if outcome.new else {}
    for document in outcome.new:
        yield (document.id, query, ranks.get(document.id, 0), *document_row(document))
