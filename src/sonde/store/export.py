"""A crawl's documents as JSON lines or CSV, streamed, for other programs."""

import csv
import io
import json
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, TextIO

from sonde.errors import ConfigError
from sonde.model import Pairs
from sonde.store.folder import CrawlFolder
from sonde.store.reader import snapshot
from sonde.store.rows import Row, read_pairs, restored
from sonde.store.whole_file import whole_file

ExportFormat = Literal["jsonl", "csv"]

COLUMNS = ("url", "title", "text", "attributes", "query", "rank", "fetched_at")

_SELECT = (
    "SELECT d.url, d.title, d.text, d.attributes, q.words, q.field_values, d.first_rank, d.fetched_at "
    "FROM document d JOIN query q ON q.id = d.first_query {chosen} ORDER BY d.id"
)


def export(folder: CrawlFolder, format: ExportFormat, file: Path | str, *, include_aside: bool = False) -> int:
    """Writes the documents to a file, or to stdout for "-", and says how many there were.

    The file appears only when it is complete. Documents set aside are left out unless asked for.
    """
    with snapshot(folder.database) as connection:
        return write_records(_records(connection, include_aside=include_aside), format, file, columns=COLUMNS)


def write_records(
    records: Iterator[dict[str, object]], format: ExportFormat, file: Path | str, *, columns: Sequence[str]
) -> int:
    """Writes records to a file, or to stdout for "-", and says how many there were; columns are those of a CSV."""
    if format not in ("jsonl", "csv"):
        raise ConfigError(f"unknown export format {format!r}: choose jsonl or csv.")
    with _target(file, format) as out:
        return _write_jsonl(records, out) if format == "jsonl" else _write_csv(records, out, columns)


def _records(connection: sqlite3.Connection, *, include_aside: bool) -> Iterator[dict[str, object]]:
    chosen = "" if include_aside else "WHERE d.aside = ''"
    for row in connection.execute(_SELECT.format(chosen=chosen)):
        yield _record(row)


def _record(row: Row) -> dict[str, object]:
    url, title, text, attributes, words, field_values, rank, fetched_at = row
    return {
        "url": restored(url),
        "title": restored(title),
        "text": restored(text),
        "attributes": as_object(read_pairs(attributes)),
        "query": restored(words) or " ".join(f"{name}={value}" for name, value in read_pairs(field_values)),
        "rank": rank,
        "fetched_at": iso_time(fetched_at),
    }


def as_object(pairs: Pairs) -> dict[str, str | list[str]]:
    """Attributes by name; a name that occurs more than once gets a list."""
    values: dict[str, list[str]] = {}
    for name, value in pairs:
        values.setdefault(name, []).append(value)
    return {name: found[0] if len(found) == 1 else found for name, found in values.items()}


def iso_time(seconds: float) -> str:
    """A moment in UTC as ISO 8601, to the second; empty for 0, which stands for "not known"."""
    if not seconds:
        return ""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _write_jsonl(records: Iterator[dict[str, object]], out: TextIO) -> int:
    number = 0
    encode = json.JSONEncoder(ensure_ascii=False).encode
    for record in records:
        out.write(encode(record) + "\n")
        number += 1
    return number


def _write_csv(records: Iterator[dict[str, object]], out: TextIO, columns: Sequence[str]) -> int:
    number = 0
    writer = csv.writer(out)
    writer.writerow(columns)
    for record in records:
        writer.writerow([_csv_cell(record.get(column, "")) for column in columns])
        number += 1
    return number


def _csv_cell(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text.replace("\0", "\ufffd")  # many CSV readers stop at a NUL


@contextmanager
def _target(file: Path | str, format: ExportFormat) -> Iterator[TextIO]:
    # What UTF-8 cannot express becomes an escape in JSON strings, where it reads back, and "?" in CSV.
    errors = "backslashreplace" if format == "jsonl" else "replace"
    if str(file) == "-":
        yield from _stdout(errors)
        return
    with whole_file(Path(file), errors=errors) as out:
        yield out


def _stdout(errors: str) -> Iterator[TextIO]:
    if sys.stdout is None:
        raise ConfigError("stdout is closed. Name a file to write to with -o.")
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:  # a notebook
        yield sys.stdout
        return
    out = io.TextIOWrapper(buffer, encoding="utf-8", errors=errors, newline="")
    try:
        yield out
        out.flush()
    finally:
        out.detach()  # or collecting `out` would close stdout
