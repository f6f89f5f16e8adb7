"""How complete the copy is: size of the site and share held, with a 90 % interval."""

import math

from sonde.model import Coverage, Outcome
from sonde.planner.beyond import Beyond
from sonde.planner.cap import Cap
from sonde.planner.captures import Captures
from sonde.planner.statistics import Sighting, Statistics

PRIOR = 0.5  # what one answer alone says about coverage: nothing
DISAGREE = 0.03  # captures above the beyond share by more than this: the site hides documents from captures
MIN_CUT_ANSWERS = 3
UNREACHABLE = 0.008  # documents that no word we know leads to leave no trace; the lower bound allows for some
LEAST = 1e-4


class Completeness:
    """Observes outcomes and estimates coverage. Deterministic; never a size below what was seen.

    Two kinds of evidence: how often documents came back, and, where answers are cut but state their count,
    how many of the documents beyond the cut were found by other queries.
    """

    def __init__(self, *, statistics: Statistics | None = None) -> None:
        self.statistics = Statistics() if statistics is None else statistics
        self._cap = Cap()
        self._captures = Captures()
        self._beyond = Beyond()
        self._answers = 0

    def observe(self, outcome: Outcome) -> None:
        """Learns from one answer."""
        sighting = self.statistics.observe(outcome)
        self._cap.observe(sighting)
        for document in sighting.new:
            self._captures.describe(document, words=len(self.statistics.terms_of(document)))
        if not len(sighting.ids):
            return
        self._answers += 1
        self._captures.observe(sighting.ids)
        self._observe_count(sighting)

    def coverage(self) -> Coverage:
        """The share of the site's documents that is held. All zero before the first answer."""
        held = self.statistics.documents
        if not held:
            return Coverage()
        shares = self._shares()
        estimate = self._combined(shares)
        bound = min(1.0, held / max(held, self._cap.most_hits))
        estimate = min(bound, max(LEAST, estimate))
        width = self._half_width(estimate, shares)
        low = max(LEAST, estimate - width - UNREACHABLE)
        return Coverage(estimate, low, min(bound, estimate + width), held / estimate)

    def _observe_count(self, sighting: Sighting) -> None:
        hits = self._cap.hits(sighting)
        term = self.statistics.id_of(sighting.word)
        if hits is None or not sighting.complete:
            return
        if term is None:
            return
        if hits <= sighting.seen:
            self._beyond.add_whole(seen=sighting.seen, matching=sighting.matching)
        elif sighting.seen >= 0.9 * self._cap.limit:
            self._beyond.add_cut(term, seen=sighting.seen, matching=sighting.matching, hits=hits)

    def _shares(self) -> dict[str, float]:
        shares = {
            "good-turing": self._captures.good_turing(),
            "chao": self._captures.chao(),
            "lincoln-petersen": self._captures.lincoln_petersen(),
        }
        if self._beyond.answers >= MIN_CUT_ANSWERS:
            shares["beyond"] = self._beyond.held_share(self.statistics)
        return shares

    def _combined(self, shares: dict[str, float]) -> float:
        if self._answers == 1:
            return PRIOR
        few = self._few_answers()
        capture = few * shares["lincoln-petersen"] + (1 - few) * shares["good-turing"]
        beyond = shares.get("beyond")
        if beyond is None:
            return capture
        return beyond if capture - beyond > DISAGREE else (capture + beyond) / 2

    def _few_answers(self) -> float:
        """1 for too few answers to count repeats in, falling to 0: large answers first meet small ones."""
        return min(0.85, 1 / (1 + (self._answers - 2) ** 2))

    def _half_width(self, estimate: float, shares: dict[str, float]) -> float:
        if self._answers == 1:
            return 1.0
        spread = max(shares.values()) - min(shares.values())
        noise = 1.64 * math.sqrt(float(self._captures.once.sum()) + 1) / float(self._captures.sightings.sum())
        return 0.6 * (1 - estimate) + 0.5 * spread + noise + 0.5 * self._few_answers()
