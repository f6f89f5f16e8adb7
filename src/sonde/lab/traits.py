"""What real sites differ in: one switch each, and together one simulated site."""

import random
from dataclasses import dataclass, fields
from typing import Any, Literal, Self, get_args

from sonde.errors import ConfigError
from sonde.lab.names import hint
from sonde.lab.search.stopwords import stop_words

Method = Literal["GET", "POST"]
Paging = Literal["next", "numbered", "offset", "cursor", "path", "buttons", "none"]
Count = Literal["exact", "rounded", "hidden"]
Rank = Literal["bm25", "static", "popularity"]
Operator = Literal["and", "or"]
Blank = Literal["nothing", "everything"]
UnusableWords = Literal["ignored", "refused"]
PastEnd = Literal["repeat", "empty", "404"]
Layout = Literal["list", "cards", "table", "definitions"]
Answers = Literal["html", "json", "extracts"]
Menus = Literal["select", "radio", "check"]
Decoy = Literal["login", "newsletter", "language"]

_CHOICES: dict[str, tuple[str, ...]] = {
    "method": get_args(Method),
    "paging": get_args(Paging),
    "count": get_args(Count),
    "rank": get_args(Rank),
    "operator": get_args(Operator),
    "blank": get_args(Blank),
    "unusable": get_args(UnusableWords),
    "past_end": get_args(PastEnd),
    "layout": get_args(Layout),
    "answers": get_args(Answers),
    "menus": get_args(Menus),
}
_RATES = ("error_rate", "drop_rate")
_LEAST = {
    "page_size": 1, "cap": 1, "min_length": 1, "delay_s": 0, "throttle_every": 0, "retry_after_s": 0,
    "featured": 0, "selects": 0, "ranges": 0, "fields": 0, "too_many": 1, "max_page_size": 1,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Traits:
    """How a simulated site is asked, what it answers, and what it gets wrong."""

    # Asking
    method: Method = "GET"
    token: bool = False  # a hidden field must echo what the session's cookie was given
    token_once: bool = False  # each token is good for one search
    redirect_post: bool = False  # a POST is answered by 303 to an address that can be fetched again
    box: bool = True  # the form has a box for words
    selects: int = 0  # menus in the form, each narrows by one attribute
    menus: Menus = "select"  # what they look like
    ranges: int = 0  # pairs of inputs in the form, from and to, each for one attribute of numbers or dates
    fields: int = 0  # text inputs in the form, each searches one attribute
    blank: Blank = "nothing"  # what a form without words and choices finds
    # Matching
    operator: Operator = "and"
    not_: bool = False  # -word excludes; off: the minus is punctuation
    stop_words: str = ""  # none, short, english, or the words themselves
    min_length: int = 1  # shorter words are unusable, like stop words
    unusable: UnusableWords = "ignored"  # what happens to a query that holds a stop word or a short word
    substring: bool = False  # a word matches every word that contains it
    stemming: bool = False  # a word matches its other forms
    phrase: bool = False  # words in quotes must stand side by side; off: quotes are punctuation
    wildcard: bool = False  # word* matches every word that begins so; off: the star is punctuation
    either: bool = False  # OR between words finds either, whatever the operator
    # Answering
    rank: Rank = "bm25"
    popularity: str = ""  # the attribute that rank=popularity reads; empty: a random one that no page shows
    cap: int | None = None  # results that can be reached for one query
    too_many: int | None = None  # a query that matches more is refused: refine it
    count: Count = "exact"
    title_redirect: bool = False  # a query that is a document's title leads straight to it
    # Paging
    paging: Paging = "next"
    page_size: int = 20
    past_end: PastEnd = "empty"  # what lies behind the last page
    # Looks
    layout: Layout = "list"
    answers: Answers = "html"  # json: /search answers in JSON; extracts: its records hold no whole texts
    two_lists: bool = False  # matches in titles first, then matches in texts, paged side by side
    duplicate_urls: bool = False  # results link to one document under several addresses
    canonical: bool = False  # documents name their one true address in <link rel=canonical>
    decoys: tuple[Decoy, ...] = ()  # forms that do not search, before the one that does
    per_page_links: bool = False
    max_page_size: int = 100  # larger pages are not given, whatever the link says
    sort_links: bool = False
    facets: bool = False
    listing: bool = False  # all documents can be browsed
    featured: int = 1  # documents shown on the front page
    robots: str | None = None  # the text of robots.txt; None: there is none
    charset: str = "utf-8"
    # Failing
    delay_s: float = 0.0  # how long every answer takes at least
    error_rate: float = 0.0  # share of requests answered by 500
    throttle_every: int = 0  # every n-th request is answered by 429; 0: none
    retry_after_s: int = 1  # what that 429 asks for
    drop_rate: float = 0.0  # share of connections cut before or within the answer
    seed: int = 0  # of the static order, the errors and the session secret

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            _check_choice(name, getattr(self, name), choices)
        for decoy in self.decoys:
            _check_choice("decoys", decoy, get_args(Decoy))
        for name, least in _LEAST.items():
            value = getattr(self, name)
            if value is not None and value < least:
                raise ConfigError(f"{name} is {value}: use {least} or more.")
        for name in _RATES:
            if not 0 <= getattr(self, name) < 1:
                raise ConfigError(f"{name} is {getattr(self, name)}: use a share from 0 up to, not including, 1.")
        if self.redirect_post and self.method != "POST":
            raise ConfigError("redirect_post needs method POST: a GET answer has an address already.")
        if self.token_once and not self.token:
            raise ConfigError("token_once needs token: there is nothing to use up.")
        if not self.box and not self.selects + self.ranges + self.fields:
            raise ConfigError("a form without box needs selects, ranges or fields: there would be nothing to fill in.")
        stop_words(self.stop_words)
        _check_charset(self.charset)

    @classmethod
    def random(cls, rng: random.Random) -> Self:
        """Any valid combination of how sites ask, match, answer and look; nothing fails or is slow."""
        method: Method = rng.choice(get_args(Method))
        decoys = tuple(decoy for decoy in get_args(Decoy) if rng.random() < 0.3)
        return cls(
            method=method,
            token=rng.random() < 0.3,
            redirect_post=method == "POST" and rng.random() < 0.5,
            operator=rng.choice(get_args(Operator)),
            not_=rng.random() < 0.5,
            stop_words=rng.choice(("", "short", "english")),
            min_length=rng.choice((1, 1, 2, 3)),
            unusable=rng.choice(get_args(UnusableWords)),
            substring=rng.random() < 0.25,
            rank=rng.choice(get_args(Rank)),
            cap=rng.choice((None, 40, 100, 250, 1000)),
            count=rng.choice(get_args(Count)),
            title_redirect=rng.random() < 0.3,
            paging=rng.choice(get_args(Paging)),
            page_size=rng.choice((5, 10, 20, 25, 50)),
            past_end=rng.choice(get_args(PastEnd)),
            layout=rng.choice(get_args(Layout)),
            two_lists=rng.random() < 0.2,
            duplicate_urls=rng.random() < 0.3,
            canonical=rng.random() < 0.3,
            decoys=decoys,
            per_page_links=rng.random() < 0.3,
            sort_links=rng.random() < 0.3,
            facets=rng.random() < 0.3,
            selects=rng.choice((0, 0, 2)),
            blank=rng.choice(get_args(Blank)),
            seed=rng.randrange(2**31),
        )

    @classmethod
    def from_settings(cls, settings: dict[str, Any]) -> Self:
        """Traits by name, as a configuration file or a command line has them; unknown names are errors."""
        known = [field.name for field in fields(cls)]
        for name in settings:
            if name not in known:
                raise ConfigError(f"there is no trait {name!r}.{hint(name, known)}")
        return cls(**settings)


def _check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise ConfigError(f"{name} is {value!r}: use one of {', '.join(choices)}.{hint(str(value), choices)}")


def _check_charset(charset: str) -> None:
    try:
        usable = "<a>".encode(charset) == b"<a>"
    except (LookupError, ValueError):
        usable = False
    if not usable:
        raise ConfigError(f"charset {charset!r} cannot be used. Use one such as utf-8, iso-8859-1 or shift_jis.")
