"""Queries from a list that was made before the crawl: what random and generic-frequency share (Ntoulas 2005, 3)."""

from collections.abc import Callable, Sequence

from sonde.model import Outcome, Query
from sonde.planner.asked import same_query
from sonde.planner.cap import Cap
from sonde.planner.language import SiteLanguage, site_words
from sonde.planner.refusals import Refusals
from sonde.planner.setup import Setup

ListOf = Callable[[str], Sequence[str]]  # the words for a language, in the order to ask them


class WordList:
    """Asks the words of a list one after the other, seeds first. It learns the language of the list from the site.

    Words like those the site refuses are passed over; the paper's sites answered nearly all of them.
    """

    def __init__(self, setup: Setup, list_of: ListOf) -> None:
        self.statistics = setup.statistics
        self.language = SiteLanguage(setup.language)
        self._refusals = Refusals(site_words=lambda: site_words(self.statistics))
        self._cap = Cap()
        self._seeds = [seed.strip() for seed in setup.seeds if seed.strip()]
        self._list_of = list_of
        self._listed_in = ""  # a language
        self._words: Sequence[str] = ()
        self._start = 0  # all words before it were asked
        self._asked: set[str] = set()
        self._in_the_air: set[str] = set()

    def choose(self) -> Query | None:
        """The next word, or None at the end of the list."""
        for seed in self._seeds:
            if self._is_open(seed):
                return self._ask(seed, reason="seed")
        self._open_list()
        while self._start < len(self._words) and same_query(self._words[self._start]) in self._asked:
            self._start += 1
        for place in range(self._start, len(self._words)):
            word = self._words[place]
            if self._is_open(word) and self._refusals.allows(word):
                return self._ask(word, reason=f"word {place + 1} of {len(self._words)}")
        return None

    def observe(self, outcome: Outcome) -> None:
        """Remembers the words as asked; their answer only tells what the site refuses and its language."""
        asked = same_query(outcome.query.words)
        self._asked.add(asked)
        self._in_the_air.discard(asked)
        sighting = self.statistics.observe(outcome)
        self._refusals.observe(sighting, largest_answer=self._cap.largest)
        self._cap.observe(sighting)
        self.language.observe(self.statistics)

    def _is_open(self, words: str) -> bool:
        query = same_query(words)
        return query not in self._asked and query not in self._in_the_air

    def _ask(self, words: str, *, reason: str) -> Query:
        self._in_the_air.add(same_query(words))
        return Query(words=words, reason=reason)

    def _open_list(self) -> None:
        if self._listed_in != self.language.code:
            self._listed_in = self.language.code
            self._words, self._start = self._list_of(self._listed_in), 0
