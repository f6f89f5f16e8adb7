"""A crawl in a few lines of text, and what a discovery and a mining say in the same words."""

from collections.abc import Iterable

from sonde.model import Stop
from sonde.report.words import amount, duration, interval, number, peeks_in_words, stop_in_words
from sonde.store.copy import Status


def summary(status: Status) -> str:
    """What a crawl has brought, what it cost and why it ended."""
    lines = [
        f"{number(status.documents)} documents in {status.folder}",
        f"Estimated coverage {interval(status.coverage)}",
        f"{number(status.queries)} queries{peeks_in_words(status.peeks)}, "
        f"{traffic(status.requests, status.bytes, status.seconds)}",
        *([stop_in_words(status.stop)] if status.stop is not None else []),
    ]
    return "\n".join(lines)


def next_steps(status: Status) -> str:
    """What can be done with a crawl."""
    folder = status.folder
    return f"Next: sonde search {folder} WORDS; sonde export {folder} -o FILE; sonde report {folder}"


def described(status: Status) -> str:
    """How a crawl stands, one fact per line."""
    return listed(_facts(status))


def _facts(status: Status) -> list[tuple[str, str]]:
    aside = f" (and {number(status.aside)} pages of another kind set aside)" if status.aside else ""
    facts = [
        ("site", status.site_url),
        ("folder", f"{status.folder} ({amount(status.size_bytes)})"),
        ("state", state(status.stop, is_running=status.is_running, what="crawl")),
        ("documents", f"{number(status.documents)}{aside}"),
        (
            "coverage",
            f"{interval(status.coverage)}, about {number(status.coverage.size)} documents on the site",
        ),
        ("queries", f"{number(status.queries)}{peeks_in_words(status.peeks)}"),
        ("requests", f"{number(status.requests)}, {number(status.errors)} of them failed"),
        ("received", amount(status.bytes)),
        ("time", time_spent(status.seconds, status.runs)),
    ]
    if status.on_topic is not None:
        facts.insert(4, ("on topic", f"about {number(status.on_topic)} of them, by the words of the topic's examples"))
    if status.failures:
        facts.append(("missing", f"{number(status.failures)} results could not be had"))
    return facts


def listed(facts: Iterable[tuple[str, str]]) -> str:
    """One fact per line."""
    return "\n".join(f"{name:<10} {value}" for name, value in facts)


def state(stop: Stop | None, *, is_running: bool, what: str) -> str:
    """Whether it runs, why it ended, or how to go on."""
    if is_running:
        return "running"
    if stop is None:
        return f"killed or not started; run the same {what} again to go on"
    return f"{stop.reason}: {stop.detail}".rstrip(": ")


def traffic(requests: int, size_bytes: int, seconds: float) -> str:
    """What was spent, all runs together."""
    return f"{number(requests)} requests, {amount(size_bytes)}, {duration(seconds)}"


def time_spent(seconds: float, runs: int) -> str:
    """How long it took, and in how many runs."""
    return f"{duration(seconds)} in {number(runs)} run{'s' if runs != 1 else ''}"
