"""A logistic model from a plain file of weights, one for each named feature."""

import json
import math
from functools import cache
from importlib.resources import files

Features = dict[str, float]
Weights = dict[str, float]


@cache
def read_weights(name: str) -> Weights:
    """The weights of a model of this package by feature; "bias" is always among them."""
    text = (files("sonde.interface") / "weights" / f"{name}.json").read_text(encoding="utf-8")
    weights: Weights = json.loads(text)
    return weights


def probability(features: Features, weights: Weights) -> float:
    """The model's answer, from 0 to 1; features it does not know count nothing."""
    total = weights["bias"] + sum(weights.get(name, 0.0) * value for name, value in features.items())
    return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, total))))
