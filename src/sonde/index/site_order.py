"""How a site orders its answers, learned from the answers it gave: words, attributes, and each document's own rank."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import NDArray

from sonde.index.held import Floats, Held, Ints

K1, B = 1.2, 0.75  # of BM25, as most engines have them
SHOWN, LEFT_OUT = 100, 200  # documents of one answer that are learned from: its first ones, and matches it left out
GAPS = (1, 2, 4, 8, 16, 32)  # each is compared with those so many places further down
BACK = (1, 2, 4)  # and what was left out with those so many places from the end: the nearest tell most
ROUNDS = 40  # at most
SETTLED = 1e-3  # no weight and no prior moves by more: far less than scores differ by
WEIGHT_PENALTY, PRIOR_PENALTY = 1.0, 0.1
_WORD_COLUMNS = 3


@dataclass(frozen=True, slots=True)
class Asked:
    """One answer of the site: the words asked and the documents it showed, in its order."""

    words: tuple[str, ...]
    seen: tuple[int, ...]
    is_cut: bool  # it matched more documents than it showed


@dataclass(slots=True)
class _Pairs:
    """Documents compared: `better` came before `worse` in some answer."""

    better: list[int] = field(default_factory=list)
    worse: list[int] = field(default_factory=list)
    differences: list[Floats] = field(default_factory=list)


class SiteOrder:
    """A score for a document and words: a weighted sum of what they show, plus a prior of the document.

    The prior is what the words and attributes do not explain: Bradley and Terry's strength of the document over
    all answers that it won or lost a place in. It shrinks to nothing where there is little evidence.
    """

    def __init__(self, held: Held) -> None:
        self.held = held
        self.weights_: Floats = np.zeros(_WORD_COLUMNS + held.numbers.width)
        self.weights_[0] = 1.0  # of BM25 alone
        self.priors_: dict[int, float] = {}

    def fit(self, answers: Sequence[Asked], *, rng_seed: int = 0) -> Self:
        """Learns from the answers; without any it stays with BM25."""
        rng = np.random.default_rng(rng_seed)
        pairs = _Pairs()
        for answer in answers:
            self._compare(answer, rng, pairs)
        if pairs.better:
            better, worse = np.array(pairs.better), np.array(pairs.worse)
            self._solve(better, worse, np.concatenate(pairs.differences))
        return self

    def best(self, words: Sequence[str], ids: Ints, k: int) -> tuple[Ints, Floats]:
        """The k documents that the site would show first, and their scores."""
        scores = self.scores(words, ids)
        order = np.lexsort((ids, -scores))[:k]
        return ids[order], scores[order]

    def scores(self, words: Sequence[str], ids: Ints) -> Floats:
        """The higher, the earlier the site would show a document for the words."""
        priors = np.array([self.priors_.get(number, 0.0) for number in ids.tolist()])
        return np.asarray(self._features(words, ids) @ self.weights_ + priors)

    def _features(self, words: Sequence[str], ids: Ints) -> Floats:
        held = self.held
        counts = held.counts(ids, words)
        frequencies = np.array([held.frequency(word) for word in words], np.float64)
        idf = np.log(1 + (max(held.size, 1) - np.minimum(frequencies, held.size) + 0.5) / (frequencies + 0.5))
        norms = K1 * (1 - B + B * counts.lengths / held.mean_length)
        bm25 = (idf * counts.anywhere * (K1 + 1) / (counts.anywhere + norms[:, None] + 1e-9)).sum(axis=1)
        shown = [
            np.log(np.maximum(bm25, 1e-3)),  # sites that mix it with something else mostly multiply
            (counts.in_title > 0).mean(axis=1),
            np.log1p(counts.lengths) - np.log1p(held.mean_length),
        ]
        return np.column_stack([*shown, held.attributes(ids)])

    def _compare(self, answer: Asked, rng: np.random.Generator, pairs: _Pairs) -> None:
        """Pairs documents that the answer shows close together, and its last ones with those it left out."""
        shown = np.array(answer.seen[:SHOWN], np.int64)
        left_out = self._left_out(answer, rng) if answer.is_cut and len(answer.seen) <= SHOWN else shown[:0]
        ids = np.concatenate([shown, left_out])
        if len(shown) < 1 or len(ids) < 2 or not answer.words:
            return
        places = np.arange(len(shown))
        first = [places[: max(0, len(shown) - gap)] for gap in GAPS]
        later = [part + gap for part, gap in zip(first, GAPS, strict=True)]
        for back in BACK:
            later.append(np.arange(len(shown), len(ids)))
            first.append(np.full(len(left_out), max(0, len(shown) - back)))
        features = self._features(answer.words, ids)
        better, worse = np.concatenate(first), np.concatenate(later)
        pairs.better += ids[better].tolist()
        pairs.worse += ids[worse].tolist()
        pairs.differences.append(features[better] - features[worse])

    def _left_out(self, answer: Asked, rng: np.random.Generator) -> Ints:
        matching = self.held.matching(answer.words, limit=10 * SHOWN)
        rest = np.setdiff1d(matching, np.array(answer.seen, np.int64))
        return rest if len(rest) <= LEFT_OUT else rng.choice(rest, LEFT_OUT, replace=False)

    def _solve(self, better: Ints, worse: Ints, differences: Floats) -> None:
        """Logistic regression of "came before" on the differences, by Newton's method in turns."""
        ids, places = np.unique(np.concatenate([better, worse]), return_inverse=True)
        wins, losses = places[: len(better)], places[len(better) :]
        priors = np.zeros(len(ids))
        for _ in range(ROUNDS):
            surprise, weight = _logistic(differences @ self.weights_ + priors[wins] - priors[losses])
            slope = differences.T @ surprise - WEIGHT_PENALTY * self.weights_
            bend = (differences * weight[:, None]).T @ differences + WEIGHT_PENALTY * np.eye(len(self.weights_))
            step = np.linalg.solve(bend, slope)
            self.weights_ = self.weights_ + step
            surprise, weight = _logistic(differences @ self.weights_ + priors[wins] - priors[losses])
            pull = _per_document(surprise, wins, len(ids)) - _per_document(surprise, losses, len(ids))
            stiffness = _per_document(weight, wins, len(ids)) + _per_document(weight, losses, len(ids))
            # Half a step: both documents of a pair move at once.
            shift = 0.5 * (pull - PRIOR_PENALTY * priors) / (stiffness + PRIOR_PENALTY)
            priors += shift
            if max(np.abs(step).max(), np.abs(shift).max()) < SETTLED:
                break
        self.priors_ = dict(zip(ids.tolist(), priors.tolist(), strict=True))


def _logistic(margins: Floats) -> tuple[Floats, Floats]:
    """How surprising each comparison is, and how much it can still teach."""
    wrong = 1 / (1 + np.exp(np.clip(margins, -30, 30)))
    return wrong, np.maximum(wrong * (1 - wrong), 1e-6)


def _per_document(values: Floats, places: NDArray[np.intp], size: int) -> Floats:
    return np.bincount(places, weights=values, minlength=size).astype(np.float64)
