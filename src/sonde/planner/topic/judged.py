"""The held documents by how likely they are on topic, and what that says about each term."""

from collections.abc import Container, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from sonde.planner.growing import extended
from sonde.planner.sightings import CLASSES, Sighting
from sonde.planner.statistics import Statistics
from sonde.planner.topic.general_language import GeneralLanguage, say
from sonde.planner.topic.relevance import Relevance
from sonde.planner.topic.together import chances_together
from sonde.planner.topic.word_odds import Terms

Floats = NDArray[np.float64]
Ids = NDArray[np.int64]

# Documents not found yet resemble those that few queries returned; without a cap nothing but single ones counts.
WEIGHTS = np.array([0.0, 1.0, 0.15, 0.03])
WEIGHTS_UNCAPPED = np.array([0.0, 1.0, 0.02, 0.002])
AT_ONCE = 2048  # documents whose terms are gathered together
FIT_DOCUMENTS = 20_000  # a sample of so many is plenty to fit to


class Judged:
    """Per term: documents on topic weighted by how few queries returned them, and documents off topic."""

    def __init__(self, statistics: Statistics, general: GeneralLanguage) -> None:
        self.statistics, self._general = statistics, general
        self.relevance = Relevance()
        self.on_topic: Floats = np.zeros(1024)  # G(t) = sum over held d with t of w(captures of d) p(d)
        self.off_topic: Floats = np.zeros(1024)  # sum over held d with t of 1 - p(d)
        self._chances: Floats = np.zeros(256)  # p(d), 0 for what is not held
        self._captures: Ids = np.zeros(256, np.int64)  # as counted here
        self._answer: Ids = np.zeros(256, np.int64)  # number of the answer that d came with
        self._unheard: list[list[int]] = []  # by answer: terms of the query that say nothing about what it found
        self._documents: list[int] = []
        self._copies: set[int] = set()
        self._weights = WEIGHTS

    @property
    def on_topic_documents(self) -> float:
        """How many of the held documents are on topic, expected."""
        return float(self._chances.sum())

    def chances(self, documents: Sequence[int]) -> Floats:
        """How likely each of these held documents is on topic."""
        return np.asarray(self._chances[list(documents)])

    def observe(self, sighting: Sighting, *, copies: Iterable[int] = (), unheard: Iterable[str] = ()) -> None:
        """Takes in an answer.

        `copies` are its new documents that are examples themselves: the model knows these already. `unheard` are
        words of the query that few examples have. Perhaps by chance; and all that the query finds has them.
        """
        self._copies.update(copies)
        new = list(sighting.new)
        self._grow(max([*new, *sighting.ids.tolist()], default=0) + 1)
        self._documents += new
        self._answer[new] = len(self._unheard)
        terms = (self.statistics.id_of(word) for word in unheard)
        self._unheard.append([term for term in terms if term is not None])
        self._chances[new] = self._judge(new)
        self._add(self.off_topic, new, 1 - self._chances[new])
        seen = sighting.ids[sighting.ids < len(self._chances)]
        before, after = self._captures[seen], np.minimum(self._captures[seen] + 1, CLASSES)
        self._captures[seen] = after
        change = (self._weights[after] - self._weights[before]) * self._chances[seen]
        self._add(self.on_topic, seen.tolist(), change)

    def fit(self, examples: Sequence[Ids], *, background: Container[int] = (), capped: bool) -> None:
        """Judges every held document anew; those of the background were found by words about nothing."""
        step = -(-len(self._documents) // FIT_DOCUMENTS)
        others = [document for document in self._documents if document not in self._copies]
        sample = [self._telling_terms(document) for document in others[::step]]
        if not sample:
            return
        at_large = np.array([document in background for document in others[::step]], np.bool_)
        zipf = self._general.of_terms()
        self.relevance.fit(examples, sample, vocabulary=len(zipf), background=at_large, say=say(zipf))
        self._weights = WEIGHTS if capped else WEIGHTS_UNCAPPED
        self.on_topic[:], self.off_topic[:] = 0, 0
        self._chances[self._documents] = self._judge(self._documents)
        for start in range(0, len(self._documents), AT_ONCE):
            documents = self._documents[start : start + AT_ONCE]
            chances = self._chances[documents]
            self._add(self.on_topic, documents, self._weights[self._captures[documents]] * chances)
            self._add(self.off_topic, documents, 1 - chances)

    def _judge(self, documents: Sequence[int]) -> Floats:
        """How likely these are on topic; all new documents of an answer are among them, or none."""
        starts = range(0, len(documents), AT_ONCE)
        parts = [[self._telling_terms(document) for document in documents[i : i + AT_ONCE]] for i in starts]
        evidence = np.concatenate([np.zeros(0), *map(self.relevance.evidence, parts)])
        return chances_together(evidence, self._answer[list(documents)], share=self.relevance.share_)

    def _telling_terms(self, document: int) -> Terms:
        """The terms of a document, less those it was found by and that say nothing about it."""
        terms = self.statistics.terms_of(document)
        for unheard in self._unheard[self._answer[document]]:
            terms = terms[terms != unheard]
        return terms

    def _grow(self, documents: int) -> None:
        self._chances = extended(self._chances, documents)
        self._captures = extended(self._captures, documents)
        self._answer = extended(self._answer, documents)
        self.on_topic = extended(self.on_topic, self.statistics.vocabulary)
        self.off_topic = extended(self.off_topic, self.statistics.vocabulary)

    def _add(self, sums: Floats, documents: Sequence[int], weights: Floats) -> None:
        """Adds the weight of each document to the sums of its terms."""
        lists = [self.statistics.terms_of(document) for document in documents]
        if lists:
            each = np.repeat(weights, [len(terms) for terms in lists])
            np.add.at(sums, np.concatenate(lists), each)
