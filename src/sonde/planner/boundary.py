"""Where along an axis a site begins to refuse words, from those it answered and refused."""

import math
from bisect import bisect_left, insort
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from sonde.planner.costs import Floats

WIDTH = 4.0  # where nothing was answered below the boundary, doubt begins so many times lower
LEAST = 1e-9  # so that every place has a logarithm


class Boundary:
    """Words by their place on an axis: from `limit` on the site refuses them, with the fewest exceptions so far."""

    def __init__(self, answered: Iterable[float] = (), refused: Iterable[float] = ()) -> None:
        self._answered, self._refused = sorted(answered), sorted(refused)
        self.limit = math.inf
        self.exceptions = 0  # words on the wrong side of it
        self._draw()

    def add(self, place: float, *, answered: bool) -> None:
        """Takes in a word by its place."""
        insort(self._answered if answered else self._refused, place)
        self._draw()

    def chance(self, places: NDArray[np.floating]) -> Floats:
        """The chance that words at these places are answered.

        It falls from one, at the last place below the limit where a word was answered, to the share of words
        answered beyond it.
        """
        if math.isinf(self.limit):
            return np.ones(len(places))
        below, refused_below = bisect_left(self._answered, self.limit), bisect_left(self._refused, self.limit)
        answered, refused = len(self._answered) - below, len(self._refused) - refused_below
        low = self._answered[below - 1] if below else self.limit / WIDTH
        ends = np.log(np.maximum([low, self.limit], LEAST))
        beyond = (answered + 1) / (answered + refused + 2)
        return np.asarray(np.interp(np.log(np.maximum(places, LEAST)), ends, [1.0, beyond]))

    def _draw(self) -> None:
        """Finds the limit that is wrong about the fewest words; of equals the highest, which gives up fewest."""
        self.exceptions, lowest = min((self._wrong(limit), -limit) for limit in {math.inf, *self._refused})
        self.limit = -lowest

    def _wrong(self, limit: float) -> int:
        """How many words a limit would be wrong about."""
        return bisect_left(self._refused, limit) + len(self._answered) - bisect_left(self._answered, limit)
