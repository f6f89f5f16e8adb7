"""Our own policy: the word with the most new documents expected, read to the end if its count bears that out."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Self

import numpy as np

from sonde.model import Abilities, Outcome, Query
from sonde.planner.candidates import Positions
from sonde.planner.costs import Costs
from sonde.planner.expectation import Expectation
from sonde.planner.learned import Learned
from sonde.planner.lookups import Lookups
from sonde.planner.packs import CONSIDERED
from sonde.planner.setup import Setup
from sonde.planner.statistics import Statistics

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
        self.costs = costs or Costs()
        self.learned = Learned(seeds, self.statistics, self.costs, abilities or Abilities(), counts_first=counts_first)
        self.beliefs, self.candidates = self.learned.beliefs, self.learned.candidates
        self.expectation = self.learned.expectation
        self.lookups = Lookups(self.expectation)
        self._hope = replace(self.expectation, optimism=OPTIMISM)

    @classmethod
    def make(cls, setup: Setup, *, counts_first: bool = False) -> Self:
        """The policy for a crawl."""
        return cls(
            seeds=setup.seeds, statistics=setup.statistics, costs=setup.costs, abilities=setup.abilities,
            counts_first=counts_first,
        )  # fmt: skip

    def choose(self) -> Query | None:
        """The next query, or None when every word of the held documents was asked."""
        may_peek = self.learned.peeks.may_peek
        seed = self.candidates.next_seed(unmet=True)  # others compete with all words
        if seed is not None:
            # One page of any seed is enough to start from; its words lead to better ones.
            peek = may_peek and not self.statistics.documents
            return replace(self.candidates.ask(seed, reason="seed"), peek=peek)
        found = self._best(self._hope if may_peek else self.expectation)
        narrower = self.narrower(found[0][1] if found else 0.0)
        if narrower is not None or not found:
            return narrower
        if may_peek and self.learned.peeks.is_start:
            found = [one for one in found if one[0] not in self.learned.peeks.known] or found
        (term, score), others = found[0], [other for other, _ in found[1:]]
        packed = self._packed(score) if self.beliefs.now.either else None
        if packed is not None:
            return packed
        if may_peek and self.lookups.is_worth_a_peek(term):
            return self._peek(term, np.array(sorted(others), np.intp))
        if self.learned.peeks.may_look and self.lookups.is_worth_a_look(term):
            return replace(self.ask(term, score), peek=True, enough=self.lookups.enough_to_read_on(term))
        return self.ask(term, score)

    def observe(self, outcome: Outcome) -> None:
        """Counts the answer and compares it with what was expected."""
        self.learned.observe(outcome)

    def _best(self, scorer: Expectation, number: int = BEST) -> list[tuple[int, float]]:
        """The best words; those of known count are few and looked at one by one."""
        known = np.array(sorted(self.learned.peeks.known), np.intp)
        best = self.candidates.top(
            scorer, number, reaching=lambda score: self.learned.boxes.reaching(score, scorer.ceiling)
        )
        found = dict(best) | dict(self.candidates.top_of(known, scorer, number))
        return sorted(found.items(), key=lambda item: (-item[1], self.statistics.terms[item[0]]))

    def ask(self, term: int, score: float) -> Query:
        """Asks a word of so high a score."""
        word, held = self.statistics.terms[term], int(self.statistics.held[term])
        worth = f"about {score:.1f} new documents expected" + ("" if self.costs == Costs() else " per unit of cost")
        query = self.candidates.ask(word, reason=f"{worth}; {held} held documents have it")
        self.learned.in_the_air.add(word, self.expectation.taken(term))
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
        pack = self.learned.packs.best(ids, *self.expectation.unseen(ids), cap=self.candidates.cap.limit)
        if pack is None or pack.new <= score:
            return None
        self.candidates.close(pack.terms)
        return self.candidates.send(self.learned.packs.query(pack, self.beliefs.now.either))

    def narrower(self, score: float) -> Query | None:
        """A narrower question that is expected to bring more than a score."""
        for question in self.learned.drill.questions:
            worth = self.learned.drill.worth * question.new
            if worth > score and not self.candidates.is_in_the_air(question.query):
                return self.candidates.send(replace(question.query, reason=f"about {worth:.1f} new documents expected"))
        return None
