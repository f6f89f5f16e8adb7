"""How a form's other inputs share out the documents, and which of them to split a too long answer by."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sonde.model import Abilities, Pairs
from sonde.planner.ranges import Steps

Floats = NDArray[np.float64]

PLANNED = 6  # more inputs than these are never set together
POINTS = 48  # sizes for which costs are worked out; others lie between
GUESS = 100.0  # times the longest answer: what the whole is taken for where no answer states a number
ROUNDS = 8
SMOOTH = 1.0  # document, so that a value without any is rare and not impossible
SWEEP = 1.4  # parts of a range for each full answer in it
WORDS = 4.0  # queries with words that it takes to see as many documents as one full answer has


@dataclass(slots=True)
class Input:
    """One input that narrows an answer: its values, and what was found under each of them.

    Check boxes of different names are one input: each is ticked alone.
    """

    settings: Pairs  # name and value
    found: Floats  # matches under a value
    among: Floats  # matches of the wider questions that this value narrowed
    is_partition: bool = False  # every document was seen to have at most one of the values

    @classmethod
    def of(cls, name: str, values: Sequence[str]) -> "Input":
        """A menu that nothing is known of."""
        return cls.setting(tuple((name, value) for value in values))

    @classmethod
    def setting(cls, settings: Pairs) -> "Input":
        """An input that nothing is known of."""
        return cls(settings, np.zeros(len(settings)), np.zeros(len(settings)))

    @property
    def count(self) -> int:
        """How many parts it can split an answer into."""
        return len(self.settings)

    @property
    def names(self) -> tuple[str, ...]:
        """The names it sets."""
        return tuple(dict.fromkeys(name for name, _ in self.settings))

    def observe(self, place: int, *, found: float, among: float) -> None:
        """Learns that the value at a place left `found` of `among` matches."""
        self.found[place] += found
        self.among[place] += among

    def shares(self) -> Floats:
        """The share of the matches under each value; values never tried share evenly in what is left."""
        tried = self.among > 0
        known = np.where(tried, self.found / np.maximum(self.among, 1), 0.0)
        left = max(0.0, 1 - float(known.sum()))
        if tried.all():
            return known
        return np.where(tried, known, left / np.count_nonzero(~tried))


def fit(inputs: Sequence[Input], codes: NDArray[np.intp], sizes: Floats, is_cut: NDArray[np.bool_]) -> float:
    """Fits the inputs' shares to answers whose sizes nobody stated; returns the size of the whole.

    Row by row, `codes` has the place of each input's value, -1 where it was not set; an answer that was cut is
    at least half as long again as what was shown. Inputs are taken as independent: iterative proportional fitting.
    """
    whole = float(GUESS * sizes.max())
    shares = [np.full(item.count, 1 / item.count) for item in inputs]
    for _ in range(ROUNDS):
        for i in range(-1, len(inputs)):
            parts = [np.where(codes[:, j] >= 0, shares[j][codes[:, j]], 1.0) for j in range(len(inputs))]
            model = np.maximum(whole * np.prod(parts, axis=0), 1e-6)
            target = np.where(is_cut, np.maximum(model, 1.5 * sizes), sizes)
            if i < 0:
                whole *= float(target.sum() / model.sum())
                continue
            rows, count = codes[:, i] >= 0, len(shares[i])
            found = np.bincount(codes[rows, i], target[rows], minlength=count) + SMOOTH
            among = np.bincount(codes[rows, i], model[rows], minlength=count) + SMOOTH
            shares[i] *= found / among
            whole *= float(shares[i].sum())
            shares[i] /= shares[i].sum()
    for item, fitted in zip(inputs, shares, strict=True):
        item.among, item.found = np.ones(len(fitted)), fitted
    return whole


class Plan:
    """The fewest queries expected for any number of matches, by the inputs that are still free."""

    def __init__(self, inputs: Sequence[Input | Steps], *, cap: float, most: float, words: bool = False) -> None:
        self.cap = cap
        self._has_words = words
        self._shares = [_distinct(item.shares()) if isinstance(item, Input) else None for item in inputs]
        self._cells = [item.count for item in inputs]
        self._sizes = np.geomspace(cap / 4, max(most, 2 * cap), POINTS)
        self._costs: dict[frozenset[int], Floats] = {}

    def cost(self, free: frozenset[int], sizes: Floats) -> Floats:
        """Queries expected to see all of so many matches."""
        if free not in self._costs:
            self._costs[free] = self._worked_out(free)
        costs = np.interp(np.log(np.maximum(sizes, 1e-9)), np.log(self._sizes), self._costs[free])
        return np.where(sizes <= self._sizes[0], 1.0, costs)

    def best(self, free: frozenset[int], size: float) -> int | None:
        """The input that splits so many matches at the lowest cost; None when words do it at a lower one."""
        costs = {i: float(self._split(free, i, np.array([size]))[0]) for i in sorted(free)}
        best = min(costs, key=lambda i: costs[i], default=None)
        if best is not None and self._has_words and WORDS * size / self.cap < costs[best]:
            return None
        return best

    def _worked_out(self, free: frozenset[int]) -> Floats:
        ways = [self._split(free, i, self._sizes) for i in free]
        if self._has_words or not ways:
            ways.append(WORDS * self._sizes / self.cap)
        return np.asarray(1 + self._cut_chance() * np.min(ways, axis=0))

    def _cut_chance(self) -> Floats:
        """How likely an answer is cut that is expected to have so many matches: they vary like counts do."""
        return np.asarray(1 / (1 + np.exp(1.7 * (self.cap + 0.5 - self._sizes) / np.sqrt(self._sizes))))

    def _split(self, free: frozenset[int], chosen: int, sizes: Floats) -> Floats:
        """The queries for all values of one input."""
        known = self._shares[chosen]
        if known is None:
            return self._swept(free - {chosen}, self._cells[chosen], sizes)
        shares, times = known
        parts = sizes[:, None] * shares[None, :]
        return np.asarray(self.cost(free - {chosen}, parts) @ times)

    def _swept(self, rest: frozenset[int], cells: int, sizes: Floats) -> Floats:
        """The queries for a range: full parts, or each cell and what else it takes to split it."""
        full = 1 + SWEEP * sizes / self.cap
        single = cells * self.cost(rest, sizes / cells)
        return np.asarray(np.where(sizes / cells < self.cap / SWEEP, np.minimum(full, cells), single))


def _distinct(shares: Floats) -> tuple[Floats, Floats]:
    """Nearly equal shares as one, with how many there are: selects have up to tens of thousands of values."""
    steps = np.round(8 * np.log2(np.maximum(shares, 2.0**-40)))
    levels, times = np.unique(steps, return_counts=True)
    return 2.0 ** (levels / 8), times.astype(np.float64)


def planned(abilities: Abilities) -> list[Input | Steps]:
    """The inputs worth setting together: those with the most values, so that few of them divide enough."""
    inputs: list[Input | Steps] = [Input.of(name, values) for name, values in abilities.splits if len(values) > 1]
    if ticks := tuple((name, values[0]) for name, values in abilities.splits if len(values) == 1):
        inputs.append(Input.setting(ticks))
    inputs += [steps for item in abilities.ranges if (steps := Steps.of(item)) is not None]
    by_values = sorted(range(len(inputs)), key=lambda i: (-inputs[i].count, i))[:PLANNED]
    return [inputs[i] for i in sorted(by_values)]
