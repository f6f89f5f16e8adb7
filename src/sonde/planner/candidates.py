"""Which words may be asked next: the terms of the held documents, less those asked or refused."""

import math
from collections.abc import Iterator, Sequence
from heapq import nsmallest
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sonde.model import Outcome, Query
from sonde.planner.cap import Cap
from sonde.planner.costs import Floats
from sonde.planner.growing import extended
from sonde.planner.refusals import Refusals
from sonde.planner.statistics import Sighting, Statistics
from sonde.planner.stopwords import LUCENE
from sonde.text.words import words as split_words

BATCH = 64  # so many of the best candidates are looked at together
SITE_WORDS = 100  # of the site's most frequent words tell its language
MAX_REFUSED_IN_DOUBT = 5

Positions = NDArray[np.intp]


class Scorer(Protocol):
    """How a policy values terms."""

    def scores(self, ids: Positions) -> Floats:
        """The value of asking each of these terms."""

    def least_held(self, score: float) -> int:
        """A number of held documents below which no term can reach a score."""


class Candidates:
    """Seeds first, then terms by score; never one twice. Shared by the policies that learn their words."""

    def __init__(self, *, statistics: Statistics, seeds: Sequence[str] = ()) -> None:
        self.statistics = statistics
        self.cap = Cap()
        self.refusals = Refusals(site_words=self._site_words)
        self._seeds = list(dict.fromkeys(seed.strip() for seed in seeds if seed.strip()))
        self._asked: set[str] = set()
        self._unmet: set[str] = set()  # asked words that no document has shown yet
        self._in_the_air: dict[str, None] = {}
        self._closed: NDArray[np.bool_] = np.zeros(1024, np.bool_)  # per term: asked
        self._doubted: NDArray[np.bool_] = np.zeros(1024, np.bool_)  # per term: refused by today's rules
        self._rules = 0
        self._refused_in_doubt = 0
        self._min_held = 1  # where the last choice had to look; a shortcut that never changes the choice

    @property
    def in_the_air(self) -> tuple[str, ...]:
        """Words chosen and not yet answered, oldest first."""
        return tuple(self._in_the_air)

    def next_seed(self) -> str | None:
        """The first seed that was neither asked nor is in the air."""
        used = self._asked.union(self._in_the_air)
        return next((seed for seed in self._seeds if same_query(seed) not in used), None)

    def open_ids(self, *, min_held: int = 1, doubtful: bool = False) -> Positions:
        """The ids of terms that may still be asked and that at least `min_held` documents contain.

        `doubtful` gives instead those that the site would probably refuse.
        """
        size = self.statistics.vocabulary
        self._closed, self._doubted = extended(self._closed, size), extended(self._doubted, size)
        if self._rules != self.refusals.version:
            self._doubted[:] = False
            self._rules = self.refusals.version
        is_open = self.statistics.held[:size] >= min_held
        is_open &= ~self._closed[:size]
        is_open &= self._doubted[:size] if doubtful else ~self._doubted[:size]
        for word in self._in_the_air:
            term = self.statistics.id_of(word)
            if term is not None:
                is_open[term] = False
        return np.flatnonzero(is_open)

    def best(self, scorer: Scorer) -> tuple[int, float] | None:
        """The id and score of the best term, the alphabetically first among equals; None when none is left.

        Terms that the site would probably refuse come last, and only until a few of them were refused.
        """
        found = self._best_open(scorer)
        if found is None and self._refused_in_doubt < MAX_REFUSED_IN_DOUBT:
            ids = self.open_ids(doubtful=True)
            scores = scorer.scores(ids)
            found = next(((int(ids[i]), float(scores[i])) for i in self._descending(ids, scores)), None)
        return found

    def ask(self, words: str, *, reason: str) -> Query:
        """Makes the query and remembers it as in the air."""
        self._in_the_air[same_query(words)] = None
        return Query(words=words, reason=reason)

    def observe(self, outcome: Outcome) -> Sighting:
        """Counts an answer; its words are never offered again."""
        asked = same_query(outcome.query.words)
        self._in_the_air.pop(asked, None)
        sighting = self.statistics.observe(outcome)
        self._asked.add(asked)
        self._unmet.add(asked)
        self._close_asked()
        doubtful = bool(sighting.word) and not self.refusals.allows(sighting.word)
        refused = self.refusals.observe(sighting, largest_answer=self.cap.largest)
        self._refused_in_doubt += doubtful and refused
        self.cap.observe(sighting)
        return sighting

    def _best_open(self, scorer: Scorer) -> tuple[int, float] | None:
        """Looks at frequent terms first, and at rarer ones only while they could still win."""
        min_held = self._min_held
        while True:
            ids = self.open_ids(min_held=min_held)
            found = self._best_allowed(ids, scorer.scores(ids))
            needed = scorer.least_held(found[1]) if found else 1
            if min_held <= max(1, needed):
                self._min_held = max(1, needed // 2)
                return found
            min_held = max(1, needed)

    def _best_allowed(self, ids: Positions, scores: Floats) -> tuple[int, float] | None:
        scores = self._with_doubt(ids, scores)
        for position in self._descending(ids, scores):
            term = int(ids[position])
            held, documents = int(self.statistics.held[term]), self.statistics.documents
            if not self.refusals.allows(self.statistics.terms[term]):
                self._doubted[term] = True
            elif not self.refusals.looks_like_furniture(held, documents=documents):
                return term, float(scores[position])
        return None

    def _with_doubt(self, ids: Positions, scores: Floats) -> Floats:
        """The scores, lowered for usual stop words where they have no advantage over other words.

        Under a cap the most frequent word brings no more than the next one, so it is not worth a refusal.
        """
        if math.isinf(self.cap.limit) or not len(ids):
            return scores
        known = (self.statistics.id_of(word) for word in LUCENE)
        listed = np.array([term for term in known if term is not None], np.intp)
        places = np.minimum(np.searchsorted(ids, listed), len(ids) - 1)
        lowered = scores.copy()
        lowered[places[ids[places] == listed]] *= self.refusals.listed_chance()
        return lowered

    def _close_asked(self) -> None:
        """Closes asked words, also those that came into the table only after they were asked."""
        self._closed = extended(self._closed, self.statistics.vocabulary)
        for word in [word for word in self._unmet if self.statistics.id_of(word) is not None]:
            self._closed[self.statistics.id_of(word)] = True
            self._unmet.discard(word)

    def _descending(self, ids: Positions, scores: Floats) -> Iterator[int]:
        """Positions by falling score, alphabetically among equals, without sorting everything."""
        terms = self.statistics.terms
        left = np.arange(len(ids))
        while len(left):
            if len(left) > BATCH:
                line = np.partition(scores[left], -BATCH)[-BATCH]
                batch = left[scores[left] >= line]
                left = left[scores[left] < line]
            else:
                batch, left = left, left[:0]
            ranked = [(-scores[i], terms[ids[i]], int(i)) for i in batch]
            first = nsmallest(4 * BATCH, ranked)
            if len(first) < len(ranked):  # a long row of equals: nearly always its first few will do
                rest = np.setdiff1d(batch, [i for _, _, i in first])
                left = np.concatenate([left, rest])
            yield from (i for _, _, i in first)

    def _site_words(self) -> list[str]:
        held = self.statistics.held[: self.statistics.vocabulary]
        top = np.argsort(-held, kind="stable")[:SITE_WORDS]
        return [self.statistics.terms[i] for i in top]


def same_query(words: str) -> str:
    """The form under which two spellings of a query are one."""
    return " ".join(split_words(words)) or words.strip().lower()
