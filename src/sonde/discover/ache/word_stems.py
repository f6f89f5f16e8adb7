"""Stems in many languages: a word is cut by the rules of the language that uses it most.

By the word and not by its page: an address, an anchor and a page about the same thing must give the same stem, and
addresses and anchors are too short to tell their language.
"""

from functools import cache

import Stemmer

from sonde.text.frequency import frequent_words

# Those with rules and lists of words; the others' words are left as they are, unless English has them too.
LANGUAGES = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish",
    "fi": "finnish", "fr": "french", "hu": "hungarian", "id": "indonesian", "it": "italian", "nb": "norwegian",
    "nl": "dutch", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip
_KNOWN = 10_000  # words of each language, the most frequent ones
_PREFERRED = 10  # English has a word unless another language uses one that is this many times higher in its list


def stem_of(word: str) -> str:
    """The stem of a lower-case word; the word itself where no language is known to use it and it is no plain Latin."""
    language = language_of(word)
    return str(_stemmer(language).stemWord(word)) if language else word


def language_of(word: str) -> str:
    """The language that uses a word most; English for rare words in plain letters, else empty."""
    return _languages().get(word) or ("en" if word.isascii() else "")


@cache
def _languages() -> dict[str, str]:
    best: dict[str, float] = {}
    found: dict[str, str] = {}
    for language in LANGUAGES:
        for place, word in enumerate(frequent_words(language, _KNOWN), _PREFERRED):
            weight = place / _PREFERRED if language == "en" else float(place)
            if weight < best.get(word, _KNOWN + _PREFERRED):
                best[word], found[word] = weight, language
    # Rare words in plain letters are taken for English anyway.
    return {word: language for word, language in found.items() if language != "en" or not word.isascii()}


@cache
def _stemmer(language: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(LANGUAGES[language])
