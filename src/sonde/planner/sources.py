"""Which document each word was first met in: that a word finds the document it was taken from tells nothing."""

from bisect import bisect_right
from collections.abc import Iterable

from sonde.planner.statistics import Ids


class Sources:
    """The first document with each term; terms are numbered in the order in which documents bring them."""

    def __init__(self) -> None:
        self._terms: list[int] = []  # how many were known after each of the documents
        self._documents: list[int] = []

    def describe(self, document: int, terms: Ids) -> None:
        """Takes in the terms of a new document, in the order of documents."""
        known = int(terms.max(initial=-1)) + 1
        if known > (self._terms[-1] if self._terms else 0):
            self._terms.append(known)
            self._documents.append(document)

    def of(self, terms: Iterable[int | None]) -> set[int]:
        """The documents that these terms were first met in; None is a term that no document has."""
        places = (bisect_right(self._terms, term) for term in terms if term is not None)
        return {self._documents[place] for place in places if place < len(self._documents)}
