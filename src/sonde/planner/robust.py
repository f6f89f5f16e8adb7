"""Our own policy: the word with the most new documents expected, read to the end if its count bears that out."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Self

import numpy as np

from sonde.model import Abilities, Outcome, Query
from sonde.planner.asked import same_query
from sonde.planner.attributes import Attributes
from sonde.planner.beliefs import Beliefs
from sonde.planner.boxes import Boxes
from sonde.planner.candidates import Candidates, Positions
from sonde.planner.companions import InTheAir
from sonde.planner.corrections import Corrections
from sonde.planner.costs import Costs
from sonde.planner.drill import Drill
from sonde.planner.expectation import Expectation
from sonde.planner.lookups import Lookups
from sonde.planner.packs import CONSIDERED, Packs
from sonde.planner.peeks import Peeks
from sonde.planner.setup import Setup
from sonde.planner.sightings import Sighting
from sonde.planner.statistics import Statistics
from sonde.planner.stopwords import USUAL

OPTIMISM = 2.0  # a word of unknown count may well have so many times more unseen documents than expected
BEST = 16  # words of which the next query is one


class Robust:
    """Asks the word with the highest expected number of new documents per cost.

    Where the site states counts, an answer that turns out to bring little is read no further than its first page.
    With `counts_first` the counts of the best words are looked up before one of them is read, each by a peek that
    reads on if the word turns out to be the best: fewer pages for more queries. When single words bring little,
    narrower questions compete with them.
    """

    def __init__(self, *, seeds: Sequence[str] = (), statistics: Statistics | None = None, costs: Costs | None = None,
                 abilities: Abilities | None = None, counts_first: bool = False) -> None:  # fmt: skip
        self.statistics = Statistics() if statistics is None else statistics
        self.beliefs = Beliefs(self.statistics, abilities or Abilities())
        # Words that many sites refuse come last.
        wanted_first = sorted(seeds, key=lambda seed: same_query(seed) in USUAL)
        self.candidates = Candidates(statistics=self.statistics, seeds=wanted_first, abilities=abilities)
        self.costs = costs or Costs()
        self.corrections = Corrections()
        self.peeks = Peeks(abilities or Abilities(), is_allowed=counts_first)
        self.drill = Drill(self.statistics, abilities or Abilities(), self.candidates.refusals.allows)
        self.packs = Packs(self.statistics)
        self.in_the_air = InTheAir(self.statistics)
        self.expectation = Expectation(
            self.statistics, self.candidates.cap, self.corrections, self.peeks, self.in_the_air, self.costs
        )
        self.lookups = Lookups(self.expectation)
        self._hope = replace(self.expectation, optimism=OPTIMISM)
        self._attributes = Attributes(self.statistics)
        self._boxes = Boxes(self.statistics, self.expectation.promise)

    @classmethod
    def make(cls, setup: Setup, *, counts_first: bool = False) -> Self:
        """The policy for a crawl."""
        return cls(
            seeds=setup.seeds, statistics=setup.statistics, costs=setup.costs, abilities=setup.abilities,
            counts_first=counts_first,
        )  # fmt: skip

    def choose(self) -> Query | None:
        """The next query, or None when every word of the held documents was asked."""
        may_peek = self.peeks.may_peek
        seed = self.candidates.next_seed(unmet=True)  # others compete with all words
        if seed is not None:
            # One page of any seed is enough to start from; its words lead to better ones.
            peek = may_peek and not self.statistics.documents
            return replace(self.candidates.ask(seed, reason="seed"), peek=peek)
        found = self._best(self._hope if may_peek else self.expectation)
        narrower = self.narrower(found[0][1] if found else 0.0)
        if narrower is not None or not found:
            return narrower
        if may_peek and self.peeks.is_start:
            found = [one for one in found if one[0] not in self.peeks.known] or found
        (term, score), others = found[0], [other for other, _ in found[1:]]
        packed = self._packed(score) if self.beliefs.now.either else None
        if packed is not None:
            return packed
        if may_peek and self.lookups.is_worth_a_peek(term):
            return self._peek(term, np.array(sorted(others), np.intp))
        if self.peeks.may_look and self.lookups.is_worth_a_look(term):
            return replace(self.ask(term, score), peek=True, enough=self.lookups.enough_to_read_on(term))
        return self.ask(term, score)

    def observe(self, outcome: Outcome) -> None:
        """Counts the answer and compares it with what was expected."""
        weights = self.expectation.capture_weights
        sighting = self.candidates.observe(outcome)
        self._believe(outcome)
        is_cut = self._is_cut(sighting)
        self._attributes.observe(sighting, is_cut=is_cut)
        self.in_the_air.remove(sighting.word)
        hits = self.candidates.cap.hits(sighting) if sighting.seen or not is_cut else None
        term = self.statistics.id_of(sighting.word)
        was_known = term in self.peeks.known
        self.peeks.observe(sighting, term=term, hits=hits, pages=outcome.pages)
        if sighting.word and sighting.before.held and sighting.seen and not sighting.error:
            self.expectation.learn(sighting, hits, was_known=was_known)
        self._boxes.update(everything=not np.array_equal(weights, self.expectation.capture_weights))
        self.candidates.reopen(self.packs.observe(outcome, is_cut=is_cut))
        self._drill_down(outcome, term, is_cut=is_cut)

    def _best(self, scorer: Expectation, number: int = BEST) -> list[tuple[int, float]]:
        """The best words; those of known count are few and looked at one by one."""
        known = np.array(sorted(self.peeks.known), np.intp)
        best = self.candidates.top(scorer, number, reaching=lambda score: self._boxes.reaching(score, scorer.ceiling))
        found = dict(best) | dict(self.candidates.top_of(known, scorer, number))
        return sorted(found.items(), key=lambda item: (-item[1], self.statistics.terms[item[0]]))

    def ask(self, term: int, score: float) -> Query:
        """Asks a word of so high a score."""
        word, held = self.statistics.terms[term], int(self.statistics.held[term])
        worth = f"about {score:.1f} new documents expected" + ("" if self.costs == Costs() else " per unit of cost")
        query = self.candidates.ask(word, reason=f"{worth}; {held} held documents have it")
        self.in_the_air.add(word, self.expectation.taken(term))
        return query

    def _peek(self, term: int, others: Positions) -> Query:
        """Looks at the first page, and reads on if that states more than the next best word is expected to bring."""
        word, held = self.statistics.terms[term], int(self.statistics.held[term])
        query = self.candidates.ask(word, reason=f"to see its count; {held} held documents have it")
        return replace(query, peek=True, enough=self.lookups.enough_to_be_best(term, others))

    def _packed(self, score: float) -> Query | None:
        """Several words at once that are expected to bring more than a score."""
        terms, is_safe = self.statistics.terms, self.candidates.refusals.is_safe
        best = (term for term, _ in self._best(self.expectation, CONSIDERED))
        ids = np.array(sorted(term for term in best if is_safe(terms[term])), np.intp)
        pack = self.packs.best(ids, *self.expectation.unseen(ids), cap=self.candidates.cap.limit)
        if pack is None or pack.new <= score:
            return None
        self.candidates.close(pack.terms)
        return self.candidates.send(self.packs.query(pack, self.beliefs.now.either))

    def narrower(self, score: float) -> Query | None:
        """A narrower question that is expected to bring more than a score."""
        for question in self.drill.questions:
            worth = self.drill.worth * question.new
            if worth > score and not self.candidates.is_in_the_air(question.query):
                return self.candidates.send(replace(question.query, reason=f"about {worth:.1f} new documents expected"))
        return None

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

    def _drill_down(self, outcome: Outcome, term: int | None, *, is_cut: bool) -> None:
        self.drill.observe(outcome, term=term, is_cut=is_cut)
        if self.drill.is_due(self.candidates.cap.limit):
            unseen, hits = self.expectation.unseen(self.drill.cut_terms)
            self.drill.work_out(unseen, hits, self.expectation.shown)
