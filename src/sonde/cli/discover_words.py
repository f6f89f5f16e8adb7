"""A discovery in a few lines of text, and as JSON."""

from sonde.cli.words import listed, state, time_spent, traffic
from sonde.discover.found import MINING, DiscoveryStatus
from sonde.report.words import amount, number, stop_in_words


def summary(status: DiscoveryStatus) -> str:
    """What a discovery has brought, what it cost and why it ended."""
    counts, spent = status.counts, status.counts.traffic
    lines = [
        f"{number(counts.relevant)} search interfaces in {status.folder}",
        f"{number(counts.pages)} pages of {number(status.sites)} sites, {number(counts.searchable)} forms that search",
        traffic(spent.requests, spent.bytes, spent.seconds),
        *([stop_in_words(status.stop)] if status.stop is not None else []),
    ]
    return "\n".join(lines)


def next_steps(status: DiscoveryStatus) -> str:
    """What can be done with a discovery."""
    folder = status.folder
    return f"Next: sonde interfaces {folder}; sonde crawl {folder} --all; sonde report {folder}"


def described(status: DiscoveryStatus) -> str:
    """How a discovery stands, one fact per line."""
    spent = status.counts.traffic
    facts = [
        ("folder", f"{status.folder} ({amount(status.size_bytes)})"),
        ("mode", status.mode),
        ("state", state(status.stop, is_running=status.is_running, what="discovery")),
        *(_mined(status) if status.mode == MINING else _discovered(status)),
        ("requests", f"{number(spent.requests)}, {number(spent.errors)} of them failed"),
        ("received", amount(spent.bytes)),
        ("time", time_spent(spent.seconds, status.runs)),
    ]
    return listed(facts)


def _mined(status: DiscoveryStatus) -> list[tuple[str, str]]:
    counts = status.counts
    return [
        ("accepted", f"{number(counts.accepted)} pages"),
        ("pages", f"{number(counts.pages)} of {number(status.sites)} sites"),
    ]


def _discovered(status: DiscoveryStatus) -> list[tuple[str, str]]:
    counts = status.counts
    return [
        ("interfaces", f"{number(counts.relevant)} (of {number(counts.searchable)} forms that search)"),
        ("pages", f"{number(counts.pages)} of {number(status.sites)} sites, {number(counts.on_topic)} on topic"),
        ("links", f"{number(counts.links)} seen, {number(status.waiting)} waiting"),
        ("learned", f"{number(counts.iterations)} times"),
    ]


def as_object(status: DiscoveryStatus) -> dict[str, object]:
    """The discovery in numbers, over all its runs, with the keys of --json."""
    counts, traffic = status.counts, status.counts.traffic
    return {
        "interfaces": counts.relevant,
        "searchable": counts.searchable,
        "pages": counts.pages,
        "sites": status.sites,
        "requests": traffic.requests,
        "bytes": traffic.bytes,
        "seconds": round(traffic.seconds, 3),
        "stopped_by": status.stop.reason if status.stop else None,
        "folder": str(status.folder),
    }


def all_facts(status: DiscoveryStatus) -> dict[str, object]:
    """More of it, for `sonde status --json`."""
    counts = status.counts
    return {
        **as_object(status),
        "mode": status.mode,
        "running": status.is_running,
        "runs": status.runs,
        "detail": status.stop.detail if status.stop else "",
        "on_topic": counts.on_topic,
        "links": counts.links,
        "waiting": status.waiting,
        "iterations": counts.iterations,
        "errors": counts.traffic.errors,
        "failures": counts.failures,
        "folder_bytes": status.size_bytes,
    }
