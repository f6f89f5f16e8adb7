"""Logistic regression learned one example at a time, over named features (AdaGrad steps)."""

import math
from collections.abc import Iterable
from heapq import nsmallest
from itertools import repeat
from typing import Any

_RATE = 0.3
_SHRINK = 1e-4  # of a weight per step it takes part in
_MOST = 60_000  # weights kept


class OnlineModel:
    """P(yes | features): every feature counts 1 unless a value is given with it."""

    def __init__(self, *, rate: float = _RATE, prior: float = 0.5) -> None:
        self._rate = rate
        self._bias = math.log(prior / (1 - prior))
        self._weights: dict[str, float] = {}
        self._squares: dict[str, float] = {}  # of the slopes met, which shorten the steps
        self.seen = 0

    def score(self, features: Iterable[str]) -> float:
        """The log odds."""
        return self._bias + sum(map(self._weights.get, features, repeat(0.0)))

    def weight(self, name: str) -> float:
        """What one feature adds to the log odds."""
        return self._weights.get(name, 0.0)

    def probability(self, features: Iterable[str]) -> float:
        """The model's answer, from 0 to 1."""
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, self.score(features)))))

    def learn(self, features: Iterable[str], label: float, *, weight: float = 1.0) -> None:
        """Takes one step towards the label, which may be anything from 0 to 1.

        w <- w - rate * g / sqrt(G), with the slope g = weight * (p - label) and G the sum of all g * g so far.
        """
        names = list(features)
        slope = weight * (self.probability(names) - label)
        self.seen += 1
        self._bias -= 0.1 * self._rate * slope
        for name in names:
            squares = self._squares.get(name, 0.0) + slope * slope
            self._squares[name] = squares
            old = self._weights.get(name, 0.0)
            self._weights[name] = old * (1 - _SHRINK) - self._rate * slope / math.sqrt(1e-6 + squares)
        if len(self._weights) > _MOST:
            self._forget()

    def strongest(self, count: int) -> list[tuple[str, float]]:
        """The features that speak most for yes."""
        return nsmallest(count, self._weights.items(), key=lambda item: (-item[1], item[0]))

    def _forget(self) -> None:
        """Drops the quarter of the weights that matter least."""
        kept = sorted(self._weights, key=lambda name: (-abs(self._weights[name]), name))[: _MOST * 3 // 4]
        self._weights = {name: self._weights[name] for name in kept}
        self._squares = {name: self._squares[name] for name in kept}

    def state(self) -> dict[str, Any]:
        """The model as JSON."""
        kept = {name: (weight, self._squares[name]) for name, weight in self._weights.items()}
        return {"bias": self._bias, "seen": self.seen, "weights": kept}

    def restore(self, state: dict[str, Any]) -> None:
        """Takes up what another run learned."""
        self._bias, self.seen = state["bias"], state["seen"]
        self._weights = {name: pair[0] for name, pair in state["weights"].items()}
        self._squares = {name: pair[1] for name, pair in state["weights"].items()}
