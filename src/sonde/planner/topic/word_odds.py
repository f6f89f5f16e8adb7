"""Evidence of words for a topic, taken as independent, as in naive Bayes."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Terms = NDArray[np.integer]  # distinct terms of one document
Floats = NDArray[np.float64]

SMOOTHING = 0.1  # of an average term's count


class Lists:
    """The terms of many documents, one after the other."""

    def __init__(self, documents: Sequence[Terms]) -> None:
        self.flat = np.concatenate([np.zeros(0, np.int64), *documents]).astype(np.int64)
        self.lengths = np.array([len(terms) for terms in documents], np.int64)

    @property
    def owner(self) -> NDArray[np.int64]:
        """The document of each entry."""
        return np.repeat(np.arange(len(self.lengths)), self.lengths)

    def counts(self, weights: Floats, vocabulary: int) -> Floats:
        """The sum of the weights of the documents with each term."""
        return np.bincount(self.flat, np.repeat(weights, self.lengths), minlength=vocabulary).astype(np.float64)

    def evidence(self, odds: Floats) -> Floats:
        """The evidence for each document; terms without odds say nothing.

        Words are far from independent, so that of n words counts as that of sqrt(n).
        """
        each = np.append(odds, 0.0)[np.minimum(self.flat, len(odds))]
        sums = np.bincount(self.owner, each, minlength=len(self.lengths))
        return np.asarray(sums / np.sqrt(np.maximum(self.lengths, 1)))


def word_odds(examples: Lists, crawled: Lists, chances: Floats, *, vocabulary: int) -> Floats:
    """log P(term | on) / P(term | off) per term, by how likely each crawled document is on topic.

    However many documents were crawled, the examples keep half the say: the topic must not drift away.
    """
    given = examples.counts(np.ones(len(examples.lengths)), vocabulary)
    found = crawled.counts(chances, vocabulary)
    found *= min(1.0, given.sum() / max(found.sum(), 1.0))
    return np.asarray(_log_shares(given + found) - _log_shares(crawled.counts(1 - chances, vocabulary)))


def _log_shares(counts: Floats) -> Floats:
    total = max(float(counts.sum()), 1.0)
    return np.asarray(np.log((counts + SMOOTHING * total / max(len(counts), 1)) / total))
