"""Where a mining keeps its pages, and what it has kept so far."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from sonde.discover.batch import Batch, FrontierLink, StoredPage
from sonde.discover.mining import Judged
from sonde.discover.model import Candidate, Outlink, Rank, host_of
from sonde.discover.outline import MinedPage
from sonde.discover.store import DiscoveryStore
from sonde.net.stats import NetStats
from sonde.store.ledger import Failure, Traffic


@dataclass(slots=True)
class MineProgress:
    """How far a mining is, over all its runs."""

    pages: int = 0
    accepted: int = 0
    failures: int = 0
    sites: int = 0
    url: str = ""


class MineShelf:
    """The judged pages of a mining in its store."""

    def __init__(
        self,
        store: DiscoveryStore,
        stats: NetStats,
        *,
        max_pages: int | None,
        settle: Callable[[], Awaitable[None]],  # returns when all answers are archived
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.progress = MineProgress()
        self.answered: set[str] = set()  # hosts that gave a page
        self._store, self._stats, self._max_pages = store, stats, max_pages
        self._settle, self._clock, self._started = settle, clock, clock()

    async def past(self) -> dict[str, list[MinedPage]]:
        """What was kept so far, by host; a host that never answered is tried anew."""
        past: dict[str, list[MinedPage]] = {}
        self.progress.pages = self.progress.accepted = 0
        async for pages in self._store.mined():
            for page in pages:
                host = host_of(page.asked)
                past.setdefault(host, []).append(page)
                self.progress.pages += 1
                self.progress.accepted += page.accepted
                if page.is_answered:
                    self.answered.add(host)
        return {host: pages for host, pages in past.items() if host in self.answered}

    def has_room(self) -> bool:
        """Whether one more page may be fetched."""
        return self._max_pages is None or self.progress.pages < self._max_pages

    async def keep(self, judged: Judged) -> None:
        """Stores one address with what became of it, in one transaction."""
        number = self.progress.pages
        self.progress.pages += 1
        self.progress.accepted += judged.accepted
        self.progress.url = judged.asked
        page, now = judged.page, time.time()
        if page is not None:
            self.answered.add(host_of(judged.asked))
        url, status = (page.url, page.status) if page else (judged.asked, 0)
        title = judged.read.title if judged.read else ""
        batch = Batch(
            links=[FrontierLink(number, Candidate(Outlink(judged.asked)), Rank())],
            pages=[StoredPage(number, number, url, status, title, fetched_at=now)],
            done=[number],
            judged=[(number, judged.accepted, judged.attributes)],
            outlines=[(number, judged.read.links if judged.read else ())],
        )
        if judged.error:
            self.progress.failures += 1
            kind = "validator" if judged.is_fault else "fetch"
            batch.failures.append((number, Failure(judged.asked, kind, judged.error, now)))
        await self._settle()
        await self._store.record(batch, traffic=self.traffic())

    def traffic(self) -> Traffic:
        """What this run has spent."""
        stats = self._stats
        errors = stats.errors.total() + sum(n for status, n in stats.by_status.items() if status >= 400)
        return Traffic(stats.requests, stats.bytes, errors, self._clock() - self._started)
