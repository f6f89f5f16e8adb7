"""The topic-sensitive crawler of Liakos 2015 (Algorithm 1): one loop, many ways to evaluate results."""

import math
from collections.abc import Sequence
from typing import Protocol

from sonde.model import Document, Outcome, Query, Topic
from sonde.planner.cap import Cap
from sonde.planner.statistics import Statistics
from sonde.planner.topic.word_collection import WordCollection
from sonde.text.tfidf import Reference

N = 7  # queries between two extractions (4.1)
MAX_EXCLUDED = 30  # engines limit the length of a query


class Evaluation(Protocol):
    """A result evaluation policy p_i (3.3): which results feed the Word Collection."""

    def accepted(self, results: Sequence[Document]) -> Sequence[Document]:
        """The new documents of one answer that are considered in-topic."""


class Focused:
    """Asks the word of highest tf/idf in the Word Collection that was not used so far."""

    def __init__(
        self,
        topic: Topic,
        *,
        evaluation: Evaluation,
        reference: Reference,
        statistics: Statistics | None = None,
        attributes: Sequence[str] = (),
        exclude: str = "",
    ) -> None:
        self.statistics = Statistics() if statistics is None else statistics
        self.collection = WordCollection(topic, reference=reference, attributes=attributes)  # step 1
        self._evaluation = evaluation
        self._exclude = exclude  # how a word is excluded, such as "-{}"; empty: it is not
        self._cap = Cap()
        self._used: set[str] = set()
        self._exhausted: dict[str, int] = {}  # terms all of whose documents were seen, and their number
        self._terms = self.collection.extract_terms()
        self._count = 0  # cnt: queries answered

    def choose(self) -> Query | None:
        """Step 3: the best term that was not used so far."""
        term = self._best() or self._best(self.collection.extract_terms())
        if term is None:
            return None
        self._used.add(term)
        return Query(self._without_exhausted(term), reason="the best unused word of the collection by tf/idf")

    def observe(self, outcome: Outcome) -> None:
        """Steps 5 and 2: the Word Collection takes in what the evaluation accepts; every N queries it is extracted."""
        sighting = self.statistics.observe(outcome)
        self._cap.observe(sighting)
        term = outcome.query.words.split(" ", 1)[0]
        self._used.add(term)
        if self._exclude and outcome.complete and 0 < sighting.seen < self._cap.limit and not self._cut(outcome):
            self._exhausted[term] = sighting.seen
        self.collection.add(self._evaluation.accepted(outcome.new))
        self._count += 1
        if self._count % N == 0:
            self._terms = self.collection.extract_terms()

    def _best(self, terms: Sequence[str] | None = None) -> str | None:
        return next((term for term in terms or self._terms if term not in self._used), None)

    def _cut(self, outcome: Outcome) -> bool:
        """Whether the answer may have more documents than were shown."""
        return outcome.total is not None and outcome.total > len(outcome.seen)

    def _without_exhausted(self, term: str) -> str:
        """The query for a term, less what it shares with terms that have nothing left (4.8)."""
        if not self._exclude or math.isinf(self._cap.limit):
            return term
        largest = sorted(self._exhausted, key=lambda word: (-self._exhausted[word], word))[:MAX_EXCLUDED]
        return " ".join([term, *(self._exclude.format(word) for word in largest)])
