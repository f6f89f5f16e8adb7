"""What the answers so far tell of the words that may be asked: what they bring, and what the site does with them."""

import math
from collections.abc import Sequence

from sonde.model import Abilities, Outcome
from sonde.planner.asked import same_query
from sonde.planner.attributes import Attributes
from sonde.planner.beliefs import Beliefs
from sonde.planner.boxes import Boxes
from sonde.planner.candidates import Candidates
from sonde.planner.companions import InTheAir, Listed
from sonde.planner.corrections import Corrections
from sonde.planner.costs import Costs
from sonde.planner.drill import Drill
from sonde.planner.expectation import Expectation
from sonde.planner.packs import Packs
from sonde.planner.peeks import Peeks
from sonde.planner.shadows import Shadows
from sonde.planner.sightings import Sighting
from sonde.planner.statistics import Statistics
from sonde.planner.stopwords import USUAL
from sonde.planner.terms import query_word
from sonde.planner.twins import Twins


class Learned:
    """Everything that an answer changes, brought up to date by `observe`."""

    def __init__(
        self, seeds: Sequence[str], statistics: Statistics, costs: Costs, abilities: Abilities, *, counts_first: bool
    ) -> None:
        self.statistics = statistics
        self.beliefs = Beliefs(statistics, abilities)
        # Words that many sites refuse come last.
        wanted_first = sorted(seeds, key=lambda seed: same_query(seed) in USUAL)
        self.candidates = Candidates(statistics=statistics, seeds=wanted_first, abilities=abilities)
        self.peeks = Peeks(abilities, is_allowed=counts_first)
        self.drill = Drill(statistics, abilities, self.candidates.refusals.is_safe)
        self.packs = Packs(statistics)
        self.in_the_air = InTheAir(statistics)
        self.shadows, self.twins = Shadows(statistics), Twins(statistics)
        self.expectation = Expectation(
            statistics, self.candidates.cap, Corrections(), self.peeks, self.in_the_air, self.shadows, self.twins, costs
        )  # fmt: skip
        self.boxes = Boxes(statistics, self.expectation.promise)
        self._attributes = Attributes(statistics)

    def observe(self, outcome: Outcome) -> None:
        """Counts an answer and compares it with what was expected."""
        basis = self.expectation.basis
        asked = self.statistics.id_of(query_word(outcome))
        promised = 0.0 if asked is None else self.expectation.promised(asked)
        sighting = self.candidates.observe(outcome)
        self._believe(outcome)
        is_cut = self._is_cut(sighting)
        self._attributes.observe(sighting, is_cut=is_cut)
        self.in_the_air.remove(sighting.word)
        hits = self.candidates.cap.hits(sighting) if sighting.seen or not is_cut else None
        term = self.statistics.id_of(sighting.word)
        was_known = term in self.peeks.known
        self.peeks.observe(sighting, term=term, hits=hits, pages=outcome.pages)
        if asked is not None and sighting.before.held and sighting.seen and not sighting.error:
            self.expectation.learn(sighting, hits, term=asked, promised=promised, was_known=was_known)
        self._compare(outcome, sighting, hits, is_cut=is_cut)
        self.boxes.update(everything=basis != self.expectation.basis)
        self.candidates.reopen(self.packs.observe(outcome, is_cut=is_cut))
        self._drill_down(outcome, term, is_cut=is_cut)

    def _believe(self, outcome: Outcome) -> None:
        """Goes by what is believed of the site after an answer."""
        was_either = self.beliefs.now.either
        self.beliefs.observe(outcome)
        if was_either and not self.beliefs.now.either:
            self.candidates.reopen(self.packs.all_asked())
        for word in sorted(self.beliefs.ignored):
            self.candidates.refusals.notice(word)
        self.beliefs.ignored.clear()
        self.drill.abilities = self.beliefs.now
        self.candidates.cap.known = self.beliefs.now.cap

    def _is_cut(self, sighting: Sighting) -> bool:
        """Whether a word has more matches than its answer shows; some sites then show none."""
        if self.beliefs.now.too_many and not sighting.seen:
            return sighting.before.held > 0 and not sighting.error
        return sighting.seen >= 0.9 * self.candidates.cap.limit

    def _compare(self, outcome: Outcome, sighting: Sighting, hits: int | None, *, is_cut: bool) -> None:
        """Notices which terms go with a word that was answered."""
        self.shadows.open(sighting.new)
        documents = list(dict.fromkeys([*outcome.seen, *sighting.new]))
        term = self.statistics.id_of(sighting.word)
        if term is None or not documents or not sighting.complete or sighting.error:
            return
        listed = Listed.of(self.statistics, term, documents)
        if is_cut:
            self.twins.observe(listed)
        self.shadows.observe(listed, shown=len(documents) / max(hits or math.inf, len(documents)) if is_cut else 1.0)

    def _drill_down(self, outcome: Outcome, term: int | None, *, is_cut: bool) -> None:
        """Works out narrower questions when it is time to."""
        self.drill.observe(outcome, term=term, is_cut=is_cut)
        if self.drill.is_due(self.candidates.cap.limit):
            self.drill.work_out(self.expectation, self.candidates.cap.limit)
