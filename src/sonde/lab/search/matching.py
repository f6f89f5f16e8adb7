"""Which documents match a question, by the site's own rules for words."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from sonde.lab.corpora.record import Record
from sonde.lab.search.index import Floats, Index, Ints, Postings
from sonde.lab.search.question import STAR, Question
from sonde.lab.search.ranking import impacts, length_norms
from sonde.lab.traits import Operator, Traits
from sonde.text.words import words

_REMEMBERED = 64  # pieces of words whose documents are kept


class Matcher:
    """Finds the documents that hold what a question wants."""

    def __init__(self, records: Sequence[Record], index: Index, traits: Traits) -> None:
        self._records = records
        self._index = index
        self._traits = traits
        self._norms = length_norms(index.lengths)
        self._piece = lru_cache(maxsize=_REMEMBERED)(self._postings_of_piece)

    def matches(self, question: Question) -> tuple[Ints, Floats]:
        """The documents that match, ascending, and their BM25 scores."""
        found = [self._postings_of(word) for word in question.wanted]
        if len(found) == 1:
            documents, scores = found[0].documents, impacts(found[0], norms=self._norms)
        elif found:
            documents, scores = self._combined(found, question.operator)
        else:
            documents, scores = np.zeros(0, dtype=np.int32), np.zeros(0)
        for phrase in question.phrases:
            stands = np.array([self._has_phrase(document, phrase) for document in documents.tolist()], dtype=np.bool_)
            documents, scores = documents[stands], scores[stands]
        for word in question.unwanted:
            kept = ~_among(documents, self._postings_of(word).documents)
            documents, scores = documents[kept], scores[kept]
        return documents, scores

    def _combined(self, found: list[Postings], operator: Operator) -> tuple[Ints, Floats]:
        if operator == "and":
            rarest = min(found, key=lambda postings: len(postings.documents))
            documents = rarest.documents
            for postings in found:
                documents = documents[_among(documents, postings.documents)]
        else:
            documents = np.unique(np.concatenate([postings.documents for postings in found]))
        totals = np.zeros(len(self._records))
        for postings in found:
            totals[postings.documents] += impacts(postings, norms=self._norms)
        return documents, totals[documents]

    def _has_phrase(self, document: int, phrase: tuple[str, ...]) -> bool:
        return f" {' '.join(phrase)} " in f" {' '.join(words(self._records[document].searched))} "

    def _postings_of(self, word: str) -> Postings:
        traits = self._traits
        if traits.substring or traits.stemming or word.endswith(STAR):
            return self._piece(word)
        return self._index.postings(self._index.term(word))

    def _postings_of_piece(self, word: str) -> Postings:
        if word.endswith(STAR):
            return self._index.merged(self._index.beginning(word.removesuffix(STAR)))
        return self._index.merged(self._index.containing(word) if self._traits.substring else self._index.forms(word))


def _among(documents: Ints, others: Ints) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    """Which of `documents` are in `others`; both ascending."""
    if not len(others):
        return np.zeros(len(documents), dtype=np.bool_)
    places = np.minimum(np.searchsorted(others, documents), len(others) - 1)
    return np.asarray(others[places] == documents, dtype=np.bool_)
