"""What a crawl leaves behind, for use: its documents, a search over them, exports, and how it stands."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sonde.model import Coverage, Document, Outcome, Stop
from sonde.store.export import ExportFormat, export
from sonde.store.folder import CrawlFolder
from sonde.store.ledger import Run
from sonde.store.reader import count_all, iter_documents, iter_outcomes, list_runs, read_meta, snapshot
from sonde.store.topic import on_topic_from

if TYPE_CHECKING:
    from sonde.index.search import Hit
    from sonde.index.topk import TopK


@dataclass(frozen=True, slots=True)
class Status:
    """How a crawl stands, over all its runs."""

    folder: Path
    site_url: str
    documents: int  # without those set aside
    aside: int
    queries: int  # peeks included
    peeks: int  # queries of which only the first page was read
    requests: int
    bytes: int  # received
    errors: int  # requests that failed
    failures: int  # results that could not be had
    seconds: float
    coverage: Coverage
    stop: Stop | None  # why the latest run ended; None while it runs or when it was killed
    is_running: bool
    runs: int
    size_bytes: int  # of the folder on disk
    on_topic: int | None = None  # documents on the crawl's topic as of its last run, by estimate; None: no topic


class Copy:
    """The local copy of a site. Reads only, so it may be used while the crawl is running."""

    def __init__(self, folder: CrawlFolder | Path | str) -> None:
        """The copy in a crawl's folder; raises StoreError when there is none."""
        self.folder = folder if isinstance(folder, CrawlFolder) else CrawlFolder.open_to_read(folder)

    def __repr__(self) -> str:
        return f"Copy({str(self.folder.path)!r})"

    def documents(self, *, include_aside: bool = False) -> Iterator[Document]:
        """The documents in the order they were found, as they were when the iteration began."""
        with snapshot(self.folder.database) as connection:
            yield from iter_documents(connection, include_aside=include_aside)

    def outcomes(self) -> Iterator[Outcome]:
        """What each query brought, in order."""
        with snapshot(self.folder.database) as connection:
            yield from iter_outcomes(connection)

    def runs(self) -> list[Run]:
        """The history of the crawl's runs, oldest first."""
        with snapshot(self.folder.database) as connection:
            return list_runs(connection)

    def search(self, words: str, k: int = 10) -> "list[Hit]":
        """The k best documents for the words; see sonde.index.search."""
        from sonde.index.search import search  # the search engine is loaded by those who search

        return search(self.folder, words, k=k)

    def topk(self, words: str, k: int = 10) -> "TopK":
        """The k documents that the site would show first for the words, with a confidence; see sonde.index.topk."""
        from sonde.index.topk import topk

        return topk(self.folder, words, k=k)

    def export(self, file: Path | str, format: ExportFormat = "jsonl", *, include_aside: bool = False) -> int:
        """Writes the documents to a file ("-" for stdout) and says how many there were."""
        return export(self.folder, format, file, include_aside=include_aside)

    def status(self) -> Status:
        """How the crawl stands right now."""
        with snapshot(self.folder.database) as connection:
            counts = count_all(connection)
            runs = list_runs(connection)
            site_url = str(read_meta(connection, "site_url") or "")
            on_topic = on_topic_from(read_meta(connection, "on_topic"))
        return Status(
            folder=self.folder.path,
            site_url=site_url,
            documents=counts.documents - counts.aside,
            aside=counts.aside,
            queries=counts.queries,
            peeks=counts.peeks,
            requests=counts.traffic.requests,
            bytes=counts.traffic.bytes,
            errors=counts.traffic.errors,
            failures=counts.failures,
            seconds=counts.traffic.seconds,
            coverage=counts.coverage,
            stop=runs[-1].stop if runs else None,
            is_running=self.folder.is_running(),
            runs=len(runs),
            size_bytes=self.folder.size_bytes(),
            on_topic=on_topic,
        )
