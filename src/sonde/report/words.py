"""Numbers and reasons as a person reads them, and text made safe for HTML."""

import html
import math
import re
from datetime import UTC, datetime

from sonde.model import Coverage, Stop, StopReason

_STOPS: dict[StopReason, str] = {
    "budget": "The budget was used up.",
    "exhausted": "There was nothing left to ask.",
    "estimate reached": "Enough of the site is held, by the estimate.",
    "yield too low": "The last queries brought too little that was new.",
    "blocked": "The site stopped answering.",
    "interrupted": "It was interrupted.",
    "error": "An error ended it.",
}
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


def safe(text: object) -> str:
    """Any value as inert HTML text, also within a quoted attribute."""
    return html.escape(_UNPRINTABLE.sub("\ufffd", str(text)), quote=True)


def shorten(text: str, length: int) -> str:
    """The text, cut with an ellipsis where it is longer."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def number(value: float) -> str:
    """A whole number with thousands marked; "unknown" for what is not finite."""
    return f"{value:,.0f}" if math.isfinite(value) else "unknown"


def percent(share: float) -> str:
    """A share of one with one decimal."""
    return f"{100 * share:.1f} %" if math.isfinite(share) else "unknown"


def interval(coverage: Coverage) -> str:
    """The estimate with its interval, and a warning where that is so wide that the estimate says little."""
    vague = ", not to be relied on" if coverage.is_vague else ""
    return f"{percent(coverage.estimate)} ({percent(coverage.low)} to {percent(coverage.high)}{vague})"


def amount(size_bytes: float) -> str:
    """A number of bytes in the unit that suits it."""
    for unit in ("bytes", "kB", "MB", "GB"):
        if size_bytes < 1000:
            return f"{size_bytes:.0f} {unit}" if unit == "bytes" else f"{size_bytes:.1f} {unit}"
        size_bytes /= 1000
    return f"{size_bytes:.1f} TB"


def duration(seconds: float) -> str:
    """A length of time in its two largest units."""
    total = round(seconds)
    hours, minutes = total // 3600, total % 3600 // 60
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {total % 60} s" if minutes else f"{total} s"


def moment(seconds: float) -> str:
    """A moment in UTC, to the minute."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def peeks_in_words(peeks: int) -> str:
    """What is to be added to a number of queries; empty where all of them were read to the end."""
    return f" (of which {number(peeks)} read only the first page)" if peeks else ""


def stop_in_words(stop: Stop) -> str:
    """Why a crawl ended, with what is known of it."""
    return f"{stop_sentence(stop.reason).rstrip('.')}: {stop.detail}"


def stop_sentence(reason: StopReason) -> str:
    """Why a crawl ended, as a sentence."""
    return _STOPS.get(reason, f"It ended: {reason}.")
