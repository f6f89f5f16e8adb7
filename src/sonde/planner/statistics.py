"""The query statistics table (Ntoulas 2005, 3.3) with capture classes, kept up to date per outcome."""

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from sonde.model import Document, Outcome, Query
from sonde.planner.document_weights import MOST_CAPTURES, ONE_OVER, LengthWeights
from sonde.planner.forward import Forward, Ids
from sonde.planner.growing import extended
from sonde.planner.sightings import CLASSES, Sighting, TermCount
from sonde.planner.terms import document_terms, own_terms, query_word

__all__ = ["MAX_TERMS", "Counts", "Ids", "Statistics"]

Counts = NDArray[np.int32]

MAX_TERMS = 6_000_000  # a site that invents words must not fill the memory


class Statistics:
    """Which terms the held documents contain, and how often each document was returned.

    Observing the same outcome object twice in a row counts once, so several readers may share one table.
    """

    def __init__(self, *, split: Callable[[Document], list[str]] | None = None) -> None:
        self._split = split or document_terms
        self.terms: list[str] = []
        self.held: Counts = np.zeros(1024, np.int32)  # L, per term
        self.weighed: NDArray[np.float32] = np.zeros((CLASSES + 1, 1024), np.float32)  # see `TermCount`
        self.weighed_in_all = np.zeros(CLASSES + 1)  # the same, of all terms together
        self.clustered: NDArray[np.float32] = np.zeros(1024, np.float32)
        self.changed: Counts = np.zeros(1024, np.int32)  # per term: the change that touched its counts last
        self.changes = 0  # outcomes counted
        self.documents = 0
        self.sightings = 0  # results returned so far, each query's counted once
        self.captures_of_documents = [0] * (CLASSES + 1)  # how many documents were returned 0, 1, 2, 3+ times
        self._ids: dict[str, int] = {}
        self._forward = Forward()
        self._takes_attributes = True
        self._captures: NDArray[np.uint8] = np.zeros(256, np.uint8)  # per document, up to `MOST_CAPTURES`
        self._weights: NDArray[np.float32] = np.zeros(256, np.float32)  # per document, by its length
        self._length_weights = LengthWeights()
        self._found_by: Counts = np.zeros(256, np.int32)  # per document: the change that it came with
        self._scratch: Counts = np.zeros(1024, np.int32)
        self._unfinished: dict[Query, frozenset[int]] = {}  # documents of answers that were cut short
        self._last: tuple[Outcome, Sighting] | None = None

    @property
    def vocabulary(self) -> int:
        """Number of distinct terms."""
        return len(self.terms)

    @property
    def memory_bytes(self) -> int:
        """Bytes in the arrays (the words themselves not counted)."""
        per_term = (self.held, self.weighed, self.clustered, self.changed, self._scratch)
        arrays = (*per_term, self._captures, self._weights, self._found_by)
        return self._forward.memory_bytes + sum(array.nbytes for array in arrays)

    def id_of(self, word: str) -> int | None:
        """The id of a term that some held document contains."""
        return self._ids.get(word)

    def count(self, word: str) -> TermCount:
        """The counts of a term; zeros for one never met."""
        term = self._ids.get(word)
        if term is None:
            return TermCount()
        weighed = tuple(float(n) for n in self.weighed[:, term])
        return TermCount(int(self.held[term]), weighed, float(self.clustered[term]))

    def terms_of(self, document: int) -> Ids:
        """The term ids of one document (empty if it was never described)."""
        return self._forward.terms_of(document)

    def holding(self, term: int, *, at_most: int) -> NDArray[np.int64]:
        """Documents that contain a term, the latest ones."""
        return self._forward.holding(term, at_most=at_most)

    def holding_as_attribute(self, term: int, *, at_most: int) -> NDArray[np.int64]:
        """The same, only those that have the term in no other place than an attribute."""
        return self._forward.holding_as_attribute(term, at_most=at_most)

    def terms_of_all(self, documents: NDArray[np.int64]) -> tuple[Ids, NDArray[np.intp]]:
        """The terms of these held documents in one list, and the place of the document of each."""
        lists, places = self._forward.terms_of_all(documents), np.arange(len(documents))
        return lists, self._forward.for_each_term(places, documents)

    def length_weights(self, documents: NDArray[np.int64]) -> NDArray[np.float32]:
        """What each of these held documents tells by its length: more if it is short."""
        return self._weights[documents]

    def found_by(self, documents: NDArray[np.int64]) -> Counts:
        """The number of the answer that each of these held documents came with."""
        return self._found_by[documents]

    def drop_attributes(self) -> None:
        """Takes the terms of attributes out of the table, and takes in no more of them."""
        self._takes_attributes = False
        before = self.held.copy()
        for number, ids in self._forward.drop_attributes():
            captures = self.captures(number)
            self.held[ids] -= 1
            if captures:
                self.weighed[captures - 1, ids] -= self._weights[number]
                self.weighed[-1, ids] -= ONE_OVER[self._captures[number]]
            self.changed[ids] = self.changes
        self.weighed_in_all = self.weighed.sum(axis=1, dtype=np.float64)
        self.clustered *= (self.held / np.maximum(before, 1)) ** 2

    def captures(self, document: int) -> int:
        """How many queries returned a document, counted up to `CLASSES`."""
        return min(CLASSES, int(self._captures[document])) if document < len(self._captures) else 0

    def captures_of(self, documents: NDArray[np.int64]) -> NDArray[np.uint8]:
        """The same for many documents that are held."""
        return np.minimum(self._captures[documents], np.uint8(CLASSES))

    def observe(self, outcome: Outcome) -> Sighting:
        """Counts one answer; the same object again changes nothing and returns the same sighting."""
        if self._last is not None and self._last[0] is outcome:
            return self._last[1]
        word = query_word(outcome)
        before, documents_before = self.count(word), self.documents
        self.changes += 1
        described = [d.id for d in outcome.new if self._describe(d)]
        seen = dict.fromkeys([*outcome.seen, *described])
        fresh = self._fresh(outcome, seen)
        self._recapture(fresh)
        self._cluster(described)
        self.sightings += len(fresh)
        sighting = Sighting(
            word=word,
            before=before,
            documents_before=documents_before,
            ids=fresh,
            new=tuple(described),
            seen=len(seen),
            matching=self._matching(np.fromiter(seen, np.int64), word),
            total=outcome.total,
            complete=outcome.complete,
            error=outcome.error,
        )
        self._last = (outcome, sighting)
        return sighting

    def _describe(self, document: Document) -> bool:
        """Stores the forward list of a document not held before."""
        number = document.id
        if number < 0 or self._forward.has(number):
            return False
        terms = self._split(document)
        own = own_terms(document, terms)
        ids = self._intern(terms if self._takes_attributes else terms[:own])
        self._forward.add(number, ids, own=own)
        self._captures = extended(self._captures, number + 1)
        self._weights = extended(self._weights, number + 1)
        self._weights[number] = self._length_weights.add(len(ids))
        self._found_by = extended(self._found_by, number + 1)
        self._found_by[number] = self.changes
        self.held[ids] += 1
        self.documents += 1
        self.captures_of_documents[0] += 1
        return True

    def _intern(self, terms: list[str]) -> list[int]:
        ids, known = [], self._ids
        for term in terms:
            number = known.get(term)
            if number is None:
                if len(self.terms) >= MAX_TERMS:
                    continue
                number = known[term] = len(self.terms)
                self.terms.append(term)
            ids.append(number)
        size = len(self.terms)
        self.held = extended(self.held, size)
        self.clustered = extended(self.clustered, size)
        self.changed = extended(self.changed, size)
        self._scratch = extended(self._scratch, size)
        self.weighed = extended(self.weighed, size)
        return ids

    def _fresh(self, outcome: Outcome, seen: Iterable[int]) -> NDArray[np.int64]:
        """The documents seen, less those that an earlier, unfinished try of the same query returned."""
        before = self._unfinished.pop(outcome.query, frozenset())
        if not outcome.complete:
            self._unfinished[outcome.query] = before.union(seen)
        return np.fromiter((number for number in seen if number not in before), np.int64)

    def _matching(self, seen: NDArray[np.int64], word: str) -> int:
        """How many of the documents hold the word."""
        term = self._ids.get(word)
        if term is None:
            return 0
        return int(np.count_nonzero(self._forward.terms_of_all(self._forward.among(seen)) == term))

    def _recapture(self, seen: NDArray[np.int64]) -> None:
        """Counts one more capture of every returned document for its terms."""
        seen = self._forward.among(seen)
        seen = seen[self._captures[seen] < MOST_CAPTURES]
        captures = self._captures[seen]
        for now in range(CLASSES):
            self._move(seen[captures == now], now)
        ids = self._forward.terms_of_all(seen)
        change = self._forward.for_each_term(ONE_OVER[captures + 1] - ONE_OVER[captures], seen)
        np.add.at(self.weighed[-1], ids, change)
        self.weighed_in_all[-1] += change.sum()
        self.changed[ids] = self.changes
        self._captures[seen] = captures + 1

    def _move(self, documents: NDArray[np.int64], now: int) -> None:
        """Takes the terms of documents from one capture class to the next."""
        ids = self._forward.terms_of_all(documents)
        weights = self._forward.for_each_term(self._weights[documents], documents)
        in_all = weights.sum(dtype=np.float64)
        if now:
            np.subtract.at(self.weighed[now - 1], ids, weights)
            self.weighed_in_all[now - 1] -= in_all
        np.add.at(self.weighed[now], ids, weights)
        self.weighed_in_all[now] += in_all
        self.captures_of_documents[now] -= len(documents)
        self.captures_of_documents[now + 1] += len(documents)

    def _cluster(self, described: list[int]) -> None:
        """Adds n(t)^2 for the n(t) new documents of this query that hold t."""
        ids = self._forward.terms_of_all(np.array(described, np.int64))
        np.add.at(self._scratch, ids, 1)
        n = self._scratch[ids].astype(np.float32)
        self.clustered[ids] = self.clustered[ids] + n * n  # a term met twice writes the same value twice
        self._scratch[ids] = 0
        self.changed[ids] = self.changes
