"""Trains the small logistic models and judges them on folds that share no domain."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

from sonde.interface.linear import Features, Weights

FOLDS = 10


def train(
    features: Sequence[Features],
    labels: Sequence[bool],
    domains: Sequence[str],
    *,
    strength: float = 1.0,
    min_domains: int = 12,
) -> Weights:
    """The weights of a logistic model; a larger `strength` fits the data closer.

    A feature that fewer than `min_domains` have is a habit of these sites and left out.
    """
    seen: dict[str, set[str]] = defaultdict(set)
    for example, domain in zip(features, domains, strict=True):
        for name in example:
            seen[name].add(domain)
    known = {name for name, where in seen.items() if len(where) >= min_domains}
    vectors = DictVectorizer()
    matrix = vectors.fit_transform([{name: x[name] for name in x if name in known} for x in features])
    model = LogisticRegression(C=strength, max_iter=3000).fit(matrix, labels)
    weights = {name: round(float(w), 3) for name, w in zip(vectors.feature_names_, model.coef_[0], strict=True)}
    return {"bias": round(float(model.intercept_[0]), 3), **{name: w for name, w in sorted(weights.items()) if w}}


def folds(domains: Sequence[str]) -> Iterator[tuple[list[int], list[int]]]:
    """Ten times: which examples to train on and which to hold out; no domain is in both."""
    splitter = GroupKFold(FOLDS, shuffle=True, random_state=0)
    for training, held_out in splitter.split(domains, groups=domains):
        yield training.tolist(), held_out.tolist()


def write_weights(weights: Weights, path: Path) -> None:
    """Keeps the weights as a plain file, one feature to a line."""
    path.write_text(json.dumps(weights, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
