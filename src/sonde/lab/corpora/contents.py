"""A corpus as a crawl would hold it: its documents read, their terms split and equal ones told, once for all trials."""

from collections.abc import Sequence
from functools import cached_property
from urllib.parse import quote

import numpy as np

from sonde.lab.corpora.record import Record
from sonde.lab.search.index import Ints
from sonde.model import Document
from sonde.page.hashes import content_hash
from sonde.planner.terms import document_terms

PREFIX = "lab://documents/"


class Contents:
    """The documents behind an engine, made when first asked for and kept."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.records = records
        self._documents: list[Document | None] = [None] * len(records)
        self._terms: list[list[str] | None] = [None] * len(records)
        self._spelling: dict[str, str] = {}  # each word once in memory, however many documents hold it

    def document(self, position: int) -> Document:
        """The document at a position of the corpus, without near hash: a corpus has no endless spaces."""
        document = self._documents[position]
        if document is None:
            record = self.records[position]
            equal = content_hash(record.title, record.text)
            url = address(position)
            document = Document(url, record.title, record.text, record.attributes, content_hash=equal)
            self._documents[position] = document
        return document

    def terms(self, document: Document) -> list[str]:
        """The terms of a document of the corpus, as `Statistics` would split them."""
        place = position(document.url)
        terms = self._terms[place]
        if terms is None:
            known = self._spelling
            terms = self._terms[place] = [known.setdefault(term, term) for term in document_terms(document)]
        return terms

    @cached_property
    def firsts(self) -> Ints:
        """For each document the first one with the same content: a crawl holds them as one."""
        first: dict[int, int] = {}
        numbers = []
        for i, record in enumerate(self.records):
            # Files without text look alike and are told apart by their address.
            numbers.append(first.setdefault(self.document(i).content_hash, i) if record.text else i)
        return np.array(numbers, dtype=np.int32)

    @cached_property
    def distinct(self) -> int:
        """How many different documents there are."""
        return len(np.unique(self.firsts))


def address(position: int, *, asked: str = "") -> str:
    """The address of a document; with the words asked, one of its other addresses."""
    return f"{PREFIX}{position}" + (f"?from={quote(asked)}" if asked else "")


def position(url: str) -> int:
    """The position in the corpus that an address leads to; -1 for none."""
    number = url.removeprefix(PREFIX).partition("?")[0]
    return int(number) if number.isdecimal() else -1
