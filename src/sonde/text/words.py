"""Words of a text, as a search engine would index them and a query would send them."""

import re
import unicodedata

import regex

SOFT_HYPHEN = "\u00ad"  # an invisible line-break hint inside words

_ascii_word = re.compile(r"[a-z0-9]+")
# In the scripts of Western Europe, where no marks combine, the quicker of the two libraries finds the same words.
_simple_word = re.compile(r"[^\W_]+")
_beyond_simple = re.compile("[\u0300-\u1fff\u200c\u200d\u2070-\u209f\u20d0-\u20ff\u2c00-\U0010ffff]")
# Combining marks stay with their letter; zero-width joiners hold Persian and Indic words together.
_word = regex.compile(r"[\p{L}\p{N}]\p{M}*+(?:[\u200c\u200d]?[\p{L}\p{N}]\p{M}*+)*+")
_han = regex.compile(r"\p{Han}{2,}|[^\p{Han}]+|\p{Han}")
_has_han = regex.compile(r"\p{Han}{2}")


def words(text: str) -> list[str]:
    """The lower-cased words of a text in order: runs of letters, digits and combining marks, in NFC.

    Codes such as "x86" and "2004" are words. Chinese characters, which no space separates, come as
    overlapping pairs.
    """
    text = text.lower()
    if text.isascii():
        return _ascii_word.findall(text)
    text = unicodedata.normalize("NFC", text.replace(SOFT_HYPHEN, ""))
    if not _beyond_simple.search(text):
        return _simple_word.findall(text)
    found: list[str] = _word.findall(text)
    if _has_han.search(text):
        return [part for word in found for part in _split_han(word)]
    return found


def distinct_words(text: str) -> set[str]:
    """The words of a text, each once."""
    return set(words(text))


def _split_han(word: str) -> list[str]:
    if not _has_han.search(word):
        return [word]
    parts: list[str] = []
    for run in _han.findall(word):
        if len(run) > 1 and _has_han.match(run):
            parts.extend(run[i : i + 2] for i in range(len(run) - 1))
        else:
            parts.append(run)
    return parts
