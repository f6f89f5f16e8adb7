"""Other forms of a word, by the endings that words of its language are seen to change."""

from collections import Counter, defaultdict
from collections.abc import Iterable

_STEM = 4  # letters that two forms share at least
_ENDING = 3  # letters that they differ in at most
_ALIKE = 2  # last letters of words that are taken to change alike
_SEEN = 3  # words that must change so


def other_forms(word: str, vocabulary: Iterable[str]) -> list[str]:
    """The word with other endings, those first that most words which end like it also have."""
    known = {other for other in vocabulary if len(other) >= _STEM}
    forms: defaultdict[str, list[str]] = defaultdict(list)
    for other in known:
        for stem in _stems(other):
            forms[stem].append(other)
    changes: Counter[tuple[int, str]] = Counter()
    for other in known:
        if other.endswith(word[-_ALIKE:]) and other != word:
            changes.update(_changes(other, forms))
    usable = [change for change in changes if changes[change] >= _SEEN and len(word) - change[0] >= _STEM]
    usable.sort(key=lambda change: (-changes[change], change))
    return [word[: len(word) - cut] + ending for cut, ending in usable]


def _stems(word: str) -> list[str]:
    return [word[: len(word) - cut] for cut in range(_ENDING + 1) if len(word) - cut >= _STEM]


def _changes(word: str, forms: dict[str, list[str]]) -> set[tuple[int, str]]:
    """By which letters taken off and put on the word becomes another one."""
    found = set()
    met = {word}
    for cut, stem in enumerate(_stems(word)):
        for other in forms.get(stem, ()):
            if other not in met:
                met.add(other)
                found.add((cut, other[len(stem) :]))
    return found
