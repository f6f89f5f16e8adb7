"""The copy that a trial has made so far, as the learned order looks at it: part of a corpus, in memory."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sonde.index.held import Counts, Floats, Ints
from sonde.index.numbers import Numbers
from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.search.index import Index
from sonde.text.words import words as split_words

_SAMPLE = 2000


def with_text(records: Sequence[Record]) -> list[Record]:
    """The records; where hardly any has a text, the attribute with the most words serves as one.

    Videos have tags and no text: their site searches in those.
    """
    if 2 * sum(bool(record.text) for record in records) > len(records):
        return list(records)
    lengths: dict[str, int] = {}
    for record in records[:_SAMPLE]:
        for name, value in record.attributes:
            lengths[name] = lengths.get(name, 0) + len(value.split())
    longest = max(lengths, key=lambda name: (lengths[name], name), default="")
    return [replace(record, text=record.text or record.attribute(longest)) for record in records]


class Shown:
    """What all copies of one corpus share: words of titles, and attributes as numbers."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.titles = Index(record.title for record in engine.records)
        self.numbers = Numbers.of([record.attributes for record in engine.records[:_SAMPLE]])
        self.attributes = self.numbers.table([record.attributes for record in engine.records])


class HeldPart:
    """The documents of a corpus that a crawl holds; ids are positions in the corpus."""

    def __init__(self, shown: Shown, positions: Ints) -> None:
        self._shown, self._index = shown, shown.engine.index
        self._is_held = np.zeros(len(shown.engine.records), np.bool_)
        self._is_held[positions] = True
        self.size = int(self._is_held.sum())
        self.mean_length = float(self._index.lengths[self._is_held].mean()) if self.size else 1.0
        self.numbers = shown.numbers

    def split(self, text: str) -> tuple[str, ...]:
        """As the corpus' index does."""
        return tuple(dict.fromkeys(split_words(text)))

    def matching(self, words: Sequence[str], *, limit: int) -> Ints:
        """Held documents that have all of the words; all of them: here the limit saves nothing."""
        found = [self._index.postings(self._index.term(word)).documents for word in words]
        if not found:
            return np.zeros(0, np.int64)
        common = min(found, key=len)
        common = common[self._is_held[common]]
        for documents in found:
            common = common[np.isin(common, documents, assume_unique=True)]
        return common.astype(np.int64)

    def counts(self, ids: Ints, words: Sequence[str]) -> Counts:
        """Looked up in the corpus' index."""
        return Counts(
            _counts(self._index, ids, words),
            _counts(self._shown.titles, ids, words),
            self._index.lengths[ids].astype(np.float64),
        )

    def words(self, id: int) -> Sequence[str]:
        """As the corpus' index has them."""
        return [self._index.vocabulary[term] for term in self._index.forward(id)]

    def attributes(self, ids: Ints) -> Floats:
        """The rows of the held documents."""
        return np.asarray(self._shown.attributes[ids])

    def frequency(self, word: str) -> int:
        """Counted among the held documents only."""
        return int(self._is_held[self._index.postings(self._index.term(word)).documents].sum())


def _counts(index: Index, ids: Ints, words: Sequence[str]) -> Floats:
    table = np.zeros((len(ids), len(words)))
    for column, word in enumerate(words):
        postings = index.postings(index.term(word))
        if len(postings.documents):
            places = np.minimum(np.searchsorted(postings.documents, ids), len(postings.documents) - 1)
            table[:, column] = np.where(postings.documents[places] == ids, postings.counts[places], 0)
    return table
