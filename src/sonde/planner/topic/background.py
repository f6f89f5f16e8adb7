"""The site at large: answers to a few words about nothing, against which the topic stands out.

A topic crawl meets the topic and little else, so that nothing in it tells what is off topic. The first results for a
word such as "both" are nearly a random sample of the site, for the price of a query or two.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from sonde.model import Topic
from sonde.planner.sightings import Sighting
from sonde.planner.terms import document_terms
from sonde.planner.topic.worth import TOO_COMMON
from sonde.text.frequency import frequent_words, general_frequency

ANSWERS = 2  # are enough
LATER = 15  # queries before the second: a narrow topic is nearly held by then and need not pay for it
TRIES = 4  # a site may not search for such words
LEAST_COMMON = 5.0  # on the Zipf scale: rarer words are about something
USUAL = 0.1  # share of the examples that a word must be in: it is in use on the site
GENERAL = 300  # most frequent words of the language, where there are too few examples


class Background:
    """Chooses words about nothing and remembers the documents found by them."""

    def __init__(self, topic: Topic, *, language: str) -> None:
        self.documents: set[int] = set()
        self._words = list(islice(_general_words(topic, language), TRIES))  # a common word may still be the topic's own
        self._tried: set[str] = set()
        self._answers = 0

    def next_word(self, *, queries: int) -> str | None:
        """The next word to ask after so many queries; None when enough is known, or the site searches for none."""
        if self._answers >= min(ANSWERS, 1 + queries // LATER) or len(self._tried) >= TRIES:
            return None
        return next((word for word in self._words if word not in self._tried), None)

    def send(self, word: str) -> None:
        """Remembers that a word was chosen."""
        self._tried.add(word)

    def observe(self, sighting: Sighting) -> None:
        """Takes in an answer; only those to the words about nothing count."""
        if sighting.word not in self._words or self._answers >= ANSWERS:
            return
        self._tried.add(sighting.word)
        self._answers += sighting.seen > 0
        self.documents.update(sighting.ids.tolist())


def _general_words(topic: Topic, language: str) -> Iterator[str]:
    """Words about nothing that are in use on the site, the most common first."""
    used = Counter(word for document in topic.examples for word in document_terms(document))
    usual = [word for word, count in used.items() if word.isalpha() and count >= max(2, USUAL * len(topic.examples))]
    if USUAL * len(topic.examples) < 1:
        usual += frequent_words(language, GENERAL)
    common = {word: general_frequency(word, language=language) for word in usual}
    fitting = [word for word in common if LEAST_COMMON <= common[word] < TOO_COMMON]
    yield from sorted(fitting, key=lambda word: (-common[word], word))
