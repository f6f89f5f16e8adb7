"""Logistic regression over sparse vectors of documents, by Newton's method with conjugate gradients."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from sonde.planner.topic.word_odds import Lists

Floats = NDArray[np.float64]

NEWTON_STEPS, GRADIENT_STEPS = 4, 6
NEAR_ENOUGH = 1e-3
SCORE_LIMIT = 30.0


@dataclass(frozen=True, slots=True, eq=False)
class Vectors:
    """Documents as vectors of length one over their terms."""

    flat: NDArray[np.int64]  # terms, document after document
    owner: NDArray[np.int64]
    values: Floats
    documents: int
    vocabulary: int

    @classmethod
    def of(cls, documents: Lists, weights: Floats) -> Self:
        """Documents with a weight per term; terms without one are left out."""
        number = len(documents.lengths)
        values = np.append(weights, 0.0)[np.minimum(documents.flat, len(weights))]
        used = values > 0
        flat, owner, values = documents.flat[used], documents.owner[used], values[used]
        norms = np.sqrt(np.bincount(owner, values * values, minlength=number))
        return cls(flat, owner, values / norms[owner], number, len(weights))

    def dot(self, weights: Floats) -> Floats:
        """The product of each document and the weights of terms."""
        return np.bincount(self.owner, self.values * weights[self.flat], minlength=self.documents).astype(np.float64)

    def sums(self, weights: Floats) -> Floats:
        """Per term, the sum over documents, each times its weight."""
        each = self.values * weights[self.owner]
        return np.bincount(self.flat, each, minlength=self.vocabulary).astype(np.float64)


def fit_logistic(vectors: Vectors, labels: Floats, weights: Floats, *, start: Floats | None = None) -> Floats:
    """Weights of terms: least loss over the weighted documents plus half the squared length of the weights.

    Labels may be anything from 0 to 1.
    """
    share = min(0.999, max(0.001, float(np.average(labels, weights=weights))))
    terms = np.zeros(vectors.vocabulary) if start is None else start
    bias = float(np.log(share / (1 - share)))
    for _ in range(NEWTON_STEPS):
        chances = logistic(vectors.dot(terms) + bias)
        errors = weights * (chances - labels)
        downhill = np.append(-vectors.sums(errors) - terms, -errors.sum())
        step = _solve(vectors, weights * chances * (1 - chances), downhill)
        terms, bias = terms + step[:-1], bias + float(step[-1])
        if np.abs(step).max() < NEAR_ENOUGH:
            break
    return terms


def logistic(scores: Floats) -> Floats:
    """1 / (1 + exp(-x)), without overflow."""
    return np.asarray(1 / (1 + np.exp(-np.clip(scores, -SCORE_LIMIT, SCORE_LIMIT))))


def bias_for(scores: Floats, share: float) -> float:
    """The constant with which the mean probability over all documents is this share."""
    low, high = -SCORE_LIMIT, SCORE_LIMIT
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if logistic(scores + middle).mean() > share else (middle, high)
    return (low + high) / 2


def _solve(vectors: Vectors, curvature: Floats, target: Floats) -> Floats:
    """The Newton step, nearly: the solution of H x = target by conjugate gradients."""
    solution, residual, direction = np.zeros_like(target), target, target
    first = size = _dot(residual, residual)
    for _ in range(GRADIENT_STEPS):
        if size <= NEAR_ENOUGH * first:
            break
        bent = curvature * (vectors.dot(direction[:-1]) + direction[-1])
        image = np.append(vectors.sums(bent) + direction[:-1], bent.sum())
        along = size / max(_dot(direction, image), 1e-12)
        solution, residual = solution + along * direction, residual - along * image
        before, size = size, _dot(residual, residual)
        direction = residual + size / before * direction
    return solution


def _dot(one: Floats, other: Floats) -> float:
    """Their product, not by BLAS: its threads wait for each other, long where the machine has other work."""
    return float((one * other).sum())
