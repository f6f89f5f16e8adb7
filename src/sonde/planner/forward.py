"""The terms of each held document, one list after the other: what the query statistics table is counted from."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sonde.planner.growing import Scalar, extended

Ids = NDArray[np.int32]
Numbers = NDArray[np.int64]

SEARCHED = 3_000_000  # entries of the lists that are looked through for one term
NO_TERM = -1  # in the place of a term that was taken out


class Forward:
    """Forward lists; each begins with the terms of title and text and may go on with those of attributes."""

    def __init__(self) -> None:
        self._flat: Ids = np.zeros(4096, np.int32)
        self._used = 0
        self._starts: Numbers = np.full(256, -1, np.int64)  # per document id; -1: it has no list
        self._lengths: Ids = np.zeros(256, np.int32)
        self._own: Ids = np.zeros(256, np.int32)  # terms of title and text
        self._order: Numbers = np.zeros(256, np.int64)  # documents as their lists follow each other
        self._documents = 0
        self._has_attributes = False  # whether some list goes on with the terms of attributes

    @property
    def memory_bytes(self) -> int:
        """Bytes in the arrays."""
        return sum(a.nbytes for a in (self._flat, self._starts, self._lengths, self._own, self._order))

    def has(self, document: int) -> bool:
        """Whether a document has a list."""
        return document < len(self._starts) and bool(self._starts[document] >= 0)

    def add(self, document: int, ids: list[int], *, own: int) -> None:
        """Stores the list of a document that has none; the first `own` terms are those of title and text."""
        self._starts = extended(self._starts, document + 1, fill=-1)
        self._lengths = extended(self._lengths, document + 1)
        self._own = extended(self._own, document + 1)
        self._order = extended(self._order, self._documents + 1)
        self._flat = extended(self._flat, self._used + len(ids))
        self._starts[document], self._lengths[document], self._own[document] = self._used, len(ids), own
        self._order[self._documents] = document
        self._flat[self._used : self._used + len(ids)] = ids
        self._used += len(ids)
        self._documents += 1
        self._has_attributes |= own < len(ids)

    def terms_of(self, document: int) -> Ids:
        """The term ids of one document (empty if it has no list)."""
        if not self.has(document):
            return np.zeros(0, np.int32)
        start = int(self._starts[document])
        return self._flat[start : start + int(self._lengths[document])]

    def terms_of_all(self, documents: Numbers) -> Ids:
        """The lists of many documents, joined."""
        lengths = self._lengths[documents].astype(np.int64)
        if not lengths.sum():
            return np.zeros(0, np.int32)
        ends = np.cumsum(lengths)
        shifts = np.repeat(self._starts[documents] - (ends - lengths), lengths)
        return np.asarray(self._flat[shifts + np.arange(ends[-1])])

    def for_each_term(self, values: NDArray[Scalar], documents: Numbers) -> NDArray[Scalar]:
        """The value of each document, once for each term of its list."""
        return np.repeat(values, self._lengths[documents])

    def among(self, documents: Numbers) -> Numbers:
        """Those of the documents that have a list."""
        documents = documents[documents < len(self._starts)]
        return documents[self._starts[documents] >= 0]

    def holding(self, term: int, *, at_most: int) -> Numbers:
        """Documents that contain a term, the latest ones first met among the last `SEARCHED` words of text."""
        start = max(0, self._used - SEARCHED)
        places = start + np.flatnonzero(self._flat[start : self._used] == term)[-at_most:]
        order = self._order[: self._documents]
        return order[np.searchsorted(self._starts[order], places, side="right") - 1]

    def holding_as_attribute(self, term: int, *, at_most: int) -> Numbers:
        """The same, only those that have the term in no other place than an attribute."""
        if not self._has_attributes:
            return np.zeros(0, np.int64)
        found = self.holding(term, at_most=at_most)
        found = found[self._own[found] < self._lengths[found]]
        own = (self.terms_of(number)[: self._own[number]] for number in found.tolist())
        return found[[term not in terms for terms in own]]

    def drop_attributes(self) -> Iterator[tuple[int, Ids]]:
        """Takes the terms of attributes out of the lists, and gives them document by document."""
        self._has_attributes = False
        for number in self._order[: self._documents].tolist():
            own, length = int(self._own[number]), int(self._lengths[number])
            if own < length:
                start = int(self._starts[number])
                ids = self._flat[start + own : start + length].copy()
                self._flat[start + own : start + length] = NO_TERM
                self._lengths[number] = own
                yield number, ids
