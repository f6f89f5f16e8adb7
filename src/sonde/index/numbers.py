"""The numbers and dates among the attributes of documents: what a site may order its answers by."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from sonde.model import Pairs

Floats = NDArray[np.float64]

LEAST_SHARE = 0.3  # an attribute that fewer of the documents have says too little
MOST = 16  # attributes looked at
_NUMBER = re.compile(r"[-+]?\d[\d,  ]*(?:\.\d+)?")
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """Numeric attributes by name, each with its sorted values in a sample: what is usual."""

    names: tuple[str, ...] = ()
    usual: tuple[Floats, ...] = ()

    @classmethod
    def of(cls, sample: Sequence[Pairs]) -> "Numbers":
        """The attributes that are numbers or dates in enough of the documents and differ between them."""
        values: dict[str, list[float]] = {}
        present: Counter[str] = Counter()
        for pairs in sample:
            for name, text in dict(pairs).items():
                present[name] += 1
                number = read_number(text)
                if number is not None:
                    values.setdefault(name, []).append(number)
        kept = [
            name
            for name, numbers in values.items()
            if len(numbers) >= max(LEAST_SHARE * len(sample), 0.8 * present[name]) and len(set(numbers)) > 2
        ]
        kept = sorted(kept, key=lambda name: (-len(values[name]), name))[:MOST]
        return cls(tuple(kept), tuple(np.sort(np.array(values[name])) for name in kept))

    @property
    def width(self) -> int:
        """Columns of `table`: for each attribute its place among the usual values, and its logarithm."""
        return 2 * len(self.names)

    def table(self, documents: Sequence[Pairs]) -> Floats:
        """A row for each document, every column around zero; zero where there is no value."""
        rows = np.zeros((len(documents), self.width))
        for column, (name, usual) in enumerate(zip(self.names, self.usual, strict=True)):
            found = [read_number(dict(pairs).get(name, "")) for pairs in documents]
            has = np.array([number is not None for number in found], np.bool_)
            numbers = np.array([number for number in found if number is not None])
            rows[has, 2 * column] = np.searchsorted(usual, numbers) / len(usual) - 0.5
            logs = _log(usual)
            rows[has, 2 * column + 1] = np.clip((_log(numbers) - logs.mean()) / (logs.std() or 1), -4, 4)
        return rows


def read_number(text: str) -> float | None:
    """The number or the ISO date that a value begins with."""
    if found := _DATE.match(text):
        try:
            return float(date(*map(int, found.groups())).toordinal())
        except ValueError:
            return None
    number = _NUMBER.match(text)
    value = float(re.sub("[,  ]", "", number[0])) if number else math.nan
    return value if math.isfinite(value) else None


def _log(values: Floats) -> Floats:
    return np.asarray(np.sign(values) * np.log1p(np.abs(values)))
