"""What Sonde knows about one search interface: the content of interface.yaml."""

from dataclasses import dataclass, field
from typing import Literal

from sonde.model import Pairs
from sonde.page.boilerplate import Boilerplate

PagingKind = Literal["none", "rel", "label", "number", "button"]


@dataclass(frozen=True, slots=True)
class Ask:
    """How to put a question: what a browser would send, with the words in `query_field`."""

    page: str  # where the form stands; visited again when its hidden values expire
    action: str
    query_field: str
    method: Literal["GET", "POST"] = "GET"
    send: Pairs = ()  # everything else that goes along, in order
    fresh: tuple[str, ...] = ()  # names in `send` that are re-read from `page`
    fresh_each: bool = False  # re-read before every query, not once per session
    redirects: bool = False  # answers come by a redirect; else one without results led to a document
    enctype: str = "application/x-www-form-urlencoded"
    charset: str = "utf-8"


@dataclass(frozen=True, slots=True)
class ResultRule:
    """Where the results of an answer are, as CSS selectors."""

    record: str  # one per result
    link: str = ""  # inside a record: the link to the document; empty: the record is the link
    title: str = ""  # inside a record: its title; empty: the text of the link


@dataclass(frozen=True, slots=True)
class CountRule:
    """Where the site states its hit count: the `number`-th number in the text of `where`, -1 for the last."""

    where: str
    number: int = 0
    exact: bool = True  # False: it was not seen to agree with what could be read


@dataclass(frozen=True, slots=True)
class Marker:
    """A text that only shows when nothing was found; the query's words are taken out of it."""

    where: str
    text: str
    decides: bool = False  # the site shows other records when it found nothing, so only this text tells


@dataclass(frozen=True, slots=True)
class Paging:
    """How the next page of an answer is reached."""

    kind: PagingKind = "none"
    label: str = ""  # what the verified link or button says
    page_size: int = 0  # results on a full page; 0: unknown


@dataclass(frozen=True, slots=True)
class SearchInterface:
    """Everything needed to ask one site and to read its answers."""

    site: str  # the start URL
    ask: Ask
    results: tuple[ResultRule, ...] = ()
    count: CountRule | None = None
    nothing: Marker | None = None
    paging: Paging = Paging()
    not_results: tuple[str, ...] = ()  # addresses that stand among the results of every answer
    drop_parameters: tuple[str, ...] = ()  # of result links; they do not change the document
    seeds: tuple[str, ...] = ()  # words that are known to find something
    language: str = ""
    boilerplate: Boilerplate = field(default_factory=Boilerplate)  # what all document pages share
    found_by: str = ""  # form, opensearch, searchaction
    evidence: tuple[str, ...] = field(default=(), compare=False)  # what the soundings showed, in words

    def __str__(self) -> str:
        from sonde.interface.words import explain

        return explain(self)
