"""The words of documents and of queries, as the query statistics table spells them."""

from itertools import islice

from sonde.model import Document, Outcome
from sonde.text.words import words

MAX_TERMS_PER_DOCUMENT = 4000
MAX_TERM_LENGTH = 40


def query_word(outcome: Outcome) -> str:
    """The one word of a query as the table spells it; empty for several words or other inputs."""
    if outcome.query.values:
        return ""
    found = words(outcome.query.words)
    return found[0] if len(found) == 1 else ""


def own_terms(document: Document, terms: list[str]) -> int:
    """How many of the terms of a document, as `document_terms` gives them, are of its title and text."""
    if document.text:
        return len(terms)
    title = set(words(document.title))
    return next((place for place, term in enumerate(terms) if term not in title), len(terms))


def document_terms(document: Document) -> list[str]:
    """The terms of a document in a fixed order; attributes speak only where there is no text."""
    text = document.text or "\n".join(value for _, value in document.attributes)
    # In the order of the text: the beginning of a long one is more telling than the end.
    terms = dict.fromkeys(words(f"{document.title}\n{text}"))
    return [term for term in islice(terms, MAX_TERMS_PER_DOCUMENT) if len(term) <= MAX_TERM_LENGTH]
