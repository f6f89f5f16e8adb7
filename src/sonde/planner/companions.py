"""Which terms go with a term, and how the queries still in the air thereby take from each other."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from sonde.planner.candidates import Positions
from sonde.planner.costs import Floats
from sonde.planner.statistics import Statistics

SAMPLE = 600  # held documents of a term that tell what goes with it
MIN_TOGETHER = 3
PRIOR = 10.0  # documents by which a term's overlap with another is held to the usual one
CAPTURE_WEIGHTS = np.array([0.0, 1.0, 0.25, 0.02])  # of held documents by captures: what they tell of unseen ones


class Companions(NamedTuple):
    """Terms that go with one, ascending, and their share of its documents."""

    ids: Positions
    share: Floats


@dataclass(frozen=True, slots=True)
class Listed:
    """The documents of an answer to one word: the other terms that they have, ascending, and in how many of them."""

    term: int
    documents: Sequence[int]
    ids: Positions
    counts: Floats

    @classmethod
    def of(cls, statistics: Statistics, term: int, documents: Sequence[int]) -> Self:
        """An answer to a term."""
        ids, (counts,) = term_sums(statistics, documents, np.ones(len(documents)))
        return cls(term, documents, ids[ids != term], counts[ids != term])

    @property
    def length(self) -> int:
        """How many documents it shows."""
        return len(self.documents)


def companions(statistics: Statistics, term: int) -> Companions:
    """What goes with a term in the latest held documents that contain it."""
    documents = statistics.holding(term, at_most=SAMPLE).tolist()
    ids, (together,) = term_sums(statistics, documents, np.ones(len(documents)))
    usable = (together >= MIN_TOGETHER) & (ids != term)
    return Companions(ids[usable], together[usable] / max(1, len(documents)))


def capture_weights(statistics: Statistics, documents: Sequence[int] | NDArray[np.int64]) -> Floats:
    """What each of these documents tells of unseen ones."""
    return np.asarray(CAPTURE_WEIGHTS[statistics.captures_of(np.asarray(documents, np.int64))])


def term_sums(statistics: Statistics, documents: Sequence[int], *weights: Floats) -> tuple[Positions, list[Floats]]:
    """The terms of some documents, ascending; for each kind of weight, the sums over the documents with each term."""
    lists = [statistics.terms_of(number) for number in documents]
    ids, places = np.unique(np.concatenate([*lists, np.zeros(0, np.int32)]), return_inverse=True)
    each = np.repeat(np.array(weights), [len(one) for one in lists], axis=1)
    return ids.astype(np.intp), [np.bincount(places, one, minlength=len(ids)).astype(np.float64) for one in each]


@dataclass(slots=True)
class InTheAir:
    """What the queries that are not answered yet will take away."""

    statistics: Statistics
    _taken: dict[str, float] = field(default_factory=dict)  # by word: the share of its unseen documents on their way
    _companions: dict[str, Companions] = field(default_factory=dict)  # looked up once another query is chosen

    def add(self, word: str, taken: float) -> None:
        """A word was sent; its answer will bring this share of its unseen documents."""
        self._taken[word] = taken

    def remove(self, word: str) -> None:
        """It was answered."""
        self._taken.pop(word, None)
        self._companions.pop(word, None)

    def left(self, ids: Positions) -> Floats:
        """The share of the unseen documents of each of these terms, given in ascending order, that is left."""
        left = np.ones(len(ids))
        for word, taken in self._taken.items() if len(ids) else ():
            term = self.statistics.id_of(word)
            if term is None:
                continue
            if word not in self._companions:
                self._companions[word] = companions(self.statistics, term)
            left *= 1 - taken * self._with_word(ids, term, self._companions[word])
        return left

    def _with_word(self, ids: Positions, term: int, found: Companions) -> Floats:
        """The share of the documents of each term that also hold the word in the air, held to that of all documents."""
        held = self.statistics.held
        together = np.zeros(len(ids))
        places = np.minimum(np.searchsorted(ids, found.ids), len(ids) - 1)
        is_wanted = ids[places] == found.ids
        together[places[is_wanted]] = found.share[is_wanted] * held[term]
        of_all = held[term] / max(1, self.statistics.documents)
        return np.asarray(np.minimum(1, (together + PRIOR * of_all) / (held[ids] + PRIOR)))
