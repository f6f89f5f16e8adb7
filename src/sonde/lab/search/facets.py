"""The attributes of a corpus that have few values: what a site offers as filters."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sonde.lab.corpora.record import Record
from sonde.lab.search.index import Ints

_MOST_VALUES, _MOST_VALUES_OF_MANY = 60, 200
_MANY = 50  # documents per value


@dataclass(frozen=True, slots=True, eq=False)
class Facet:
    """One attribute: its values, most frequent first, and each document's value by position; -1 for none."""

    name: str
    values: tuple[str, ...]
    codes: Ints

    def holds(self, documents: Ints, value: str) -> NDArray[np.intp]:
        """The positions within `documents` of those that have the value."""
        if value not in self.values:
            return np.zeros(0, dtype=np.intp)
        return np.flatnonzero(self.codes[documents] == self.values.index(value))

    def counts(self, documents: Ints) -> list[tuple[str, int]]:
        """The values that occur among `documents`, most frequent in the corpus first."""
        codes = self.codes[documents]
        found = np.bincount(codes[codes >= 0], minlength=len(self.values))
        return [(value, int(count)) for value, count in zip(self.values, found, strict=True) if count]


def find_facets(records: Sequence[Record]) -> dict[str, Facet]:
    """The attributes with 2 to 60 values that at least half of the documents have; large corpora have more."""
    most = min(max(_MOST_VALUES, len(records) // _MANY), _MOST_VALUES_OF_MANY)
    values: dict[str, Counter[str]] = {}
    for record in records:
        for name, value in record.attributes:
            seen = values.setdefault(name, Counter())
            if len(seen) <= most:  # one too many is enough to know it is no facet
                seen[value] += 1
    return {
        name: _facet(name, seen, records)
        for name, seen in values.items()
        if 2 <= len(seen) <= most and seen.total() * 2 >= len(records)
    }


def _facet(name: str, seen: Counter[str], records: Sequence[Record]) -> Facet:
    ordered = tuple(sorted(seen, key=lambda value: (-seen[value], value)))
    codes = {value: code for code, value in enumerate(ordered)}
    return Facet(name, ordered, np.array([codes.get(record.attribute(name), -1) for record in records], dtype=np.int32))
