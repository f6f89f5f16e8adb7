"""A server on a thread of its own, beside the event loop of the test."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def on_a_thread(serving: AbstractAsyncContextManager[T]) -> Iterator[T]:
    """What `serving` gives, while it runs."""
    started: list[T] = []
    ready, stop = threading.Event(), threading.Event()

    async def run() -> None:
        async with serving as server:
            started.append(server)
            ready.set()
            await asyncio.to_thread(stop.wait)

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    try:
        ready.wait()
        yield started[0]
    finally:
        stop.set()
        thread.join()
