"""Drilling down: narrower questions about words whose answers were cut, when single words bring little.

The site shows only the first of a word's matches. With a second word, without one, or within a value of another
input, other matches come first: the only way to what a fixed order or a tight cap hides from every single word.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

import numpy as np

from sonde.model import Abilities, Outcome, Query
from sonde.planner.candidates import Positions
from sonde.planner.narrower import Documents, Expected, Narrower, Part
from sonde.planner.statistics import Statistics

LITTLE = 0.3  # of the cap: when answers bring less, narrower questions are thought about
RECENT = 10  # answers that this is judged by
AT_ONCE = 3  # cut words that are narrowed after an answer: by and by all are
TRIED, KEPT = 8, 4  # questions of a cut word that are valued, and that are kept
FRESH = 3  # questions, the best ones, that are valued anew after each answer
POOL = 400  # questions of all cut words
WINDOW = 20
LEAST_WORTH = 0.001  # narrower questions are never given up while there is nothing else


@dataclass(frozen=True, slots=True)
class Question:
    """A narrower question and the new documents expected of it."""

    query: Query
    new: float
    part: Part  # of the matches of a cut word


@dataclass(slots=True)
class Drill:
    """Works out narrower questions from what goes with the cut words, and learns what they are worth."""

    statistics: Statistics
    abilities: Abilities = field(default_factory=Abilities)  # as they are believed by now
    is_safe: Callable[[str], bool] = lambda word: True  # whether a word narrows: not where the site ignores it
    questions: tuple[Question, ...] = ()  # the best first
    _shown: dict[int, Documents] = field(default_factory=dict)  # what the cut answers to terms show
    _narrowed: dict[int, int] = field(default_factory=dict)  # by cut term: the answer after which it was narrowed
    _asked: set[Query] = field(default_factory=set)
    _worth: deque[float] = field(default_factory=lambda: deque([0.5, 1.0], maxlen=WINDOW))  # found per expected
    _recent: deque[int] = field(default_factory=lambda: deque(maxlen=RECENT))
    _answers: int = 0

    @property
    def cut_terms(self) -> Positions:
        """The asked terms whose answers were cut, ascending."""
        return np.array(sorted(self._shown), np.intp)

    @property
    def worth(self) -> float:
        """Documents found per one expected, over the last narrower questions."""
        return max(LEAST_WORTH, sum(self._worth) / len(self._worth))

    def observe(self, outcome: Outcome, *, term: int | None, is_cut: bool) -> None:
        """Takes in an answer."""
        if outcome.error or outcome.is_peek:
            return
        self._answers += 1
        self._recent.append(len(outcome.new))
        if term is not None and not outcome.query.values:
            if is_cut:
                self._shown[term] = np.union1d(outcome.seen, [document.id for document in outcome.new]).astype(np.int64)
            return
        expected = next((question.new for question in self.questions if question.query == outcome.query), 0.0)
        if expected:
            self._worth.append(min(2.0, len(outcome.new) / expected))
        self._asked.add(outcome.query)
        self.questions = tuple(question for question in self.questions if question.query != outcome.query)

    def is_due(self, cap: float) -> bool:
        """Whether answers bring little."""
        return bool(self._shown) and len(self._recent) == RECENT and sum(self._recent) < LITTLE * cap * RECENT

    def work_out(self, expected: Expected, cap: float) -> None:
        """Finds the best narrower questions: those of a few cut words anew, the best of all others as of now."""
        narrower = Narrower(self.statistics, expected, self._shown)
        pool = {question.query: question for question in self.questions if self._may_ask(question.part)}
        for term in self._next_to_narrow(expected, cap):
            self._narrowed[term] = self._answers
            pool = {query: question for query, question in pool.items() if question.part.term != term}
            pool |= {question.query: question for question in self._questions(term, narrower)}
        fresh: set[Query] = set()
        while stale := [question for question in _best(pool, FRESH) if question.query not in fresh]:
            for question in stale:
                fresh.add(question.query)
                pool[question.query] = replace(question, new=narrower.new(question.part))
        self.questions = tuple(_best(pool, POOL))

    def _next_to_narrow(self, expected: Expected, cap: float) -> list[int]:
        """The cut words that promise most and were narrowed the longest ago."""
        terms = self.cut_terms
        age = self._answers + 1 - np.array([self._narrowed.get(term, 0) for term in terms.tolist()])
        promise = age * np.minimum(expected.unseen(terms)[0], cap)
        return [int(terms[i]) for i in np.argsort(-promise, kind="stable")[:AT_ONCE] if promise[i] > 0]

    def _questions(self, term: int, narrower: Narrower) -> Iterator[Question]:
        """The best questions about one cut word that were not asked yet."""
        parts = ((self._query(part), part) for part in self._parts(term, narrower))
        valued = (Question(query, narrower.new(part), part) for query, part in parts)
        yield from sorted(valued, key=_rank)[:KEPT]
        for name, values in self.abilities.splits:
            part = Part(term, values=len(values))
            queries = (Query(self.statistics.terms[term], ((name, value),)) for value in values)
            fresh = islice((query for query in queries if query not in self._asked), KEPT)
            yield from (Question(query, narrower.new(part), part) for query in fresh)

    def _parts(self, term: int, narrower: Narrower) -> Iterator[Part]:
        """The parts of a cut word's matches that may be asked for, roughly the best first."""
        excludes = bool(self.abilities.exclude)
        if excludes or self.abilities.operator != "or":
            parts = narrower.parts(term, excludes=excludes)
            usable = (part for part in parts if self._may_ask(part) and self._query(part) not in self._asked)
            yield from islice(usable, TRIED)

    def _may_ask(self, part: Part) -> bool:
        """Whether the site can be asked for a part, as far as is believed by now."""
        if part.values:
            return True
        can = bool(self.abilities.exclude) if part.without else self.abilities.operator != "or"
        return can and self.is_safe(self.statistics.terms[part.other])

    def _query(self, part: Part) -> Query:
        word, other = self.statistics.terms[part.term], self.statistics.terms[part.other]
        if part.without:
            return Query(f"{word} {self.abilities.exclude.format(other)}")
        return Query(" ".join(sorted((word, other))))


def _best(pool: dict[Query, Question], number: int) -> list[Question]:
    return sorted(pool.values(), key=_rank)[:number]


def _rank(question: Question) -> tuple[float, str, tuple[tuple[str, str], ...]]:
    return -question.new, question.query.words, question.query.values
