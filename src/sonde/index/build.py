"""Keeps DIR/index in step with crawl.db: built when first asked for, then only what is new is added.

The index is derived. When it is missing, damaged, of another layout or another crawl, or when documents were
set aside or taken back since, it is thrown away and built again.
"""

import fcntl
import hashlib
import json
import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from tantivy import Document as Entry
from tantivy import Index

from sonde.index.analysis import TOKENIZER, make_analyzer, make_schema, searchable
from sonde.model import Document
from sonde.store.disk import os_errors
from sonde.store.reader import aside_ids, count_documents, iter_documents, read_meta

logger = logging.getLogger(__name__)

LAYOUT = 1
_HEAP_BYTES = 64_000_000


@dataclass(frozen=True, slots=True)
class State:
    """What an index holds; kept beside it, and only while it is true."""

    layout: int
    crawl_id: str
    documents: int
    aside: str  # fingerprint of the ids left out


def fresh_index(directory: Path, connection: sqlite3.Connection, *, rebuild: bool = False) -> Index:
    """The index over everything the connection sees, brought up to date first.

    In a folder that cannot be written it is built in memory, for this once.
    """
    try:
        directory.mkdir(exist_ok=True)
        is_writable = os.access(directory, os.W_OK)
    except OSError:
        is_writable = False
    if not is_writable:
        return _add(_registered(Index(make_schema())), connection, start=0)
    with os_errors(directory), _locked(directory):
        return _refresh(directory, connection, rebuild=rebuild)


def _refresh(directory: Path, connection: sqlite3.Connection, *, rebuild: bool) -> Index:
    state_file, segments = directory / "state.json", directory / "segments"
    wanted = _current_state(connection, below=count_documents(connection))
    held = None if rebuild else _read_state(state_file)
    index = _open(segments) if held and _extends(held, connection) else None
    if held == wanted and index is not None:
        return index
    # Without this file the index counts as unfinished: a kill from here on means a new build.
    state_file.unlink(missing_ok=True)
    start = held.documents if held is not None and index is not None else 0
    if index is None:
        shutil.rmtree(segments, ignore_errors=True)
        segments.mkdir()
        index = _registered(Index(make_schema(), path=str(segments)))
    _add(index, connection, start=start)
    _write_state(state_file, wanted)
    logger.info("index refreshed folder=%s from=%d documents=%d", directory, start, wanted.documents)
    return index


def _open(segments: Path) -> Index | None:
    try:
        return _registered(Index.open(str(segments)))
    except ValueError as error:
        logger.warning("index damaged folder=%s error=%.200s", segments, error)
        return None


def _registered(index: Index) -> Index:
    index.register_tokenizer(TOKENIZER, make_analyzer())
    return index


def _add(index: Index, connection: sqlite3.Connection, *, start: int) -> Index:
    writer = index.writer(heap_size=_HEAP_BYTES, num_threads=1)
    for document in iter_documents(connection, start=start, include_aside=False):
        writer.add_document(_entry(document))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    return index


def _entry(document: Document) -> Entry:
    entry = Entry()
    entry.add_unsigned("id", document.id)
    entry.add_text("title", searchable(document.title))
    entry.add_text("text", searchable(document.text))
    if document.attributes:
        entry.add_text("attributes", searchable("\n".join(f"{name}: {value}" for name, value in document.attributes)))
    return entry


def _current_state(connection: sqlite3.Connection, *, below: int) -> State:
    ids = ",".join(map(str, aside_ids(connection, below=below)))
    return State(
        layout=LAYOUT,
        crawl_id=str(read_meta(connection, "crawl_id")),
        documents=below,
        aside=hashlib.sha256(ids.encode()).hexdigest()[:16],
    )


def _extends(held: State, connection: sqlite3.Connection) -> bool:
    """Whether the crawl, cut off where the index ends, is what was indexed."""
    return held.documents <= count_documents(connection) and held == _current_state(connection, below=held.documents)


def _read_state(file: Path) -> State | None:
    try:
        return State(**json.loads(file.read_text()))
    except (FileNotFoundError, ValueError, TypeError):
        return None


def _write_state(file: Path, state: State) -> None:
    part = file.with_suffix(".part")
    part.write_text(json.dumps(asdict(state)))
    os.replace(part, file)


@contextmanager
def _locked(directory: Path) -> Iterator[None]:
    """Only one process at a time looks at or changes the index; others wait."""
    with (directory / "lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
