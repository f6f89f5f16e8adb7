"""The report as one HTML page."""

import math

from sonde.report import sections
from sonde.report.charts import charts
from sonde.report.facts import Facts
from sonde.report.html import ending, numbers, whole_page
from sonde.report.table import link
from sonde.report.words import amount, duration, interval, number, percent


def render(facts: Facts, *, interface: str, now: float) -> str:
    """The whole page. `interface` is plain text, shown as it is."""
    parts = [
        _head(facts),
        _numbers(facts),
        charts(facts.points),
        sections.best_queries(facts),
        sections.wasted_queries(facts),
        sections.errors(facts),
        sections.set_aside(facts),
        sections.runs(facts),
        sections.interface(interface),
    ]
    return whole_page(f"Crawl of {facts.site_url}", parts, now=now)


def _head(facts: Facts) -> str:
    coverage = facts.counts.coverage
    lead = f"{number(facts.counts.documents - facts.counts.aside)} documents are held"
    if coverage.size > 0 and math.isfinite(coverage.size):
        lead += f", by estimate {interval(coverage)} of about {number(coverage.size)}"
    return (
        f"<header><p class=soft>Crawl of</p><h1>{link(facts.site_url)}</h1>"
        f"<p class=lead>{lead}.</p><p>{_ending(facts)}</p></header>"
    )


def _ending(facts: Facts) -> str:
    return ending(facts.runs[-1].stop, is_running=facts.is_running) if facts.runs else "It has not begun."


def _numbers(facts: Facts) -> str:
    counts, traffic = facts.counts, facts.counts.traffic
    held = counts.documents - counts.aside
    pairs = [
        ("documents", number(held)),
        ("coverage, estimated", percent(counts.coverage.estimate) if counts.coverage.size > 0 else "–"),
        ("queries", number(counts.queries)),
        *([("of which only the first page", number(counts.peeks))] if counts.peeks else []),
        ("requests", number(traffic.requests)),
        ("received", amount(traffic.bytes)),
        ("time", duration(traffic.seconds)),
        ("documents per query", f"{held / counts.queries:.1f}" if counts.queries else "–"),
        ("requests per document", f"{traffic.requests / held:.2f}" if held else "–"),
    ]
    if facts.on_topic is not None:
        pairs.insert(1, ("on topic, estimated", number(facts.on_topic)))
    return numbers(pairs)
