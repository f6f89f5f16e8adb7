"""What a narrower question about a cut word brings: a part of the word's unseen documents, told by its held ones."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from sonde.planner.candidates import Positions
from sonde.planner.companions import MIN_TOGETHER, capture_weights
from sonde.planner.costs import Floats
from sonde.planner.expectation import trust_in
from sonde.planner.statistics import Ids, Statistics

MOST_LOOKED = 2000  # held documents of a cut word that are looked at, the latest
LEAST_WEIGHT = 1e-9  # so that documents that came many times do not tell nothing at all
NONE = -1

Documents = NDArray[np.int64]


class Expected(Protocol):
    """What is expected of terms."""

    def unseen(self, ids: Positions) -> tuple[Floats, Floats]:
        """The unseen documents with each term, and the matches in all."""

    def shown(self, unseen: Floats, hits: Floats, looked: Floats) -> Floats:
        """How many of the unseen documents an answer brings that shows so many of its matches again."""


@dataclass(frozen=True, slots=True)
class Part:
    """The matches of a cut word with another word, those without it, or those with one of the values of an input."""

    term: int
    other: int = NONE
    without: bool = False
    values: int = 0  # that the input has


class Matches(NamedTuple):
    """Held documents with a cut word: what they tell of unseen ones, and their terms in one list."""

    documents: Documents
    weights: Floats
    terms: Ids
    rows: NDArray[np.intp]  # of the document of each term
    each: float  # how many held documents one stands for


@dataclass(frozen=True, slots=True)
class Narrower:
    """Values parts of the matches of cut words; `shown` is what the answers to these showed."""

    statistics: Statistics
    expected: Expected
    shown: Mapping[int, Documents]
    _matches: dict[int, Matches] = field(default_factory=dict)  # of the words looked at
    _words: dict[int, tuple[float, float]] = field(default_factory=dict)

    def parts(self, term: int, *, excludes: bool) -> Iterator[Part]:
        """The parts of a cut word's matches by the words that go with it, roughly the best first."""
        found, shown = self._held_matches(term), len(self.shown[term])
        unseen, hits = self.of_word(term)
        ids, together, share = self._companions(term, found)
        again = shown * together / max(1.0, found.each * len(found.documents))
        with_other = np.minimum(unseen * share, self.expected.unseen(ids)[0])
        values = self.expected.shown(with_other, together + with_other, again)
        if excludes:
            rest, lacking = unseen * (1 - share), hits - unseen - together
            values = np.append(values, self.expected.shown(rest, lacking + rest, shown - again))
        for i in np.argsort(-values, kind="stable").tolist():
            yield Part(term, int(ids[i % len(ids)]), without=i >= len(ids))

    def new(self, part: Part) -> float:
        """The new documents that asking for a part brings.

        Those of its documents that the answer to either word has shown will be shown again, and documents that came
        by few queries are few observations. Of values nothing is known: each is taken for as large as the others.
        """
        if part.values:
            each = (*self.of_word(part.term), len(self.shown[part.term]))
            return float(self.expected.shown(*(np.array(number / part.values) for number in each)))
        found = self._held_matches(part.term)
        is_within = np.full(len(found.documents), part.without)
        is_within[found.rows[found.terms == part.other]] = not part.without
        within = found.documents[is_within]
        share = found.weights[is_within].sum() / max(LEAST_WEIGHT, found.weights.sum())
        unseen = self.of_word(part.term)[0] * share * self._trust(within)
        if not part.without:
            unseen = min(unseen, self.of_word(part.other)[0])
        hits, looked = found.each * len(within) + unseen, found.each * self._shown_of(within, part)
        return float(self.expected.shown(np.array(unseen), np.array(hits), np.array(looked)))

    def of_word(self, term: int) -> tuple[float, float]:
        """The unseen documents with a word, and its matches in all."""
        if term not in self._words:
            unseen, hits = self.expected.unseen(np.array([term], np.intp))
            self._words[term] = float(unseen[0]), float(hits[0])
        return self._words[term]

    def _held_matches(self, term: int) -> Matches:
        if term not in self._matches:
            table, documents = self.statistics, self.statistics.holding(term, at_most=MOST_LOOKED)
            terms, rows = table.terms_of_all(documents)
            weights = capture_weights(table, documents) * table.length_weights(documents) + LEAST_WEIGHT
            each = float(table.held[term]) / max(1, len(documents))
            self._matches[term] = Matches(documents, weights, terms, rows, each)
        return self._matches[term]

    def _companions(self, term: int, found: Matches) -> tuple[Positions, Floats, Floats]:
        """The terms that go with one, ascending, in how many held documents, and their share of the unseen ones."""
        is_common = (self.statistics.held[found.terms] >= MIN_TOGETHER) & (found.terms != term)
        ids, places = np.unique(found.terms[is_common], return_inverse=True)
        together, promise = np.bincount(places), np.bincount(places, found.weights[found.rows[is_common]])
        usable = together >= MIN_TOGETHER
        share = np.asarray(promise[usable] / found.weights.sum(), np.float64)
        return ids[usable].astype(np.intp), np.asarray(found.each * together[usable], np.float64), share

    def _trust(self, documents: Documents) -> float:
        counts = np.bincount(self.statistics.found_by(documents))
        return float(trust_in(np.square(counts).sum(), np.array(len(documents))))

    def _shown_of(self, documents: Documents, part: Part) -> int:
        """How many of some documents the answers to a part's two words show."""
        answers = [self.shown[term] for term in (part.term, part.other) if term in self.shown]
        return int(np.isin(documents, np.concatenate(answers)).sum())
