"""What the site's search is believed to do, corrected when its answers disagree."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from sonde.model import Abilities, Outcome
from sonde.planner.cap_check import CapCheck
from sonde.planner.fixed_order import FixedOrder
from sonde.planner.statistics import Statistics
from sonde.text.words import words as split_words

LOOKED = 20  # results of an answer that are looked at
SAMPLE = 100  # held documents that tell how often two words go together
LEAST = 4  # fewer results say nothing
MOST = 0.5  # of the results must be as promised
AGREEMENT = 2  # answers that must speak against a belief, and twice as many as speak for it
SOME = 10  # results of which all, or some, are not as promised tell as much as two answers
MORE = 1.1  # times as many matches may be chance: some counts are rounded
PACKED = 4  # words of which any will do: no answer has just documents with all of them
FEW, MANY = 0.2, 0.9  # of some documents that have a word: outside, nearly none or nearly all have it
ENDING = 3  # letters that forms of a word differ in at most, and that they share at least
FAR_MORE = 1.5  # times the matches of one word: two answers' worth of proof that the other word adds some
REASONS = {
    "and": "results had only one of two words",
    "or": "results always had both of two words",
    "exclude": "results had the word that was excluded, or no fewer documents matched without it",
    "cap": "an answer had more results than the cap, or answers were cut before it",
    "order": "documents that two answers share came in another order, or always in the same",
}


@dataclass(slots=True)
class _Votes:
    """Answers that agree with a belief, and those that do not."""

    agreeing: int = 0
    against: int = 0

    def add(self, *, agrees: bool, weight: int = 1) -> None:
        self.agreeing += agrees * weight
        self.against += (not agrees) * weight

    @property
    def are_against(self) -> bool:
        return self.against >= AGREEMENT and self.against > 2 * self.agreeing


@dataclass(slots=True)
class Beliefs:
    """`now` is what to rely on: what was learned before the crawl, less what its answers have disproved."""

    statistics: Statistics
    now: Abilities = field(default_factory=Abilities)
    corrections: tuple[str, ...] = ()  # in words, for the report
    ignored: set[str] = field(default_factory=set)  # words that change nothing beside another
    _both: _Votes = field(default_factory=_Votes)
    _either: _Votes = field(default_factory=_Votes)
    _without: _Votes = field(default_factory=_Votes)
    _totals: dict[str, int | None] = field(default_factory=dict)  # stated for single words that found something
    _cap: CapCheck = field(default_factory=CapCheck)
    _order: FixedOrder = field(default_factory=FixedOrder)

    def observe(self, outcome: Outcome) -> None:
        """Compares an answer, which the statistics have counted, with what was promised of it."""
        asked = split_words(outcome.query.words)
        if self.now.either and len(asked) >= PACKED and not outcome.error:
            self._check_pack(asked, outcome)
        if outcome.error or not outcome.seen:
            return
        cap = self._cap.observe(outcome, self.now.cap)
        if cap != self.now.cap:
            self._correct("cap", cap=cap)
        self._check_order(outcome)
        if len(asked) == 1 and not outcome.query.values:
            self._totals[asked[0]] = outcome.total
        if len(asked) < 2 or len(outcome.seen) < LEAST or outcome.query.values:
            return
        one, other = asked[0], asked[-1]
        if outcome.query.words == f"{one} {other}":
            self._check_operator((one, other), outcome)
        elif self.now.exclude and outcome.query.words == f"{one} {self.now.exclude.format(other)}":
            self._check_exclusion(one, other, outcome)

    def _check_operator(self, asked: tuple[str, str], outcome: Outcome) -> None:
        """All words are wanted if fewer documents match than match either, or else if most results hold both."""
        one, other = asked
        self._notice_ignored(one, other, outcome)
        self._notice_ignored(other, one, outcome)
        alone = [self._totals.get(word) for word in asked]
        stated, weight = [total for total in alone if total is not None], 1
        if stated and outcome.total is not None:
            if len(stated) < 2 and outcome.total <= MORE * stated[0] and MORE * outcome.total >= stated[0]:
                return  # the other word may be ignored
            are_both = are_all = outcome.total <= MORE * min(stated)
            weight = AGREEMENT if outcome.total > FAR_MORE * min(stated) else 1
        elif any(word not in self._totals for word in asked):
            return  # it may be ignored
        else:
            # Those that have both come first by relevance, even where either will do.
            seen = outcome.seen[-LOOKED:]
            both = sum(all(self._has(number, word) for word in asked) for number in seen) / len(seen)
            are_both, are_all = both >= MOST, both == 1
        self._both.add(agrees=are_both, weight=weight)
        self._either.add(agrees=not are_all, weight=weight)
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

    def _check_exclusion(self, one: str, other: str, outcome: Outcome) -> None:
        """Without a word no more documents match than do with it, and only few results have it."""
        alone, seen = self._totals.get(one), outcome.seen[:LOOKED]
        having = [number for number in seen if self._has(number, other)]
        without_one = sum(not self._has(number, one) for number in having) / len(seen)
        is_known, is_many = other in self._totals, len(seen) >= SOME
        is_wrong = alone is not None and outcome.total is not None and outcome.total > MORE * alone
        is_wrong |= is_many and (
            without_one >= FEW or (is_known and len(having) == len(seen) and self._share(other, among=one) < MANY)
        )
        if is_wrong or is_known:
            agrees = not is_wrong and len(having) < MOST * len(seen)
            self._without.add(agrees=agrees, weight=AGREEMENT if is_wrong else 1)
        elif self._without.agreeing > self._without.against:
            self._notice_ignored(one, other, outcome)
        if self._without.are_against:
            self._correct("exclude", exclude="")

    def _notice_ignored(self, one: str, other: str, outcome: Outcome) -> None:
        """A word is ignored if just as many documents match with it, although only some documents have it."""
        alone, is_known = self._totals.get(one), other in self._totals
        if alone is not None and alone == outcome.total and not is_known and FEW < self._share(other, among=one) < MANY:
            self.ignored.add(other)

    def _share(self, word: str, *, among: str) -> float:
        """The share of the held documents with one word that have another."""
        term, other = self.statistics.id_of(word), self.statistics.id_of(among)
        documents = [] if other is None else self.statistics.holding(other, at_most=SAMPLE).tolist()
        return sum(term in self._terms_of(number) for number in documents) / max(1, len(documents))

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

    def _has(self, number: int, word: str) -> bool:
        """Whether a document has a word, or what the site takes for it."""
        term = self.statistics.id_of(word)
        if term in self._terms_of(number):
            return True
        if self.now.matching not in ("substrings", "stems"):
            return False
        stem = word[: max(ENDING, len(word) - ENDING)] if self.now.matching == "stems" else word
        terms = (self.statistics.terms[other] for other in self._terms_of(number))
        return any(other.startswith(stem) if self.now.matching == "stems" else stem in other for other in terms)

    def _terms_of(self, number: int) -> set[int]:
        return set(self.statistics.terms_of(number).tolist())


def beliefs_of(policy: object) -> Beliefs | None:
    """What a policy, or the one that it hands words to, believes of the site; None where it believes nothing."""
    found = getattr(policy, "beliefs", None) or getattr(getattr(policy, "inner", None), "beliefs", None)
    return found if isinstance(found, Beliefs) else None
