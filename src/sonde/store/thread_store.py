"""An async face over one database writer, with all work on one thread."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from types import TracebackType
from typing import Generic, ParamSpec, Self, TypeVar

from sonde.store.disk import sqlite_errors
from sonde.store.reader import read_meta
from sonde.store.run_writer import RunWriter

P = ParamSpec("P")
T = TypeVar("T")
W = TypeVar("W", bound=RunWriter)


class ThreadStore(Generic[W]):
    """What a running crawl writes to; used with `async with`."""

    def __init__(self, writer: W, thread: ThreadPoolExecutor, *, clock: Callable[[], float]) -> None:
        self._writer = writer
        self._thread = thread
        self._clock = clock

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the file."""
        await self._call(self._writer.close)
        self._thread.shutdown()

    async def get_meta(self, key: str) -> object:
        """The JSON value kept under a name, or None."""
        return await self._read(read_meta, key)

    async def set_meta(self, key: str, value: object) -> None:
        """Keeps a JSON value under a name."""
        await self._call(self._writer.set_meta, key, value)

    async def _call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, lambda: function(*args, **kwargs))

    async def _read(self, function: Callable[..., T], *args: object) -> T:
        return await self._call(self._guarded, function, *args)

    def _guarded(self, function: Callable[..., T], *args: object) -> T:
        with sqlite_errors(self._writer.path):
            return function(self._writer.connection, *args)

    def _take(self, items: Iterator[T], number: int) -> list[T]:
        with sqlite_errors(self._writer.path):
            return list(islice(items, number))


async def start_writer(make: Callable[[], W]) -> tuple[W, ThreadPoolExecutor]:
    """A writer, made on the thread that it will be used on."""
    thread = ThreadPoolExecutor(1, thread_name_prefix="sonde-store")
    try:
        return await asyncio.get_running_loop().run_in_executor(thread, make), thread
    except BaseException:
        thread.shutdown(wait=False)
        raise
