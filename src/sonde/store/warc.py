"""The archive of a crawl: every exchange in WARC files, written on a thread of its own."""

import asyncio
import os
import re
import threading
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from sonde.store.disk import os_errors
from sonde.store.warc_record import Exchange, exchange_members, info_member
from sonde.store.warc_repair import repair_tail

_NAME = re.compile(r"(\d{5,})\.warc\.gz")
_QUEUE_BYTES = 16 << 20
_GATHER_S = 0.1


class WarcArchive:
    """Writes exchanges to DIRECTORY/00001.warc.gz and on, beginning a new file for each run.

    A kill tears at most the last record, which the next run cuts off. Trouble with the disk comes out of a
    later `record`, `flush` or `close` as a StoreError.
    """

    def __init__(self, directory: Path, *, max_file_bytes: int = 10**9) -> None:
        self.directory = directory
        self._max_file_bytes = max_file_bytes
        self._file: int | None = None
        self._path = directory
        self._size = 0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sonde-archive")
        self._unwritten: deque[bytes] = deque()
        self._hurry = threading.Event()
        self._flushes = 0  # under way
        self._task = self._thread.submit(self._repair)
        self._waiting = deque([(self._task, 0)])  # who writes what was queued, and its size
        self._queued_bytes = 0
        self._is_closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def record(self, exchange: Exchange) -> None:
        """Queues an exchange; waits while more than 16 MB are queued, so a slow disk slows the crawl."""
        # Compressed here, not on the thread: it would let go of the interpreter's lock at every step, which costs more.
        data = exchange_members(exchange)
        self._settle(max(0, _QUEUE_BYTES - len(data)))
        self._unwritten.append(data)
        if len(self._unwritten) == 1 or self._task.done():
            self._task = self._thread.submit(self._write)
        self._waiting.append((self._task, len(data)))
        self._queued_bytes += len(data)

    async def flush(self) -> None:
        """Returns when everything recorded so far has been handed to the operating system."""
        self._flushes += 1
        self._hurry.set()
        try:
            await asyncio.get_running_loop().run_in_executor(self._thread, lambda: None)
        finally:
            self._flushes -= 1
            if not self._flushes:
                self._hurry.clear()
        self._settle(0)

    async def close(self) -> None:
        """Writes what is queued and closes the file; does nothing the second time."""
        if self._is_closed:
            return
        self._is_closed = True
        try:
            await self.flush()
        finally:
            self._thread.shutdown()
            self._close_file()

    def _settle(self, limit_bytes: int) -> None:
        """Takes finished tasks off the queue, raising what went wrong; waits while too much is left."""
        while self._waiting and (self._waiting[0][0].done() or self._queued_bytes > limit_bytes):
            future, size = self._waiting.popleft()
            self._queued_bytes -= size
            future.result()

    def _repair(self) -> None:
        if numbers := _file_numbers(self.directory):
            repair_tail(self.directory / _file_name(max(numbers)))

    def _write(self) -> None:
        """Writes what is queued, and what is queued meanwhile: each switch of threads costs more than the writing."""
        self._hurry.wait(_GATHER_S)
        while self._unwritten:
            if self._file is None:
                self._open_file()
            some = [self._unwritten.popleft()]
            while self._unwritten and self._size + sum(map(len, some)) < self._max_file_bytes:
                some.append(self._unwritten.popleft())
            self._append(b"".join(some))
            if self._size >= self._max_file_bytes:
                self._close_file()

    def _open_file(self) -> None:
        with os_errors(self.directory):
            self.directory.mkdir(parents=True, exist_ok=True)
            number = max(_file_numbers(self.directory), default=0) + 1
            self._path = self.directory / _file_name(number)
            self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
            self._size = 0
        self._append(info_member(self._path.name, date=time.time()))

    def _append(self, data: bytes) -> None:
        assert self._file is not None
        with os_errors(self._path):
            try:
                # Nearly always one system call, so that a kill finds all of it written or nothing.
                rest = memoryview(data)
                while rest:
                    rest = rest[os.write(self._file, rest) :]
            except OSError:
                with suppress(OSError):
                    os.ftruncate(self._file, self._size)
                    os.lseek(self._file, self._size, os.SEEK_SET)
                raise
        self._size += len(data)

    def _close_file(self) -> None:
        if self._file is not None:
            file, self._file = self._file, None
            with os_errors(self._path):
                try:
                    os.fsync(file)
                finally:
                    os.close(file)


def _file_name(number: int) -> str:
    return f"{number:05}.warc.gz"


def _file_numbers(directory: Path) -> list[int]:
    with os_errors(directory):
        names = os.listdir(directory) if directory.is_dir() else []
    return [int(match[1]) for name in names if (match := _NAME.fullmatch(name))]
