"""Which words may be asked next: the terms of the held documents, less those asked or refused."""

from collections.abc import Callable, Container, Iterator, Sequence
from itertools import islice
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sonde.model import Abilities, Outcome, Query
from sonde.planner.asked import Asked, same_query
from sonde.planner.best_first import best_first
from sonde.planner.cap import Cap
from sonde.planner.costs import Floats
from sonde.planner.growing import extended
from sonde.planner.refusals import Refusals
from sonde.planner.sightings import Sighting
from sonde.planner.statistics import Statistics
from sonde.planner.stopwords import USUAL

NEAR = 0.8  # times the worst score that was good enough last time
SITE_WORDS = 100  # of the site's most frequent words tell its language
MAX_REFUSED_IN_DOUBT = 5
REFUSED_FROM = 3  # documents with a word that found nothing: fewer may be new, or have it where no search looks

Positions = NDArray[np.intp]
Reaching = Callable[[float], Positions]  # all terms that may reach a score, ascending


class Scorer(Protocol):
    """How a policy values terms."""

    def scores(self, ids: Positions) -> Floats:
        """The value of asking each of these terms."""

    def least_held(self, score: float) -> int:
        """A number of held documents below which no term can reach a score."""


class Candidates:
    """Seeds first, then terms by score; never one twice. Shared by the policies that learn their words."""

    def __init__(
        self, *, statistics: Statistics, seeds: Sequence[str] = (), abilities: Abilities | None = None
    ) -> None:
        self.statistics = statistics
        self.cap = Cap(known=abilities.cap if abilities is not None else None)
        self.refusals = Refusals(site_words=self._site_words, abilities=abilities)
        self._seeds = list(dict.fromkeys(seed.strip() for seed in seeds if seed.strip()))
        self._asked = Asked()
        self._unmet: set[str] = set()  # asked words that no document has shown yet
        self._fruitless: set[str] = set()  # asked words that found nothing, and that hardly any document has shown yet
        self._closed: NDArray[np.bool_] = np.zeros(1024, np.bool_)  # per term: asked
        self._doubted: NDArray[np.bool_] = np.zeros(1024, np.bool_)  # per term: refused by today's rules
        self._rules = 0
        self._refused_in_doubt = 0
        self._line = 0.0  # scores below it did not matter last time; a shortcut that never changes the choice

    @property
    def in_the_air(self) -> tuple[str, ...]:
        """Words chosen and not yet answered, oldest first."""
        return self._asked.in_the_air

    @property
    def used(self) -> Container[str]:
        """The queries chosen so far, answered or not."""
        return self._asked

    def next_seed(self, *, unmet: bool = False) -> str | None:
        """The first seed that was neither asked nor is in the air; `unmet`: and that no held document has."""
        left = ((seed, same_query(seed)) for seed in self._seeds)
        is_met = self._is_met if unmet and self.statistics.documents else lambda _: False
        return next((seed for seed, words in left if words not in self._asked and not is_met(words)), None)

    def _is_met(self, words: str) -> bool:
        """Whether held documents have a word, or are sure to have it sooner or later."""
        return words in USUAL or self.statistics.id_of(words) is not None

    def open_ids(self, *, min_held: int = 1, doubtful: bool = False) -> Positions:
        """The ids of terms that may still be asked and that at least `min_held` documents contain.

        `doubtful` gives instead those that the site would probably refuse.
        """
        return self._open(np.flatnonzero(self.statistics.held[: self.statistics.vocabulary] >= min_held), doubtful)

    def best(self, scorer: Scorer) -> tuple[int, float] | None:
        """The id and score of the best term, the alphabetically first among equals; None when none is left."""
        return next(iter(self.top(scorer, 1)), None)

    def top(self, scorer: Scorer, number: int, *, reaching: Reaching | None = None) -> list[tuple[int, float]]:
        """Ids and scores of the best terms, alphabetically among equals.

        Terms that the site would probably refuse come last, and only until a few of them were refused. `reaching`
        tells more closely than `least_held` which terms need not be looked at.
        """
        found = self._best_open(scorer, number, reaching or (lambda score: self._held_enough(scorer, score)))
        if not found and self._refused_in_doubt < MAX_REFUSED_IN_DOUBT:
            ids = self.open_ids(doubtful=True)
            scores = scorer.scores(ids)
            found = [
                (int(ids[i]), float(scores[i])) for i in islice(best_first(scores, ids, self.statistics.terms), number)
            ]
        return found

    def top_of(self, ids: Positions, scorer: Scorer, number: int) -> list[tuple[int, float]]:
        """The same among a few terms only, given in ascending order."""
        ids = self._open(ids)
        return list(islice(self._allowed(ids, scorer.scores(ids)), number))

    def ask(self, words: str, *, reason: str) -> Query:
        """Makes the query and remembers it as in the air."""
        return self.send(Query(words=words, reason=reason))

    def send(self, query: Query) -> Query:
        """Remembers a query as in the air."""
        self._asked.send(query)
        return query

    def is_in_the_air(self, query: Query) -> bool:
        """Whether a query was chosen and not yet answered."""
        return self._asked.is_in_the_air(query)

    def observe(self, outcome: Outcome) -> Sighting:
        """Counts an answer; its words are never offered again, unless there is more than the first page to read."""
        sighting = self.statistics.observe(outcome)
        is_peek = sighting.is_peek and sighting.seen > 0
        asked = self._asked.take(outcome.query, is_peek=is_peek)
        if not is_peek:
            self._unmet.add(asked)
        self._close_asked()
        self._notice_refused()
        doubtful = bool(sighting.word) and not self.refusals.allows(sighting.word)
        refused = self.refusals.observe(sighting, largest_answer=self.cap.largest)
        self._refused_in_doubt += doubtful and refused
        if sighting.word and not sighting.seen and not sighting.error and not refused:
            self._fruitless.add(sighting.word)
        self.cap.observe(sighting)
        return sighting

    def close(self, terms: Sequence[int]) -> None:
        """Offers these terms no more: a query of several words asks for all of them."""
        self._closed[list(terms)] = True

    def reopen(self, terms: Sequence[int]) -> None:
        """Offers these terms again: that query did not bring all they find."""
        self._closed[list(terms)] = [self.statistics.terms[term] in self._asked.answered for term in terms]

    def _open(self, ids: Positions, doubtful: bool = False) -> Positions:
        """Those of the terms that may still be asked."""
        size = self.statistics.vocabulary
        self._closed, self._doubted = extended(self._closed, size), extended(self._doubted, size)
        if self._rules != self.refusals.version:
            self._doubted[:] = False
            self._rules = self.refusals.version
        flying = [term for word in self._asked.in_the_air if (term := self.statistics.id_of(word)) is not None]
        is_open = ~self._closed[ids] & (self._doubted[ids] == doubtful)
        if flying:
            is_open &= ~np.isin(ids, flying)
        return np.asarray(ids[is_open])

    def _best_open(self, scorer: Scorer, number: int, reaching: Reaching) -> list[tuple[int, float]]:
        """Looks at the terms that may be as good as the last ones, and at others only while they could still win."""
        line = self._line
        while True:
            ids = self._open(reaching(line))
            found = list(islice(self._allowed(ids, scorer.scores(ids)), number))
            needed = found[-1][1] if len(found) == number else 0.0
            if line <= max(0.0, needed):
                self._line = NEAR * needed
                return found
            line = needed

    def _held_enough(self, scorer: Scorer, score: float) -> Positions:
        least = max(1, scorer.least_held(score)) if score > 0 else 1
        return np.flatnonzero(self.statistics.held[: self.statistics.vocabulary] >= least)

    def _allowed(self, ids: Positions, scores: Floats) -> Iterator[tuple[int, float]]:
        """The terms that the site is expected to answer, the best first."""
        scores = self._with_doubt(ids, scores)
        for position in best_first(scores, ids, self.statistics.terms):
            term = int(ids[position])
            held, documents = int(self.statistics.held[term]), self.statistics.documents
            if not self.refusals.allows(self.statistics.terms[term]):
                self._doubted[term] = True
            elif not self.refusals.looks_like_furniture(held, documents=documents):
                yield term, float(scores[position])

    def _with_doubt(self, ids: Positions, scores: Floats) -> Floats:
        """The scores, lowered for words as frequent as refused ones.

        Usual stop words are doubted from the start: a frequent word of another kind brings nearly as much.
        """
        held = self.statistics.held[ids].astype(np.float64)
        scores = scores * self.refusals.chance(held, documents=self.statistics.documents)
        if not len(ids):
            return scores
        known = (self.statistics.id_of(word) for word in USUAL)
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

    def _notice_refused(self) -> None:
        """Finds words that documents have after all, although they found nothing."""
        for word in sorted(self._fruitless):
            if self.statistics.count(word).held >= REFUSED_FROM:
                self._fruitless.discard(word)
                self.refusals.notice(word)

    def _site_words(self) -> list[str]:
        held = self.statistics.held[: self.statistics.vocabulary]
        top = np.argsort(-held, kind="stable")[:SITE_WORDS]
        return [self.statistics.terms[i] for i in top]
