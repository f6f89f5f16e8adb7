"""When to ask again, and how long to wait before it. Pure.

A GET is repeated after dropped connections, timeouts and passing server errors. A POST may have had an
effect, so it is repeated only where the server cannot have acted on it: when no connection came about, and
after 429 and 503, with which a server says that it did not. `repeat_posts` lifts that for forms known to be
searches.
"""

import math
import random
from datetime import UTC
from email.utils import parsedate_to_datetime

from sonde.net.failures import Kind

PASSING_STATUS = frozenset({408, 425, 429, 500, 502, 503, 504})
BACK_OFF_STATUS = frozenset({429, 503})  # the whole host is left alone for a while
PASSING_KINDS: frozenset[Kind] = frozenset({"connect", "timeout", "dropped"})
LONGEST_BACKOFF_S = 60.0


def repeats_after_failure(kind: Kind, *, method: str, repeat_posts: bool) -> bool:
    """Whether an attempt that failed this way may be made again."""
    return kind in PASSING_KINDS and (kind == "connect" or method == "GET" or repeat_posts)


def repeats_after_status(status: int, *, method: str, repeat_posts: bool) -> bool:
    """Whether a request that was answered with this status may be sent again."""
    return status in PASSING_STATUS and (status in BACK_OFF_STATUS or method == "GET" or repeat_posts)


def backoff_s(attempt: int, *, rng: random.Random, base_s: float = 0.5) -> float:
    """The wait before a further attempt, counted from 0: doubling, half of it jitter, at most a minute."""
    full_s = min(LONGEST_BACKOFF_S, base_s * 2.0 ** min(attempt, 16))
    return full_s * rng.uniform(0.5, 1.0)


def retry_after_s(value: str, *, now: float) -> float | None:
    """The wait a Retry-After header asks for, in seconds or as a date; None when there is none to be read."""
    text = value.strip()
    if not text:
        return None
    try:
        seconds = float(text)
    except ValueError:
        try:
            date = parsedate_to_datetime(text)
        except (ValueError, TypeError, OverflowError):
            return None
        seconds = (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp() - now
    return max(0.0, seconds) if math.isfinite(seconds) else None
