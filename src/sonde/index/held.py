"""The held documents as the learned order looks at them: which match, and how."""

import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from tantivy import Index, Occur, Query

from sonde.index.analysis import make_analyzer, searchable
from sonde.index.numbers import Numbers
from sonde.model import Document, Pairs
from sonde.store.reader import iter_documents

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

SAMPLE = 2000  # documents that tell which attributes are numbers and how long texts are
_REMEMBERED = 200_000  # documents whose words are kept at hand


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """How often each document has each word, with a row for each document and a column for each word."""

    anywhere: Floats
    in_title: Floats
    lengths: Floats  # words of title and text together


class Held(Protocol):
    """What can be looked up about the documents held."""

    size: int
    mean_length: float
    numbers: Numbers

    def split(self, text: str) -> tuple[str, ...]:
        """The words of a query as the documents have them, each once."""

    def matching(self, words: Sequence[str], *, limit: int) -> Ints:
        """Documents that have all of the words; of more than `limit` those with the best words."""

    def counts(self, ids: Ints, words: Sequence[str]) -> Counts:
        """How often the documents have the words."""

    def words(self, id: int) -> Sequence[str]:
        """The distinct words of a document."""

    def attributes(self, ids: Ints) -> Floats:
        """The numeric attributes of the documents, as `numbers` has them."""

    def frequency(self, word: str) -> int:
        """How many documents have the word."""


@dataclass(frozen=True, slots=True)
class _Bag:
    anywhere: Counter[str]
    in_title: Counter[str]
    attributes: Pairs


class HeldInStore:
    """The documents of a crawl's folder: matched by its index, counted in their own text."""

    def __init__(self, index: Index, connection: sqlite3.Connection) -> None:
        self._index, self._connection = index, connection
        self._analyzer = make_analyzer()
        self._searcher = index.searcher()
        self._bags: dict[int, _Bag] = {}
        self.size = int(self._searcher.num_docs)
        documents = iter_documents(connection, include_aside=False)
        sample = [bag for bag, _ in zip(map(self._read, documents), range(SAMPLE), strict=False)]
        self.mean_length = float(np.mean([float(bag.anywhere.total()) for bag in sample] or [1.0])) or 1.0
        self.numbers = Numbers.of([bag.attributes for bag in sample])

    def split(self, text: str) -> tuple[str, ...]:
        """As the index does: without accents, and by characters in scripts without spaces."""
        return tuple(dict.fromkeys(self._analyzer.analyze(searchable(text))))

    def matching(self, words: Sequence[str], *, limit: int) -> Ints:
        """Documents with all of the words in title or text, best by the index's own score."""
        query = Query.boolean_query([(Occur.Must, self._holding(word)) for word in words])
        hits = self._searcher.search(query, limit, count=False).hits
        ids = self._searcher.fast_field_values("id", [address for _, address in hits]) if hits else []
        return np.array(ids, np.int64)

    def counts(self, ids: Ints, words: Sequence[str]) -> Counts:
        """Counted in the stored texts."""
        bags = [self._bag(number) for number in ids.tolist()]
        shape = (len(bags), len(words))
        return Counts(
            np.array([[bag.anywhere[word] for word in words] for bag in bags], np.float64).reshape(shape),
            np.array([[bag.in_title[word] for word in words] for bag in bags], np.float64).reshape(shape),
            np.array([bag.anywhere.total() for bag in bags], np.float64),
        )

    def words(self, id: int) -> Sequence[str]:
        """In the order of the text."""
        return list(self._bag(id).anywhere)

    def attributes(self, ids: Ints) -> Floats:
        """Read from the stored documents."""
        return self.numbers.table([self._bag(number).attributes for number in ids.tolist()])

    def frequency(self, word: str) -> int:
        """Counted by the index."""
        found: Any = self._searcher.search(self._holding(word), 1, count=True)
        return int(found.count or 0)

    def _holding(self, word: str) -> Query:
        schema = self._index.schema
        fields = (Query.term_query(schema, name, word) for name in ("title", "text"))
        return Query.boolean_query([(Occur.Should, field) for field in fields])

    def _bag(self, number: int) -> _Bag:
        found = self._bags.get(number)
        if found is None:
            if len(self._bags) >= _REMEMBERED:
                self._bags.clear()
            document = next(iter_documents(self._connection, start=number, stop=number + 1))
            found = self._bags[number] = self._read(document)
        return found

    def _read(self, document: Document) -> _Bag:
        title = self._analyzer.analyze(searchable(document.title))
        text = self._analyzer.analyze(searchable(document.text))
        return _Bag(Counter([*title, *text]), Counter(title), document.attributes)
