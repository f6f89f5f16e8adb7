"""Reads what a person typed into the search box, by the rules of one site."""

from collections.abc import Set
from dataclasses import dataclass

from sonde.lab.traits import Traits
from sonde.text.words import words


@dataclass(frozen=True, slots=True)
class Question:
    """The words that count. `refused` says why the site will not answer at all."""

    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    refused: str = ""


def read_question(text: str, traits: Traits, stopped: Set[str]) -> Question:
    """The question in `text`: each word once, in order of appearance.

    `-word` is unwanted where the site knows NOT. Stop words and short words are ignored, or
    the question is refused.
    """
    wanted: dict[str, None] = {}
    unwanted: dict[str, None] = {}
    ignored: dict[str, None] = {}
    for part in text.split():
        target = unwanted if traits.not_ and part.startswith("-") else wanted
        for word in words(part):
            usable = len(word) >= traits.min_length and word not in stopped
            (target if usable else ignored).setdefault(word)
    refused = ""
    if ignored and traits.unusable == "refused":
        refused = _reason(next(iter(ignored)), traits)
    return Question(tuple(wanted), tuple(unwanted), tuple(ignored), refused)


def _reason(word: str, traits: Traits) -> str:
    if len(word) < traits.min_length:
        return f"Search words need at least {traits.min_length} characters; “{word}” is too short."
    return f"The word “{word}” is too common to search for."
