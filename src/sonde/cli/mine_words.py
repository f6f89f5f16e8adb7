"""A mining in a few lines of text, and as JSON."""

from sonde.discover.found import DiscoveryStatus
from sonde.report.words import amount, duration, number, stop_sentence


def summary(status: DiscoveryStatus) -> str:
    """What a mining has brought, what it cost and why it ended."""
    traffic = status.counts.traffic
    lines = [
        f"{number(status.counts.accepted)} pages accepted in {status.folder}",
        f"{number(status.counts.pages)} pages of {number(status.sites)} sites fetched",
        f"{number(traffic.requests)} requests, {amount(traffic.bytes)}, {duration(traffic.seconds)}",
    ]
    if status.stop is not None:
        lines.append(f"{stop_sentence(status.stop.reason).rstrip('.')}: {status.stop.detail}")
    lines.append(f"Next: sonde export {status.folder} -o pages.jsonl; sonde report {status.folder}")
    return "\n".join(lines)


def as_object(status: DiscoveryStatus) -> dict[str, object]:
    """The mining in numbers, over all its runs, with the keys of --json."""
    traffic = status.counts.traffic
    return {
        "accepted": status.counts.accepted,
        "pages": status.counts.pages,
        "sites": status.sites,
        "failures": status.counts.failures,
        "requests": traffic.requests,
        "bytes": traffic.bytes,
        "seconds": round(traffic.seconds, 3),
        "stop": status.stop.reason if status.stop else None,
        "detail": status.stop.detail if status.stop else "",
    }
