"""Answers that no further input can split: words within them."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from sonde.model import Outcome, Pairs, Query
from sonde.planner.statistics import Statistics

DONE = 0.995  # of a leaf's documents
FRUITLESS = 5  # words in a row without a new document end a leaf
LEAST = 2  # documents of the leaf that a word must be in


@dataclass(slots=True)
class Leaf:
    """One answer that is too long, what was seen of it, and the words tried within."""

    values: Pairs
    size: float
    seen: set[int]
    asked: set[str] = field(default_factory=set)
    fruitless: int = 0

    @property
    def missing(self) -> float:
        """Documents that match and were not seen."""
        return max(0.0, self.size - len(self.seen))

    @property
    def is_open(self) -> bool:
        return self.fruitless < FRUITLESS and len(self.seen) < DONE * self.size


class Leaves:
    """Chooses the word for the leaf that misses most."""

    def __init__(self, statistics: Statistics) -> None:
        self.statistics = statistics
        self._leaves: dict[Pairs, Leaf] = {}

    def add(self, values: Pairs, *, size: float, seen: Iterable[int]) -> None:
        """Adds a leaf; `size` is how many documents match."""
        self._leaves[values] = Leaf(values, size, set(seen))

    def missing(self) -> float:
        """Documents expected in all leaves that were not seen."""
        return sum(leaf.missing for leaf in self._leaves.values())

    def choose(self, *, cap: float) -> Query | None:
        """A word for the leaf that misses most; None when every leaf is done."""
        for leaf in sorted(self._leaves.values(), key=lambda leaf: (-leaf.missing, leaf.values)):
            if not leaf.is_open:
                continue
            word = self._word(leaf, cap=cap)
            if word:
                leaf.asked.add(word)
                return Query(word, leaf.values, reason=f"about {leaf.missing:.0f} documents of this part not seen")
            leaf.fruitless = FRUITLESS
        return None

    def observe(self, outcome: Outcome) -> None:
        """Learns what a word within a leaf brought."""
        leaf = self._leaves.get(outcome.query.values)
        if leaf is None:
            return
        leaf.asked.add(outcome.query.words)
        fresh = [number for number in outcome.seen if number not in leaf.seen]
        leaf.seen.update(fresh)
        leaf.fruitless = 0 if fresh else leaf.fruitless + 1

    def _word(self, leaf: Leaf, *, cap: float) -> str:
        """The word expected to show the most documents of the leaf that were not seen."""
        numbers = [self.statistics.terms_of(number) for number in sorted(leaf.seen)]
        if not numbers:
            return ""
        ids, held = np.unique(np.concatenate(numbers), return_counts=True)
        share_missing = leaf.missing / max(1.0, leaf.size)
        matches = held * leaf.size / len(leaf.seen)
        worth = np.minimum(matches, cap) * share_missing - 1e-3 * np.maximum(0, matches - cap)
        for position in np.argsort(-worth, kind="stable"):
            word = self.statistics.terms[int(ids[position])]
            if held[position] >= LEAST and word not in leaf.asked:
                return word
        return ""
