"""How frequent words are in general language, for many languages (wordfreq's plain tables)."""

import math
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain, islice

import regex
import wordfreq

_letters = regex.compile(r"[\p{L}\p{M}\u200c\u200d]+")


def known_language(tag: str) -> str:
    """The language of a tag such as "en-GB" if its words are known, else English."""
    language = tag.replace("_", "-").split("-")[0].lower()
    return language if language in languages() else "en"


def general_frequency(word: str, *, language: str = "en") -> float:
    """How frequent a word is in general language, on the Zipf scale; 0 for one never met.

    On that scale 3 is once per million words and 6 once per thousand.
    """
    # By the plain table: the usual call would cut words up, which needs extra libraries for some languages.
    share = wordfreq.get_frequency_dict(language or "en", "small").get(word, 0.0)
    return math.log10(share) + 9 if share else 0.0


def frequent_words(language: str, count: int) -> list[str]:
    """The most frequent words of a language, most frequent first."""
    return list(islice((word for word in _listed(language, "small") if word.isalpha()), count))


@lru_cache(maxsize=2)
def word_list(language: str) -> tuple[str, ...]:
    """Every word known of a language, most frequent first: 25 thousand to 600 thousand of them.

    Words with digits are left out: the tables have all numbers of equal length as one.
    """
    size = "large" if language in wordfreq.available_languages("large") else "small"
    return tuple(word for word in _listed(language, size) if _letters.fullmatch(word))


@cache
def languages() -> tuple[str, ...]:
    """The languages whose words are known, as codes such as "en", in order."""
    return tuple(sorted(wordfreq.available_languages("small")))


def _listed(language: str, size: str) -> Iterator[str]:
    # Past wordfreq's own cache, which would keep every language's full list.
    read = getattr(wordfreq.get_frequency_list, "__wrapped__", wordfreq.get_frequency_list)
    return chain.from_iterable(read(language, size))
