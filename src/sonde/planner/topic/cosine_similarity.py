"""CosineSimilarity (Liakos 2015, 3.3): the results closest to the query document are in-topic."""

import math
from collections import Counter
from collections.abc import Sequence

from sonde.model import Document, Topic
from sonde.planner.topic.word_collection import document_words
from sonde.text.tfidf import Reference, tf_idf
from sonde.text.words import words

TOP = 0.01  # of the returned documents, after every query (4.1)

Vector = dict[str, float]


class CosineSimilarity:
    """Accepts the top 1 % of the new results by similarity to the query document, and at least one."""

    def __init__(self, topic: Topic, *, reference: Reference, top: float = TOP) -> None:
        counts = Counter(word for given in topic.words for word in words(given))
        for document in topic.examples:
            counts.update(document_words(document))
        self._reference = reference
        self._top = top
        self._query_document = unit(tf_idf(counts, reference))

    def accepted(self, results: Sequence[Document]) -> Sequence[Document]:
        """The closest results; earlier ones among equals."""
        number = math.ceil(self._top * len(results))
        return sorted(results, key=lambda document: -self.similarity(document))[:number]

    def similarity(self, document: Document) -> float:
        """cos(theta) = A * B / (||A|| * ||B||) of the tf/idf vectors of query document and result."""
        vector = unit(tf_idf(Counter(document_words(document)), self._reference))
        return sum(weight * self._query_document.get(word, 0.0) for word, weight in vector.items())


def unit(vector: Vector) -> Vector:
    """The vector at length one; a zero vector stays zero."""
    length = math.sqrt(sum(weight * weight for weight in vector.values())) or 1.0
    return {word: weight / length for word, weight in vector.items()}
