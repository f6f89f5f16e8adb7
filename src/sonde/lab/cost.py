"""What planning costs as a crawl grows: time per choice and per document, memory per document.

The answers are made up as fast as documents can be generated; nothing is searched, so only the planner is measured.
"""

import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context

import numpy as np

from sonde.lab.corpora.record import Record
from sonde.lab.corpora.synthetic import synthetic_corpus
from sonde.lab.tables import Row, text_table
from sonde.model import Document, Outcome, Query
from sonde.planner import Completeness, Policy, Statistics, make_policy
from sonde.text.words import words

SMALLEST = 10_000
ANSWER = 1000  # results of one query
PAGE = 20  # of them on one page
_COLUMNS = ("policy", "documents", "terms", "choose_ms", "choose_ms_p95", "observe_us_per_document",
            "table_bytes_per_document", "process_bytes_per_document")  # fmt: skip


@dataclass(slots=True)
class _Clock:
    """CPU time of the planner since the last row."""

    choices: list[float] = field(default_factory=list)
    observing: float = 0.0
    described: int = 0


def measure_alone(policy: str, *, documents: int, vocabulary: int) -> list[Row]:
    """The rows of `measure_cost` from a process of their own, whose memory nothing else has used."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_measured, policy, documents, vocabulary).result()


def _measured(policy: str, documents: int, vocabulary: int) -> list[Row]:
    return list(measure_cost(policy, documents=documents, vocabulary=vocabulary))


def measure_cost(policy: str, *, documents: int, vocabulary: int) -> Iterator[Row]:
    """One row at 10,000 documents, at each doubling or so, and at the end."""
    table = Statistics()
    planner, completeness = make_policy(policy, seeds=["start"], statistics=table), Completeness(statistics=table)
    rng = np.random.default_rng(0)
    stream = synthetic_corpus(documents + 1, vocabulary=vocabulary)
    next(stream)  # what the generator itself needs is not the planner's
    before, clock, left = _peak_bytes(), _Clock(), list(checkpoints(documents))
    while left and (query := _chosen(planner, clock)) is not None:
        outcome = _answer(query, table, stream, rng)
        began = time.process_time()
        planner.observe(outcome)
        completeness.observe(outcome)
        completeness.coverage()
        clock.observing += time.process_time() - began
        clock.described += len(outcome.new)
        if table.documents >= left[0]:
            left.pop(0)
            yield _row(policy, table, clock, before=before)
            clock = _Clock()
    if left:  # the policy had nothing more to ask
        yield _row(policy, table, clock, before=before)


def checkpoints(documents: int) -> Iterator[int]:
    """10, 20, 50, 100 thousand and so on, up to the number of documents, which is the last."""
    size = SMALLEST
    while size < documents:
        yield from (step for step in (size, 2 * size, 5 * size) if step < documents)
        size *= 10
    yield documents


def cost_table(rows: Sequence[Row]) -> str:
    """The rows under their names."""
    return text_table(_COLUMNS, [[_cell(row[name]) for name in _COLUMNS] for row in rows])


def _chosen(planner: Policy, clock: _Clock) -> Query | None:
    began = time.process_time()
    query = planner.choose()
    clock.choices.append(1000 * (time.process_time() - began))
    return query


def _answer(query: Query, table: Statistics, stream: Iterator[Record], rng: np.random.Generator) -> Outcome:
    """An answer as of a large site: half of it new, each new document with the words asked."""
    held = table.documents
    matching = min((table.count(word).held for word in words(query.words)), default=0)
    total = max(ANSWER, 2 * matching)
    is_peek = query.peek and total < query.enough
    half = (PAGE if is_peek else ANSWER) // 2
    new = tuple(
        Document(record.id, record.title, f"{record.text} {query.words}", id=held + i)
        for i, record in enumerate(islice(stream, half))
    )
    again = np.unique(rng.integers(0, held, half)).tolist() if held else []
    return Outcome(query, (*again, *range(held, held + len(new))), new, total, complete=not is_peek, pages=1)


def _row(policy: str, table: Statistics, clock: _Clock, *, before: int | None) -> Row:
    now = _peak_bytes()
    grown = None if now is None or before is None else round((now - before) / max(1, table.documents))
    return {
        "policy": policy,
        "documents": table.documents,
        "terms": table.vocabulary,
        "choose_ms": round(float(np.mean(clock.choices)), 3),
        "choose_ms_p95": round(float(np.percentile(clock.choices, 95)), 3),
        "observe_us_per_document": round(1e6 * clock.observing / max(1, clock.described), 1),
        "table_bytes_per_document": round(table.memory_bytes / max(1, table.documents)),
        "process_bytes_per_document": grown,
    }


def _peak_bytes() -> int | None:
    """The most memory this process has had; None where that cannot be asked."""
    if sys.platform == "win32":
        return None
    from resource import RUSAGE_SELF, getrusage

    return getrusage(RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _cell(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int | float) else str(value)
