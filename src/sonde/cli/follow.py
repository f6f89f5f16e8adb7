"""Runs something long to its end under the eyes of a person: live progress, Ctrl-C, SIGTERM."""

import asyncio
from collections.abc import Awaitable
from contextlib import AbstractContextManager

from sonde import Crawl
from sonde.cli.exits import FAILED, code_of_signal, code_of_stop
from sonde.cli.progress import live_progress
from sonde.cli.signals import interruptible
from sonde.cli.terminal import tell
from sonde.model import Stop


async def follow(crawl: Crawl) -> int | None:
    """Crawls until there is a reason to stop; gives the signal that interrupted it, or None."""
    return await watch(_run(crawl), live_progress(crawl))


async def watch(work: Awaitable[object], progress: AbstractContextManager[None]) -> int | None:
    """Waits for work while progress is shown; gives the signal that interrupted it, or None.

    What is stored when a signal comes is kept, and the run ends as "interrupted".
    """
    with interruptible() as interruption, progress:
        try:
            await work
        except asyncio.CancelledError:
            if interruption.signal is None:
                raise
    return interruption.signal


def exit_code(stop: Stop | None, signal: int | None) -> int:
    """The code to end with; what failed is said."""
    if signal is not None:
        return code_of_signal(signal)
    assert stop is not None
    code = code_of_stop(stop.reason)
    if code == FAILED:
        tell(f"error: {stop.detail}")
    return code


async def _run(crawl: Crawl) -> None:
    async with crawl:
        async for _ in crawl:
            pass
