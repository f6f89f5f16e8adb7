"""The language of a site, from its words."""

from collections.abc import Iterable

import numpy as np

from sonde.planner.statistics import Statistics
from sonde.planner.stopwords import most_frequent
from sonde.text.frequency import known_language, languages

DEFAULT = "en"
SITE_WORDS = 100  # the site's most frequent words tell its language
MIN_DOCUMENTS, MAX_DOCUMENTS = 10, 1000  # looked at again whenever the documents have doubled
MIN_SHARED = 4  # fewer frequent words in common may be chance


class SiteLanguage:
    """The language told beforehand, else that of the held documents, else English."""

    def __init__(self, told: str = "") -> None:
        self._is_told = bool(told)
        self.code = known_language(told or DEFAULT)
        self._next_look = MIN_DOCUMENTS

    def observe(self, statistics: Statistics) -> None:
        """Looks at the words of the held documents, from time to time while there are few."""
        if self._is_told or statistics.documents < self._next_look or self._next_look > MAX_DOCUMENTS:
            return
        self._next_look = 2 * statistics.documents
        self.code = likeliest_language(site_words(statistics))


def site_words(statistics: Statistics) -> list[str]:
    """The words that most held documents contain."""
    held = statistics.held[: statistics.vocabulary]
    return [statistics.terms[i] for i in np.argsort(-held, kind="stable")[:SITE_WORDS]]


def likeliest_language(words: Iterable[str]) -> str:
    """The language whose most frequent words are most often among these; English when few of any are."""
    sample = set(words)
    shared = {code: len(sample & most_frequent(code)) for code in languages()}
    best = min(shared, key=lambda code: (-shared[code], code != DEFAULT, code))
    return best if shared[best] >= MIN_SHARED else DEFAULT
