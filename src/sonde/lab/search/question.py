"""Reads what a person typed into the search box, by the rules of one site."""

import re
from collections.abc import Set
from dataclasses import dataclass

from sonde.lab.traits import Operator, Traits
from sonde.text.words import words

STAR = "*"  # at the end of a wanted word: every word that begins so
_PARTS = re.compile(r'-?"[^"]*"|\S+')


@dataclass(frozen=True, slots=True)
class Question:
    """The words that count. `refused` says why the site will not answer at all."""

    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    refused: str = ""
    phrases: tuple[tuple[str, ...], ...] = ()  # wanted words that must stand side by side
    operator: Operator = "and"


def read_question(text: str, traits: Traits, stopped: Set[str]) -> Question:
    """The question in `text`: each word once, in order of appearance.

    `-word` is unwanted where the site knows NOT. Stop words and short words are ignored, or
    the question is refused.
    """
    wanted: dict[str, None] = {}
    unwanted: dict[str, None] = {}
    ignored: dict[str, None] = {}
    phrases = []
    operator = traits.operator
    for part in _PARTS.findall(text) if traits.phrase else text.split():
        if traits.either and part == "OR":
            operator = "or"
            continue
        target = unwanted if traits.not_ and part.startswith("-") else wanted
        found = words(part)
        for word in found:
            usable = len(word) >= traits.min_length and word not in stopped
            star = STAR if traits.wildcard and part.endswith(STAR) and word == found[-1] else ""
            (target if usable else ignored).setdefault(word + star)
        if traits.phrase and part.startswith('"') and len(found) > 1:
            phrases.append(tuple(found))
    refused = ""
    if ignored and traits.unusable == "refused":
        refused = _reason(next(iter(ignored)), traits)
    return Question(tuple(wanted), tuple(unwanted), tuple(ignored), refused, tuple(phrases), operator)


def _reason(word: str, traits: Traits) -> str:
    if len(word) < traits.min_length:
        return f"Search words need at least {traits.min_length} characters; “{word}” is too short."
    return f"The word “{word}” is too common to search for."
