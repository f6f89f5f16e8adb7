"""What asking a word is worth to a topic: unseen documents on topic among those the site will show, per cost."""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from sonde.planner.candidates import Positions
from sonde.planner.costs import Costs, Floats
from sonde.planner.sightings import Sighting
from sonde.planner.statistics import Statistics
from sonde.planner.topic.examples import Examples
from sonde.planner.topic.general_language import GeneralLanguage
from sonde.planner.topic.hits import HitGuess, shown_share
from sonde.planner.topic.judged import Judged

# Unseen documents that an unseen example stands for: a part of those held per example whose like was seen, as the
# words of few examples are in part chance; and a guess until three of them were seen.
EXAMPLE_DOCUMENTS, EXAMPLE_LEAST, EXAMPLE_MOST = 6.0, 3.0, 30.0
EXAMPLE_TRUST, FEW_SEEN = 0.3, 3
FOREIGN_SAY = 1 / 3  # of examples from elsewhere
TOO_COMMON = 5.8  # on the Zipf scale: words of most texts are about no topic
PER_BILLION = 9  # the Zipf scale is the logarithm of occurrences per billion words
UNKNOWN_SITE = 30_000  # documents, as common as in general language, that a site of unknown size may have
HALF_SHOWN = 2  # times the cap: of a word with so many hits, guessed without an answer, half is hoped for
PRIOR = 2.0  # documents with a term, on topic as often as all are
A_NUMBER = 0.01  # of a word's worth at the start: how common numbers are is not known of general language
UNCAPPED_DOCUMENT = 0.01  # cost of a document where a common word would bring the whole site at once


class Worth:
    """Values words by the held documents that few queries returned and by the examples that none would have found."""

    def __init__(self, examples: Examples, judged: Judged, *, costs: Costs, general: GeneralLanguage) -> None:
        self._examples, self._judged, self._costs, self._general = examples, judged, costs, general
        self._guess = HitGuess()
        self._zipf: Floats = np.zeros(0)  # per term of the table
        self._example_zipf = general.of(examples.words)
        self._counts = examples.counts()
        self._length = float(self._counts.sum()) / max(1, len(examples))  # different words of an example
        self._example_ids: NDArray[np.int64] = np.zeros(0, np.int64)
        self._spoken_for: Floats = np.zeros(0)  # per term of the table: unseen documents the examples stand for

    @property
    def _statistics(self) -> Statistics:
        return self._judged.statistics

    def prepare(self) -> None:
        """Brings the arrays per term up to the table's size."""
        self._zipf = self._general.of_terms()
        self._example_ids = self._examples.term_ids(self._statistics)
        met = self._example_ids >= 0
        ids = self._example_ids[met]
        self._spoken_for = np.zeros(len(self._zipf))
        self._spoken_for[ids] = self._by_examples()[met] * self._share_on_topic(ids)

    def of_terms(self, ids: Positions, *, cap: float) -> Floats:
        """The worth of terms of the table."""
        wanted = self._judged.on_topic[ids] + self._spoken_for[ids]
        held = self._statistics.held[ids].astype(np.float64)
        return self._per_cost(wanted, held, self._judged.off_topic[ids], self._zipf[ids], cap)

    def of_unmet_words(self, *, cap: float) -> Iterator[tuple[str, float]]:
        """The words of the examples that no held document has and their worth, the best first."""
        wanted = np.where(self._example_ids < 0, self._by_examples(), 0)
        if self._statistics.documents:
            scores = self._per_cost(wanted, self._counts, np.zeros_like(wanted), self._example_zipf, cap)
        else:
            scores = self._at_the_start(wanted, cap)
        for i in np.argsort(-scores, kind="stable").tolist():
            if scores[i] > 0:
                yield self._examples.words[i], float(scores[i])

    def documents(self, worth: float, *, cap: float) -> float:
        """How many new documents on topic a word of this worth brings at most: as if a full answer were paid for."""
        shown = int(cap) if math.isfinite(cap) else 0
        return worth * self._costs.spent(queries=1, results=shown, documents=shown)

    def least_held(self, score: float) -> int:
        """Fewer held documents cannot give this worth: each counts once at most, the examples what they stand for."""
        return int(score * self._costs.query - float(self._spoken_for.max(initial=0.0)))

    def off_topic(self, word: str) -> float:
        """How many held documents off topic have a word."""
        term, known = self._statistics.id_of(word), self._judged.off_topic
        return 0.0 if term is None or term >= len(known) else float(known[term])

    def learn(self, sighting: Sighting, *, hits: int | None, off_topic: float) -> None:
        """Learns from an answer; `off_topic` is as it was before."""
        if not sighting.word or sighting.error or hits is None:
            return
        if sighting.documents_before:  # the first word was not chosen by what the guess goes by
            zipf = float(self._general.of([sighting.word])[0])
            self._guess.observe(hits, held=sighting.before.held, off_topic=off_topic, zipf=zipf)
        self._examples.asked(sighting.word, shown=min(1.0, sighting.seen / max(1, hits)))

    def _per_cost(self, wanted: Floats, held: Floats, off_topic: Floats, zipf: Floats, cap: float) -> Floats:
        wanted = np.where(zipf < TOO_COMMON, wanted, 0.0)
        hits = np.maximum(self._guess.of(held=held, off_topic=off_topic, zipf=zipf), wanted)
        costs = self._costs
        if math.isinf(cap) and not costs.document:
            costs = replace(costs, document=UNCAPPED_DOCUMENT)
        shown = shown_share(hits, cap)
        listed = hits * shown
        return np.asarray(wanted * shown / costs.of(listed, listed * (1 - held / np.maximum(hits, 1))))

    def _at_the_start(self, wanted: Floats, cap: float) -> Floats:
        """The worth of the examples' words while only general language tells how common they are."""
        general = np.minimum(1.0, self._length * 10.0 ** (self._example_zipf - PER_BILLION))
        hits = wanted + UNKNOWN_SITE * general
        usable = np.where(self._example_zipf < TOO_COMMON, wanted, 0.0)
        return np.asarray(usable / (1 + hits / (HALF_SHOWN * cap)) * self._is_characteristic())

    def _by_examples(self) -> Floats:
        """Per word of the examples: the unseen documents that those with it stand for."""
        return stands_for(self._examples, self._judged) * self._examples.unseen_counts()

    def _share_on_topic(self, ids: NDArray[np.int64]) -> Floats | float:
        """Of the held documents with each term, where examples come from elsewhere and may have it by their manner."""
        if not self._judged.relevance.is_foreign_:
            return 1.0
        held, off_topic = self._statistics.held[ids].astype(np.float64), self._judged.off_topic[ids]
        prior = PRIOR * self._judged.relevance.share_
        return np.asarray((np.maximum(0.0, held - off_topic) + prior) / (held + PRIOR))

    def _is_characteristic(self) -> Floats:
        """Low for numbers, and for words that most examples have: the whole site may be full of them."""
        has_digits = np.array([any(map(str.isdigit, word)) for word in self._examples.words], np.bool_)
        return np.asarray((1 - self._counts / (len(self._examples) + 1)) ** 3 * np.where(has_digits, A_NUMBER, 1.0))


def stands_for(examples: Examples, judged: Judged) -> float:
    """How many unseen documents an unseen example stands for."""
    say = FOREIGN_SAY if judged.relevance.is_foreign_ else 1.0
    if examples.seen < FEW_SEEN:
        return say * EXAMPLE_DOCUMENTS
    return say * min(EXAMPLE_MOST, max(EXAMPLE_LEAST, EXAMPLE_TRUST * judged.on_topic_documents / examples.seen))
