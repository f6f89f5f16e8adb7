"""What a crawl keeps beside its outcomes: failures, traffic, runs, and the sums a person asks for."""

from dataclasses import dataclass, field

from sonde.model import Coverage, Stop


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that could not be had while a query was answered."""

    url: str
    kind: str  # the error's class or the reason in a word or two; the report groups by it
    message: str = ""
    at: float = 0.0  # seconds since the epoch, UTC


@dataclass(frozen=True, slots=True)
class Traffic:
    """What a run has spent so far: cumulative since it began, so a later value replaces an earlier one."""

    requests: int = 0
    bytes: int = 0  # received
    errors: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Run:
    """One start of the crawl. `stop` is None while it runs, and for ever if it was killed."""

    started_at: float
    ended_at: float | None = None
    stop: Stop | None = None
    traffic: Traffic = field(default_factory=Traffic)
    version: str = ""  # of the Sonde that ran


@dataclass(frozen=True, slots=True)
class Counts:
    """The crawl in numbers, over all its runs."""

    documents: int = 0  # held, those set aside included
    aside: int = 0
    queries: int = 0  # peeks included
    peeks: int = 0  # queries of which only the first page was read
    failures: int = 0
    traffic: Traffic = field(default_factory=Traffic)
    coverage: Coverage = field(default_factory=Coverage)
