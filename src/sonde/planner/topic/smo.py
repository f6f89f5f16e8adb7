"""SMO (Liakos 2015, 3.3): a linear support vector machine. The paper names it after the way weka trains it."""

from sonde.model import Topic
from sonde.planner.topic.classifier import Classifier


def smo(topic: Topic) -> Classifier:
    """A linear SVM with C = 1 as in weka, over tf/idf vectors; the solver differs, the optimum does not."""
    from sklearn.svm import LinearSVC

    return Classifier(topic, model=LinearSVC(C=1.0, random_state=0))
