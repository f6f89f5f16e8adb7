"""A linear support vector machine over words, and the probability its margins mean. Learned values are plain JSON."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

Counts = Mapping[str, float]  # how often each stem occurs

_MOST_WORDS = 20_000
_FOLDS = 5
_STEEP = 2.5  # of the sigmoid where there is too little to learn it from: a margin of 1 means a probability of 0.92


@dataclass(frozen=True, slots=True)
class TextModel:
    """Words weighted by tf-idf, scaled to length one, times what each speaks for."""

    words: dict[str, tuple[float, float]]  # stem -> idf, weight
    bias: float
    unknown: float = 0.0  # idf of words it never learned; they speak for nothing, and make the others say less

    @classmethod
    def fit(
        cls,
        documents: Sequence[Counts],
        labels: Sequence[bool],
        weights: Sequence[float],
        *,
        least: int = 2,
        minds_unknown: bool = False,
    ) -> Self:
        """Learns from documents of both classes; a word that fewer than `least` of them have is left out."""
        from scipy.sparse import csr_matrix
        from sklearn.svm import LinearSVC

        holders = Counter(word for counts in documents for word in counts)
        common = sorted(holders.items(), key=lambda item: (-item[1], item[0]))[:_MOST_WORDS]
        # As scikit-learn has it: as if one more document held every word.
        idf = {word: 1 + math.log((1 + len(documents)) / (1 + n)) for word, n in common if n >= least}
        unknown = 1 + math.log(1 + len(documents)) if minds_unknown else 0.0
        numbers = {word: number for number, word in enumerate(idf)}
        rows, columns, values = [], [], []
        for row, counts in enumerate(documents):
            for word, value in _vector(counts, idf, unknown).items():
                rows.append(row)
                columns.append(numbers[word])
                values.append(value)
        matrix = csr_matrix((values, (rows, columns)), shape=(len(documents), len(idf)))
        model = LinearSVC(class_weight="balanced", random_state=0).fit(matrix, labels, sample_weight=weights)
        learned = zip(idf.items(), model.coef_[0], strict=True)
        words = {word: (value, float(weight)) for (word, value), weight in learned}
        return cls(words, float(model.intercept_[0]), unknown)

    def margin(self, counts: Counts) -> float:
        """How far a document lies on the positive side: 1 and more is certain."""
        total = squares = 0.0
        get, unknown, log = self.words.get, (self.unknown, 0.0), math.log
        for word, count in counts.items():
            value, weight = get(word, unknown)
            if count != 1:
                value *= 1 + log(count)
            squares += value * value
            total += value * weight
        return self.bias + (total / math.sqrt(squares) if squares else 0.0)

    def state(self) -> dict[str, Any]:
        """The model as JSON."""
        words = {word: [round(x, 5) for x in pair] for word, pair in self.words.items()}
        return {"bias": self.bias, "unknown": self.unknown, "words": words}

    @classmethod
    def restored(cls, state: dict[str, Any]) -> Self:
        """The model that gave this state."""
        words = {word: (pair[0], pair[1]) for word, pair in state["words"].items()}
        return cls(words, state["bias"], state["unknown"])


class MarginPair:
    """The margins of two models in one pass over the words: links are many, and have few words each."""

    def __init__(self, one: TextModel, other: TextModel) -> None:
        self._biases = one.bias, other.bias
        self._unknown = (*_said((one.unknown, 0.0)), *_said((other.unknown, 0.0)))
        self._words = {
            word: (
                *_said(one.words.get(word, (one.unknown, 0.0))),
                *_said(other.words.get(word, (other.unknown, 0.0))),
            )
            for word in one.words.keys() | other.words.keys()
        }

    def of(self, counts: Counts) -> tuple[float, float]:
        """What `margin` of each model gives."""
        squares, total, other_squares, other_total = 0.0, 0.0, 0.0, 0.0
        get, unknown, log = self._words.get, self._unknown, math.log
        for word, count in counts.items():
            square, value, other_square, other_value = get(word, unknown)
            if count != 1:
                times = 1 + log(count)
                square, value = square * times * times, value * times
                other_square, other_value = other_square * times * times, other_value * times
            squares += square
            total += value
            other_squares += other_square
            other_total += other_value
        bias, other_bias = self._biases
        return (
            bias + (total / math.sqrt(squares) if squares else 0.0),
            other_bias + (other_total / math.sqrt(other_squares) if other_squares else 0.0),
        )


def _said(learned: tuple[float, float]) -> tuple[float, float]:
    """What a word said once adds to the square of the length, and to the product with the weights."""
    idf, weight = learned
    return idf * idf, idf * weight


def _vector(counts: Counts, idf: Mapping[str, float], unknown: float) -> dict[str, float]:
    values = {word: (1 + math.log(n)) * idf.get(word, unknown) for word, n in counts.items()}
    length = math.sqrt(sum(value * value for value in values.values()))
    return {word: value / length for word, value in values.items() if word in idf} if length else {}


@dataclass(frozen=True, slots=True)
class Sigmoid:
    """What margins mean (Platt 1999): p = 1 / (1 + exp(-(slopes . margins + offset)))."""

    slopes: tuple[float, ...]
    offset: float = 0.0

    @classmethod
    def usual(cls, margins: int = 1) -> Self:
        """A sigmoid for so many margins of equal say, where there is too little to learn one from."""
        return cls((_STEEP / margins,) * margins)

    @classmethod
    def fit(cls, margins: Sequence[Sequence[float]], labels: Sequence[bool], weights: Sequence[float]) -> Self:
        """Learns from the margins of documents that the models had not seen."""
        from sklearn.linear_model import LogisticRegression

        if len(set(labels)) < 2:
            return cls.usual(len(margins[0]) if margins else 1)
        model = LogisticRegression(C=10.0).fit(margins, labels, sample_weight=weights)
        return cls(tuple(max(0.0, float(slope)) for slope in model.coef_[0]), float(model.intercept_[0]))

    def probability(self, *margins: float) -> float:
        """The probability of the positive class."""
        total = self.offset + sum(slope * margin for slope, margin in zip(self.slopes, margins, strict=True))
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def held_out(groups: Sequence[str], labels: Sequence[bool]) -> list[tuple[list[int], list[int]]]:
    """Folds that share no group: whom to train on and whom to judge. Each has both classes to train on.

    Empty where one class has a single group.
    """
    folds = min(_FOLDS, *(len({g for g, label in zip(groups, labels, strict=True) if label == one}) for one in (0, 1)))
    if folds < 2:
        return []
    place: dict[str, int] = {}
    for wanted in (True, False):
        own = dict.fromkeys(group for group, label in zip(groups, labels, strict=True) if label == wanted)
        for number, group in enumerate(group for group in own if group not in place):
            place[group] = number % folds
    parts = []
    for fold in range(folds):
        training = [i for i, group in enumerate(groups) if place[group] != fold]
        if len({labels[i] for i in training}) == 2:
            parts.append((training, [i for i, group in enumerate(groups) if place[group] == fold]))
    return parts


def even_weights(groups: Sequence[str], labels: Sequence[bool]) -> list[float]:
    """Weights with which each site counts alike within its class, however many pages it gave; their mean is 1."""
    sizes = Counter(zip(groups, labels, strict=True))
    weights = [1 / sizes[group, label] for group, label in zip(groups, labels, strict=True)]
    return [weight * len(weights) / sum(weights) for weight in weights]
