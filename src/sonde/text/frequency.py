"""How frequent words are in general language, for many languages (wordfreq's plain tables)."""

import math
from functools import cache
from itertools import islice

import wordfreq


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
    # Past wordfreq's own cache, which would keep every language's full list.
    read = getattr(wordfreq.get_frequency_list, "__wrapped__", wordfreq.get_frequency_list)
    words = (word for bucket in read(language, "small") for word in bucket)
    return list(islice((word for word in words if word.isalpha()), count))


@cache
def languages() -> tuple[str, ...]:
    """The languages whose words are known, as codes such as "en", in order."""
    return tuple(sorted(wordfreq.available_languages("small")))
