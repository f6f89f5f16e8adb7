"""What a held document tells of those not found yet: less the more queries returned it, more if it is short."""

import math

import numpy as np

STEPS = 64  # weights are such parts of one, so that their sums stay exact
LENGTH_POWER = 0.5  # how fast the weight falls with the number of words
MOST_CAPTURES = 16  # more are not told apart
ONE_OVER = np.array([0, *(round(STEPS / n) / STEPS for n in range(1, MOST_CAPTURES + 1))], np.float32)  # by captures


class LengthWeights:
    """Weights by length, beside a document of the usual one among those met so far.

    Few words lead to a short document, so for each one held more like it are unseen.
    """

    def __init__(self) -> None:
        self._documents = 0
        self._mean_log_length = 0.0

    def add(self, length: int) -> float:
        """Takes in a document of so many terms and gives its weight."""
        self._documents += 1
        log_length = math.log(1 + length)
        self._mean_log_length += (log_length - self._mean_log_length) / self._documents
        return max(1, round(STEPS * math.exp(LENGTH_POWER * (self._mean_log_length - log_length)))) / STEPS
