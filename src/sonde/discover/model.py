"""What discovery speaks of: pages with their links and forms, what was made of them, and where to go next."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol, runtime_checkable
from urllib.parse import urlsplit

from sonde.model import Form, Page, Request


@dataclass(frozen=True, slots=True)
class Outlink:
    """A link as its page shows it: where it leads, what it says, which words stand around it."""

    url: str
    anchor: str = ""
    before: str = ""  # the last words before it, in textual order
    after: str = ""  # the first words after it
    path: str = ""  # the place of its parent in the page, where that was asked for


@dataclass(frozen=True, slots=True)
class WebPage:
    """One page, read."""

    url: str
    title: str = ""
    text: str = ""  # the visible words, on one line
    links: tuple[Outlink, ...] = ()  # in document order, each address once
    forms: tuple[Form, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundForm:
    """A form and what the critic makes of it."""

    form: Form
    searchable: float  # probability that it searches a database
    domain: float  # probability that it is of the domain; only asked of searchable forms
    is_relevant: bool = False

    @property
    def key(self) -> str:
        """What makes two forms the same: where they lead and what they ask for."""
        parts = urlsplit(self.form.action)
        names = sorted({one.name for one in self.form.fields if one.name and one.kind not in ("submit", "hidden")})
        return f"{parts.netloc.lower()}{parts.path} {' '.join(names)}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the critic says of a page."""

    topic: float = 0.0  # probability that it is on topic
    is_on_topic: bool = False
    forms: tuple[FoundForm, ...] = ()

    @property
    def relevant(self) -> tuple[FoundForm, ...]:
        """The forms looked for."""
        return tuple(one for one in self.forms if one.is_relevant)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A link that may be followed, and the page it was first seen on."""

    link: Outlink
    source_url: str = ""  # empty: a seed
    topic: float = 1.0  # probability that the source is on topic
    depth: int = 0  # links from a seed
    site_depth: int = 0  # links from where the site was entered


@dataclass(frozen=True, slots=True)
class Rank:
    """Where a candidate waits: the first queue that is not empty is served, best score first."""

    level: int = 1
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Visit:
    """One page fetched and judged."""

    number: int  # pages fetched before it
    page: WebPage
    verdict: Verdict
    candidate: Candidate  # how it was reached
    path: tuple[Outlink, ...] = ()  # the links that led here, the last one first; at most as many as there are levels
    new_forms: tuple[FoundForm, ...] = ()  # relevant forms not found before
    is_copy: bool = False  # the same words as a page fetched before


@dataclass(frozen=True, slots=True)
class SiteLimits:
    """When to leave a site (ACHE 2007, section 2: forms are few on any one site)."""

    max_pages: int = 100
    max_forms: int = 10


class Web(Protocol):
    """Where pages come from: the network, or a simulated web."""

    async def fetch(self, request: Request) -> Page:
        """The page after redirects; raises FetchError."""
        ...


class Critic(Protocol):
    """Says what a page is worth. Pure."""

    def judge(self, page: WebPage) -> Verdict: ...


class Strategy(Protocol):
    """Which link next, learning from every page. Pure: what it learned goes through `state` and `restore`."""

    is_batched: bool  # links wait outside until the queues are empty, so that delayed benefit gets its turn

    def links(self, visit: Visit) -> Sequence[Outlink]:
        """The links of a page that are worth keeping."""
        ...

    def rank(self, candidates: Sequence[Candidate]) -> list[Rank]:
        """Where each candidate waits."""
        ...

    def observe(self, visit: Visit) -> bool:
        """Learns from a page; True where the ranks given before no longer hold."""
        ...

    def state(self) -> dict[str, Any]:
        """All that was learned, as JSON."""
        ...

    def restore(self, state: dict[str, Any]) -> None:
        """Takes up what another run learned."""
        ...


@runtime_checkable
class Telling(Protocol):
    """A strategy that can say what it learned last, for the report: words by where they stand."""

    def features(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Example:
    """One page of the training set; without forms that count it only tells the topic."""

    page: WebPage
    forms: tuple[Form, ...] = field(default=())  # the forms that count
    is_positive: bool = True


_HOST = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://([^/?#]*)")  # many times faster than taking the address apart


@lru_cache(maxsize=20_000)  # asked of each link again and again while its page is read
def host_of(url: str) -> str:
    """The host and port of an address, in lower case."""
    match = _HOST.match(url)
    return (match[1] if match else urlsplit(url).netloc).lower()
