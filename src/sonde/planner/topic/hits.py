"""How many documents of a site hold a word, guessed while only a biased part of the site was seen.

A topic crawl sees the topic, so the held documents say little about how widespread a word is elsewhere. Held
documents off topic and general language say more. The slopes began as a regression on seven
topics of three collections and were then set by how few queries crawls of such topics took.
"""

import math
from collections import deque

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

HELD, OFF_TOPIC = 0.15, 0.85  # slopes of log hits on the log of held documents with the word
FREQUENCY, UNKNOWN = 0.25, -0.5  # on general frequency, and for words never met in general language
COMMON = 4.0  # on the Zipf scale
LEVEL, LEVEL_WEIGHT = 2.0, 2.0  # before anything is known
WINDOW = 15
SPREAD = 0.45  # standard deviation of log hits around the guess
# A word is chosen because few hits were guessed, so its hits exceed the guess by more than those of other words.
WINNERS_CURSE = 1.0


class HitGuess:
    """Guesses hits, and learns from those the site states how far off it was."""

    def __init__(self) -> None:
        self._errors: deque[float] = deque(maxlen=WINDOW)

    def observe(self, hits: int, *, held: float, off_topic: float, zipf: float) -> None:
        """Learns from an answer; the counts are those before it."""
        if hits > 0:
            shape = _shape(np.array([held]), np.array([off_topic]), np.array([zipf]))
            self._errors.append(math.log(hits) - float(shape[0]) - WINNERS_CURSE)

    def of(self, *, held: Floats, off_topic: Floats, zipf: Floats) -> Floats:
        """The number of documents guessed to hold each word; never fewer than are held."""
        level = (LEVEL_WEIGHT * LEVEL + sum(self._errors)) / (LEVEL_WEIGHT + len(self._errors))
        return np.maximum(np.exp(level + _shape(held, off_topic, zipf)), held)


def shown_share(hits: Floats, cap: float) -> Floats:
    """The expected share of the matches that a site shows, E[min(1, cap / hits)], for hits guessed so roughly."""
    if math.isinf(cap):
        return np.ones_like(hits)
    excess = np.log(np.maximum(hits, 0.5) / cap)
    # Five equally likely errors stand for the whole normal distribution.
    errors = SPREAD * np.array([-1.28, -0.52, 0.0, 0.52, 1.28])
    return np.asarray(np.minimum(1.0, np.exp(-(excess[:, None] + errors))).mean(axis=1))


def _shape(held: Floats, off_topic: Floats, zipf: Floats) -> Floats:
    general = np.where(zipf > 0, FREQUENCY * (zipf - COMMON), UNKNOWN)
    return np.asarray(HELD * np.log(held + 0.5) + OFF_TOPIC * np.log(off_topic + 0.5) + general)
