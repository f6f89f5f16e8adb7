"""Runs a crawl to its end under the eyes of a person: live progress, Ctrl-C, SIGTERM."""

import asyncio

from sonde import Crawl
from sonde.cli.progress import live_progress
from sonde.cli.signals import interruptible


async def follow(crawl: Crawl) -> int | None:
    """Crawls until there is a reason to stop; gives the signal that interrupted it, or None.

    What is stored when a signal comes is kept, and the run ends as "interrupted".
    """
    with interruptible() as interruption, live_progress(crawl):
        try:
            async with crawl:
                async for _ in crawl:
                    pass
        except asyncio.CancelledError:
            if interruption.signal is None:
                raise
    return interruption.signal
