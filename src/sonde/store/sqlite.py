"""The store of a running crawl: SQLite behind an async face, with all work on one writer thread."""

import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Self, TypeVar

from sonde.model import Coverage, Document, Outcome, Query, Stop
from sonde.store.folder import CrawlFolder
from sonde.store.ledger import Counts, Failure, Run, Traffic
from sonde.store.reader import (
    count_all,
    document_shapes,
    held_ids,
    ids_by_content,
    iter_documents,
    iter_outcomes,
    list_runs,
    staged_documents,
)
from sonde.store.staging import Staging
from sonde.store.thread_store import ThreadStore, start_writer
from sonde.store.writer import Writer

T = TypeVar("T")


class Store(ThreadStore[Writer]):
    """What a crawl writes to and is rebuilt from; made by `Store.open`.

    An outcome is stored in one transaction: once `record` returns it survives a kill, and a reader sees all
    of it or nothing. A call that is cancelled while it waits may still take effect, but never by half.
    """

    def __init__(self, writer: Writer, thread: ThreadPoolExecutor, *, clock: Callable[[], float]) -> None:
        super().__init__(writer, thread, clock=clock)
        self._staging = Staging()
        self._has_run = False
        self._is_closed = False

    @classmethod
    async def open(cls, folder: CrawlFolder, *, clock: Callable[[], float] = time.time) -> Self:
        """A store over a folder opened for crawling, which stays the caller's to close afterwards."""
        writer, thread = await start_writer(lambda: Writer(folder.database))
        return cls(writer, thread, clock=clock)

    async def close(self) -> None:
        """Writes what is still staged in memory and closes; does nothing the second time."""
        if self._is_closed:
            return
        self._is_closed = True
        try:
            await self._write_staged()
        finally:
            await super().close()

    async def begin_run(self) -> None:
        """Opens this run's entry in the history. The first `record` or `set_stop` does it by itself."""
        if not self._has_run:
            self._has_run = True
            await self._call(self._writer.begin_run, self._clock())

    async def set_stop(self, stop: Stop, *, traffic: Traffic) -> None:
        """Ends this run's entry in the history: why it stopped and what it spent."""
        await self.begin_run()
        await self._call(self._writer.end_run, stop, traffic=traffic, ended_at=self._clock())

    async def stage(self, documents: Iterable[Document], *, query: Query | None = None) -> None:
        """Keeps documents fetched for a query in flight, in batches, out of sight of readers.

        `query` matters only when several are in flight: recording one then leaves the others' documents.
        """
        if self._staging.add(documents, query=query, now_s=self._clock()):
            await self._write_staged()

    async def staged(self, urls: Sequence[str]) -> dict[str, Document]:
        """What an interrupted query had already fetched, by address."""
        here = self._staging.get(urls)
        return await self._read(staged_documents, [url for url in urls if url not in here]) | here

    async def lookup(self, urls: Iterable[str]) -> dict[str, int]:
        """The ids of held documents by address, aliases included; unknown addresses are left out."""
        return await self._read(held_ids, list(urls))

    async def same_content(self, hashes: Iterable[int]) -> dict[int, int]:
        """The ids of held documents by content hash; 0 stands for "not known" and is left out."""
        return await self._read(ids_by_content, list(hashes))

    async def record(
        self,
        outcome: Outcome,
        *,
        traffic: Traffic,
        coverage: Coverage,
        aliases: Mapping[str, int] | None = None,
        failures: Sequence[Failure] = (),
    ) -> None:
        """Stores everything one query brought in one transaction, and clears what was staged for it.

        New documents carry the ids that follow the last one held, in order; anything else is a ValueError.
        """
        await self.begin_run()
        self._staging.drop(outcome.query)
        await self._call(
            self._writer.record,
            outcome,
            aliases=aliases or {},
            failures=failures,
            traffic=traffic,
            coverage=coverage,
        )

    def outcomes(self) -> AsyncIterator[Outcome]:
        """Every outcome exactly as it was recorded, in order: what a fresh policy is rebuilt from."""
        return self._stream(lambda: iter_outcomes(self._writer.connection), at_once=1)

    def documents(self) -> AsyncIterator[Document]:
        """Every held document in order of id, those set aside included."""
        return self._stream(lambda: iter_documents(self._writer.connection), at_once=256)

    async def shapes(self) -> list[tuple[int, str, str]]:
        """Id, address and template of every held document: enough to tell kinds of pages apart."""
        return await self._read(document_shapes)

    async def counts(self) -> Counts:
        """The crawl in numbers, over all its runs."""
        return await self._read(count_all)

    async def runs(self) -> list[Run]:
        """The history of runs, oldest first; the one in progress included once it has begun."""
        return await self._read(list_runs)

    async def set_aside(self, ids: Iterable[int], reason: str) -> None:
        """Leaves documents out of exports and searches, with the reason why."""
        await self._call(self._writer.set_aside, list(ids), reason)

    async def clear_aside(self) -> None:
        """Takes back every document that was set aside."""
        await self._call(self._writer.clear_aside)

    async def _write_staged(self) -> None:
        if rows := self._staging.take():
            await self._call(self._writer.stage, rows)

    async def _stream(self, start: Callable[[], Iterator[T]], *, at_once: int) -> AsyncIterator[T]:
        items = start()
        while batch := await self._call(self._take, items, at_once):
            for item in batch:
                yield item
