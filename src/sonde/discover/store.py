"""The store of a running discovery: SQLite behind an async face, with all work on one thread."""

import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, TypeVar

from sonde.discover import reader
from sonde.discover.batch import Batch, FrontierLink
from sonde.discover.outline import MinedPage
from sonde.discover.reader import Counts
from sonde.discover.writer import Writer
from sonde.errors import StoreError
from sonde.model import Stop
from sonde.store.ledger import Traffic
from sonde.store.thread_store import ThreadStore, start_writer

T = TypeVar("T")

IN_MEMORY = ":memory:"
_AT_ONCE = 10_000


class DiscoveryStore(ThreadStore[Writer]):
    """What a discovery writes to and is resumed from; made by `DiscoveryStore.open`.

    A batch is stored in one transaction: once `record` returns, it survives a kill.
    """

    def __init__(self, writer: Writer, thread: ThreadPoolExecutor, *, clock: Callable[[], float]) -> None:
        super().__init__(writer, thread, clock=clock)
        self.is_durable = str(writer.path) != IN_MEMORY

    @classmethod
    async def open(cls, path: Path | str = IN_MEMORY, *, clock: Callable[[], float] = time.time) -> Self:
        """A store over a file, which is made when it is not there, or in memory."""
        writer, thread = await start_writer(lambda: Writer(Path(path)))
        return cls(writer, thread, clock=clock)

    async def begin_run(self) -> None:
        """Opens this run's entry in the history."""
        await self._call(self._writer.begin_run, self._clock())

    async def set_stop(self, stop: Stop, *, traffic: Traffic) -> None:
        """Ends this run's entry in the history: why it stopped and what it spent."""
        await self._call(self._writer.end_run, stop, traffic=traffic, ended_at=self._clock())

    async def record(self, batch: Batch, *, traffic: Traffic | None = None) -> None:
        """Stores a batch in one transaction."""
        await self._call(self._writer.record, batch, traffic or Traffic())

    async def best_waiting(
        self, limit: int, *, level: int | None = None, after: tuple[int, float, int] | None = None
    ) -> list[FrontierLink]:
        """The links whose turn is next, of one level or of all, and after a turn where one is given."""
        return await self._read(reader.best_waiting, limit, level, after)

    async def levels(self) -> list[int]:
        """The levels that have links waiting."""
        return await self._read(reader.levels)

    async def queued(self) -> list[FrontierLink]:
        """The links that were in the queues."""
        return await self._read(reader.queued)

    async def queue(self, ids: Sequence[int], *, dropped: Sequence[int] = ()) -> None:
        """Notes which links are in the queues now, and which were dropped on the way there."""
        await self._call(self._writer.queue, ids, dropped)

    async def unqueue(self, out: Collection[int]) -> None:
        """Lets the links in the queues wait again, but for those that are being fetched."""
        await self._call(self._writer.unqueue, tuple(out))

    async def ranked(self, after: int, limit: int) -> list[FrontierLink]:
        """Links that still wait or are queued, in order of id."""
        return await self._read(reader.ranked, after, limit)

    async def set_order(self, wanted: bool) -> None:
        """Keeps waiting links in order of their turn, or not while all of them move."""
        await self._call(self._writer.set_order, wanted)

    async def count_waiting(self) -> int:
        """How many links wait."""
        return await self._read(reader.count_waiting)

    async def set_ranks(self, ranks: Sequence[tuple[int, float, int]]) -> None:
        """Moves links: level, score and id of each."""
        await self._call(self._writer.set_ranks, ranks)

    async def retry(self) -> None:
        """Lets every link that could not be fetched wait again."""
        await self._call(self._writer.retry)

    async def counts(self) -> Counts:
        """The discovery in numbers."""
        return await self._read(reader.count_all)

    async def next_link(self) -> int:
        """The id of the next link to be found."""
        return await self._read(reader.next_link)

    async def form_keys(self) -> list[tuple[str, bool, str]]:
        """Of every form its key, whether it was looked for, and the page it was found on."""
        return await self._read(reader.form_keys)

    async def failures(self) -> list[tuple[str, str]]:
        """Address and kind of everything that could not be fetched."""
        return await self._read(reader.failures)

    async def model(self, name: str) -> dict[str, Any] | None:
        """What a model had learned, or None."""
        return await self._read(reader.model_state, name)

    @contextmanager
    def taking_up(self) -> Iterator[None]:
        """Raises StoreError where what a model had learned cannot be taken up: another version kept it otherwise."""
        try:
            yield
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            folder = self._writer.path.parent
            raise StoreError(
                f"{folder} holds what another version of Sonde has learned, which this one cannot take up. Go on with "
                "that version, or begin again with another folder (-o). What was found stays there.",
                path=folder,
            ) from error

    def link_urls(self) -> AsyncIterator[list[str]]:
        """Every address that was ever taken into the frontier, in pieces."""
        return self._stream(lambda: reader.link_urls(self._writer.connection))

    def mined(self) -> AsyncIterator[list[MinedPage]]:
        """Every page that a validator judged, with its links, in the order they were fetched, in pieces."""
        return self._stream(lambda: reader.mined_pages(self._writer.connection))

    def page_facts(self) -> AsyncIterator[list[tuple[str, str, int]]]:
        """Of every page the address asked for, the one it was served from, and its near hash, in pieces."""
        return self._stream(lambda: reader.page_facts(self._writer.connection))

    async def _stream(self, start: Callable[[], Iterator[T]]) -> AsyncIterator[list[T]]:
        items = start()
        while batch := await self._call(self._take, items, _AT_ONCE):
            yield batch
