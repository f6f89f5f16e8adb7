"""Words of forms and fields that must be left alone, by meaning and in many languages.

danger.json has them. An entry is a phrase of whole words; a star at its end stands for any ending. Where no
spaces part words, an entry is found anywhere.
"""

import json
import re
from collections.abc import Sequence
from importlib.resources import files


class Phrases:
    """Finds the first of many phrases in plain words, in time that does not grow with their number."""

    def __init__(self, lines: Sequence[str]) -> None:
        known = {phrase.strip().replace("'", " ") for line in lines for phrase in line.split(",")}
        unspaced = {phrase for phrase in known if _is_unspaced(phrase)}
        self._stems = tuple(sorted(phrase[:-1] for phrase in known if phrase.endswith("*")))
        self._by_first: dict[str, list[list[str]]] = {}
        for phrase in sorted(known - unspaced, key=_longest_first):
            words = phrase.split()
            self._by_first.setdefault(words[0], []).append(words)
        self._unspaced = re.compile("|".join(map(re.escape, sorted(unspaced, key=_longest_first))) or r"(?!)")

    def find(self, plain: str) -> str:
        """The phrase that `plain` has, or an empty string; `plain` is what plain_words gives."""
        words = plain.split()
        if not self._by_first.keys().isdisjoint(words):  # seldom, and told fast
            for at, word in enumerate(words):
                for phrase in self._by_first.get(word, ()):
                    if words[at : at + len(phrase)] == phrase:
                        return " ".join(phrase)
        if self._stems and (stem := next((word for word in words if word.startswith(self._stems)), "")):
            return stem
        if plain.isascii():
            return ""
        match = self._unspaced.search(plain)
        return match[0] if match else ""


def _longest_first(phrase: str) -> tuple[int, str]:
    return -len(phrase), phrase


def _is_unspaced(phrase: str) -> bool:
    """Whether a phrase is of a script that parts no words, or glues others to them: Thai, Chinese, Japanese, Korean."""
    return "\u0e00" <= phrase[0] <= "\u0e7f" or "\u2e80" <= phrase[0] <= "\ud7ff"


_KNOWN = json.loads((files("sonde.interface.forms") / "danger.json").read_text(encoding="utf-8"))
ACT = {meaning: Phrases(lines) for meaning, lines in _KNOWN["acts"].items()}  # what a form must not do
ANY_ACT = Phrases([line for lines in _KNOWN["acts"].values() for line in lines])
THING = Phrases(_KNOWN["things"])  # what a form may be about, and a search as well: "Search orders"
SEND = Phrases(_KNOWN["sending"])  # harmless by GET
ASKED = {meaning: Phrases(lines) for meaning, lines in _KNOWN["asked"].items()}  # what a field must not ask for
ANY_ASKED = Phrases([line for lines in _KNOWN["asked"].values() for line in lines])

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_GAP = re.compile(r"[^\w]+|_+")


def plain_words(*texts: str) -> str:
    """The words of labels and identifiers in order, one space between them: "delAll_now" reads "del all now"."""
    return _GAP.sub(" ", _CAMEL.sub(" ", " ".join(texts))).strip().lower()
