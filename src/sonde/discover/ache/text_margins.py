"""The margins of models over a whole page: its words are counted and weighed all together."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from sonde.discover.ache.form_text import MAX_PAGE_CHARS, TITLE
from sonde.discover.ache.link_terms import stems
from sonde.discover.ache.text_model import TextModel
from sonde.discover.model import WebPage
from sonde.page.pieces import Numbers, Pieces


@dataclass(frozen=True, slots=True)
class Said:
    """The words of a page that the models know, by number, each once, and 1 + log of how often they are said."""

    words: Numbers
    times: NDArray[np.float64]


class TextMargins:
    """What `margin` of some models gives for the words of a page, to the last digit."""

    def __init__(self, *models: TextModel) -> None:
        if any(model.unknown for model in models):
            raise ValueError("a model that minds unknown words has to see them")
        words = dict.fromkeys(chain.from_iterable(model.words for model in models))
        self._numbers = {word: number for number, word in enumerate(words)}
        self._biases = [model.bias for model in models]
        # Of each model the idf and the weight of every word.
        self._learned = [_columns([model.words.get(word, (0.0, 0.0)) for word in words]) for model in models]
        self._pieces = Pieces(self._read)
        self._first: Numbers = np.zeros(len(words), np.int64)  # written over by each page
        self._times = np.ones(1)

    def said(self, page: WebPage) -> Said:
        """What a page says; the words of its title count more."""
        title = np.array(self._read(page.title) * TITLE, np.int64)
        words, counts = self._counted(np.concatenate([self._pieces.numbers(page.text[:MAX_PAGE_CHARS]), title]))
        if len(counts) and counts.max() >= len(self._times):
            self._times = np.array([0.0, *(1 + math.log(n) for n in range(1, 2 * int(counts.max())))])
        return Said(words, self._times[counts])

    def margin(self, model: int, said: Said) -> float:
        """The margin of the model at this place."""
        idf, weights = self._learned[model]
        values = idf[said.words] * said.times
        # One after the other, as `margin` of a model adds up: the last digits of a sum depend on it.
        squares, total = np.cumsum(values * values)[-1:], np.cumsum(values * weights[said.words])[-1:]
        return self._biases[model] + (float(total[0]) / math.sqrt(squares[0]) if squares.any() else 0.0)

    def _read(self, text: str) -> list[int]:
        return [self._numbers[word] for word in stems(text) if word in self._numbers]

    def _counted(self, words: Numbers) -> tuple[Numbers, Numbers]:
        """The words in the order of their first places, and how often each occurs."""
        places = np.arange(len(words))
        self._first[words[::-1]] = places[::-1]
        once = words[self._first[words] == places]
        self._first[once] = np.arange(len(once))
        return once, np.bincount(self._first[words])


def _columns(pairs: Sequence[tuple[float, float]]) -> NDArray[np.float64]:
    return np.array(pairs, np.float64).reshape(-1, 2).T.copy()
