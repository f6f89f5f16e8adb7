"""From the share of matches held to the share of documents held: long documents match more words and are found first.

A document of n words is held with probability 1 - exp(-level * n ** slope). The slope is read from how often
documents of each length came back; the level is the one at which the held documents have the share of the matches
that is known to be held.
"""

import numpy as np
from numpy.typing import NDArray

from sonde.planner.captures import STRATA, Captures, words_in
from sonde.planner.hit_counts import Ratio
from sonde.planner.statistics import Statistics

SAMPLE = 800  # documents that stand for all
RENEW = 1.1  # the sample is drawn again when so many times more are held
SLOPE = 0.25  # until captures tell
SLOPE_WEIGHT = 200.0  # documents that came once it takes to tell half of it
TEXT_SLOPE = 1.0  # of a single word, where nothing else is known: twice the text has it twice as often
TEXT_WEIGHT = 2000.0  # documents that came back it takes to tell better than words do
USUAL = (0.15, 0.75)  # of the sample have a word that is like those asked first
MIN_STRATUM = 15  # documents of the sample that tell how often words are in documents of a length
APART = 0.8  # less than this part of the expected share: a stratum is of another kind
MAX_SLOPE = 1.2
STEPS = 40
LEAST = 1e-6  # so that no site is without matches

Floats = NDArray[np.float64]


class Sample:
    """Some of the held documents: which share of a list of words the documents of each length have."""

    def __init__(self) -> None:
        self._rng = np.random.default_rng(0)
        self._drawn_of = 0
        self._terms: NDArray[np.int32] = np.zeros(0, np.int32)
        self._strata: NDArray[np.uint8] = np.zeros(0, np.uint8)  # of the document of each term
        self._documents: Floats = np.zeros(STRATA)
        self._word_slope = TEXT_SLOPE

    def words_per_document(self, terms: NDArray[np.int64], statistics: Statistics, captures: Captures) -> Floats:
        """How many of the words a document of each stratum has on average; strata without any take the mean."""
        self._renew(statistics, captures)
        wanted = np.zeros(statistics.vocabulary, np.bool_)
        wanted[terms] = True
        found = np.bincount(self._strata[wanted[self._terms]], minlength=STRATA)
        mean = found.sum() / max(1.0, self._documents.sum())
        return np.asarray((found + mean) / (self._documents + 1))

    def word_slope(self, statistics: Statistics, captures: Captures) -> float:
        """How the chance to have one usual word grows with length: an answer that was not cut finds documents so."""
        self._renew(statistics, captures)
        return self._word_slope

    def _renew(self, statistics: Statistics, captures: Captures) -> None:
        if statistics.documents >= RENEW * self._drawn_of:
            self._draw(statistics, captures)
            self._word_slope = self._slope_of_words(statistics)

    def _slope_of_words(self, statistics: Statistics) -> float:
        size, told = self._documents.sum(), self._documents >= MIN_STRATUM
        counts = np.bincount(self._terms, minlength=statistics.vocabulary)
        usual = np.flatnonzero((counts > USUAL[0] * size) & (counts < USUAL[1] * size))
        if not len(usual) or np.count_nonzero(told) < 2:
            return TEXT_SLOPE
        lengths = np.log(words_in(np.arange(STRATA)))[told]
        slopes = []
        for term in usual.tolist():
            found = np.bincount(self._strata[self._terms == term], minlength=STRATA)[told]
            share = (found + 0.5) / (self._documents[told] + 1)
            weights = self._documents[told] * share * (1 - share)
            slopes.append(_steepness(lengths, np.log(-np.log1p(-share)), weights))
        return float(np.clip(np.median(slopes), 0, MAX_SLOPE))

    def _draw(self, statistics: Statistics, captures: Captures) -> None:
        self._drawn_of = statistics.documents
        chosen = captures.documents()
        if len(chosen) > SAMPLE:
            chosen = self._rng.choice(chosen, SAMPLE, replace=False)
        lists = [statistics.terms_of(int(number)) for number in chosen]
        strata = captures.strata_of(chosen)
        self._terms = np.concatenate(lists) if lists else self._terms
        self._strata = np.repeat(strata, [len(found) for found in lists])
        self._documents = np.bincount(strata, minlength=STRATA).astype(np.float64)


def slope_of(captures: Captures, *, prior: float = SLOPE, weight: float = SLOPE_WEIGHT) -> float:
    """How the chance of being returned grows with length, as a power of the number of words."""
    once, sightings = captures.once, captures.sightings
    told = (sightings >= 20) & (once > 0)
    if np.count_nonzero(told) < 2:
        return prior
    weights = np.minimum(once, sightings - once + 1)[told]
    # Good-Turing in each stratum: once / sightings = exp(-chance), up to noise.
    chances = np.log(np.maximum(0.01, -np.log((once[told] + 0.5) / (sightings[told] + 1))))
    steepness = _steepness(np.log(words_in(np.arange(STRATA)))[told], chances, weights)
    trust = float(weights.sum() / (weights.sum() + weight))
    return min(MAX_SLOPE, max(0.0, trust * steepness + (1 - trust) * prior))


def _steepness(x: Floats, y: Floats, weights: Floats) -> float:
    """The slope of a weighted regression line."""
    x = x - np.average(x, weights=weights)
    return float(np.sum(weights * x * y) / max(1e-9, np.sum(weights * x**2)))


def share_of_documents(
    ratio: Ratio, *, held: Floats, words: Floats, slope: float, captured: Floats | None = None
) -> float:
    """The share of documents held, given the share of matches: `words` are those of a held document by stratum.

    Documents of few words may have none that others have, so that no count speaks of them. Where by captures less is
    held of a stratum than of others, by more than length explains, they are believed: `captured` is that share.
    """
    if ratio.share >= 1 or not held.any():
        return min(1.0, ratio.share)
    matches = np.maximum(0.0, held * words - ratio.alone) + LEAST * held
    relative = words_in(np.arange(STRATA)) ** slope
    relative = relative / np.average(relative, weights=held)
    wanted = float(matches.sum()) / ratio.share
    low, high = -15.0, 6.0  # logarithm of the level
    for _ in range(STEPS):
        level = (low + high) / 2
        chances = -np.expm1(-np.exp(level) * relative)
        is_too_low = float(np.sum(matches * ratio.tilt / chances)) > wanted
        low, high = (level, high) if is_too_low else (low, level)
    chances = -np.expm1(-np.exp(high) * relative)
    if captured is not None:
        # Captures may be off for all strata alike, as by the order of results; only what sets one apart is used.
        alike = max(1.0, float(np.sum(held / captured) / np.sum(held / chances)))
        chances = np.where(alike * captured < APART * chances, alike * captured, chances)
    return float(held.sum() / np.sum(held / chances))
