"""Packs: several words in one query, where a site finds documents that have any of them.

One answer then brings what each word would bring alone, as long as all their matches fit under the cap. Towards the
end of a crawl, when a word brings a document or two, a pack does the work of many queries.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from sonde.model import Outcome, Query
from sonde.planner.candidates import Positions
from sonde.planner.costs import Floats
from sonde.planner.statistics import Statistics

CONSIDERED = 128  # of the best words a pack is made
MOST = 8  # words: longer queries are cut or refused by many sites
ROOM = 0.9  # of the cap may be filled by the matches expected: some words have more
PRICES = (0.0, 0.05, 0.1, 0.2, 0.4)  # of a match, in new documents: dear matches favour words with little known
MEMORY = 0.2  # share of the last pack in `worth`
MOST_WORTH = 2.0
MISSED = 0.7  # of the held documents with one of the words must be in an answer
FAILURES = 2  # after which no more packs are asked


@dataclass(frozen=True, slots=True)
class Pack:
    """Words to be asked together, those in most held documents last, and the new documents expected of them."""

    terms: tuple[int, ...]
    new: float


@dataclass(slots=True)
class Packs:
    """Puts words together, and learns what that is worth."""

    statistics: Statistics
    worth: float = 0.8  # new documents per one expected of the words alone: some of them share documents
    _asked: dict[str, tuple[Pack, int]] = field(default_factory=dict)  # by words; with the least number of matches
    _alone: set[int] = field(default_factory=set)  # terms whose pack brought too much or too little
    _failures: int = 0
    _terms: set[int] = field(default_factory=set)  # of all packs

    def best(self, ids: Positions, unseen: Floats, hits: Floats, *, cap: float) -> Pack | None:
        """The pack of the words given that is expected to bring most; None if no two of them fit under the cap."""
        if self._failures >= FAILURES:
            return None
        fresh = np.array([term not in self._alone for term in ids.tolist()], np.bool_)
        ids, unseen, hits = ids[fresh], unseen[fresh], hits[fresh]
        packs = (self._filled(ids, unseen, hits, price, ROOM * cap) for price in PRICES)
        return max((pack for pack in packs if len(pack.terms) > 1), key=lambda pack: pack.new, default=None)

    def query(self, pack: Pack, either: str) -> Query:
        """The question that asks for any of the words; `either` stands between them."""
        words = either.join(self.statistics.terms[term] for term in pack.terms)
        self._terms.update(pack.terms)
        # A site that reads only the first words of a query misses the documents of the last.
        self._asked[words] = (pack, int(self.statistics.held[pack.terms[-1]]))
        return Query(words, reason=f"about {pack.new:.1f} new documents expected of {len(pack.terms)} words")

    def observe(self, outcome: Outcome, *, is_cut: bool) -> tuple[int, ...]:
        """Takes in an answer; the terms that it has not exhausted."""
        pack, matches = self._asked.pop(outcome.query.words, (None, 0))
        if pack is None:
            return ()
        has_failed = bool(outcome.error) or len(outcome.seen) < MISSED * matches
        self._failures = 0 if not has_failed else self._failures + (not is_cut)
        self.worth += MEMORY * (min(MOST_WORTH, self.worth * len(outcome.new) / pack.new) - self.worth)
        if not (is_cut or has_failed):
            return ()
        self._alone.update(pack.terms)
        return pack.terms

    def all_asked(self) -> tuple[int, ...]:
        """The terms of all packs: what they found counts for nothing where the site wants all words."""
        return tuple(sorted(self._terms))

    def _filled(self, ids: Positions, unseen: Floats, hits: Floats, price: float, room: float) -> Pack:
        """Takes the words worth most at a price per match while they fit."""
        chosen = list(_fitting(np.argsort(price * hits - unseen, kind="stable"), hits, room))
        terms = sorted(ids[chosen].tolist(), key=lambda term: (self.statistics.held[term], term))
        return Pack(tuple(terms), self.worth * float(unseen[chosen].sum()))


def _fitting(order: Positions, hits: Floats, room: float) -> Iterator[int]:
    """The first places, in this order, whose hits fit into the room together."""
    number = 0
    for place in order.tolist():
        if hits[place] <= room and number < MOST:
            room -= float(hits[place])
            number += 1
            yield place
