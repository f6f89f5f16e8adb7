"""Reads what an answer says of itself with what was learned: the stated total, and that nothing was found."""

import re
from collections.abc import Iterator

from sonde.interface.model import CountRule, Marker
from sonde.page.dom import Tree, visible_text

OWN_TEXT = "::text"  # ends a selector that means text standing straight in the element, not in one of its own
# Groups of three digits, or of two before the last three as in India; 1.2k and 3M are round numbers.
_NUMBER = re.compile(
    r"\d{1,2}(?:,\d{2})+,\d{3}(?!\d)"
    r"|\d{1,3}(?:[.,'’\u066c\uff0c\u00a0\u2009\u202f ]\d{3})+(?!\d)"
    r"|\d+(?:[.,]\d+)?[kKM]\b"
    r"|\d+"
)
_ECHO = "\x00"  # stands for a word of the query that was taken out
_ROUND = {"k": 1_000, "K": 1_000, "M": 1_000_000}


def numbers(text: str) -> list[int]:
    """The whole numbers of a text, thousands separators understood."""
    return [_whole(match) for match in _NUMBER.findall(text)]


def _whole(number: str) -> int:
    if number[-1] in _ROUND:
        return round(float(number[:-1].replace(",", ".")) * _ROUND[number[-1]])
    return int(re.sub(r"\D", "", number))


def without_words(text: str, words: str) -> str:
    """The text with an echo of the query taken out and white space folded."""
    return " ".join(_cut_out(text, words, "").split())


def _cut_out(text: str, words: str, mark: str) -> str:
    for word in (words, *words.split()):
        if word:
            # The 5 of 105 is no echo.
            echo = rf"(?<!\d)(?<!\d[.,]){word}(?![.,]?\d)" if word.isdecimal() else re.escape(word)
            text = re.sub(echo, mark, text, flags=re.IGNORECASE)
    return text


def numbers_besides(text: str, words: str) -> list[int]:
    """The whole numbers of a text that are not the query's; "25 of 353" asked for "of" still holds two."""
    return numbers(_cut_out(text, words, ";"))


def after_words(text: str, words: str) -> set[int]:
    """Which numbers of a text, counted from 0, stand straight after a word of the query: the 29 of "war: 29"."""
    marked = _cut_out(text, words, _ECHO)
    before = (marked[: found.start()] for found in _NUMBER.finditer(marked))
    return {position for position, start in enumerate(before) if start.rstrip(" :=([").endswith(_ECHO)}


def read_total(tree: Tree, rule: CountRule | None, words: str) -> int | None:
    """The stated hit count, or None when it is not on the page."""
    if rule is None:
        return None
    for text in _texts_at(tree, rule.where):
        found = numbers_besides(text, words)
        if len(found) > rule.number and found:
            return found[rule.number]
    return None


def _texts_at(tree: Tree, where: str) -> Iterator[str]:
    """The texts of the elements a selector finds, or those straight in them."""
    for node in tree.css(where.removesuffix(OWN_TEXT)):
        if where.endswith(OWN_TEXT):
            yield from (child.text_content or "" for child in node.iter(include_text=True) if child.tag == "-text")
        else:
            yield visible_text(node)


def says_nothing_found(tree: Tree, marker: Marker | None, words: str) -> bool:
    """Whether the learned text for "nothing found" is on the page, where it takes the text to know."""
    return marker is not None and marker.decides and shows_marker(tree, marker, words)


def shows_marker(tree: Tree, marker: Marker | None, words: str) -> bool:
    """Whether the learned text for "nothing found" is on the page."""
    if marker is None:
        return False
    return any(without_words(visible_text(node), words) == marker.text for node in tree.css(marker.where))
