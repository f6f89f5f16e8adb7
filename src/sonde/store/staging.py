"""Documents fetched for queries that are not finished, gathered so that they are written in batches."""

from collections.abc import Iterable

from sonde.model import Document, Query
from sonde.store.rows import Row, document_row, query_key

BATCH_DOCUMENTS = 64  # a batch is due when it has this many documents,
BATCH_CHARACTERS = 1 << 19  # or this much text,
BATCH_AGE_S = 1.0  # or its oldest document has waited this long


class Staging:
    """The part of the staging table that is still in memory."""

    def __init__(self) -> None:
        self._documents: dict[str, tuple[Document, str | bytes]] = {}
        self._characters = 0
        self._since_s = 0.0

    def add(self, documents: Iterable[Document], *, query: Query | None, now_s: float) -> bool:
        """Takes documents in; True when it is time to write the batch."""
        key = query_key(query)
        if not self._documents:
            self._since_s = now_s
        for document in documents:
            self._documents[document.url] = (document, key)
            self._characters += len(document.text)
        return bool(self._documents) and (
            len(self._documents) >= BATCH_DOCUMENTS
            or self._characters >= BATCH_CHARACTERS
            or now_s - self._since_s >= BATCH_AGE_S
        )

    def take(self) -> list[Row]:
        """The rows to write, a query's key before the document's columns; the batch is empty afterwards."""
        rows = [(key, *document_row(document)) for document, key in self._documents.values()]
        self._documents.clear()
        self._characters = 0
        return rows

    def get(self, urls: Iterable[str]) -> dict[str, Document]:
        """Those of the addresses whose documents are here."""
        return {url: self._documents[url][0] for url in urls if url in self._documents}

    def drop(self, query: Query) -> None:
        """Forgets the documents of a finished query, and those staged for no query in particular."""
        finished = ("", query_key(query))
        self._documents = {url: item for url, item in self._documents.items() if item[1] not in finished}
        self._characters = sum(len(document.text) for document, _ in self._documents.values())
