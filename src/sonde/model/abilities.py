"""What a site's search can do."""

from dataclasses import dataclass
from typing import Literal


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
