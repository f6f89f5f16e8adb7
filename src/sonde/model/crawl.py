"""What a crawl is about, how far it is, and why it ends."""

from dataclasses import dataclass
from typing import Literal

from sonde.model.query import Document


@dataclass(frozen=True, slots=True)
class Topic:
    """What a crawl is about, by any of: words, documents about it, and documents about other things."""

    words: tuple[str, ...] = ()
    examples: tuple[Document, ...] = ()
    others: tuple[Document, ...] = ()


@dataclass(frozen=True, slots=True)
class Coverage:
    """The share of the site's documents that is held, with a 90 % interval. All zero before the first answer."""

    estimate: float = 0.0
    low: float = 0.0
    high: float = 0.0
    size: float = 0.0  # estimated number of documents on the site
    is_counted: bool = False  # the site was listed part by part: the size is a count, not an estimate

    @property
    def is_vague(self) -> bool:
        """Whether the interval is too wide for the estimate to say much, as where a site hides what it never shows."""
        return self.high - self.low > 0.4


@dataclass(frozen=True, slots=True)
class Budget:
    """What a crawl may spend; None means no limit."""

    max_queries: int | None = None
    max_requests: int | None = None
    max_documents: int | None = None
    max_time_s: float | None = None


StopReason = Literal["budget", "exhausted", "estimate reached", "yield too low", "blocked", "interrupted", "error"]


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a crawl ended, with the numbers behind it."""

    reason: StopReason
    detail: str = ""
