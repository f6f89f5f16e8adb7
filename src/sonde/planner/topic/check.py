"""What a topic must have before a crawl begins, and before its first query once the site is known."""

from collections.abc import Sequence

from sonde.errors import ConfigError
from sonde.model import Topic
from sonde.planner.stopwords import most_frequent
from sonde.planner.terms import document_terms
from sonde.text.frequency import general_frequency, languages
from sonde.text.words import words

MIN_SHARED = 4  # words that nearly every text of a language has; fewer in common may be chance
CLEARLY = 2  # times as many as of the site's language


def check_topic(topic: Topic) -> None:
    """Raises ConfigError for a topic without a word in it."""
    if not _words(topic):
        raise ConfigError(
            "the topic is empty: it has neither words nor a document with text. "
            'Give words (--topic "heart surgery") or documents about it (--topic-examples FOLDER).'
        )


def check_language(topic: Topic, *, language: str, site_words: Sequence[str]) -> None:
    """Raises ConfigError for a topic that is clearly in another language than the site.

    `language` is what the site says of itself, often wrongly, so `site_words`, which found something there, must
    agree. A topic of a few words that many languages have passes.
    """
    own = topic_language(topic, instead_of=language)
    if language and own and _are_rather(site_words, language, than=own):
        raise ConfigError(
            f"the topic is in another language ({own}) than the site ({language}). Give words or examples in the "
            "language of the site, or correct `language` and `seeds` in interface.yaml if it is not."
        )


def topic_language(topic: Topic, *, instead_of: str) -> str:
    """The language that a topic is clearly in, other than this one; empty if there is none."""
    sample = _words(topic)
    shared = {code: len(sample & most_frequent(code)) for code in languages()}
    best = min(shared, key=lambda code: (-shared[code], code))
    is_clear = shared[best] >= max(MIN_SHARED, CLEARLY * shared.get(instead_of, 0))
    return best if is_clear and best != instead_of else ""


def _words(topic: Topic) -> set[str]:
    named = {word for given in topic.words for word in words(given)}
    return named.union(*map(document_terms, topic.examples))


def _are_rather(site_words: Sequence[str], language: str, *, than: str) -> bool:
    """Whether words are on the whole more frequent in one language than in another."""
    sums = [sum(general_frequency(word, language=code) for word in site_words) for code in (language, than)]
    return sums[0] > sums[1]
