"""An inverted index over a fixed corpus: interned words, postings and forward lists in flat numpy arrays."""

from array import array
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sonde.lab.search.stems import stem
from sonde.text.words import words

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]

_CHUNK_WORDS = 2_000_000  # words held as plain numbers before they are counted


@dataclass(frozen=True, slots=True, eq=False)
class Postings:
    """The documents that hold a word, ascending, and how often each does."""

    documents: Ints
    counts: NDArray[np.unsignedinteger]


class Index:
    """Which words are in which documents. Documents and words are numbered from 0."""

    def __init__(self, texts: Iterable[str]) -> None:
        ids: defaultdict[str, int] = defaultdict()
        ids.default_factory = ids.__len__
        self.lengths, documents, terms, counts = _count(texts, ids)
        ids.default_factory = None
        self._ids: dict[str, int] = dict(ids)
        self.vocabulary: list[str] = list(self._ids)
        self.size = len(self.lengths)
        # Pairs arrive by document and then by word, so cutting them gives the forward lists ...
        self._forward = terms
        self._forward_start = _starts(documents, self.size)
        # ... and a stable sort by word gives the postings, ascending by document.
        order = np.argsort(terms, kind="stable")
        self._documents = documents[order]
        self._counts = counts[order]
        self._start = _starts(terms, len(self.vocabulary))
        self.frequencies: Ints = np.diff(self._start).astype(np.int32)
        self._stems: defaultdict[str, list[int]] | None = None  # made when it is first asked for

    def term(self, word: str) -> int:
        """The number of a word, or -1 when no document holds it."""
        return self._ids.get(word, -1)

    def postings(self, term: int) -> Postings:
        """The documents that hold a word; empty for -1."""
        if term < 0:
            return Postings(self._documents[:0], self._counts[:0])
        part = slice(self._start[term], self._start[term + 1])
        return Postings(self._documents[part], self._counts[part])

    def merged(self, terms: Ints) -> Postings:
        """The documents that hold any of several words, and how often they hold them all together."""
        sizes = self.frequencies[terms].astype(np.int64)
        # Position within its own postings list, plus where that list starts.
        within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        places = np.repeat(self._start[terms], sizes) + within
        totals = np.bincount(self._documents[places], weights=self._counts[places], minlength=self.size)
        documents = np.flatnonzero(totals)
        return Postings(documents.astype(np.int32), totals[documents].astype(np.uint32))

    def containing(self, piece: str) -> Ints:
        """The words that have `piece` in them."""
        return np.array([i for i, word in enumerate(self.vocabulary) if piece in word], dtype=np.int32)

    def beginning(self, start: str) -> Ints:
        """The words that begin with `start`."""
        return np.array([i for i, word in enumerate(self.vocabulary) if word.startswith(start)], dtype=np.int32)

    def forms(self, word: str) -> Ints:
        """The words with the same stem."""
        if self._stems is None:
            self._stems = defaultdict(list)
            for i, known in enumerate(self.vocabulary):
                self._stems[stem(known)].append(i)
        return np.array(self._stems.get(stem(word), []), dtype=np.int32)

    def forward(self, document: int) -> Ints:
        """The distinct words of a document, ascending by number."""
        return self._forward[self._forward_start[document] : self._forward_start[document + 1]]


def _count(texts: Iterable[str], ids: defaultdict[str, int]) -> tuple[Ints, Ints, Ints, NDArray[np.unsignedinteger]]:
    """Words per document, and the (document, word, count) triples ordered by document and word."""
    lengths = array("i")
    pending = array("i")
    first = 0
    chunks: list[tuple[Ints, Ints, Ints]] = []
    number = ids.__getitem__
    for text in texts:
        found = words(text)
        lengths.append(len(found))
        pending.extend(map(number, found))
        if len(pending) >= _CHUNK_WORDS:
            chunks.append(_triples(pending, lengths, first))
            first = len(lengths)
            pending = array("i")
    chunks.append(_triples(pending, lengths, first))
    documents, terms, counts = (np.concatenate(column) for column in zip(*chunks, strict=True))
    narrow = np.min_scalar_type(int(counts.max(initial=1)))
    return np.array(lengths, dtype=np.int32), documents, terms, counts.astype(narrow)


def _triples(pending: "array[int]", lengths: "array[int]", first: int) -> tuple[Ints, Ints, Ints]:
    owner = np.repeat(np.arange(first, len(lengths), dtype=np.int64), np.array(lengths[first:], dtype=np.int64))
    keys, counts = np.unique((owner << 32) | np.array(pending, dtype=np.int64), return_counts=True)
    return (keys >> 32).astype(np.int32), (keys & 0xFFFFFFFF).astype(np.int32), counts.astype(np.int32)


def _starts(groups: Ints, size: int) -> NDArray[np.int64]:
    """Where each group begins in an array sorted by group, and the end of the last."""
    starts = np.zeros(size + 1, dtype=np.int64)
    np.cumsum(np.bincount(groups, minlength=size), out=starts[1:])
    return starts
