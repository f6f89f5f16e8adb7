"""What the site's search is believed to do, corrected when its answers disagree."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from sonde.model import Abilities, Outcome
from sonde.planner.fixed_order import FixedOrder
from sonde.planner.statistics import Statistics
from sonde.text.words import words as split_words

LOOKED = 20  # results of an answer that are looked at
LEAST = 4  # fewer results say nothing
MOST = 0.5  # of the results must be as promised
AGREEMENT = 2  # answers that must speak against a belief, and twice as many as speak for it
CUT = 1.1  # a cap is met by answers that are shorter by less: some results are repeats
REPEATS = 3  # answers of just the greatest length, none of them known to be whole, look like a cap
SHORTEST = 10  # results: answers that are shorter than any cap
PACKED = 4  # words of which any will do: no answer has just documents with all of them
INFLATED = 3  # times the results of an answer: a count above is no way of counting, but a cut
REASONS = {
    "and": "results had only one of two words",
    "or": "results always had both of two words",
    "exclude": "results had the word that was excluded",
    "cap": "an answer had more results than the cap, or answers were cut before it",
    "order": "documents that two answers share came in another order, or always in the same",
}


@dataclass(slots=True)
class _Votes:
    """Answers that agree with a belief, and those that do not."""

    agreeing: int = 0
    against: int = 0

    def add(self, *, agrees: bool) -> None:
        self.agreeing += agrees
        self.against += not agrees

    @property
    def are_against(self) -> bool:
        return self.against >= AGREEMENT and self.against > 2 * self.agreeing


@dataclass(slots=True)
class Beliefs:
    """`now` is what to rely on: what was learned before the crawl, less what its answers have disproved."""

    statistics: Statistics
    now: Abilities = field(default_factory=Abilities)
    corrections: tuple[str, ...] = ()  # in words, for the report
    _both: _Votes = field(default_factory=_Votes)
    _either: _Votes = field(default_factory=_Votes)
    _without: _Votes = field(default_factory=_Votes)
    _totals: dict[str, int | None] = field(default_factory=dict)  # stated for single words that found something
    _cuts: int = 0  # answers cut before the cap
    _longest: int = 0  # results of an answer
    _repeats: int = 0  # answers of that length, as far as they are not known to be whole
    _order: FixedOrder = field(default_factory=FixedOrder)

    def observe(self, outcome: Outcome) -> None:
        """Compares an answer, which the statistics have counted, with what was promised of it."""
        asked = split_words(outcome.query.words)
        if self.now.either and len(asked) >= PACKED and not outcome.error:
            self._check_pack(asked, outcome)
        if outcome.error or not outcome.seen:
            return
        self._check_cap(outcome)
        self._check_order(outcome)
        if len(asked) == 1 and not outcome.query.values:
            self._totals[asked[0]] = outcome.total
        if len(asked) < 2 or len(outcome.seen) < LEAST or outcome.query.values:
            return
        one, other = asked[0], asked[-1]
        if outcome.query.words == f"{one} {other}":
            self._check_operator((one, other), outcome)
        elif self.now.exclude and outcome.query.words == f"{one} {self.now.exclude.format(other)}":
            self._check_exclusion(other, outcome.seen[:LOOKED])

    def _check_operator(self, asked: Sequence[str], outcome: Outcome) -> None:
        """All words are wanted if no more documents match than match either, or else if most results hold both."""
        if any(word not in self._totals for word in asked):
            return  # one of them may be ignored
        stated = [total for word in asked if (total := self._totals[word]) is not None]
        if len(stated) == 2 and outcome.total is not None:
            are_both = are_all = outcome.total <= CUT * min(stated)
        elif self.now.matching == "substrings":
            return  # what the results hold does not tell
        else:
            terms, seen = {self.statistics.id_of(word) for word in asked}, outcome.seen[:LOOKED]
            both = sum(terms <= self._terms_of(number) for number in seen) / len(seen)
            are_both, are_all = both >= MOST, both == 1
        self._both.add(agrees=are_both)
        self._either.add(agrees=not are_all)
        if self.now.operator != "or" and self._both.are_against:
            self._correct("and", operator="or", either=" ")
        elif self.now.operator == "or" and self._either.are_against:
            self._correct("or", operator="and", either="")

    def _check_pack(self, asked: Sequence[str], outcome: Outcome) -> None:
        """All of many words are wanted if each result holds all of them, or if nothing does."""
        terms = {self.statistics.id_of(word) for word in asked}
        self._either.add(agrees=not all(terms <= self._terms_of(number) for number in outcome.seen[:LOOKED]))
        if self._either.are_against:
            self._correct("or", operator="and", either="")

    def _check_exclusion(self, word: str, seen: Sequence[int]) -> None:
        term = self.statistics.id_of(word)
        having = sum(term in self._terms_of(number) for number in seen) / len(seen)
        self._without.add(agrees=having < MOST)
        if self._without.are_against:
            self._correct("exclude", exclude="")

    def _check_cap(self, outcome: Outcome) -> None:
        """A longer answer disproves a cap, and so do answers that are cut far before it."""
        cap, shown = self.now.cap, len(outcome.seen)
        if outcome.is_peek:
            return
        if shown > self._longest:
            self._longest, self._repeats = shown, 0
        self._repeats += shown == self._longest and (outcome.total is None or outcome.total > CUT * shown + 2)
        if cap is None:
            return
        if self._repeats >= REPEATS and SHORTEST <= CUT * shown < cap and shown == self._longest:
            self._correct("cap", cap=shown)
            return
        is_cut = outcome.total is not None and outcome.total > INFLATED * shown and shown >= LEAST
        self._cuts += is_cut and CUT * shown < cap
        if shown > cap or self._cuts >= AGREEMENT:
            self._correct("cap", cap=None)

    def _check_order(self, outcome: Outcome) -> None:
        if len(outcome.seen) > 1 and not outcome.query.values:
            self._order.observe(np.array(outcome.seen, np.int64))
        if self.now.order == "fixed" and self._order.is_broken:
            self._correct("order", order="relevance")
        elif self.now.order == "relevance" and self._order.is_fixed:
            self._correct("order", order="fixed")

    def _correct(self, reason: str, **changes: object) -> None:
        before = {name: getattr(self.now, name) for name in changes}
        self.now = replace(self.now, **changes)  # type: ignore[arg-type]
        said = ", ".join(f"{name} was {before[name]!r} and is now {value!r}" for name, value in changes.items())
        self.corrections += (f"{said}: {REASONS[reason]}",)

    def _terms_of(self, number: int) -> set[int]:
        return set(self.statistics.terms_of(number).tolist())


def beliefs_of(policy: object) -> Beliefs | None:
    """What a policy, or the one that it hands words to, believes of the site; None where it believes nothing."""
    found = getattr(policy, "beliefs", None) or getattr(getattr(policy, "inner", None), "beliefs", None)
    return found if isinstance(found, Beliefs) else None
