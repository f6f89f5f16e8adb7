"""Attributes with many values: numbers and dates that are asked for from and to, texts that are asked for by words."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sonde.lab.corpora.record import Record
from sonde.lab.search.index import Ints
from sonde.text.scale import point_of, unit_of
from sonde.text.words import words

_NONE = np.iinfo(np.int64).min
_SAMPLED = 200  # records that tell what the values of an attribute are


class Filter(Protocol):
    """Something that narrows an answer."""

    def holds(self, documents: Ints, value: str) -> NDArray[np.intp]:
        """The positions within `documents` of those that fit the value."""


@dataclass(frozen=True, slots=True, eq=False)
class Scale:
    """One attribute of numbers or dates: each document's step, and what steps are counted in."""

    name: str
    unit: str
    points: NDArray[np.int64]

    @property
    def low(self) -> str:
        """What the form calls the lower bound."""
        return f"{self.name}_from"

    @property
    def high(self) -> str:
        return f"{self.name}_to"


@dataclass(frozen=True, slots=True, eq=False)
class Bound:
    """One end of a range; what cannot be read bounds nothing, as on most sites."""

    scale: Scale
    is_low: bool

    def holds(self, documents: Ints, value: str) -> NDArray[np.intp]:
        """The positions within `documents` of those on the right side of the bound."""
        point, points = point_of(value, self.scale.unit), self.scale.points[documents]
        if point is None:
            return np.arange(len(documents))
        return np.flatnonzero((points != _NONE) & ((points >= point) if self.is_low else (points <= point)))


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One attribute of texts: the documents of each word in it."""

    name: str
    by_word: dict[str, Ints]

    def holds(self, documents: Ints, value: str) -> NDArray[np.intp]:
        """The positions within `documents` of those whose attribute has all words of the value."""
        fits = np.ones(len(documents), dtype=np.bool_)
        for word in words(value):
            fits &= np.isin(documents, self.by_word.get(word, np.zeros(0, dtype=np.int32)))
        return np.flatnonzero(fits)


def find_scales(records: Sequence[Record]) -> list[Scale]:
    """The attributes whose values are all numbers or dates, most different values first."""
    found = []
    for name, values in _by_attribute(records).items():
        unit = unit_of([value for value in values if value][:_SAMPLED])
        if unit is not None:
            points = [_NONE if (point := point_of(value, unit)) is None else point for value in values]
            found.append(Scale(name, unit, np.array(points, dtype=np.int64)))
    return sorted(found, key=lambda scale: -len(np.unique(scale.points)))


def find_columns(records: Sequence[Record], *, without: Collection[str] = ()) -> list[Column]:
    """The attributes of texts, most different values first."""
    scales = {scale.name for scale in find_scales(records)}
    columns = {
        name: values
        for name, values in _by_attribute(records).items()
        if name not in without and name not in scales and max(Counter(values).values()) < len(records)
    }
    by_variety = sorted(columns, key=lambda name: -len(set(columns[name])))
    return [Column(name, _words(columns[name])) for name in by_variety]


def _by_attribute(records: Sequence[Record]) -> dict[str, list[str]]:
    names = dict.fromkeys(name for record in records for name, _ in record.attributes)
    return {name: [record.attribute(name) for record in records] for name in names}


def _words(values: Sequence[str]) -> dict[str, Ints]:
    found: dict[str, list[int]] = {}
    for number, value in enumerate(values):
        for word in dict.fromkeys(words(value)):
            found.setdefault(word, []).append(number)
    return {word: np.array(numbers, dtype=np.int32) for word, numbers in found.items()}
