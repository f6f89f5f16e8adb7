"""How far an answer from the copy can be trusted, learned by answering the stored queries as if they were new."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from sonde.index.held import Floats, Held, Ints
from sonde.index.site_order import Asked, SiteOrder
from sonde.planner.ranking.distances import tau_a

FOLDS = 3  # the order is learned so many times, each time without a part of the answers
MOST_ANSWERS = 300  # answered again
MATCHES = 2000  # documents looked at for one answer
PENALTY = 0.1
UNKNOWN = 0.5  # before anything was measured


@dataclass(frozen=True, slots=True)
class Trust:
    """Of the k documents that the site would show first: the share among ours, and of two of ours in its order."""

    overlap: float
    order: float


class Confidence:
    """Trust in answers by what can be seen of them: how many documents match, and how often those came back."""

    def __init__(self, *, k: int = 10) -> None:
        self.k = k
        self.weights_: Floats = np.zeros((2, len(_NO_SIGNS)))
        self.answers_ = 0  # measured

    def fit(self, held: Held, answers: Sequence[Asked], *, rng_seed: int = 0) -> Self:
        """Measures how well each of the answers is predicted by the others."""
        usable = [answer for answer in answers if answer.words and answer.seen]
        captures = count_captures(answers)
        rng = np.random.default_rng(rng_seed)
        chosen = set(rng.permutation(len(usable))[:MOST_ANSWERS].tolist())
        signs, trusts = [], []
        for fold in range(FOLDS):
            order = SiteOrder(held).fit([answer for i, answer in enumerate(usable) if i % FOLDS != fold])
            for i in (i for i in range(fold, len(usable), FOLDS) if i in chosen):
                narrower = self._narrowed(held, usable[i], rng)
                for question in (usable[i], *narrower):
                    sign, trust = self._again(order, usable[i], question, captures)
                    signs.append(sign)
                    trusts.append(trust)
        self.answers_ = len(signs)
        if signs:
            self.weights_ = np.array([_logistic(np.array(signs), np.array(part)) for part in zip(*trusts, strict=True)])
        return self

    def trust(self, matching: Ints, best: Ints, words: int, captures: Counter[int]) -> Trust:
        """The trust in `best`, chosen from the `matching` documents for so many words."""
        if not self.answers_:
            return Trust(UNKNOWN, UNKNOWN)
        overlap, order = 1 / (1 + np.exp(-self.weights_ @ _signs(matching, best, words, captures)))
        return Trust(float(overlap), float(order))

    def _narrowed(self, held: Held, answer: Asked, rng: np.random.Generator) -> Iterator[Asked]:
        """The same answer to its words and one more of a document it showed: those of its documents that have it."""
        seen = np.array(answer.seen, np.int64)
        words = [word for word in held.words(int(rng.choice(seen))) if word not in answer.words]
        if words:
            word = words[int(rng.integers(len(words)))]
            kept = seen[held.counts(seen, [word]).anywhere[:, 0] > 0]
            yield Asked((*answer.words, word), tuple(kept.tolist()), answer.is_cut)

    def _again(
        self, order: SiteOrder, answer: Asked, question: Asked, captures: Counter[int]
    ) -> tuple[Floats, tuple[float, float]]:
        """A question as if the answer had never been given: what only it brought is not held."""
        without = captures.copy()
        without.subtract(answer.seen)
        matching = order.held.matching(question.words, limit=MATCHES)
        seen = set(answer.seen)
        matching = matching[[number not in seen or without[number] > 0 for number in matching.tolist()]]
        best, _ = order.best(question.words, matching, self.k)
        trust = measured(best.tolist(), question.seen[: self.k], k=self.k)
        return _signs(matching, best, len(question.words), without), trust


def measured(ours: Sequence[int], real: Sequence[int], *, k: int) -> tuple[float, float]:
    """The overlap of two answers at k, and how well the order agrees (1 - Kendall's distance over both)."""
    first, second = list(ours[:k]), list(real[:k])
    if not second:
        return float(not first), float(not first)
    return len(set(first) & set(second)) / len(second), 1 - tau_a(first, second)


def count_captures(answers: Iterable[Asked]) -> Counter[int]:
    """How many answers showed each document."""
    return Counter(number for answer in answers for number in answer.seen)


_NO_SIGNS = np.zeros(7)


def _signs(matching: Ints, best: Ints, words: int, captures: Counter[int]) -> Floats:
    """What trust is read from. Documents that one answer alone showed tell of others that none has shown yet."""
    if not len(best):
        return np.array([1.0, 0, 0, 1, 1, words > 1, 1])
    once = [np.mean([float(captures[number] <= 1) for number in part.tolist()] or [1.0]) for part in (matching, best)]
    number = np.log1p(len(matching)) / 5
    return np.array([1.0, number, number * (words > 1), *once, words > 1, 0])


def _logistic(signs: Floats, shares: Floats) -> Floats:
    """Weights w of shares = 1 / (1 + exp(-w signs)), by Newton's method with a small penalty."""
    weights = np.zeros(signs.shape[1])
    for _ in range(20):
        expected = 1 / (1 + np.exp(-np.clip(signs @ weights, -20, 20)))
        slope = signs.T @ (shares - expected) - PENALTY * weights
        bend = (signs * (expected * (1 - expected) + 1e-6)[:, None]).T @ signs + PENALTY * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return weights
