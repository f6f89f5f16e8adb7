"""The Word Collection: the pool of words that topic queries are taken from (Liakos 2015, 3.2)."""

from collections import Counter
from collections.abc import Iterable, Sequence

from sonde.model import Document, Topic
from sonde.text.tfidf import Reference, tf_idf
from sonde.text.words import words


class WordCollection:
    """The query document d_i, and the contents of result pages that were found to be in-topic.

    With `attributes` only the values of these attributes are taken (4.4, the 'city' field), but of a query document
    that has none of them all words: a collection without a word asks nothing.
    """

    def __init__(self, topic: Topic, *, reference: Reference, attributes: Sequence[str] = ()) -> None:
        self._reference = reference
        self._attributes = frozenset(name.casefold() for name in attributes)
        self._counts: Counter[str] = Counter()  # n_t
        self._counts.update(word for given in topic.words for word in words(given))
        self.add(topic.examples)
        if not self._counts:
            self._counts.update(word for document in topic.examples for word in document_words(document))

    def add(self, documents: Iterable[Document]) -> None:
        """Update(WordCollection), step 5 of Algorithm 1."""
        for document in documents:
            self._counts.update(self._chosen_words(document))

    def extract_terms(self) -> list[str]:
        """ExtractTerms(WordCollection), step 2: its words by falling tf/idf, alphabetically among equals."""
        weights = tf_idf(self._counts, self._reference)
        return sorted(weights, key=lambda word: (-weights[word], word))

    def _chosen_words(self, document: Document) -> list[str]:
        if not self._attributes:
            return document_words(document)
        chosen = (value for name, value in document.attributes if name.casefold() in self._attributes)
        return [word for value in chosen for word in words(value)]


def document_words(document: Document) -> list[str]:
    """The words of a document's title and text, in order; of its attributes where there is no text."""
    text = document.text or "\n".join(value for _, value in document.attributes)
    return words(f"{document.title}\n{text}")
