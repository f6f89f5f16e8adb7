"""Drilling down: narrower questions about words whose answers were cut, when single words bring little.

The site shows only the first of a word's matches. With a second word, without one, or within a value of another
input, other matches come first: the only way to what a fixed order or a tight cap hides from every single word.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sonde.model import Abilities, Outcome, Query
from sonde.planner.candidates import Positions
from sonde.planner.companions import companions
from sonde.planner.costs import Floats
from sonde.planner.statistics import Statistics

LITTLE = 0.1  # of the cap: when answers bring less, narrower questions are thought about
RECENT = 10  # answers that this is judged by
REFRESH = 5  # answers after which the narrower questions are worked out again
PARENTS, MOST_PARENTS = 6, 24  # cut words that are narrowed, and when the first of them have nothing left
KEPT = 12  # questions
WINDOW = 20
LEAST_WORTH = 0.001  # narrower questions are never given up while there is nothing else

Documents = NDArray[np.int64]


class Expected(Protocol):
    """What is expected of terms."""

    def unseen(self, ids: Positions) -> tuple[Floats, Floats]:
        """The unseen documents with each term, and the matches in all."""

    def shown(self, unseen: Floats, hits: Floats, looked: Floats) -> Floats:
        """How many of the unseen documents an answer brings that shows so many of its matches again."""


@dataclass(frozen=True, slots=True)
class Question:
    """A narrower question and the new documents expected of it."""

    query: Query
    new: float


@dataclass(slots=True)
class Drill:
    """Works out narrower questions from what goes with the cut words, and learns what they are worth."""

    statistics: Statistics
    abilities: Abilities = field(default_factory=Abilities)  # as they are believed by now
    is_safe: Callable[[str], bool] = lambda word: True  # whether a word narrows: not where the site ignores it
    questions: tuple[Question, ...] = ()  # the best first
    _cut: dict[int, Documents] = field(default_factory=dict)  # what the cut answers to terms show
    _asked: set[Query] = field(default_factory=set)
    _worth: deque[float] = field(default_factory=lambda: deque([0.5, 1.0], maxlen=WINDOW))  # found per expected
    _recent: deque[int] = field(default_factory=lambda: deque(maxlen=RECENT))
    _wait: int = 0

    @property
    def cut_terms(self) -> Positions:
        """The asked terms whose answers were cut, ascending."""
        return np.array(sorted(self._cut), np.intp)

    @property
    def worth(self) -> float:
        """Documents found per one expected, over the last narrower questions."""
        return max(LEAST_WORTH, sum(self._worth) / len(self._worth))

    def observe(self, outcome: Outcome, *, term: int | None, is_cut: bool) -> None:
        """Takes in an answer."""
        if outcome.error or outcome.is_peek:
            return
        self._recent.append(len(outcome.new))
        self._wait = max(0, self._wait - 1)
        if term is not None and not outcome.query.values:
            if is_cut:
                self._cut[term] = np.union1d(outcome.seen, [document.id for document in outcome.new]).astype(np.int64)
            return
        expected = next((question.new for question in self.questions if question.query == outcome.query), 0.0)
        if expected:
            self._worth.append(min(2.0, len(outcome.new) / expected))
        self._asked.add(outcome.query)
        self.questions = tuple(question for question in self.questions if question.query != outcome.query)

    def is_due(self, cap: float) -> bool:
        """Whether answers bring little and the narrower questions were worked out some time ago."""
        brings_little = len(self._recent) == RECENT and sum(self._recent) < LITTLE * cap * RECENT
        return brings_little and bool(self._cut) and not self._wait

    def work_out(self, expected: Expected, cap: float) -> None:
        """Finds the best narrower questions."""
        self._wait = REFRESH
        terms = self.cut_terms
        unseen, hits = expected.unseen(terms)
        found: dict[Query, Question] = {}
        best = np.argsort(-unseen, kind="stable")[:MOST_PARENTS].tolist()
        for number, i in enumerate(best, 1):
            narrowed = self._narrowed(int(terms[i]), float(unseen[i]), float(hits[i]), expected, cap)
            found |= {question.query: question for question in narrowed}
            if number >= PARENTS and len(found) >= KEPT:
                break
        self.questions = tuple(sorted(found.values(), key=lambda q: (-q.new, q.query.words, q.query.values))[:KEPT])

    def _narrowed(self, term: int, unseen: float, hits: float, expected: Expected, cap: float) -> Iterator[Question]:
        """The best questions about one cut word that were not asked yet.

        The first of their matches are those that the answer to the word, or to the other one, has shown.
        """
        word, shown = self.statistics.terms[term], min(cap, hits)
        ids, share, unseen_share = companions(self.statistics, term)
        usable = np.array([self.is_safe(self.statistics.terms[i]) for i in ids], np.bool_)
        ids, share, unseen_share = ids[usable], share[usable], unseen_share[usable]
        others = [self.statistics.terms[i] for i in ids]
        if self.abilities.operator != "or":
            together = [Query(" ".join(sorted((word, other)))) for other in others]
            with_both = np.minimum(unseen * unseen_share, expected.unseen(ids)[0])
            looked = np.maximum(shown * share, self._shown_for_others(term, ids))
            yield from self._best(together, expected.shown(with_both, hits * share, looked))
        if self.abilities.exclude:
            without = [Query(f"{word} {self.abilities.exclude.format(other)}") for other in others]
            new = expected.shown(unseen * (1 - unseen_share), hits * (1 - share), shown * (1 - share))
            yield from self._best(without, new)
        for name, values in self.abilities.splits:
            part = np.full(len(values), 1 / max(1, len(values)))
            new = expected.shown(unseen * part, hits * part, shown * part)
            yield from self._best([Query(word, ((name, v),)) for v in values], new)

    def _shown_for_others(self, term: int, ids: Positions) -> Floats:
        """How many documents with a term the cut answers to other terms show."""
        having = self.statistics.holding(term, at_most=self.statistics.documents)
        is_having = np.zeros(having.max(initial=0) + 1, np.bool_)
        is_having[having] = True
        shown = (self._cut.get(int(other), having[:0]) for other in ids)
        return np.array([np.count_nonzero(is_having[one[one < len(is_having)]]) for one in shown], np.float64)

    def _best(self, queries: list[Query], new: Floats) -> Iterator[Question]:
        order = np.argsort(-new, kind="stable").tolist()
        fresh = (Question(queries[i], float(new[i])) for i in order if queries[i] not in self._asked)
        return islice(fresh, KEPT)
