"""The adaptive policy for sites that limit the number of results (Ntoulas 2005, 3.4, eq. 6 and 7)."""

from collections.abc import Sequence

import numpy as np

from sonde.model import Outcome
from sonde.planner.adaptive import Adaptive, efficiency, held_share, independence
from sonde.planner.candidates import Positions
from sonde.planner.costs import Costs, Floats
from sonde.planner.growing import extended
from sonde.planner.postings import Postings
from sonde.planner.sightings import Sighting
from sonde.planner.statistics import Statistics


class AdaptiveCapped(Adaptive):
    """The adaptive policy over a table of what the queries match, not only of what the site shows of them.

    `matched` and `size` are the table: documents that match q1 v ... v qi, with each term and in all,
    estimated for cut answers as if the part shown were a random sample.
    """

    def __init__(
        self, *, seeds: Sequence[str] = (), statistics: Statistics | None = None, costs: Costs | None = None
    ) -> None:
        super().__init__(seeds=seeds, statistics=statistics, costs=costs)
        self.matched: Floats = np.zeros(1024)  # per term
        self.size = 0.0
        self._postings = Postings(self.statistics)

    def observe(self, outcome: Outcome) -> None:
        """Updates the table so that it has accurate information for the next step."""
        sighting = self.candidates.observe(outcome)
        self.matched = extended(self.matched, self.statistics.vocabulary)
        hits = self._hits(sighting)
        if hits > len(sighting.ids) > 0:
            self._add_part(sighting, hits=hits)
        else:
            self._add_whole(sighting)
        for document in sighting.new:
            self._postings.add(document)

    def scores(self, ids: Positions) -> Floats:
        """Efficiency of the terms with these ids."""
        p_given_matched = self.matched[ids] / max(1.0, self.size)  # P(qi+1 | q1 v ... v qi)
        return efficiency(independence(p_given_matched), p_given_matched, table=self.statistics, costs=self.costs)

    def least_held(self, score: float) -> int:
        """Any: a term in few held documents may be in many of those that the site did not show."""
        return 1

    def _add_whole(self, sighting: Sighting) -> None:
        """All of q_i came back, so the table grows by its new documents (Figure 8)."""
        new = self._postings.term_counts(np.array(sighting.new, np.int64))
        self._grow(new.astype(np.float64), len(sighting.new))

    def _add_part(self, sighting: Sighting, *, hits: float) -> None:
        """Only q_i' of q_i came back: eq. 6, with P(qi+1 ^ qi) from eq. 7."""
        before = self._postings.holding(self.statistics.id_of(sighting.word))  # q_i ^ (q1 v ... v qi-1)
        shown = self._postings.term_counts(sighting.ids).astype(np.float64)  # qi+1 ^ q_i'
        matching = shown * (hits / len(sighting.ids))  # eq. 7: qi+1 ^ q_i
        self._grow(matching - self._postings.term_counts(before), hits - len(before))

    def _grow(self, matched: Floats, size: float) -> None:
        self.matched[: len(matched)] += matched
        self.size += size

    def _hits(self, sighting: Sighting) -> float:
        """P(q_i) in documents: as the site states it, else by the estimator; 0 unless one word was asked."""
        if not sighting.word or sighting.error or not sighting.complete:
            return 0.0
        hits = self.candidates.cap.hits(sighting)
        if hits is not None:
            return float(hits)
        table = self.statistics
        p = independence(np.array([sighting.before.held / max(1, sighting.documents_before)]))
        return float(p[0]) * table.documents / held_share(table)
