"""Ctrl-C and SIGTERM end the work in hand in an orderly way; a second one ends it at once."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@dataclass(slots=True)
class Interruption:
    """The signal that ended the work, or None."""

    signal: int | None = None


@contextmanager
def interruptible() -> Iterator[Interruption]:
    """Within the block the first signal cancels the running task and is noted."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    noted = Interruption()

    def stop(number: int) -> None:
        noted.signal = number
        restore()
        task.cancel()

    def restore() -> None:
        for number in _SIGNALS:
            loop.remove_signal_handler(number)

    for number in _SIGNALS:
        loop.add_signal_handler(number, stop, number)
    try:
        yield noted
    finally:
        restore()
