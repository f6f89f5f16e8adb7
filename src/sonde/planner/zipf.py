"""The adaptive policy with the Zipf estimator (Ntoulas 2005, 3.1, eq. 4 and 5)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sonde.model import Outcome
from sonde.planner.adaptive import Adaptive, efficiency, held_share, independence
from sonde.planner.candidates import Positions
from sonde.planner.costs import Costs, Floats
from sonde.planner.sightings import Sighting
from sonde.planner.statistics import Counts, Statistics

MIN_RANKS = 3  # as many as the curve has constants
MAX_BETA = 1000.0
BETAS, ROUNDS = 9, 7  # so many values of beta are tried at once, and so many times closer around the best
MIN_GAMMA, MAX_GAMMA = 1e-3, 4.0  # text has about 1; few points can look like anything
TIE_BREAK = 1e-12  # a curve that lies too low makes the many words of one document the best ones


@dataclass(frozen=True, slots=True)
class Mandelbrot:
    """f = alpha (r + beta)^-gamma (eq. 4)."""

    alpha: float
    beta: float
    gamma: float

    def at(self, ranks: Floats) -> Floats:
        """The frequency of the terms of these ranks."""
        return np.asarray(self.alpha * (ranks + self.beta) ** -self.gamma)


class AdaptiveZipf(Adaptive):
    """Asks the word of greatest efficiency, where P(q) follows from its rank R(q) among the held documents' terms.

    The curve goes through the issued queries, whose hits are known, and is fitted again after each. Until
    queries of three different ranks were answered the independence estimator stands in.
    """

    def __init__(
        self, *, seeds: Sequence[str] = (), statistics: Statistics | None = None, costs: Costs | None = None
    ) -> None:
        super().__init__(seeds=seeds, statistics=statistics, costs=costs)
        self._issued: dict[int, int] = {}  # term -> hits
        self._levels: Floats | None = None  # efficiency by number of held documents, until the next answer

    def observe(self, outcome: Outcome) -> None:
        """Updates the query statistics table and notes the hits of the query."""
        self._note(self.candidates.observe(outcome))
        self._levels = None

    def scores(self, ids: Positions) -> Floats:
        """Efficiency of the terms with these ids; of equal ones the term met first is a trifle better."""
        return np.asarray(self._efficiencies()[self.statistics.held[ids]] - TIE_BREAK * ids)

    def least_held(self, score: float) -> int:
        """The fewest held documents that give this efficiency."""
        reached = np.flatnonzero(self._efficiencies()[1:] >= score)
        return int(reached[0]) + 1 if len(reached) else 1

    def curve(self) -> Mandelbrot | None:
        """The curve through the issued queries, in documents: N P(t); None while there are too few."""
        return self._curve(ranks_by_held(self.statistics.held[: self.statistics.vocabulary]))

    def _curve(self, ranks: Floats) -> Mandelbrot | None:
        ids = np.fromiter(self._issued, np.intp)
        hits = np.fromiter(self._issued.values(), np.float64)
        return fit(ranks[self.statistics.held[ids]], hits)

    def _note(self, sighting: Sighting) -> None:
        term = self.statistics.id_of(sighting.word)
        hits = self.candidates.cap.hits(sighting)
        if term is not None and hits and sighting.seen and not sighting.error:
            self._issued[term] = hits

    def _efficiencies(self) -> Floats:
        """Equally many held documents are one rank and one efficiency; minus infinity where no term has so many."""
        if self._levels is None:
            table = self.statistics
            counts = np.bincount(table.held[: table.vocabulary], minlength=1)
            held = np.flatnonzero(counts)
            p_given_held = held / max(1, table.documents)
            ranks = ranks_of(counts)
            curve = self._curve(ranks)
            size = max(1, table.documents) / held_share(table)
            # P(t) = alpha (R(t) + beta)^-gamma (eq. 5)
            p = independence(p_given_held) if curve is None else curve.at(ranks[held]) / size
            self._levels = np.full(len(counts), -np.inf)
            self._levels[held] = efficiency(p, p_given_held, table=table, costs=self.costs)
        return self._levels


def ranks_by_held(held: Counts) -> Floats:
    """R(t) for each number of held documents that a term may be in: 1 + the terms that are in more."""
    return ranks_of(np.bincount(held, minlength=1))


def ranks_of(counts: NDArray[np.intp]) -> Floats:
    """The same from the number of terms that are in 0, 1, 2... held documents."""
    return np.asarray(1.0 + counts.sum() - np.cumsum(counts))


def fit(ranks: Floats, frequencies: Floats) -> Mandelbrot | None:
    """The curve of least squared error in the logarithm of the frequency; None where the points give none."""
    if len(np.unique(ranks)) < MIN_RANKS:
        return None
    logs = np.log(frequencies)
    low, high = 0.0, float(np.log1p(MAX_BETA))
    for _ in range(ROUNDS):
        steps = np.linspace(low, high, BETAS)
        log_alphas, gammas, errors = _lines(np.log(ranks + np.expm1(steps)[:, None]), logs)
        best = int(errors.argmin())
        low, high = float(steps[max(0, best - 1)]), float(steps[min(BETAS - 1, best + 1)])
    if gammas[best] < MIN_GAMMA:  # a curve that does not fall says nothing about ranks
        return None
    return Mandelbrot(float(np.exp(log_alphas[best])), float(np.expm1(steps[best])), float(gammas[best]))


def _lines(x: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
    """log alpha, gamma and the squared error of the line y = log alpha - gamma x, for each row of x."""
    x_mean, y_mean = x.mean(axis=1), y.mean()
    dx, dy = x - x_mean[:, None], y - y_mean
    gammas = np.minimum(MAX_GAMMA, -(dx @ dy) / np.sum(dx * dx, axis=1))
    errors = np.sum((dy + gammas[:, None] * dx) ** 2, axis=1)
    return y_mean + gammas * x_mean, gammas, errors
