"""The domain objects: frozen values without behaviour beyond small derived properties."""

import sys
from dataclasses import dataclass, field
from typing import Literal

Pairs = tuple[tuple[str, str], ...]

FieldKind = Literal[
    "text", "search", "hidden", "select", "radio", "checkbox", "submit", "image", "button", "reset",
    "textarea", "password", "email", "tel", "url", "file", "number", "range", "date", "other",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Request:
    """One thing to ask a server for."""

    url: str
    method: Literal["GET", "POST"] = "GET"
    body: bytes = b""
    content_type: str = ""
    headers: Pairs = ()  # besides those of every request


@dataclass(frozen=True, slots=True)
class Page:
    """What came back: decoded text under the address it was finally served from."""

    url: str  # after redirects
    text: str  # empty when the answer is not text
    requested_url: str = ""
    status: int = 200
    headers: Pairs = ()  # names in lower case
    media_type: str = "text/html"
    body_bytes: int = 0
    fetched_at: float = 0.0  # seconds since the epoch, UTC
    elapsed_s: float = 0.0
    redirects: int = 0  # followed on the way

    def header(self, name: str) -> str:
        """The first value of a header, or an empty string."""
        return next((value for key, value in self.headers if key == name.lower()), "")


@dataclass(frozen=True, slots=True)
class Link:
    """An <a> or <area> with an address worth following: absolute, http(s), without fragment."""

    url: str
    text: str = ""
    rel: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a select, or one radio button of a group."""

    value: str
    label: str = ""
    selected: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """One control of a form, as the page has it before anyone touches it."""

    name: str  # empty: a browser never sends it
    kind: FieldKind
    value: str = ""
    label: str = ""  # label, aria-label, title, placeholder or nearby text, in this order
    choices: tuple[Choice, ...] = ()
    checked: bool = False
    disabled: bool = False
    required: bool = False
    max_length: int | None = None
    least: str = ""  # the min and max of a number or a date, as the page states them
    most: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A way to ask, in document order of its fields."""

    action: str  # absolute
    method: Literal["GET", "POST"] = "GET"
    fields: tuple[Field, ...] = ()
    enctype: str = "application/x-www-form-urlencoded"
    charset: str = "utf-8"
    name: str = ""  # id, name and class attributes, for classifiers
    role: str = ""
    text: str = ""  # the words a person sees inside it
    index: int = 0  # position among the forms of its page


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


@dataclass(frozen=True, slots=True)
class Range:
    """Two inputs of a form that narrow an answer to documents from one value to another."""

    low: str  # the input for the lower bound
    high: str
    least: str  # documents lie from here
    most: str  # to here; the outermost parts are asked without a bound there
    unit: str = "1"  # what values are counted in: 1, 0.01, or how a date is written, such as %Y-%m-%d
    steps: tuple[str, ...] = ()  # the only values that can be chosen, rising; empty: any
    shared: bool = False  # neighbouring parts share a bound: what lies at it, or between two values, is in one of them


@dataclass(frozen=True, slots=True)
class AttributeBox:
    """A text input that is searched in one attribute of the documents only."""

    name: str
    attribute: str  # as documents and results label it
    by_word: bool = False  # it takes words of a value, not whole values
    samples: tuple[str, ...] = ()  # values that were seen to find something


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a site's search can do, as far as soundings told; empty and None mean unknown."""

    cap: int | None = None  # the most results it shows for one query
    too_many: int | None = None  # a query that matches more, or somewhat more, is not answered at all
    counts: Literal["exact", "rounded", "none", ""] = ""  # whether it states how many documents match
    page_size: int = 0  # results on one page
    operator: Literal["and", "or", ""] = ""  # what two words mean
    either: str = ""  # what stands between words of which any will do, such as " OR "; empty: no way is known
    exclude: str = ""  # how a word is excluded, such as "-{}"; empty: no way is known
    phrase: str = ""  # how words are kept together, such as '"{}"'
    wildcard: str = ""  # how the beginning of a word is asked, such as "{}*"
    min_length: int = 1  # shorter words are not searched for
    stop_words: tuple[str, ...] = ()  # words seen to be ignored
    matching: Literal["words", "stems", "substrings", ""] = ""
    order: Literal["relevance", "fixed", ""] = ""
    splits: tuple[tuple[str, tuple[str, ...]], ...] = ()  # other inputs that narrow an answer, and their values
    ranges: tuple[Range, ...] = ()  # pairs of inputs that narrow it to values from one to another
    boxes: tuple[AttributeBox, ...] = ()  # text inputs for values of one attribute
    browse: bool = False  # a query without words matches every document
    words: bool = True  # there is a box for words


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
