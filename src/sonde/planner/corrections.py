"""What a crawl learns about its own expectations: how many documents are unseen, and how few of them a cap shows."""

import math
from collections import deque

import numpy as np

from sonde.planner.costs import Floats

RHO_LOW, RHO_HIGH = 0.08, 2.0
RHO_HIGHER = 4.0  # where the site hides documents, far more than the captures tell may be unseen
RHO_WINDOW, RHO_MIN = 25, 5
MOST_UNSEEN = 2.5  # times what was expected of one word: a few words in nearly all documents tell little of others
BETA_LOW, BETA_HIGH = -0.2, 1.5
BETA_PRIOR, BETA_MEMORY = 3.0, 0.95


class Corrections:
    """rho and beta, each from the last answers.

    rho is the number of unseen documents found per one expected. Of x K matches, K of them shown, an answer
    brings a part of the unseen ones that is x^beta times smaller than K out of x K: beta is 0 where the part shown
    is as new as the rest, and near 1 where the site shows the same documents first whatever the word.
    """

    def __init__(self) -> None:
        self._counted: deque[tuple[float, float]] = deque(maxlen=RHO_WINDOW)  # unseen, and expected, per word
        self._beta_sums = (0.0, 0.0)  # of a regression of lost yield on log x, through the origin

    @property
    def rho(self) -> float:
        """Unseen documents found per one expected, over the last words."""
        if len(self._counted) < RHO_MIN:
            return 1.0
        high = RHO_HIGH + (RHO_HIGHER - RHO_HIGH) * min(1.0, max(0.0, 2 * self.beta))
        unseen = sum(min(unseen, MOST_UNSEEN * expected) for unseen, expected in self._counted)
        return min(high, max(RHO_LOW, unseen / sum(expected for _, expected in self._counted)))

    @property
    def beta(self) -> float:
        """How much less than a random part of the matches an answer beyond the cap brings."""
        lost, weight = self._beta_sums
        return min(BETA_HIGH, max(BETA_LOW, lost / (weight + BETA_PRIOR)))

    def learn_rho(self, *, unseen: float, expected: float) -> None:
        """One word whose matches were counted: so many were unseen, and so many were expected before scaling."""
        if expected > 0:
            self._counted.append((unseen, expected))

    def learn_beta(self, *, new: int, unseen: float, hits: float, cap: float, looked: int) -> None:
        """One answer: `new` documents where `unseen` of its `hits` were, `looked` of which a peek had shown."""
        if not hits > 1.05 * cap or unseen <= 0:
            return
        random_part = unseen * float(shown_share(np.array(hits), cap=cap, looked=looked))
        lost = -math.log((new + 0.5) / (random_part + 0.5))
        excess, trust = math.log(hits / cap), random_part / (random_part + 3)
        lost_sum, weight = self._beta_sums
        self._beta_sums = (
            BETA_MEMORY * lost_sum + trust * excess * lost,
            BETA_MEMORY * weight + trust * excess**2,
        )


def shown_share(hits: Floats, *, cap: float, looked: Floats | float) -> Floats:
    """The share of the matches not looked at yet that an answer cut at the cap shows."""
    return np.asarray(np.where(hits > cap, np.maximum(cap - looked, 0) / np.maximum(hits - looked, 1), 1.0))
