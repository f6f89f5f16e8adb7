"""How likely a document is on topic, learned from examples of the topic and the unlabelled documents of a crawl.

A logistic regression over tf/idf vectors tells examples from documents of the site at large. Its judgement of the
crawled documents starts a naive Bayes, which errs on other documents; both have the same say. Every fit begins
with the examples anew, so that the topic cannot drift from one fit to the next.
"""

import math
from collections.abc import Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray

from sonde.planner.topic.regression import Vectors, bias_for, fit_logistic, logistic
from sonde.planner.topic.word_odds import Lists, Terms, word_odds

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

FOLDS = 2  # an example is only scored by a model that has not seen it
EXAMPLES_WEIGHT = 0.3  # of all examples, for one of all other documents
CRAWLED_WEIGHT = 0.1  # of a document found by words of the topic, which may be on topic, for one of the background
STRENGTH = 0.5  # of a document against the prior
BAYES_ROUNDS = 2
SHARPNESS = 4.0  # log odds per standard deviation of the score: doubtful documents are off or on, not half
START_SHARPNESS = 6.0  # the same for the labels that naive Bayes starts from, per unit
SHARE_LOW, SHARE_HIGH, SHARE_UNKNOWN = 0.05, 0.5, 0.15
FEW_EXAMPLES = 5
FEW_ALIKE = 12  # documents above the median of the examples: a search for their like would have found more
CAUTION = 0.6  # of the share that the ranks of the examples suggest


class Relevance:
    """P(on topic | words) as a logistic function of the words' weights. Knows nothing until `fit`."""

    def __init__(self) -> None:
        self.share_ = 0.5  # of the documents fitted to that are on topic
        self.is_foreign_ = False  # whether no document is like the examples: they come from elsewhere
        self._idf: Floats = np.zeros(0)  # per term
        self._weights: Floats = np.zeros(0)  # per term, of the regression
        self._odds: Floats = np.zeros(0)  # per term, of naive Bayes
        self._scales = (1.0, 1.0)  # standard deviations of the two
        self._bias = 0.0

    def fit(
        self, examples: Sequence[Terms], crawled: Sequence[Terms], *, vocabulary: int, background: Bools | None = None,
        say: Floats | float = 1.0,
    ) -> Self:  # fmt: skip
        """Learns from the terms of documents on topic and of documents of which that is not known.

        `background` tells which of the latter were found by words about nothing; without any, all are taken for such.
        `say` is how much each term may say.
        """
        at_large = np.ones(len(crawled), np.bool_) if background is None or not background.any() else background
        every, given, others = Lists([*examples, *crawled]), Lists(examples), Lists(crawled)
        sample = Lists([terms for terms, is_at_large in zip(crawled, at_large, strict=True) if is_at_large])
        self._idf = say * inverse_frequency(every, sample, vocabulary)
        vectors = Vectors.of(every, self._idf)
        others_weight = np.where(at_large, 1.0, CRAWLED_WEIGHT)
        self._weights, scores, ranks = _against_the_site(vectors, len(examples), others_weight)
        self.is_foreign_ = are_foreign(ranks, len(crawled))
        self.share_ = SHARE_UNKNOWN if self.is_foreign_ else share_above(ranks)
        bayes = START_SHARPNESS * scores
        for _ in range(BAYES_ROUNDS):
            chances = logistic(bayes + bias_for(bayes, self.share_))
            self._odds = say * word_odds(given, others, chances, vocabulary=vocabulary)
            bayes = 1.5 * others.evidence(self._odds)
        self._scales = float(scores.std()) or 1.0, float(bayes.std()) or 1.0
        self._bias = bias_for(self._scores(others), self.share_)
        return self

    def of(self, documents: Sequence[Terms]) -> Floats:
        """The probability of each document to be on topic; terms met since the last fit say nothing."""
        return logistic(self.evidence(documents) + _log_odds(self.share_))

    def evidence(self, documents: Sequence[Terms]) -> Floats:
        """The same in log odds, beyond what the share on topic of all documents says."""
        if not len(self._weights):
            return np.zeros(len(documents))
        return self._scores(Lists(documents)) + self._bias - _log_odds(self.share_)

    def _scores(self, documents: Lists) -> Floats:
        """Both judgements of each document, on one scale."""
        regression = Vectors.of(documents, self._idf).dot(self._weights) / self._scales[0]
        bayes = 1.5 * documents.evidence(self._odds) / self._scales[1]
        return np.asarray(SHARPNESS * (regression + bayes) / 2)


def inverse_frequency(documents: Lists, sample: Lists, vocabulary: int) -> Floats:
    """log N / n per term in a sample; none for terms of a single document, which say nothing of another."""
    counts = np.bincount(sample.flat, minlength=vocabulary)
    frequency = np.maximum(0.0, np.log((len(sample.lengths) + 1) / (counts + 0.5)))
    return np.where(np.bincount(documents.flat, minlength=vocabulary) > 1, frequency, 0.0)


def _log_odds(share: float) -> float:
    return math.log(share / (1 - share))


def are_foreign(ranks: Floats, documents: int) -> bool:
    """Whether hardly any of so many documents is as much like the examples as these are like each other."""
    return len(ranks) >= FEW_EXAMPLES and (1 - float(np.median(ranks))) * documents < FEW_ALIKE


def share_above(ranks: Floats) -> float:
    """The share on topic: half the documents on topic rank above the median of the examples, as half of these do.

    Less by caution: examples rank lower than other documents on topic, which the crawl found by their words. The ranks
    of few examples say nothing.
    """
    if len(ranks) < FEW_EXAMPLES:
        return SHARE_UNKNOWN
    return min(SHARE_HIGH, max(SHARE_LOW, CAUTION * 2 * (1 - float(np.median(ranks)))))


def _against_the_site(vectors: Vectors, number: int, others: Floats) -> tuple[Floats, Floats, Floats]:
    """Weights that tell the first `number` documents, examples, from the others; the others' scores; the ranks
    of the former among the others, from 0 to 1.

    The mean of models that each leave out some of the examples, which thereby get ranks they have not learned.
    """
    order = np.arange(vectors.documents)
    is_example = order < number
    weights, ranks = np.zeros(vectors.vocabulary), np.zeros(number)
    for fold in range(FOLDS):
        left_out = is_example & (order % FOLDS == fold)
        taken = is_example & ~left_out
        each = np.append(np.full(number, EXAMPLES_WEIGHT * others.sum() / max(1, int(taken.sum()))), others)
        model = fit_logistic(vectors, is_example.astype(np.float64), STRENGTH * np.where(left_out, 0.0, each))
        scores = vectors.dot(model)
        ranks[left_out[:number]] = np.searchsorted(np.sort(scores[number:]), scores[left_out]) / max(1, len(others))
        weights += model / FOLDS
    return weights, vectors.dot(weights)[number:], ranks
