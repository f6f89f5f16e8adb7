"""NaiveBayes (Liakos 2015, 3.3): words are taken for independent given the class."""

from sonde.model import Topic
from sonde.planner.topic.classifier import Classifier


def naive_bayes(topic: Topic) -> Classifier:
    """A multinomial naive Bayes classifier over word counts."""
    from sklearn.naive_bayes import MultinomialNB

    return Classifier(topic, model=MultinomialNB(), counts=True)
