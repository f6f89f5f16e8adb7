"""How likely a document is on topic, learned from examples of the topic and the unlabelled documents of a crawl.

A logistic regression over tf/idf vectors tells examples from crawled documents, and a second one, of the same
examples and of the crawled documents by what the first says of each, tells the topic from the rest. Its judgement
starts a naive Bayes, which errs on other documents; both have the same say. Every fit begins with the examples
anew, so that the topic cannot drift from one fit to the next.
"""

from collections.abc import Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray

from sonde.planner.topic.regression import Vectors, bias_for, fit_logistic, logistic
from sonde.planner.topic.word_odds import Lists, Terms, word_odds

Floats = NDArray[np.float64]

FOLDS = 2  # an example is only scored by a model that has not seen it
POSITIVE_SHARE = 0.17  # of all weight, for the examples against the crawl
EXAMPLE_WEIGHT = 2.0  # crawled documents that an example counts as, once these have labels
STRENGTH = 0.5  # of a document against the prior
BAYES_ROUNDS = 2
SHARPNESS = 6.0  # log odds per standard deviation of the score: doubtful documents are off or on, not half
START_SHARPNESS = 6.0  # the same for the labels that naive Bayes starts from, per unit
SHARE_LOW, SHARE_HIGH, SHARE_UNKNOWN = 0.02, 0.5, 0.15
FEW_EXAMPLES = 5
CAUTION = 0.6  # of the share that the ranks of the examples suggest


class Relevance:
    """P(on topic | words) as a logistic function of the words' weights. Knows nothing until `fit`."""

    def __init__(self) -> None:
        self.share_ = 0.5  # of the documents fitted to that are on topic
        self._idf: Floats = np.zeros(0)  # per term
        self._weights: Floats = np.zeros(0)  # per term, of the regression
        self._odds: Floats = np.zeros(0)  # per term, of naive Bayes
        self._scales = (1.0, 1.0)  # standard deviations of the two
        self._bias = 0.0

    def fit(self, examples: Sequence[Terms], crawled: Sequence[Terms], *, vocabulary: int) -> Self:
        """Learns from the terms of documents on topic and of documents of which that is not known."""
        number, every = len(examples), Lists([*examples, *crawled])
        given, others = Lists(examples), Lists(crawled)
        self._idf = inverse_frequency(every, vocabulary)
        vectors = Vectors.of(every, self._idf)
        start, scores, self.share_ = _against_the_crawl(vectors, number)
        labels = np.append(np.ones(number), logistic(scores + bias_for(scores, self.share_)))
        weights = STRENGTH * np.append(np.full(number, EXAMPLE_WEIGHT), np.ones(len(crawled)))
        self._weights = fit_logistic(vectors, labels, weights, start=start)
        scores = vectors.dot(self._weights)[number:]
        bayes = START_SHARPNESS * scores
        for _ in range(BAYES_ROUNDS):
            chances = logistic(bayes + bias_for(bayes, self.share_))
            self._odds = word_odds(given, others, chances, vocabulary=vocabulary)
            bayes = 1.5 * others.evidence(self._odds)
        self._scales = float(scores.std()) or 1.0, float(bayes.std()) or 1.0
        self._bias = bias_for(self._scores(others), self.share_)
        return self

    def of(self, documents: Sequence[Terms]) -> Floats:
        """The probability of each document to be on topic; terms met since the last fit say nothing."""
        if not len(self._weights):
            return np.full(len(documents), self.share_)
        return logistic(self._scores(Lists(documents)) + self._bias)

    def _scores(self, documents: Lists) -> Floats:
        """Both judgements of each document, on one scale."""
        regression = Vectors.of(documents, self._idf).dot(self._weights) / self._scales[0]
        bayes = 1.5 * documents.evidence(self._odds) / self._scales[1]
        return np.asarray(SHARPNESS * (regression + bayes) / 2)


def inverse_frequency(documents: Lists, vocabulary: int) -> Floats:
    """log N / n per term; none for terms of a single document, which say nothing of another."""
    counts = np.bincount(documents.flat, minlength=vocabulary)
    return np.where(counts > 1, np.log((len(documents.lengths) + 1) / (counts + 0.5)), 0.0)


def share_above(ranks: Floats) -> float:
    """The share on topic: half the documents on topic rank above the median of the examples, as half of these do.

    Less by caution: examples rank lower than other documents on topic, which the crawl found by their words.
    """
    if len(ranks) < FEW_EXAMPLES:
        return SHARE_UNKNOWN
    return min(SHARE_HIGH, max(SHARE_LOW, CAUTION * 2 * (1 - float(np.median(ranks)))))


def _against_the_crawl(vectors: Vectors, number: int) -> tuple[Floats, Floats, float]:
    """Weights that tell the first so many vectors from the rest, the scores of the rest, and the share on topic."""
    order = np.arange(vectors.documents)
    is_example = order < number
    crawled = vectors.documents - number
    weights, ranks = np.zeros(vectors.vocabulary), np.zeros(number)
    for fold in range(FOLDS):
        left_out = is_example & (order % FOLDS == fold)
        taken = is_example & ~left_out
        each = np.where(taken, POSITIVE_SHARE * crawled / max(1, int(taken.sum())), 1 - POSITIVE_SHARE)
        model = fit_logistic(vectors, is_example.astype(np.float64), STRENGTH * np.where(left_out, 0.0, each))
        scores = vectors.dot(model)
        ranks[left_out[:number]] = np.searchsorted(np.sort(scores[number:]), scores[left_out]) / max(1, crawled)
        weights += model / FOLDS
    return weights, vectors.dot(weights)[number:], share_above(ranks)
