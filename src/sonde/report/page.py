"""The report as one HTML page."""

import math
from importlib.resources import files

from sonde._version import VERSION
from sonde.report import sections
from sonde.report.charts import charts
from sonde.report.facts import Facts
from sonde.report.table import link
from sonde.report.words import amount, duration, interval, moment, number, percent, safe, stop_sentence

# Nothing is let in and nothing may run, should a page's text ever slip through the escaping.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def render(facts: Facts, *, interface: str, now: float) -> str:
    """The whole page. `interface` is plain text, shown as it is."""
    body = [
        _head(facts),
        _numbers(facts),
        charts(facts.points),
        sections.best_queries(facts),
        sections.wasted_queries(facts),
        sections.errors(facts),
        sections.set_aside(facts),
        sections.runs(facts),
        sections.interface(interface),
        f"<footer>Written by Sonde {safe(VERSION)} on {moment(now)}.</footer>",
    ]
    style = files("sonde.report").joinpath("report.css").read_text("utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Crawl of {safe(facts.site_url)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        + "\n".join(section for section in body if section)
        + "\n</body>\n</html>\n"
    )


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
    if facts.is_running:
        return "It is still running."
    if not facts.runs:
        return "It has not begun."
    stop = facts.runs[-1].stop
    if stop is None:
        return (
            "The last run was ended from outside before it could say why. "
            "The same command again carries on where it was."
        )
    return f"<strong>{safe(stop_sentence(stop.reason))}</strong> {safe(stop.detail)}"


def _numbers(facts: Facts) -> str:
    counts, traffic = facts.counts, facts.counts.traffic
    held = counts.documents - counts.aside
    pairs = [
        ("documents", number(held)),
        ("coverage, estimated", percent(counts.coverage.estimate) if counts.coverage.size > 0 else "–"),
        ("queries", number(counts.queries)),
        ("requests", number(traffic.requests)),
        ("received", amount(traffic.bytes)),
        ("time", duration(traffic.seconds)),
        ("documents per query", f"{held / counts.queries:.1f}" if counts.queries else "–"),
        ("requests per document", f"{traffic.requests / held:.2f}" if held else "–"),
    ]
    if facts.on_topic is not None:
        pairs.insert(1, ("on topic, estimated", number(facts.on_topic)))
    cells = "".join(f"<div><dt>{safe(name)}</dt><dd>{safe(value)}</dd></div>" for name, value in pairs)
    return f"<dl class=numbers>{cells}</dl>"
