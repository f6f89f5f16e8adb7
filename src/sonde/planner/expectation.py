"""How many new documents a word is expected to bring, from how often documents came back and from stated counts."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sonde.planner.boxes import Box
from sonde.planner.candidates import Positions
from sonde.planner.cap import Cap
from sonde.planner.companions import InTheAir
from sonde.planner.corrections import Corrections, shown_share
from sonde.planner.costs import Costs, Floats
from sonde.planner.peeks import Peeks
from sonde.planner.shadows import MOST_OPEN, Shadows
from sonde.planner.sightings import Sighting
from sonde.planner.statistics import Statistics
from sonde.planner.twins import Twins

# Documents not found yet resemble those that few queries returned: one, two, or more. Without a cap a word brings
# everything that holds it, so documents that two queries returned say nothing about the rest.
CLASS_WEIGHTS = np.array([1.0, 0.25, 0.02])
CLASS_WEIGHTS_UNCAPPED = np.array([1.0, 0.02, 0.002])
HIDING = 0.2  # a beta above: by relevance it stays below, in a fixed order it soon is at 0.4 to 0.9
CLUSTER_PENALTY = 0.75
LITERAL = 0.8  # of a word's results hold it: fewer, and its count tells of other words, such as "heart" for "art"
ROUNDING = 1 + 1e-6  # boxes are told apart by numbers of few digits
TIE_BREAK = 1e-6  # of equal expectations the more frequent word is the safer one


@dataclass(frozen=True, slots=True)
class Expectation:
    """Values terms by new documents per cost.

    u(t), the unseen documents with a term, is read off the held ones that few queries returned, scaled by
    rho: how wrong this was for the last words. A stated count makes it exact. Under a cap K a word with x K
    matches brings u / x^(1+beta).
    """

    statistics: Statistics
    cap: Cap
    corrections: Corrections
    peeks: Peeks
    in_the_air: InTheAir
    shadows: Shadows
    twins: Twins
    costs: Costs
    optimism: float = 1.0  # above 1: words worth a peek are valued by what they may turn out to have

    def scores(self, ids: Positions) -> Floats:
        """Expected new documents per cost for terms given in ascending order; L breaks ties."""
        unseen, hits = self.unseen(ids)
        looked = np.where(self.peeks.hits(ids) >= 0, float(self.peeks.page_size), 0.0)
        new = self.shown(unseen, hits, looked=looked) * self.twins.left(ids)
        return np.asarray(new / self.costs.of(hits, new) + TIE_BREAK * self.statistics.held[ids])

    def least_held(self, score: float) -> int:
        """Fewer held documents cannot give this score unless counted: at most all of them count, scaled by rho."""
        return int(score / (self.optimism * MOST_OPEN * self.corrections.rho / self.costs.query + TIE_BREAK))

    @property
    def capture_weights(self) -> Floats:
        """What the held documents of each capture class, and all by one over their captures, tell of unseen ones.

        Few documents came once in the end, and which words they have is chance, so half of u(t) is read off all held
        ones. Not where the site hides documents: there those that came often are the ones it always shows.
        """
        if math.isinf(self.cap.limit):
            return np.append(CLASS_WEIGHTS_UNCAPPED, 0.0)
        if self.corrections.beta > HIDING:
            return np.append(CLASS_WEIGHTS, 0.0)
        *classes, by_captures = self.statistics.weighed_in_all
        share = max(1e-6, float(CLASS_WEIGHTS @ classes) / max(1.0, by_captures))
        # In steps of two, so that what terms promise seldom changes without their counts.
        return np.append(CLASS_WEIGHTS, 2.0 ** round(math.log2(share))) / 2

    def promise(self, ids: Positions) -> Floats:
        """g(t): held documents with the term, weighted by how few queries returned them, and what is left of that.

        A term found through one query is one observation, however many documents it came in. It grows only with the
        counts of the term and with the `basis`.
        """
        table = self.statistics
        trust = trust_in(table.clustered[ids], table.held[ids])
        # Row by row: a matrix product rounds a term differently from one array to the next, and ties would turn.
        weighed = (self.capture_weights[:, None] * table.weighed[:, ids]).sum(axis=0)
        return np.asarray(weighed * trust * self.shadows.left(ids), np.float64)

    @property
    def basis(self) -> tuple[float, ...]:
        """What all promises are worked out with."""
        return (*self.capture_weights, self.shadows.open_share)

    def ceiling(self, box: Box) -> Floats:
        """A score that no term of unknown count in each box exceeds: the most unseen, of the fewest matches."""
        rho = self.corrections.rho
        (held, most_held), (promise, most_promise) = box.held, box.promise
        unseen, hits = rho * most_promise, held + rho * promise
        if self.optimism > 1:
            unseen = np.where(self.is_dear(most_held + unseen), self.optimism * unseen, unseen)
        new = self.shown(unseen, hits)
        return np.asarray(ROUNDING * (new / self.costs.of(hits, new) + TIE_BREAK * most_held))

    def unseen(self, ids: Positions) -> tuple[Floats, Floats]:
        """u(t), and the matches in all."""
        held = self.statistics.held[ids].astype(np.float64)
        unseen = self.corrections.rho * self.promise(ids)
        if self.optimism > 1:
            unseen = np.where(self.is_dear(held + unseen), self.optimism * unseen, unseen)
        stated = self.peeks.hits(ids)
        is_known = stated >= 0
        unseen = np.where(is_known, np.maximum(0, stated - self.peeks.held_matches(ids, held)), unseen)
        hits = np.where(is_known, stated, held + unseen)
        return unseen * self.in_the_air.left(ids), hits

    def shown(self, unseen: Floats, hits: Floats, looked: Floats | float = 0.0) -> Floats:
        """How many of the unseen documents an answer brings under the cap; `looked` of them are known."""
        if math.isinf(self.cap.limit):
            return unseen
        share = shown_share(hits, cap=self.cap.limit, looked=looked)
        return np.asarray(unseen * share / np.maximum(hits / self.cap.limit, 1) ** self.corrections.beta)

    def taken(self, term: int) -> float:
        """The share of a term's unseen documents that its answer brings."""
        unseen, hits = self.unseen(np.array([term], np.intp))
        return float((self.shown(unseen, hits) / np.maximum(unseen, 1e-9))[0])

    def matches(self, term: int) -> float:
        """How many documents are expected to have a term."""
        return float(self.statistics.held[term] + self.corrections.rho * self.promised(term))

    def promised(self, term: int) -> float:
        """g(t) of one term."""
        return float(self.promise(np.array([term], np.intp))[0])

    def learn(self, sighting: Sighting, hits: int | None, *, term: int, promised: float, was_known: bool) -> None:
        """Learns rho and beta from an answer to a term; a count that the site hides is taken as expected.

        What a twin had shown is told by this answer better than before it.
        """
        held = sighting.before.held
        unseen = self.corrections.rho * promised
        if hits is not None:
            literal = self.peeks.literal_share(sighting)
            unseen = max(0.0, hits - held / literal)
            if not was_known and literal >= min(LITERAL, self.peeks.usual_literal_share):
                self.corrections.learn_rho(unseen=unseen, expected=promised)
        if not sighting.is_peek:
            self.corrections.learn_beta(
                new=len(sighting.new), unseen=unseen * float(self.twins.left(np.array([term], np.intp))[0]),
                hits=hits or held + unseen, cap=self.cap.limit, looked=sighting.looked,
            )  # fmt: skip

    def is_dear(self, hits: Floats) -> NDArray[np.bool_]:
        """Whether words with so many matches are worth a peek first."""
        return self.peeks.is_worth_it(np.minimum(hits, self.cap.limit))


def trust_in(clustered: NDArray[np.generic], held: NDArray[np.integer]) -> Floats:
    """How far so many held documents are to be trusted; `clustered` adds up their squared numbers by query."""
    return np.asarray(np.maximum(0, 1 - CLUSTER_PENALTY * np.sqrt(clustered) / np.maximum(held, 1)))
