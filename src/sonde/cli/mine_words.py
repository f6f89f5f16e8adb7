"""A mining in a few lines of text, and as JSON."""

from sonde.cli.words import traffic
from sonde.discover.found import DiscoveryStatus
from sonde.report.words import number, stop_in_words


def summary(status: DiscoveryStatus) -> str:
    """What a mining has brought, what it cost and why it ended."""
    spent = status.counts.traffic
    lines = [
        f"{number(status.counts.accepted)} pages accepted in {status.folder}",
        f"{number(status.counts.pages)} pages of {number(status.sites)} sites fetched",
        traffic(spent.requests, spent.bytes, spent.seconds),
        *([stop_in_words(status.stop)] if status.stop is not None else []),
        f"Next: sonde export {status.folder} -o pages.jsonl; sonde report {status.folder}",
    ]
    return "\n".join(lines)


def as_object(status: DiscoveryStatus) -> dict[str, object]:
    """The mining in numbers, over all its runs, with the keys of --json."""
    spent = status.counts.traffic
    return {
        "accepted": status.counts.accepted,
        "pages": status.counts.pages,
        "sites": status.sites,
        "failures": status.counts.failures,
        "requests": spent.requests,
        "bytes": spent.bytes,
        "seconds": round(spent.seconds, 3),
        "stopped_by": status.stop.reason if status.stop else None,
        "detail": status.stop.detail if status.stop else "",
        "folder": str(status.folder),
    }
