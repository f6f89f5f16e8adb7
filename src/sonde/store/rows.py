"""Documents and queries as table rows and back, exactly."""

import json
from collections.abc import Sequence
from typing import Any

from sonde.model import Coverage, Document, Outcome, Pairs, Query

Row = tuple[Any, ...]

DOCUMENT_COLUMNS = "url, title, fetched_at, content_hash, near_hash, template, attributes, text"
QUERY_COLUMNS = (
    "words, field_values, reason, total, complete, pages, requests, error, finished_at, new_count, seen_count"
)
COVERAGE_COLUMNS = "estimate, low, high, size"

_LARGEST = 2**63 - 1


def storable(text: str) -> str | bytes:
    """The text as SQLite can hold it: lone surrogates, which UTF-8 cannot express, make it a blob."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def restored(value: str | bytes) -> str:
    """What `storable` was given."""
    return value if isinstance(value, str) else value.decode("utf-8", "surrogatepass")


def pairs_json(pairs: Pairs) -> str | bytes:
    """Pairs as a JSON list of lists: order and repeated names are kept."""
    return storable(json.dumps(pairs, ensure_ascii=False, separators=(",", ":"))) if pairs else "[]"


def read_pairs(value: str | bytes) -> Pairs:
    """What `pairs_json` was given."""
    if value == "[]":
        return ()
    return tuple((name, content) for name, content in json.loads(restored(value)))


def document_row(document: Document) -> Row:
    """The values of DOCUMENT_COLUMNS."""
    return (
        storable(document.url),
        storable(document.title),
        document.fetched_at,
        document.content_hash,
        document.near_hash,
        storable(document.template),
        pairs_json(document.attributes),
        storable(document.text),
    )


def read_document(row: Sequence[Any], *, id: int = -1) -> Document:
    """The document whose DOCUMENT_COLUMNS these are."""
    url, title, fetched_at, content_hash, near_hash, template, attributes, text = row
    return Document(
        url=restored(url),
        title=restored(title),
        text=restored(text),
        attributes=read_pairs(attributes),
        fetched_at=fetched_at,
        content_hash=content_hash,
        near_hash=near_hash,
        template=restored(template),
        id=id,
    )


def query_row(outcome: Outcome) -> Row:
    """The values of QUERY_COLUMNS."""
    query = outcome.query
    return (
        storable(query.words),
        pairs_json(query.values),
        storable(query.reason),
        # A page can claim any number of hits; SQLite holds 64 bits.
        None if outcome.total is None else min(outcome.total, _LARGEST),
        outcome.complete,
        outcome.pages,
        outcome.requests,
        storable(outcome.error),
        outcome.finished_at,
        len(outcome.new),
        len(outcome.seen),
    )


def read_outcome(row: Sequence[Any], *, seen: tuple[int, ...], new: tuple[Document, ...]) -> Outcome:
    """The outcome whose QUERY_COLUMNS these are, with its documents."""
    words, values, reason, total, complete, pages, requests, error, finished_at = row[:9]
    return Outcome(
        query=Query(words=restored(words), values=read_pairs(values), reason=restored(reason)),
        seen=seen,
        new=new,
        total=total,
        complete=bool(complete),
        pages=pages,
        requests=requests,
        error=restored(error),
        finished_at=finished_at,
    )


def coverage_row(coverage: Coverage) -> Row:
    """The values of COVERAGE_COLUMNS."""
    return (coverage.estimate, coverage.low, coverage.high, coverage.size)


def read_coverage(row: Sequence[Any]) -> Coverage:
    """The coverage whose COVERAGE_COLUMNS these are; SQLite keeps "not a number" as NULL, read as 0."""
    estimate, low, high, size = (value if value is not None else 0.0 for value in row)
    return Coverage(estimate=estimate, low=low, high=high, size=size)


def query_key(query: Query | None) -> str | bytes:
    """What tells the staged documents of one query from those of another; empty for None."""
    if query is None:
        return ""
    return storable(json.dumps([query.words, query.values], ensure_ascii=False))
