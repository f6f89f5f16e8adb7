"""Words whose answers were cut, asked once more together with a second word.

A word of the topic may have more matches than the site shows, and the rest are about as much on topic as those shown:
for broad topics that is worth more than another word of which little is known. Which second word brings most of them
is read off the documents shown, and off the examples that have both.
"""

from collections import deque
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sonde.planner.asked import same_query
from sonde.planner.cap import CUT
from sonde.planner.companions import MIN_TOGETHER, capture_weights, term_sums
from sonde.planner.costs import Costs, Floats
from sonde.planner.sightings import Sighting
from sonde.planner.topic.examples import Examples
from sonde.planner.topic.judged import Judged
from sonde.planner.topic.worth import stands_for

PARENTS = 12  # cut words that second words are looked for to
FEW = 5  # matches that are held, or that are left, are too few
CONSIDERED = 30  # second words of each
PRIOR = 10.0  # documents by which the shares of a second word are held to what is usual
RARE = 0.02  # its usual share of the unseen matches of a word
MOST_SAY, FEW_EXAMPLES = 0.6, 10  # of the examples in what a pair promises: 0.5 with fifty of them
LIKELY = 1.5  # times the share on topic of a word: a pair hardly has more
START, START_WEIGHT, WINDOW = 0.5, 4, 20  # documents found per expected: before anything is known, and remembered
MOST_FOUND = 2.0
UNCOUNTED = 2  # times the results of a cut answer: its matches, where none are stated


@dataclass(frozen=True, slots=True)
class Pair:
    """Two words and their worth: the new documents on topic expected of them, per cost."""

    words: str
    worth: float


class Pairs:
    """Values pairs by the answer to the word that was cut and by the examples, and learns how much comes of that."""

    def __init__(self, examples: Examples, judged: Judged, *, costs: Costs, allows: Callable[[str], bool]) -> None:
        self._examples, self._judged, self._costs, self._allows = examples, judged, costs, allows
        self._statistics = judged.statistics
        self._hits: dict[int, float] = {}  # by cut term
        self._answers: dict[int, list[int]] = {}  # by cut term: the documents it showed
        self._found = deque([START] * START_WEIGHT, maxlen=WINDOW)  # documents on topic per one expected

    def best(self, *, cap: float, above: float, used: Container[str]) -> Pair | None:
        """The pair worth most, if it is worth more than this and not `used` up."""
        best: Pair | None = None
        for ceiling, term in self._parents(cap)[:PARENTS]:
            if ceiling > above and (pair := self._best_with(term, cap, above, used)) is not None:
                best, above = pair, pair.worth
        return best

    def expected(self, words: str, *, cap: float) -> float:
        """How many new documents on topic a query promises as a pair, without regard to experience."""
        terms = [self._statistics.id_of(word) for word in words.split()]
        promised = 0.0
        for term, other in (terms, terms[::-1]) if len(terms) == 2 else ():
            if term in self._hits:
                ids, on_topic, _ = self._promise(term, cap)
                promised = max(promised, float(on_topic[ids == other].sum()))
        return promised

    def observe(self, sighting: Sighting, *, hits: int | None, expected: float) -> None:
        """Takes in an answer, judged already, that promised so many new documents on topic as a pair."""
        if expected and sighting.complete:
            self._found.append(min(MOST_FOUND, float(self._judged.chances(sighting.new).sum()) / expected))
        term, is_cut = self._statistics.id_of(sighting.word), hits is None or hits > CUT * sighting.seen
        if term is not None and is_cut and sighting.complete and len(sighting.ids):
            self._hits[term] = UNCOUNTED * sighting.seen if hits is None else hits
            self._answers[term] = sighting.ids.tolist()

    @property
    def _experience(self) -> float:
        return sum(self._found) / len(self._found)

    def _parents(self, cap: float) -> list[tuple[float, int]]:
        """The cut terms, each with what a pair with it is hardly worth more than, the best first."""
        parents = []
        for term, documents in self._answers.items():
            if (left := self._left(term)) >= FEW and len(documents) >= FEW:
                most = LIKELY * float(self._judged.chances(documents).mean()) * min(left, cap)
                promise = float(self._with_examples(np.array([most]), term, [term], np.ones(1))[0])
                parents.append((self._experience * promise / self._costs.query, term))
        return sorted(parents, reverse=True)

    def _left(self, term: int) -> float:
        """How many matches of a cut term are not held."""
        return max(0.0, self._hits[term] - float(self._statistics.held[term]))

    def _best_with(self, term: int, cap: float, above: float, used: Container[str]) -> Pair | None:
        """The best pair with a term that may still be asked."""
        ids, on_topic, listed = self._promise(term, cap)
        worth = self._experience * on_topic / self._costs.of_all(listed)
        for place in np.argsort(-worth, kind="stable")[:CONSIDERED].tolist():
            if worth[place] <= above:
                break
            other = self._statistics.terms[ids[place]]
            words = " ".join(sorted((self._statistics.terms[term], other)))
            if same_query(words) not in used and self._allows(other):
                return Pair(words, float(worth[place]))
        return None

    def _promise(self, term: int, cap: float) -> tuple[NDArray[np.intp], Floats, Floats]:
        """Second words, the new documents on topic that each promises, and the results listed."""
        documents = self._answers[term]
        chances, rare = self._judged.chances(documents), capture_weights(self._statistics, documents)
        every = np.ones(len(documents))
        ids, (together, on_topic, unseen) = term_sums(self._statistics, documents, every, chances, rare)
        usable = (together >= MIN_TOGETHER) & (ids != term)
        ids, together, on_topic, unseen = ids[usable], together[usable], on_topic[usable], unseen[usable]
        new = self._left(term) * (unseen + PRIOR * RARE) / (rare.sum() + PRIOR)
        hits = together / len(documents) * float(self._statistics.held[term]) + new
        share = (on_topic + PRIOR * chances.mean()) / (together + PRIOR)
        promise = self._with_examples(new * share, term, ids.tolist(), together / len(documents))
        return ids, promise * np.minimum(1.0, cap / hits), np.minimum(cap, hits)

    def _with_examples(self, promised: Floats, term: int, others: Sequence[int], usual: Floats) -> Floats:
        """What an answer promises of unseen documents on topic, and what the examples with both words stand for.

        Either may be wrong by some factor, for reasons of its own, so what lies between is a geometric mean; fewer
        examples have less of a say. One example more than there are is taken to have the first word, and the second
        as often as is `usual` in the answer.
        """
        terms = self._statistics.terms
        both = np.array([self._examples.together(terms[term], terms[other]) for other in others], np.float64)
        say = MOST_SAY * len(self._examples) / (len(self._examples) + FEW_EXAMPLES)
        return np.asarray(promised ** (1 - say) * (stands_for(self._examples, self._judged) * (both + usual)) ** say)
