"""What one transaction of a discovery holds: the pages of a moment and all that came of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sonde.discover.model import Candidate, FoundForm, Outlink, Rank
from sonde.model import Pairs
from sonde.store.ledger import Failure

LINK_LENGTH = 400  # characters of an anchor, or of the words beside it


@dataclass(frozen=True, slots=True)
class FrontierLink:
    """A link of the frontier."""

    id: int  # in the order they were found, from 0
    candidate: Candidate
    rank: Rank
    source: int | None = None  # the page it was found on; None for a seed
    path: tuple[Outlink, ...] = ()  # this link, the one that led to its page, and so on

    @property
    def turn(self) -> tuple[int, float, int]:
        """When it is its turn: the first level first, in it the best score, then the oldest."""
        return self.rank.level, -self.rank.score, self.id


@dataclass(frozen=True, slots=True)
class StoredPage:
    """One page as it is kept."""

    id: int  # pages fetched before it
    link: int  # the link that led to it
    url: str  # after redirects
    status: int = 200
    title: str = ""
    near_hash: int = 0
    topic: float = 0.0
    is_on_topic: bool = False
    fetched_at: float = 0.0


@dataclass(slots=True)
class Batch:
    """What is to be stored together."""

    pages: list[StoredPage] = field(default_factory=list)
    links: list[FrontierLink] = field(default_factory=list)
    done: list[int] = field(default_factory=list)  # links that were fetched, or could not be
    dropped: list[int] = field(default_factory=list)  # links that nobody will follow
    forms: list[tuple[int, FoundForm]] = field(default_factory=list)  # with the page they were found on
    failures: list[tuple[int, Failure]] = field(default_factory=list)  # with the link
    iterations: list[tuple[int, float, Any]] = field(default_factory=list)  # page, moment, features
    judged: list[tuple[int, bool, Pairs]] = field(default_factory=list)  # pages by a validator, with their attributes
    outlines: list[tuple[int, Sequence[Outlink]]] = field(default_factory=list)  # pages with all their links
    models: dict[str, dict[str, Any]] = field(default_factory=dict)  # what was learned, by name
