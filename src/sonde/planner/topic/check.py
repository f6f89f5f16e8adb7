"""What a topic must have before a crawl begins."""

from sonde.errors import ConfigError
from sonde.model import Topic
from sonde.planner.statistics import document_terms
from sonde.text.words import words


def check_topic(topic: Topic) -> None:
    """Raises ConfigError for a topic without a word in it."""
    if not any(words(given) for given in topic.words) and not any(map(document_terms, topic.examples)):
        raise ConfigError(
            "the topic is empty: it has neither words nor a document with text. "
            'Give words (--topic "heart surgery") or documents about it (--topic-examples FOLDER).'
        )
