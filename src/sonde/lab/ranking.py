"""Orders matches: BM25 by the words of the question, or a fixed order that ignores them."""

import math

import numpy as np
from numpy.typing import NDArray

from sonde.lab.index import Floats, Ints, Postings

K1 = 1.2
B = 0.75


def length_norms(lengths: Ints) -> Floats:
    """The denominator's constant part of BM25 for each document."""
    mean = float(lengths.mean()) if len(lengths) and lengths.any() else 1.0
    return K1 * (1 - B + B * lengths.astype(np.float64) / mean)


def impacts(postings: Postings, *, norms: Floats) -> Floats:
    """The BM25 score each posting adds to its document (Robertson's idf with 1 added, so never negative)."""
    found, size = len(postings.documents), len(norms)
    idf = math.log(1 + (size - found + 0.5) / (found + 0.5))
    counts = postings.counts.astype(np.float64)
    return idf * counts * (K1 + 1) / (counts + norms[postings.documents])


def best_first(documents: Ints, scores: Floats, *, limit: int | None) -> Ints:
    """The `limit` documents with the highest scores, best first; equal scores keep their order."""
    if limit is not None and limit < len(documents):
        least_kept = np.partition(scores, len(scores) - limit)[len(scores) - limit]
        kept = np.flatnonzero(scores >= least_kept)
        documents, scores = documents[kept], scores[kept]
    return documents[np.argsort(-scores, kind="stable")[:limit]]


def by_position(documents: Ints, positions: NDArray[np.integer], *, limit: int | None) -> Ints:
    """The first `limit` documents in a fixed order, given each document's position in it."""
    return best_first(documents, -positions[documents].astype(np.float64), limit=limit)
