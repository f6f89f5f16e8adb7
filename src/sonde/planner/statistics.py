"""The query statistics table (Ntoulas 2005, 3.3) with capture classes, kept up to date per outcome."""

import math
from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from sonde.model import Document, Outcome, Query
from sonde.planner.growing import extended
from sonde.planner.sightings import CLASSES, Sighting, TermCount
from sonde.planner.terms import document_terms, own_terms, query_word

Ids = NDArray[np.int32]
Counts = NDArray[np.int32]

LENGTH_POWER = 0.5  # how fast a document's weight falls with its number of words
STEPS = 64  # weights are such parts of one, so that their sums stay exact
SEARCHED = 3_000_000  # entries of the forward lists that are looked through for one term
NO_TERM = -1  # in the place of a term that was taken out
MAX_TERMS = 6_000_000  # a site that invents words must not fill the memory


class Statistics:
    """Which terms the held documents contain, and how often each document was returned.

    Observing the same outcome object twice in a row counts once, so several readers may share one table.
    """

    def __init__(self, *, split: Callable[[Document], list[str]] | None = None) -> None:
        self._split = split or document_terms
        self.terms: list[str] = []
        self.held: Counts = np.zeros(1024, np.int32)  # L, per term
        self.captured: Counts = np.zeros((CLASSES, 1024), np.int32)
        self.weighed: NDArray[np.float32] = np.zeros((CLASSES, 1024), np.float32)
        self.clustered: NDArray[np.float32] = np.zeros(1024, np.float32)
        self.changed: Counts = np.zeros(1024, np.int32)  # per term: the change that touched its counts last
        self.changes = 0  # outcomes counted
        self.documents = 0
        self.sightings = 0  # results returned so far, each query's counted once
        self.captures_of_documents = [0] * (CLASSES + 1)  # how many documents were returned 0, 1, 2, 3+ times
        self._ids: dict[str, int] = {}
        self._flat: Ids = np.zeros(4096, np.int32)  # forward lists, one after the other
        self._flat_used = 0
        self._starts: NDArray[np.int64] = np.full(256, -1, np.int64)  # per document id; -1: never described
        self._lengths: Ids = np.zeros(256, np.int32)
        self._own: Ids = np.zeros(256, np.int32)  # terms of title and text, which come first in a list
        self._has_attributes = False  # whether some list goes on with the terms of attributes
        self._takes_attributes = True
        self._order: NDArray[np.int64] = np.zeros(256, np.int64)  # documents as their lists follow each other
        self._captures: NDArray[np.uint8] = np.zeros(256, np.uint8)
        self._weights: NDArray[np.float32] = np.zeros(256, np.float32)  # per document, by its length
        self._mean_log_length = 0.0
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
        arrays = (self.held, self.captured, self.weighed, self.clustered, self.changed, self._flat, self._starts,
                  self._lengths, self._own, self._order, self._captures, self._weights, self._scratch)  # fmt: skip
        return sum(array.nbytes for array in arrays)

    def id_of(self, word: str) -> int | None:
        """The id of a term that some held document contains."""
        return self._ids.get(word)

    def count(self, word: str) -> TermCount:
        """The counts of a term; zeros for one never met."""
        term = self._ids.get(word)
        if term is None:
            return TermCount()
        captured = tuple(int(n) for n in self.captured[:, term])
        weighed = tuple(float(n) for n in self.weighed[:, term])
        return TermCount(int(self.held[term]), captured, weighed, float(self.clustered[term]))

    def terms_of(self, document: int) -> Ids:
        """The term ids of one document (empty if it was never described)."""
        if document >= len(self._starts) or self._starts[document] < 0:
            return np.zeros(0, np.int32)
        start = int(self._starts[document])
        return self._flat[start : start + int(self._lengths[document])]

    def holding(self, term: int, *, at_most: int) -> NDArray[np.int64]:
        """Documents that contain a term, the latest ones first met among the last `SEARCHED` words of text."""
        start = max(0, self._flat_used - SEARCHED)
        places = start + np.flatnonzero(self._flat[start : self._flat_used] == term)[-at_most:]
        order = self._order[: self.documents]
        return order[np.searchsorted(self._starts[order], places, side="right") - 1]

    def holding_as_attribute(self, term: int, *, at_most: int) -> NDArray[np.int64]:
        """The same, only those that have the term in no other place than an attribute."""
        if not self._has_attributes:
            return np.zeros(0, np.int64)
        found = self.holding(term, at_most=at_most)
        found = found[self._own[found] < self._lengths[found]]
        own = (self.terms_of(number)[: self._own[number]] for number in found.tolist())
        return found[[term not in terms for terms in own]]

    def drop_attributes(self) -> None:
        """Takes the terms of attributes out of the table, and takes in no more of them."""
        self._has_attributes = self._takes_attributes = False
        documents = self._order[: self.documents]
        documents = documents[self._own[documents] < self._lengths[documents]]
        before = self.held.copy()
        for number in documents.tolist():
            places = slice(self._starts[number] + self._own[number], self._starts[number] + self._lengths[number])
            ids, captures = self._flat[places].copy(), int(self._captures[number])
            self.held[ids] -= 1
            if captures:
                self.captured[captures - 1, ids] -= 1
                self.weighed[captures - 1, ids] -= self._weights[number]
            self.changed[ids] = self.changes
            self._flat[places] = NO_TERM
        self._lengths[documents] = self._own[documents]
        self.clustered *= (self.held / np.maximum(before, 1)) ** 2

    def captures(self, document: int) -> int:
        """How many queries returned a document, counted up to `CLASSES`."""
        return int(self._captures[document]) if document < len(self._captures) else 0

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
        if number < 0 or (number < len(self._starts) and self._starts[number] >= 0):
            return False
        terms = self._split(document)
        own = own_terms(document, terms)
        ids = self._intern(terms if self._takes_attributes else terms[:own])
        self._starts = extended(self._starts, number + 1, fill=-1)
        self._lengths = extended(self._lengths, number + 1)
        self._captures = extended(self._captures, number + 1)
        self._weights = extended(self._weights, number + 1)
        self._flat = extended(self._flat, self._flat_used + len(ids))
        self._own = extended(self._own, number + 1)
        self._starts[number], self._lengths[number] = self._flat_used, len(ids)
        self._own[number] = own
        self._has_attributes |= own < len(ids)
        self._flat[self._flat_used : self._flat_used + len(ids)] = ids
        self._flat_used += len(ids)
        self._order = extended(self._order, self.documents + 1)
        self._order[self.documents] = number
        self.held[ids] += 1
        self.documents += 1
        self._weights[number] = self._weight(len(ids))
        self.captures_of_documents[0] += 1
        return True

    def _weight(self, length: int) -> float:
        """How much a document of so many terms tells of unseen ones, beside one of the usual length.

        Few words lead to a short document, so for each one held more like it are unseen.
        """
        log_length = math.log(1 + length)
        self._mean_log_length += (log_length - self._mean_log_length) / self.documents
        return max(1, round(STEPS * math.exp(LENGTH_POWER * (self._mean_log_length - log_length)))) / STEPS

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
        self.captured = extended(self.captured, size)
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
        return int(np.count_nonzero(self._gather(self._described(seen)) == term))

    def _described(self, documents: NDArray[np.int64]) -> NDArray[np.int64]:
        documents = documents[documents < len(self._starts)]
        return documents[self._starts[documents] >= 0]

    def _recapture(self, seen: NDArray[np.int64]) -> None:
        """Moves the terms of every returned document up one capture class."""
        seen = self._described(seen)
        classes = self._captures[seen]
        for now in range(CLASSES):
            movers = seen[classes == now]
            if not len(movers):
                continue
            ids, weights = self._gather(movers), np.repeat(self._weights[movers], self._lengths[movers])
            if now:
                np.subtract.at(self.captured[now - 1], ids, 1)
                np.subtract.at(self.weighed[now - 1], ids, weights)
            np.add.at(self.captured[now], ids, 1)
            np.add.at(self.weighed[now], ids, weights)
            self.changed[ids] = self.changes
            self.captures_of_documents[now] -= len(movers)
            self.captures_of_documents[now + 1] += len(movers)
        self._captures[seen] = np.minimum(classes + 1, CLASSES)

    def _cluster(self, described: list[int]) -> None:
        """Adds n(t)^2 for the n(t) new documents of this query that hold t."""
        ids = self._gather(np.array(described, np.int64))
        np.add.at(self._scratch, ids, 1)
        n = self._scratch[ids].astype(np.float32)
        self.clustered[ids] = self.clustered[ids] + n * n  # a term met twice writes the same value twice
        self._scratch[ids] = 0
        self.changed[ids] = self.changes

    def _gather(self, documents: NDArray[np.int64]) -> Ids:
        """The forward lists of many documents, joined."""
        lengths = self._lengths[documents].astype(np.int64)
        if not lengths.sum():
            return np.zeros(0, np.int32)
        ends = np.cumsum(lengths)
        shifts = np.repeat(self._starts[documents] - (ends - lengths), lengths)
        return np.asarray(self._flat[shifts + np.arange(ends[-1])])
