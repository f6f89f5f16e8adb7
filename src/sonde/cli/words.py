"""A crawl in a few lines of text."""

from sonde.report.words import amount, duration, interval, number, stop_sentence
from sonde.store.copy import Status


def summary(status: Status) -> str:
    """What a crawl has brought, what it cost and why it ended."""
    lines = [
        f"{number(status.documents)} documents in {status.folder}",
        f"Estimated coverage {interval(status.coverage)}",
        f"{number(status.queries)} queries, {number(status.requests)} requests, {amount(status.bytes)}, "
        f"{duration(status.seconds)}",
    ]
    if status.stop is not None:
        lines.append(f"{stop_sentence(status.stop.reason).rstrip('.')}: {status.stop.detail}")
    return "\n".join(lines)


def next_steps(status: Status) -> str:
    """What can be done with a crawl."""
    folder = status.folder
    return f"Next: sonde search {folder} WORDS; sonde export {folder} -o FILE; sonde report {folder}"


def described(status: Status) -> str:
    """How a crawl stands, one fact per line."""
    return "\n".join(f"{name:<10} {value}" for name, value in _facts(status))


def _facts(status: Status) -> list[tuple[str, str]]:
    aside = f" (and {number(status.aside)} pages of another kind set aside)" if status.aside else ""
    facts = [
        ("site", status.site_url),
        ("folder", f"{status.folder} ({amount(status.size_bytes)})"),
        ("state", _state(status)),
        ("documents", f"{number(status.documents)}{aside}"),
        (
            "coverage",
            f"{interval(status.coverage)}, about {number(status.coverage.size)} documents on the site",
        ),
        ("queries", number(status.queries)),
        ("requests", f"{number(status.requests)}, {number(status.errors)} of them failed"),
        ("received", amount(status.bytes)),
        ("time", f"{duration(status.seconds)} in {number(status.runs)} run{'s' if status.runs != 1 else ''}"),
    ]
    if status.on_topic is not None:
        facts.insert(4, ("on topic", f"about {number(status.on_topic)} of them, by the words of the topic's examples"))
    if status.failures:
        facts.append(("missing", f"{number(status.failures)} results could not be had"))
    return facts


def _state(status: Status) -> str:
    if status.is_running:
        return "running"
    if status.stop is None:
        return "killed or not started; run the same crawl again to go on"
    return f"{status.stop.reason}: {status.stop.detail}".rstrip(": ")
