"""The report of a discovery: one HTML file without script. Harvest over pages, features learned, what was found."""

import time
from collections.abc import Sequence
from pathlib import Path

from sonde.discover.folder import DiscoveryFolder
from sonde.discover.found import MINING, DiscoveryStatus, Findings, FoundInterface, Iteration
from sonde.discover.mine_report import mined_sections
from sonde.report.html import ending, numbers, save_page, whole_page
from sonde.report.sections import run_table
from sonde.report.svg import Line, line_chart
from sonde.report.table import link, table, trouble_cell, words_cell
from sonde.report.words import amount, duration, number, percent, safe

_MOST_ROWS = 500
_MOST_WORDS = 12  # of an iteration, of one kind


def write_report(folder: DiscoveryFolder, *, now: float | None = None) -> Path:
    """Writes the report into the folder, in place of an earlier one, and says where."""
    page = render(Findings(folder), now=time.time() if now is None else now)
    return save_page(page, folder.report)


def render(findings: Findings, *, now: float) -> str:
    """The whole page."""
    status = findings.status()
    found = mined_sections(findings.mined()) if status.mode == MINING else _discovered(findings)
    body = [
        _head(status),
        _numbers(status),
        *found,
        _failures(findings.failures()),
        run_table(findings.runs(), is_running=status.is_running),
    ]
    return whole_page(f"Discovery in {status.folder.name}", body, now=now)


def _discovered(findings: Findings) -> list[str]:
    return [_harvest(*findings.harvest()), _iterations(findings.iterations()), _interfaces(findings.interfaces())]


def _head(status: DiscoveryStatus) -> str:
    counts = status.counts
    lead = f"{number(counts.relevant)} search interfaces of the domain were found on {number(counts.pages)} pages."
    if status.mode == MINING:
        lead = f"{number(counts.accepted)} of {number(counts.pages)} pages were accepted."
    ended = ending(status.stop, is_running=status.is_running)
    title = f"<p class=soft>Discovery, mode {safe(status.mode)}</p><h1>{safe(status.folder.name)}</h1>"
    return f"<header>{title}<p class=lead>{lead}</p><p>{ended}</p></header>"


def _numbers(status: DiscoveryStatus) -> str:
    counts, traffic = status.counts, status.counts.traffic
    mined = [("pages accepted", number(counts.accepted))]
    discovered = [
        ("interfaces found", number(counts.relevant)),
        ("forms that search", number(counts.searchable)),
        ("on topic", percent(counts.on_topic / counts.pages) if counts.pages else "–"),
        ("links waiting", number(status.waiting)),
        ("pages per interface", f"{counts.pages / counts.relevant:.1f}" if counts.relevant else "–"),
    ]
    pairs = [
        *(mined if status.mode == MINING else discovered),
        ("pages", number(counts.pages)),
        ("sites", number(status.sites)),
        ("received", amount(traffic.bytes)),
        ("time", duration(traffic.seconds)),
    ]
    return numbers(pairs)


def _harvest(relevant: Sequence[int], searchable: Sequence[int]) -> str:
    if not relevant:
        return "<p class=soft>No page has been fetched yet.</p>"
    chart = line_chart(
        f"Interfaces found over pages, {number(relevant[-1])} at the end",
        [Line("interfaces", relevant, "first"), Line("forms that search", searchable, "second")],
        label=number,
        along="pages fetched",
    )
    key = "<span class=key></span>interfaces of the domain &nbsp; <span class='key second'></span>all forms that search"
    return f"<h2>Harvest</h2><figure><figcaption>{key}</figcaption>{chart}</figure>"


def _iterations(iterations: Sequence[Iteration]) -> str:
    rows = [
        [(number(at), True), (number(one.page), True), words_cell(_in_words(one.features), length=600)]
        for at, one in enumerate(iterations, 1)
    ]
    if not rows:
        return ""
    header = [("iteration", True), ("after pages", True), ("features", False)]
    return f"<h2>What was learned</h2>{table(header, rows)}"


def _in_words(features: object) -> str:
    """Features as text, whatever the strategy calls them."""
    if isinstance(features, dict) and all(isinstance(weight, int | float) for weight in features.values()):
        return _in_words(list(features))
    if isinstance(features, dict):
        return "; ".join(f"{name}: {_in_words(some)}" for name, some in features.items())
    if isinstance(features, list | tuple):
        shown = ", ".join(_in_words(one) for one in features[:_MOST_WORDS])
        return f"{shown} …" if len(features) > _MOST_WORDS else shown
    return "" if features is None else f"{features:.3g}" if isinstance(features, float) else str(features)


def _interfaces(interfaces: Sequence[FoundInterface]) -> str:
    if not interfaces:
        return ""
    header = [("page", False), ("form action", False), ("domain", True), ("after pages", True), ("way", False)]
    rows = [
        [
            (link(one.page_url), False),
            words_cell(f"{one.method} {one.action}"),
            (f"{one.domain:.3f}", True),
            (number(one.page + 1), True),
            words_cell(" > ".join(one.path[:-1]), length=300),
        ]
        for one in interfaces[:_MOST_ROWS]
    ]
    more = f"<p>The first {_MOST_ROWS} of {number(len(interfaces))}.</p>" if len(interfaces) > _MOST_ROWS else ""
    return f"<h2>Interfaces</h2>{more}{table(header, rows)}"


def _failures(failures: Sequence[tuple[str, int, str, str]]) -> str:
    if not failures:
        return "<h2>Errors</h2><p>None.</p>"
    header = [("kind", False), ("times", True), ("latest", False), ("message", False)]
    rows = [
        [words_cell(kind), (number(times), True), (link(url), False), trouble_cell(message)]
        for kind, times, url, message in failures
    ]
    return f"<h2>Errors</h2>{table(header, rows)}"
