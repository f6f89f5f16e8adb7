"""The lines of a document that a result shows: around the first word asked for, with the words marked."""

import re
from collections.abc import Sequence
from functools import lru_cache
from html import escape

_BEFORE, _LENGTH = 80, 220


def snippet(text: str, words: Sequence[str], *, mark: str = "b", whole: bool = True) -> str:
    """HTML of about 220 characters of the text. Starts at the beginning when no word occurs.

    `whole` marks whole words only.
    """
    pattern = _pattern(tuple(words), whole)
    hit = pattern.search(text) if pattern else None
    start = max(0, hit.start() - _BEFORE) if hit else 0
    if start:
        start = text.find(" ", start, start + 20) + 1 or start
    end = start + _LENGTH
    part = text[start:end]
    if end < len(text):
        part = part.rpartition(" ")[0] or part
    html = _marked(part, pattern, mark) if pattern else escape(part)
    return ("… " if start else "") + html + (" …" if end < len(text) else "")


def _marked(part: str, pattern: re.Pattern[str], mark: str) -> str:
    pieces, last = [], 0
    for hit in pattern.finditer(part):
        pieces += [escape(part[last : hit.start()]), f"<{mark}>{escape(hit.group())}</{mark}>"]
        last = hit.end()
    return "".join(pieces) + escape(part[last:])


@lru_cache(maxsize=256)
def _pattern(words: tuple[str, ...], whole: bool) -> re.Pattern[str] | None:
    if not words:
        return None
    any_word = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(rf"(?<![^\W_])(?:{any_word})(?![^\W_])" if whole else any_word, re.IGNORECASE)
