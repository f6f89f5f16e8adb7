"""What Sonde knows about one search interface: the content of interface.yaml."""

from dataclasses import dataclass, field
from typing import Literal

from sonde.interface.json.model import JsonAnswer
from sonde.model import Abilities, Pairs
from sonde.page.boilerplate import Boilerplate

PagingKind = Literal["none", "rel", "label", "number", "button", "press", "scroll"]
Submit = Literal["", "typing", "enter", "button"]


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
    body: str = ""  # a JSON body that is sent instead of fields, with {query} where the words go
    headers: Pairs = ()  # that the site's own script sends along
    rendered: bool = False  # through a browser: `query_field` is the box on `page`, as a CSS selector
    submit: Submit = ""  # in a browser: it answers while one types, after Enter, or after `button` is pressed
    button: str = ""  # selector
    opener: str = ""  # selector of what uncovers the box
    renders_documents: bool = False  # the documents' pages are drawn by scripts too
    pause_s: float = 0.0  # that the site wants between two questions


@dataclass(frozen=True, slots=True)
class ResultRule:
    """Where the results of an answer are, as CSS selectors."""

    record: str  # one per result
    link: str = ""  # inside a record: the link to the document; empty: the record is the link
    title: str = ""  # inside a record: its title; empty: the text of the link
    is_document: bool = False  # the record links nowhere: what it says is the document, and nothing is fetched
    ranked: bool = False  # links hold the rank in an answer: a document is known by what its record says
    moves: str = ""  # where records are known by what they say: parts that change from answer to answer, as a rank


@dataclass(frozen=True, slots=True)
class CountRule:
    """Where the site states its hit count: the `number`-th number in the text of `where`, -1 for the last."""

    where: str  # with ::text at its end: text straight in the element, not in one of its own
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
    label: str = ""  # what the verified link or button says; for page numbers, where they stand
    page_size: int = 0  # results on a full page; 0: unknown
    keeps: bool = False  # in a browser: earlier results stay on the page


@dataclass(frozen=True, slots=True)
class SearchInterface:
    """Everything needed to ask one site and to read its answers."""

    site: str  # the start URL
    ask: Ask
    results: tuple[ResultRule, ...] = ()
    json: JsonAnswer | None = None  # how to read answers in JSON; None: they are HTML
    count: CountRule | None = None
    nothing: Marker | None = None
    paging: Paging = Paging()
    not_results: tuple[str, ...] = ()  # addresses that stand among the results of every answer
    drop_parameters: tuple[str, ...] = ()  # of result links; they do not change the document
    fixed_segments: Pairs = ()  # (place in the path, value) of result links: what stands there does not matter
    seeds: tuple[str, ...] = ()  # words that are known to find something
    abilities: Abilities = field(default_factory=Abilities)
    language: str = ""
    boilerplate: Boilerplate = field(default_factory=Boilerplate)  # what all document pages share
    found_by: str = ""  # form, box, opensearch, searchaction, json
    evidence: tuple[str, ...] = field(default=(), compare=False)  # what the soundings showed, in words

    @property
    def holds_documents(self) -> bool:
        """Whether the records of an answer link nowhere and are the documents."""
        return any(rule.is_document for rule in self.results)

    def __str__(self) -> str:
        from sonde.interface.words import explain

        return explain(self)
