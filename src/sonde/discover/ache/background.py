"""What web pages and search forms say in general, to learn against where only examples of a domain are given."""

import json
import math
import random
from functools import cache
from importlib.resources import files
from typing import Literal

Zone = Literal["page", "form"]

_DOCUMENTS = 300


@cache
def background(zone: Zone, count: int = _DOCUMENTS) -> tuple[dict[str, float], ...]:
    """Made-up documents: each word is in as many of them, and as often, as in those of the web at large."""
    rng = random.Random(f"background {zone}")
    table = _table()[zone]
    documents = []
    for _ in range(count):
        documents.append({word: math.exp(more) for word, (share, more) in table.items() if rng.random() < share})
    return tuple(documents)


def general_share(zone: Zone, word: str) -> float:
    """The share of all documents that have a word."""
    return _table()[zone].get(word, (0.0, 0.0))[0]


@cache
def _table() -> dict[str, dict[str, tuple[float, float]]]:
    """Zone -> stem -> the share of documents that have it, and the mean logarithm of how often they do."""
    data: dict[str, dict[str, tuple[float, float]]] = json.loads(
        (files("sonde.discover.ache") / "background.json").read_text(encoding="utf-8")
    )
    return data
