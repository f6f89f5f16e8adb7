"""How readily the site shows each held document again, and so how many held ones the answer to a word will repeat."""

import numpy as np
from numpy.typing import NDArray

from sonde.planner.costs import Floats
from sonde.planner.growing import extended
from sonde.planner.postings import Postings
from sonde.planner.statistics import Statistics

PRIOR = 2.0  # a document is taken for an average one until it had so many chances
MEMORY = 0.97
BUCKETS = 6  # of how many times too long an answer is for the cap, by doublings


class ShowRates:
    """For each document the share of the cut answers with one of its words that showed it.

    Where answers are cut, a document that was shown whatever the word will be shown again, and one that was
    mostly left out will not: `repeats` adds this up over the held documents of a word.
    """

    def __init__(self, table: Statistics) -> None:
        self._table = table
        self._postings = Postings(table)
        self._chances: Floats = np.zeros(256)  # per document: cut answers that matched it
        self._shown: Floats = np.zeros(256)
        self._rates: Floats = np.zeros(256)
        self._sums: Floats = np.zeros(1024)  # per term: the rates of its held documents
        self._average = np.array([3.0, 10.0])  # shown and chances, over the last answers
        self._found, self._expected = np.ones(BUCKETS), np.ones(BUCKETS)

    def expected(self, word: str) -> float:
        """The sum of the rates of a word's held documents."""
        term = self._table.id_of(word)
        return float(self._sums[term]) if term is not None and term < len(self._sums) else 0.0

    def repeats(self, terms: NDArray[np.intp], excess: Floats) -> Floats:
        """How many held documents the answers to these terms will show, when they are so many times too long."""
        self._sums = extended(self._sums, self._table.vocabulary)
        corrections = (self._found + 0.5) / (self._expected + 0.5)
        return np.asarray(self._sums[terms] * corrections[_bucket(excess)])

    def learn(self, word: str, repeated: list[int], *, expected: float, excess: float) -> None:
        """Takes in a cut answer: which held documents it showed, of all that it matched."""
        matching = self._postings.holding(self._table.id_of(word))
        if expected > 0:
            place = _bucket(np.array([excess]))[0]
            self._found, self._expected = MEMORY * self._found, MEMORY * self._expected
            self._found[place] += len(repeated)
            self._expected[place] += expected
        self._average = MEMORY * self._average + (len(repeated), len(matching))
        self._chances[matching] += 1
        self._shown[matching] += np.isin(matching, repeated)
        rates = (self._shown[matching] + PRIOR * self._usual) / (self._chances[matching] + PRIOR)
        self._move(matching, rates)

    def add(self, documents: tuple[int, ...]) -> None:
        """Takes in new documents, as average ones."""
        size = max(documents, default=-1) + 1
        self._chances, self._shown = extended(self._chances, size), extended(self._shown, size)
        self._rates = extended(self._rates, size)
        for document in documents:
            self._postings.add(document)
        found = np.array(documents, np.int64)
        self._move(found, np.full(len(found), self._usual))

    @property
    def _usual(self) -> float:
        return float(min(0.9, self._average[0] / max(1.0, self._average[1])))

    def _move(self, documents: NDArray[np.integer], rates: Floats) -> None:
        changes = rates - self._rates[documents]
        self._rates[documents] = rates
        self._sums = extended(self._sums, self._table.vocabulary)
        lists = [self._table.terms_of(int(document)) for document in documents]
        if lists:
            np.add.at(self._sums, np.concatenate(lists), np.repeat(changes, [len(part) for part in lists]))


def _bucket(excess: Floats) -> NDArray[np.intp]:
    return np.clip(np.log2(np.maximum(excess, 1)), 0, BUCKETS - 1).astype(np.intp)
