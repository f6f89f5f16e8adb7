"""The orderings in which each term's documents were seen, and how much they disagree (Valkanas 2011, 3.2)."""

import numpy as np
from numpy.typing import NDArray

from sonde.planner.growing import extended
from sonde.planner.ranking.distances import Distance, Floats
from sonde.planner.statistics import Ids, Statistics


class Orderings:
    """For each term one ordering per answer: the documents of the answer that hold it, as the site ranked them.

    Distances are summed up term by term, and only when asked for: a term that no longer can win is left behind
    and caught up with if it ever can again. Orderings that share no document need no comparison, only lengths.
    """

    def __init__(self, distance: Distance) -> None:
        self._distance = distance
        self._answers: list[tuple[Ids, NDArray[np.int64]]] = []  # terms, ascending, and the document of each, by rank
        self.number: NDArray[np.int32] = np.zeros(1024, np.int32)  # N: orderings per term
        self._answers_of: dict[int, list[int]] = {}
        self._summed: NDArray[np.int32] = np.zeros(1024, np.int32)  # orderings whose distances are in `_sums`
        self._sums: Floats = np.zeros(1024)
        self._longest: NDArray[np.int64] = np.zeros(1024, np.int64)  # length of a term's longest ordering
        self._shared: Floats = np.zeros(1024)  # over pairs of a term's orderings: how many documents they share
        self._shown: dict[int, int] = {}  # per document: answers that showed it
        self._lists: dict[int, list[NDArray[np.int64]]] = {}  # the orderings that were summed up

    def observe(self, seen: tuple[int, ...], table: Statistics) -> None:
        """Takes in an answer: for each term in it, the ordering of its documents."""
        lists = [table.terms_of(document) for document in seen]
        if not any(map(len, lists)):
            return
        terms = np.concatenate(lists)
        documents = np.repeat(np.array(seen, np.int64), [len(part) for part in lists])
        order = np.argsort(terms, kind="stable")  # stable: within a term the site's order stays
        self._grow(table.vocabulary)
        found, lengths = np.unique(terms, return_counts=True)
        self.number[found] += 1
        self._longest[found] = np.maximum(self._longest[found], lengths)
        before = np.array([self._shown.get(document, 0) for document in documents.tolist()], np.float64)
        np.add.at(self._shared, terms, before)
        self._shown.update((document, self._shown.get(document, 0) + 1) for document in seen)
        for term in found.tolist():
            self._answers_of.setdefault(term, []).append(len(self._answers))
        self._answers.append((terms[order], documents[order]))

    def gain(self, term: int) -> float:
        """RankingGain(t) = 2 / N (N - 1) times the sum of d(r_i, r_j) over i < j; 0 with fewer than two orderings."""
        if term >= len(self.number) or self.number[term] < 2:
            return 0.0
        lists = self._lists.setdefault(term, [])
        for answer in self._answers_of[term][len(lists) :]:
            ordering = self._ordering(answer, term)
            self._sums[term] += self._distances(ordering, lists)
            lists.append(ordering)
        self._summed[term] = len(lists)
        return float(self._sums[term] / _pairs(self.number[term]))

    def most(self, terms: NDArray[np.intp]) -> Floats:
        """No term's ranking gain is above this: distances not summed up yet are taken as great as they can be."""
        self._grow(int(terms.max(initial=-1)) + 1)
        pairs, summed = _pairs(self.number[terms]), _pairs(self._summed[terms])
        most = self._sums[terms] + (pairs - summed) * self._distance.most(self._longest[terms])
        if self._distance.needs_shared:
            most = np.minimum(most, self._shared[terms])
        return np.where(pairs > 0, most / np.maximum(pairs, 1), 0.0)

    def is_exact(self, terms: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether `most` is the gain itself."""
        is_zero = self._distance.needs_shared & (self._shared[terms] == 0)
        return np.asarray((self.number[terms] < 2) | (self._summed[terms] == self.number[terms]) | is_zero)

    def _ordering(self, answer: int, term: int) -> NDArray[np.int64]:
        terms, documents = self._answers[answer]
        start, stop = np.searchsorted(terms, [term, term + 1])
        return documents[start:stop]

    def _distances(self, ordering: NDArray[np.int64], earlier: list[NDArray[np.int64]]) -> float:
        """The sum of the distances of a new ordering to all earlier ones."""
        if not earlier:
            return 0.0
        lengths = np.array([len(r) for r in earlier], np.int64)
        common = np.isin(np.concatenate(earlier), ordering)
        sharing = np.unique(np.repeat(np.arange(len(earlier)), lengths)[common])
        apart = self._distance.apart(len(ordering), np.delete(lengths, sharing))
        mine = ordering.tolist()
        return float(apart.sum()) + sum(self._distance.between(earlier[i].tolist(), mine) for i in sharing.tolist())

    def _grow(self, size: int) -> None:
        self.number = extended(self.number, size)
        self._summed = extended(self._summed, size)
        self._sums = extended(self._sums, size)
        self._longest = extended(self._longest, size)
        self._shared = extended(self._shared, size)


def _pairs(n: NDArray[np.int32]) -> Floats:
    return np.asarray(n.astype(np.float64) * (n - 1) / 2)
