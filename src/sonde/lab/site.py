"""A simulated site without HTTP: what the crawl loop asks of any site, answered from memory."""

from collections.abc import AsyncIterator

from sonde.errors import StatusError
from sonde.lab.corpora.contents import address, position
from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.search.hit_count import shown_total
from sonde.model import Document, Query, Result, ResultPage
from sonde.page.hashes import content_hash, near_hash
from sonde.store.ledger import Traffic

_SNIPPET = 200


class SimulatedSite:
    """Searches an engine's corpus by its traits. Document `n` of the corpus is at `lab://documents/n`.

    Matching, ranking, cap, page size, hit counts and duplicate addresses are as on the served site; faults
    and looks, which only exist in HTTP, are not.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.queries: list[Query] = []
        self.requests = 0  # result pages and documents asked for

    def url(self, document: int) -> str:
        """The one true address of a document."""
        return address(document)

    def traffic(self) -> Traffic:
        """What was asked of the site so far."""
        return Traffic(requests=self.requests)

    async def search(self, query: Query) -> AsyncIterator[ResultPage]:
        """The answer page by page; one empty page when nothing is found or the question is refused."""
        self.queries.append(query)
        traits = self.engine.traits
        answer = self.engine.search(query.words, where=query.values)
        total = None if answer.refused else shown_total(answer.total, traits.count)
        found = answer.ids.tolist()
        size = max(1, len(found) if traits.paging == "none" else traits.page_size)
        for start in range(0, max(1, len(found)), size):
            shown = tuple(self._result(document, query) for document in found[start : start + size])
            self.requests += 1
            yield ResultPage(shown, total=total, more=start + size < len(found))

    async def get(self, result: Result) -> Document:
        """The document behind a result. Its `url` is the true one whichever address the result had."""
        place = position(result.url)
        if not 0 <= place < len(self.engine.records):
            raise StatusError(f"{result.url} is not a document of this site.", url=result.url, status=404)
        self.requests += 1
        return to_document(self.engine.records[place], url=self.url(place))

    def read(self, result: Result) -> Document:
        """The same at once and without near hash, from the documents that all trials share."""
        self.requests += 1
        return self.engine.contents.document(position(result.url))

    def _result(self, document: int, query: Query) -> Result:
        record = self.engine.records[document]
        tracked = self.engine.traits.duplicate_urls and document % 2
        url = address(document, asked=query.words if tracked else "")
        return Result(url, record.title, record.text[:_SNIPPET], record.attributes)


def to_document(record: Record, *, url: str) -> Document:
    """A corpus record as a crawl would have read it from a page."""
    return Document(
        url=url,
        title=record.title,
        text=record.text,
        attributes=record.attributes,
        content_hash=content_hash(record.title, record.text),
        near_hash=near_hash(record.text),
    )
