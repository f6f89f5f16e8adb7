"""Which word, or which pair of words, promises most to a topic."""

from dataclasses import dataclass

from sonde.planner.candidates import Candidates, Positions
from sonde.planner.costs import Floats
from sonde.planner.topic.pairs import Pairs
from sonde.planner.topic.worth import Worth


@dataclass(frozen=True, slots=True)
class Promising:
    """Words and their worth: the new documents on topic expected of them, per cost."""

    words: str
    worth: float
    reason: str


@dataclass(frozen=True, slots=True)
class Words:
    """The terms of the table, as `Candidates` compares them."""

    worth: Worth
    cap: float

    def scores(self, ids: Positions) -> Floats:
        """Expected new documents on topic per cost."""
        return self.worth.of_terms(ids, cap=self.cap)

    def least_held(self, score: float) -> int:
        """Fewer held documents cannot give this score."""
        return self.worth.least_held(score)


def most_promising(candidates: Candidates, worth: Worth, pairs: Pairs | None, *, cap: float) -> Promising | None:
    """The best of the words of held documents, of the examples' other words and of pairs; None when none is left."""
    worth.prepare()
    found = [_best_met(candidates, worth, cap), _best_unmet(candidates, worth, cap)]
    best = max((one for one in found if one is not None), key=lambda one: one.worth, default=None)
    above = 0.0 if best is None else best.worth
    pair = None if pairs is None else pairs.best(cap=cap, above=above, used=candidates.used)
    return best if pair is None else Promising(pair.words, pair.worth, _expected(pair.worth))


def _best_met(candidates: Candidates, worth: Worth, cap: float) -> Promising | None:
    """The best word of the held documents."""
    best = candidates.best(Words(worth, cap))
    return None if best is None else Promising(candidates.statistics.terms[best[0]], best[1], _expected(best[1]))


def _best_unmet(candidates: Candidates, worth: Worth, cap: float) -> Promising | None:
    """The best word of the examples that no held document has."""
    for word, value in worth.of_unmet_words(cap=cap):
        if word not in candidates.used and candidates.refusals.allows(word):
            return Promising(word, value, "a word of the examples that no held document has")
    return None


def _expected(worth: float) -> str:
    return f"about {worth:.1f} new documents on topic expected"
