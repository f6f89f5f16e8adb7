"""The examples of a topic as a sample of it: what they have in common that the crawl has not asked for yet."""

from collections import defaultdict
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from sonde.model import Document, Topic
from sonde.planner.statistics import Statistics
from sonde.planner.terms import document_terms
from sonde.text.words import words

Floats = NDArray[np.float64]

FEW = 0.1  # of the examples: what fewer have may be chance
ENOUGH = 20  # examples: with fewer, what they lack says nothing


class Examples:
    """Words of the examples, numbered, and the chance of each example that a document like it is still unseen.

    A query that holds one of its words and shows a share s of its matches leaves 1 - s of that chance.
    """

    def __init__(self, topic: Topic) -> None:
        self._texts = {(document.title, document.text) for document in topic.examples}
        described = [document_terms(document) for document in topic.examples]
        named = [word for given in topic.words for word in words(given)]
        described += [list(dict.fromkeys(named))] if named else []
        self.unseen: Floats = np.ones(len(described))
        self.words: list[str] = list(dict.fromkeys(word for terms in described for word in terms))
        self._numbers = {word: i for i, word in enumerate(self.words)}
        self._lists = [np.array([self._numbers[word] for word in terms], np.int64) for terms in described]
        self._flat = np.concatenate([np.zeros(0, np.int64), *self._lists])
        self._owner = np.repeat(np.arange(len(described)), [len(terms) for terms in described])
        self._with: defaultdict[str, set[int]] = defaultdict(set)  # by word: the examples with it
        for i, terms in enumerate(described):
            for word in terms:
                self._with[word].add(i)

    def __len__(self) -> int:
        return len(self._lists)

    @property
    def seen(self) -> float:
        """How many examples are of a kind that some query found, expected."""
        return len(self) - float(self.unseen.sum())

    def has(self, document: Document) -> bool:
        """Whether a document is one of the examples."""
        return (document.title, document.text) in self._texts

    def counts(self) -> Floats:
        """In how many examples each word is."""
        return np.bincount(self._flat, minlength=len(self.words)).astype(np.float64)

    def rare(self, words: Iterable[str]) -> list[str]:
        """Those of some words that few of the examples have, or none; where there are enough to tell."""
        if len(self) < ENOUGH:
            return []
        return [word for word in words if self.together(word, word) < FEW * len(self)]

    def together(self, word: str, other: str) -> int:
        """How many examples have both of two words."""
        return len(self._with.get(word, set()) & self._with.get(other, set()))

    def unseen_counts(self) -> Floats:
        """The same, each example counted by its chance to be unseen."""
        return np.bincount(self._flat, self.unseen[self._owner], minlength=len(self.words)).astype(np.float64)

    def asked(self, word: str, *, shown: float) -> None:
        """A query for a word showed this share of its matches."""
        number = self._numbers.get(word)
        if number is not None:
            self.unseen[self._owner[self._flat == number]] *= 1 - shown

    def term_ids(self, statistics: Statistics) -> NDArray[np.int64]:
        """The words' ids in a table; -1 for those that no held document has."""
        ids = (statistics.id_of(word) for word in self.words)
        return np.fromiter((-1 if i is None else i for i in ids), np.int64, len(self.words))

    def term_lists(self, ids: NDArray[np.int64]) -> list[NDArray[np.int64]]:
        """The examples as lists of the table's terms, by what `term_ids` gave."""
        lists = (ids[terms] for terms in self._lists)
        return [terms[terms >= 0] for terms in lists]
