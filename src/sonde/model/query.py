"""One question to a site, and what it brings."""

import sys
from dataclasses import dataclass, field

from sonde.model.web import Pairs


@dataclass(frozen=True, slots=True)
class Query:
    """One question to a site: words for its search box, and settings of its other inputs."""

    words: str = ""
    values: Pairs = ()  # other field name -> value
    reason: str = field(default="", compare=False)  # why it was chosen, for the report
    peek: bool = field(default=False, compare=False)  # only the first page is wanted, for its hit count,
    enough: int = field(default=sys.maxsize, compare=False)  # unless it states so many: then all are wanted


@dataclass(frozen=True, slots=True)
class Result:
    """One hit of an answer, as the result page shows it."""

    url: str
    title: str = ""
    snippet: str = ""
    attributes: Pairs = ()
    at: str = ""  # where it can be had for now, if its address is only a name


@dataclass(frozen=True, slots=True)
class ResultPage:
    """One page of an answer. No results means nothing (more) was found."""

    results: tuple[Result, ...] = ()
    total: int | None = None  # the hit count the site states, if any
    more: bool = False  # the site offers a further page


@dataclass(frozen=True, slots=True)
class Document:
    """An item worth keeping."""

    url: str
    title: str = ""
    text: str = ""
    attributes: Pairs = ()
    fetched_at: float = 0.0
    content_hash: int = 0  # 64 bits, of title and text: equal means the same document
    near_hash: int = 0  # 64 bits, simhash of the text: few differing bits mean nearly the same
    template: str = ""  # shape of its page; documents of one kind share it
    id: int = -1  # position in the crawl, from 0; -1 until stored


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one query brought."""

    query: Query
    seen: tuple[int, ...] = ()  # ids of the documents it returned, in the site's order, each once
    new: tuple[Document, ...] = ()  # those among them that were not held before
    total: int | None = None  # the hit count the site stated
    complete: bool = True  # every result the site was willing to show was read
    pages: int = 0  # result pages read
    requests: int = 0  # everything sent for it, documents included
    error: str = ""  # why it was cut short, if it was
    finished_at: float = 0.0

    @property
    def is_peek(self) -> bool:
        """Whether only the first page was wanted, and it did not happen to hold all there is."""
        return not self.complete and not self.error
