"""The words a simulated web is written in: those of each domain and its two kinds of site, and plain ones."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from sonde.errors import ConfigError
from sonde.model import Pairs

_NUMBER = frozenset({"up", "to", "below", "most", "least", "from", "number", "year", "megapixels", "mileage", "within"})


@dataclass(frozen=True, slots=True)
class Blank:
    """An input of a form: what stands beside it, what it is called, and the attribute whose values it offers."""

    label: str
    name: str
    attribute: str = ""  # empty: any words can be entered

    @property
    def takes_number(self) -> bool:
        """Whether a number belongs there rather than words."""
        return bool(_NUMBER & set(self.label.lower().split()))


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of site with forms of a domain: what its links, addresses and forms say."""

    name: str
    sites: tuple[str, ...]
    step_anchors: tuple[str, ...]
    step_urls: tuple[str, ...]
    anchors: tuple[str, ...]
    urls: tuple[str, ...]
    about: tuple[str, ...]
    headings: tuple[str, ...]
    fields: tuple[Blank, ...]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a domain."""

    words: tuple[str, ...]  # one of them stands in every form of the domain
    nouns: tuple[str, ...]
    sentences: tuple[str, ...]
    sections: tuple[str, ...]
    sites: tuple[str, ...]
    kinds: tuple[Kind, Kind]
    title: str
    values: tuple[tuple[str, tuple[str, ...]], ...]

    def choices(self, attribute: str) -> tuple[str, ...]:
        """The values of an attribute of its records."""
        return next((values for name, values in self.values if name == attribute), ())


@dataclass(frozen=True, slots=True)
class OtherForm:
    """A search form of none of the domains."""

    heading: str
    fields: tuple[tuple[str, str, tuple[str, ...]], ...]  # label, name, choices
    button: str


@dataclass(frozen=True, slots=True)
class Common:
    """Words that tell nothing, and those of sites on no topic."""

    names: tuple[str, ...]
    plain_sites: tuple[str, ...]
    plain_anchors: tuple[str, ...]
    plain_urls: tuple[str, ...]
    plain_around: tuple[str, ...]
    search_anchors: tuple[str, ...]
    search_urls: tuple[str, ...]
    topic_about: tuple[str, ...]
    hub_sections: tuple[str, ...]
    fillers: tuple[tuple[str, tuple[str, ...]], ...]
    other_forms: tuple[OtherForm, ...]
    plain_forms: tuple[str, ...]


@cache
def common_words() -> Common:
    """The words that no domain owns."""
    data = _read("common.json")
    forms = tuple(
        OtherForm(
            one["heading"], tuple((label, name, tuple(all_)) for label, name, all_ in one["fields"]), one["button"]
        )
        for one in data.pop("other_forms")
    )
    fillers = tuple((name, tuple(texts)) for name, texts in data.pop("fillers").items())
    return Common(fillers=fillers, other_forms=forms, **{name: tuple(words) for name, words in data.items()})


def domain_names() -> tuple[str, ...]:
    """The domains that have a vocabulary."""
    return tuple(_vocabularies())


def find_vocabulary(domain: str) -> Vocabulary:
    """The words of a domain; ConfigError for one that has none."""
    known = _vocabularies()
    if domain not in known:
        raise ConfigError(f"there are no words for the domain {domain!r}. Use one of {', '.join(known)}.")
    return known[domain]


def fill_title(vocabulary: Vocabulary, values: Pairs) -> str:
    """The title of a record with these values."""
    return vocabulary.title.format(**dict(values))


@cache
def _vocabularies() -> dict[str, Vocabulary]:
    return {name: _vocabulary(data) for name, data in _read("domains.json").items()}


def _vocabulary(data: dict[str, Any]) -> Vocabulary:
    first, second = (_kind(one) for one in data.pop("kinds"))
    values = tuple((name, tuple(all_)) for name, all_ in data.pop("values").items())
    title = data.pop("title")
    lists = {name: tuple(words) for name, words in data.items()}
    return Vocabulary(kinds=(first, second), values=values, title=title, **lists)


def _kind(data: dict[str, Any]) -> Kind:
    fields = tuple(Blank(*one) for one in data.pop("fields"))
    name = data.pop("name")
    return Kind(name=name, fields=fields, **{key: tuple(words) for key, words in data.items()})


def _read(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(files("sonde.lab.web").joinpath(name).read_text(encoding="utf-8"))
    return data
