"""How common words are in general language: what most texts have says little about a topic."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sonde.planner.statistics import Statistics
from sonde.text.frequency import general_frequency

Floats = NDArray[np.float64]

SAYS_ALL, SAYS_NOTHING = 4.3, 6.3  # on the Zipf scale: as common as "asleep", as "people"
LEAST_SAY = 0.05


class GeneralLanguage:
    """The terms of a table on the Zipf scale, by the texts of a language at large."""

    def __init__(self, statistics: Statistics, *, language: str) -> None:
        self._statistics, self._language = statistics, language
        self._zipf: Floats = np.zeros(0)  # per term of the table

    def of(self, words: Sequence[str]) -> Floats:
        """How common these words are."""
        return np.array([general_frequency(word, language=self._language) for word in words], np.float64)

    def of_terms(self) -> Floats:
        """How common each term of the table is."""
        known, size = len(self._zipf), self._statistics.vocabulary
        if known < size:
            self._zipf = np.append(self._zipf, self.of(self._statistics.terms[known:size]))
        return self._zipf


def say(zipf: Floats) -> Floats:
    """How much words may say about a topic, by how common they are.

    Examples differ from a site by their topic and, if they come from elsewhere, by how they are written. The latter
    shows in common words: "you" and "please" tell letters from abstracts, whatever these are about.
    """
    return np.clip((SAYS_NOTHING - zipf) / (SAYS_NOTHING - SAYS_ALL), LEAST_SAY, 1.0)
