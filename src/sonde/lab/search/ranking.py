"""Orders matches: BM25 by the words of the question, the same mixed with popularity, or a fixed order."""

import math
import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sonde.errors import ConfigError
from sonde.lab.corpora.record import Record
from sonde.lab.search.index import Floats, Ints, Postings

K1 = 1.2
B = 0.75
_LOG_MEAN, _LOG_SPREAD = 8.0, 2.0  # of a popularity that is drawn: views of videos are spread like this
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


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


def boosts(records: Sequence[Record], *, attribute: str, seed: int) -> Floats:
    """What BM25 is multiplied by for each document: the logarithm of 2 plus its popularity.

    The popularity is a numeric attribute (nothing counts as 0) or, without one, drawn log-normally by `seed`.
    """
    if not attribute:
        drawn = np.random.default_rng(seed).lognormal(_LOG_MEAN, _LOG_SPREAD, len(records))
        return np.asarray(np.log(2 + drawn))
    found = [_NUMBER.match(record.attribute(attribute).replace(",", "")) for record in records]
    if not any(found):
        names = sorted({name for record in records for name, _ in record.attributes})
        raise ConfigError(f"no document has a number in {attribute!r}. Use one of: {', '.join(names) or 'none'}.")
    values = np.array([float(number[0]) if number else 0.0 for number in found])
    return np.asarray(np.log(2 + np.maximum(values, 0)))
