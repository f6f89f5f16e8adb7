"""Classifier-based policies (Liakos 2015, 3.3): trained once on labelled documents, then asked about each result."""

from collections.abc import Sequence
from typing import Any

from sonde.errors import ConfigError
from sonde.model import Document, Topic
from sonde.planner.topic.word_collection import document_words


class Classifier:
    """Accepts the results that a trained classifier puts into the topic."""

    def __init__(self, topic: Topic, *, model: Any, counts: bool = False) -> None:
        from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

        check_labelled(topic)
        self._vectors = (CountVectorizer if counts else TfidfVectorizer)(analyzer=document_words)
        self._model = model
        on, off = list(topic.examples), list(topic.others)
        self._model.fit(self._vectors.fit_transform([*on, *off]), [1] * len(on) + [0] * len(off))

    def accepted(self, results: Sequence[Document]) -> Sequence[Document]:
        """The results that are classified under the topic."""
        if not results:
            return []
        labels = self._model.predict(self._vectors.transform(results))
        return [document for document, label in zip(results, labels, strict=True) if label]


def check_labelled(topic: Topic) -> None:
    """Raises ConfigError unless there are documents of both classes to learn from."""
    missing = "on" if not topic.examples else "off" if not topic.others else ""
    if missing:
        raise ConfigError(
            f"this policy learns from documents on and off the topic, and none {missing} the topic was given. "
            "Give a folder with a subfolder 'on' and a subfolder 'off' (--topic-examples), or choose the policy "
            "'topic', which needs examples only."
        )
