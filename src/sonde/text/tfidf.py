"""tf/idf weights of words (Salton and McGill 1986), against a reference corpus."""

import math
from collections import Counter
from collections.abc import Iterable
from typing import Protocol

from sonde.text.frequency import general_frequency
from sonde.text.words import distinct_words

PAGES = 1_000_000  # documents of the reference that stands for general language
PAGE_WORDS = 300.0  # words on one of its pages


class Reference(Protocol):
    """A corpus that says how widespread words are."""

    def idf(self, word: str) -> float:
        """log(D / d_t): zero for a word that every document has."""


class ReferenceCorpus:
    """A reference made of documents: D of them, d_t with the word t."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._holders: Counter[str] = Counter()  # d_t
        self._documents = 0  # D
        for text in texts:
            self._documents += 1
            self._holders.update(distinct_words(text))

    def idf(self, word: str) -> float:
        """log(D / d_t); a word that no document has counts as if one had it."""
        return math.log(max(1, self._documents) / max(1, self._holders[word]))


class GeneralLanguage:
    """A reference where there is no corpus: how many pages of general language would have a word."""

    def __init__(self, language: str = "en") -> None:
        self._language = language

    def idf(self, word: str) -> float:
        """log(D / d_t), from the word's frequency; a word never met is on one page of the reference."""
        share = page_share(word, language=self._language)
        return -math.log(max(share, 1 / PAGES))


def page_share(word: str, *, language: str = "en", page_words: float = PAGE_WORDS) -> float:
    """The share of pages of general language that have a word; 0 for one never met."""
    zipf = general_frequency(word, language=language)
    if not zipf:
        return 0.0
    return -math.expm1(page_words * math.log1p(-(10 ** (zipf - 9))))


def tf_idf(counts: Counter[str], reference: Reference) -> dict[str, float]:
    """tf/idf(t) = (n_t / N) * log(D / d_t) for each word of a text."""
    total = max(1, counts.total())
    return {word: n / total * reference.idf(word) for word, n in counts.items()}
