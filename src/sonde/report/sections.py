"""The sections of the report below its charts: queries, errors, pages set aside, runs, the interface."""

from collections.abc import Sequence

from sonde.report.facts import Asked, Facts
from sonde.report.table import Cell, link, table, trouble_cell, words_cell
from sonde.report.words import amount, duration, moment, number, percent, safe, shorten
from sonde.store.ledger import Run

_INTERFACE_CHARACTERS = 20_000
_RUNS = 20


def best_queries(facts: Facts) -> str:
    """The queries that brought most, if any brought something."""
    return f"<h2>Best queries</h2>{_queries(facts.best)}" if facts.best else ""


def wasted_queries(facts: Facts) -> str:
    """The queries that brought nothing new, the dearest first, and what they cost together."""
    if not facts.wasted:
        return ""
    share = percent(facts.wasted_count / facts.counts.queries)
    return (
        f"<h2>Wasted queries</h2><p>{number(facts.wasted_count)} queries ({share}) brought nothing new "
        f"and cost {number(facts.wasted_requests)} requests. The dearest of them:</p>" + _queries(facts.wasted)
    )


def errors(facts: Facts) -> str:
    """What failed, by kind, and the queries that were cut short."""
    traffic = facts.counts.traffic
    changed = f"<p>While it was crawled, {safe(facts.relearned)}.</p>" if facts.relearned else ""
    if not (facts.troubles or facts.cut_short or traffic.errors):
        return f"<h2>Errors</h2><p>None.</p>{changed}"
    summary = (
        f"<h2>Errors</h2><p>{number(traffic.errors)} of {number(traffic.requests)} requests failed; "
        f"{number(facts.counts.failures)} results could not be had.</p>"
    )
    return summary + changed + _troubles(facts) + _cut_short(facts)


def set_aside(facts: Facts) -> str:
    """Pages that turned out not to be documents, by reason."""
    if not facts.asides:
        return ""
    rows = [
        [
            words_cell(item.reason),
            (number(item.count), True),
            (f"{safe(shorten(item.title, 120))} {link(item.url)}", False),
        ]
        for item in facts.asides
    ]
    return (
        f"<h2>Set aside</h2><p>{number(facts.counts.aside)} pages were fetched but are not counted as "
        "documents; they are left out of exports and searches.</p>"
        + table([("because", False), ("pages", True), ("for example", False)], rows)
    )


def runs(facts: Facts) -> str:
    """The latest runs, what each spent and why it ended."""
    return run_table(facts.runs, is_running=facts.is_running)


def run_table(runs: Sequence[Run], *, is_running: bool) -> str:
    """The latest of these runs."""
    if not runs:
        return ""
    header = [("started", False), ("time", True), ("requests", True), ("received", True), ("errors", True)]
    last = runs[-1]
    rows = [_run_cells(run, is_running=is_running and run is last) for run in runs[-_RUNS:]]
    return f"<h2>Runs and what they spent</h2>{table([*header, ('ended', False)], rows)}"


def interface(text: str) -> str:
    """How the site is asked, as plain text."""
    if not text.strip():
        return ""
    return f"<h2>The search interface</h2><pre>{safe(shorten(text.strip(), _INTERFACE_CHARACTERS))}</pre>"


def _queries(rows: Sequence[Asked]) -> str:
    header = [("#", True), ("query", False), ("new", True), ("results", True), ("hits stated", True)]
    return table(
        [*header, ("requests", True), ("chosen because", False)],
        [
            [
                (number(row.number), True),
                words_cell(row.words),
                (number(row.new), True),
                (number(row.seen), True),
                ("–" if row.total is None else number(row.total), True),
                (number(row.requests), True),
                words_cell(row.reason, length=160),
            ]
            for row in rows
        ],
    )


def _troubles(facts: Facts) -> str:
    if not facts.troubles:
        return ""
    return table(
        [("kind", False), ("times", True), ("latest", False), ("message", False)],
        [
            [
                words_cell(item.kind),
                (number(item.count), True),
                (link(item.url), False),
                trouble_cell(item.message),
            ]
            for item in facts.troubles
        ],
    )


def _cut_short(facts: Facts) -> str:
    if not facts.cut_short:
        return ""
    rows = [[(number(row.number), True), words_cell(row.words), trouble_cell(row.error)] for row in facts.cut_short]
    return "<p>Queries that were cut short, latest first:</p>" + table(
        [("#", True), ("query", False), ("why", False)], rows
    )


def _run_cells(run: Run, *, is_running: bool) -> list[Cell]:
    if run.stop is not None:
        ended = f"{run.stop.reason} ({run.stop.detail})" if run.stop.detail else run.stop.reason
    else:
        ended = "running" if is_running else "killed"
    return [
        (moment(run.started_at), False),
        (duration(run.traffic.seconds), True),
        (number(run.traffic.requests), True),
        (amount(run.traffic.bytes), True),
        (number(run.traffic.errors), True),
        words_cell(ended, length=300),
    ]
