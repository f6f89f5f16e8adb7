"""J48 (Liakos 2015, 3.3): a C4.5 decision tree."""

from sonde.model import Topic
from sonde.planner.topic.classifier import Classifier

LEAF = 2  # least documents in a leaf, as in weka


def j48(topic: Topic) -> Classifier:
    """A tree split by information gain as in C4.5; it is pruned by cost complexity instead of C4.5's error bound."""
    from sklearn.tree import DecisionTreeClassifier

    model = DecisionTreeClassifier(criterion="entropy", min_samples_leaf=LEAF, ccp_alpha=0.001, random_state=0)
    return Classifier(topic, model=model)
