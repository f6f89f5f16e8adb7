"""Which held documents contain a term: the query statistics table read the other way round."""

import numpy as np
from numpy.typing import NDArray

from sonde.planner.growing import extended
from sonde.planner.statistics import Ids, Statistics


class Postings:
    """Terms and documents of all held documents in two long arrays, searched from end to end."""

    def __init__(self, statistics: Statistics) -> None:
        self._statistics = statistics
        self._terms: Ids = np.zeros(4096, np.int32)
        self._documents: Ids = np.zeros(4096, np.int32)
        self._used = 0

    def add(self, document: int) -> None:
        """Takes in a document that the table describes."""
        terms = self._statistics.terms_of(document)
        start, self._used = self._used, self._used + len(terms)
        self._terms, self._documents = extended(self._terms, self._used), extended(self._documents, self._used)
        self._terms[start : self._used], self._documents[start : self._used] = terms, document

    def holding(self, term: int | None) -> NDArray[np.int32]:
        """The documents that contain a term."""
        return np.asarray(self._documents[: self._used][self._terms[: self._used] == term])

    def term_counts(self, documents: NDArray[np.integer]) -> NDArray[np.intp]:
        """In how many of these documents each term of the table is."""
        size = self._statistics.vocabulary
        lists = [self._statistics.terms_of(int(document)) for document in documents]
        return np.bincount(np.concatenate(lists), minlength=size) if lists else np.zeros(size, np.intp)
