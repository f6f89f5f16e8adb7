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
from sonde.page.pieces import Pieces


@dataclass(frozen=True, slots=True)
class Said:
    """The words of a page that the models know, by number, each once, and 1 + log of how often they are said."""

    words: NDArray[np.int64]
    times: NDArray[np.float64]


class TextMargins:
    """What `margin` of some models gives for the words of a page."""

    def __init__(self, *models: TextModel) -> None:
        if any(model.unknown for model in models):
            raise ValueError("a model that minds unknown words has to see them")
        words = dict.fromkeys(chain.from_iterable(model.words for model in models))
        self._numbers = {word: number for number, word in enumerate(words)}
        self._biases = [model.bias for model in models]
        # Of each model the idf and the weight of every word.
        self._learned = [_columns([model.words.get(word, (0.0, 0.0)) for word in words]) for model in models]
        self._pieces = Pieces(self._read)

    def said(self, page: WebPage) -> Said:
        """What a page says; the words of its title count more."""
        counts = np.bincount(self._pieces.of(" ".join([page.text[:MAX_PAGE_CHARS], *[page.title] * TITLE])))
        words = np.flatnonzero(counts)
        return Said(words, 1 + np.log(counts[words]))

    def margin(self, model: int, said: Said) -> float:
        """The margin of the model at this place."""
        idf, weights = self._learned[model]
        values = idf[said.words] * said.times
        length = math.sqrt(np.sum(values * values))
        return self._biases[model] + (float(np.sum(values * weights[said.words])) / length if length else 0.0)

    def _read(self, text: str) -> list[int]:
        return [self._numbers[word] for word in stems(text) if word in self._numbers]


def _columns(pairs: Sequence[tuple[float, float]]) -> NDArray[np.float64]:
    return np.array(pairs, np.float64).reshape(-1, 2).T.copy()
