"""The policies of Liakos 2015 as a crawl makes them: general language is the reference corpus."""

from sonde.model import Topic
from sonde.planner.setup import Setup
from sonde.planner.topic.check import check_language, check_topic
from sonde.planner.topic.cosine_similarity import CosineSimilarity
from sonde.planner.topic.do_nothing import DoNothing
from sonde.planner.topic.focused import Evaluation, Focused
from sonde.planner.topic.j48 import j48
from sonde.planner.topic.naive_bayes import naive_bayes
from sonde.planner.topic.smo import smo
from sonde.text.frequency import known_language
from sonde.text.tfidf import GeneralLanguage


def do_nothing_policy(setup: Setup) -> Focused:
    """Do-nothing: every result feeds the Word Collection."""
    return _focused(setup, DoNothing())


def cosine_policy(setup: Setup) -> Focused:
    """CosineSimilarity: the results closest to the query document do."""
    return _focused(setup, CosineSimilarity(topic_of(setup), reference=_reference(setup)))


def naive_bayes_policy(setup: Setup) -> Focused:
    """NaiveBayes: the results that a trained classifier accepts do."""
    return _focused(setup, naive_bayes(topic_of(setup)))


def smo_policy(setup: Setup) -> Focused:
    """SMO: the same with a support vector machine."""
    return _focused(setup, smo(topic_of(setup)))


def j48_policy(setup: Setup) -> Focused:
    """J48: the same with a decision tree."""
    return _focused(setup, j48(topic_of(setup)))


def topic_of(setup: Setup) -> Topic:
    """The topic given; ConfigError for none, an empty one or one in another language than the site."""
    topic = setup.topic or Topic()
    check_topic(topic)
    check_language(topic, language=setup.language, site_words=setup.seeds)
    return topic


def _focused(setup: Setup, evaluation: Evaluation) -> Focused:
    return Focused(
        topic_of(setup),
        evaluation=evaluation,
        reference=_reference(setup),
        statistics=setup.statistics,
        attributes=setup.topic_attributes,
        exclude=setup.abilities.exclude,
    )


def _reference(setup: Setup) -> GeneralLanguage:
    return GeneralLanguage(known_language(setup.language))
