"""What a client has done so far, counted."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class NetStats:
    """Counts of everything sent and received, retries, redirects and robots.txt included."""

    requests: int = 0
    bytes: int = 0  # response bodies as received
    by_status: Counter[int] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)  # by kind, see failures.Kind
