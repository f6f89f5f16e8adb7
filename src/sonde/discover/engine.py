"""The discovery loop: the frontier chooses, the web answers, the critic judges, the strategy learns, the store keeps.

See docs/architecture.md for the map. What it joins is handed in, so that the lab's simulated web runs the same code.
Pages are fetched many at a time, and those that have come are taken together; with one fetch at a time a run can be
repeated exactly.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from sonde.discover.batch import FrontierLink
from sonde.discover.frontier import BATCH, CAPACITY, Frontier
from sonde.discover.garbage import seldom_collected
from sonde.discover.journal import STALE, STRATEGY, Journal, Progress
from sonde.discover.known import Known
from sonde.discover.model import Critic, Rank, SiteLimits, Strategy, Visit, Web, host_of
from sonde.discover.store import DiscoveryStore
from sonde.discover.taking import Taking
from sonde.errors import FetchError, StatusError
from sonde.model import Page, Request, Stop
from sonde.store.ledger import Traffic

logger = logging.getLogger(__name__)

_SEED = Rank(1, 1.0)
_TURNS = 2  # of the loop, from the last bytes of an answer to its page
_AT_ONCE = 32  # answers taken together: what is made of them still fits into the processor's cache


async def _nothing() -> None:
    pass


@dataclass(frozen=True, slots=True)
class _Fetched:
    link: FrontierLink
    page: Page | FetchError


class Discovery:
    """Follows links from seeds to the forms of a domain. `progress` says how far it is."""

    def __init__(
        self,
        web: Web,
        store: DiscoveryStore,
        critic: Critic,
        strategy: Strategy,
        *,
        limits: SiteLimits | None = None,
        max_pages: int | None = None,
        max_time_s: float | None = None,
        concurrency: int = 1,
        per_host: int = 1,  # fetches at a time
        batch: int = BATCH,
        capacity: int = CAPACITY,  # links in memory
        watch: Callable[[Visit], None] | None = None,
        rest_s: Callable[[str], float] = lambda host: 0.0,  # how long a host wants to be left alone
        traffic: Callable[[], Traffic] = Traffic,  # spent by this run
        settle: Callable[[], Awaitable[None]] = _nothing,  # returns when all answers are archived
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._web, self._store, self._strategy = web, store, strategy
        self._max_pages, self._max_time_s = max_pages, max_time_s
        self._concurrency = concurrency
        self._rest_s, self._clock = rest_s, clock
        self._known = Known(limits or SiteLimits())
        self._journal = Journal(store, strategy, self._known, traffic=traffic, settle=settle, clock=clock)
        self._frontier = Frontier(
            store,
            is_batched=lambda: strategy.is_batched,
            room=self._known.sites.room,
            slots=per_host,
            batch=batch,
            capacity=capacity,
        )
        self._taking = Taking(store, critic, strategy, self._known, self._journal, self._frontier, watch=watch)
        self._started_at = clock()
        self._seconds_before = 0.0
        self._in_flight: dict[int, asyncio.Task[None]] = {}  # by link, until the page is taken
        self._finished: asyncio.Queue[_Fetched | None] = asyncio.Queue()  # None: a host has rested
        self._wake_up: asyncio.TimerHandle | None = None

    @property
    def progress(self) -> Progress:
        """How far it is, over all runs."""
        return self._journal.progress

    async def run(self, seeds: Sequence[str]) -> Stop:
        """Follows links until there is a reason to stop; everything is stored when it returns or raises."""
        await self._resume(seeds)
        try:
            with seldom_collected():
                return await self._follow(seeds)
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from failed  # they fail for one reason, such as a full disk
        finally:
            await self._journal.flush()

    async def _follow(self, seeds: Sequence[str]) -> Stop:
        async with asyncio.TaskGroup() as fetches:
            while (stop := self._should_stop()) is None:
                await self._fill(fetches)
                if not self._in_flight and self._wake_up is None:
                    stop = self._nothing_left(len(seeds))
                    break
                await self._take(await self._arrived())
            for task in self._in_flight.values():
                task.cancel()
        return stop

    async def _resume(self, seeds: Sequence[str]) -> None:
        """Takes up what earlier runs left, and adds the seeds that are new."""
        counts = await self._store.counts()
        self._seconds_before = counts.traffic.seconds
        await self._known.resume(self._store)
        await self._journal.resume(counts)
        if (state := await self._store.model(STRATEGY)) is not None:
            with self._store.taking_up():
                self._strategy.restore(state)
        if not counts.pages:
            await self._store.retry()
        new = self._known.new_seeds(seeds)
        self._frontier.add(self._journal.add(new, [_SEED] * len(new), None, ()))
        await self._journal.flush()
        await self._frontier.resume()
        if await self._store.get_meta(STALE):
            await self._taking.rerank()

    async def _fill(self, fetches: asyncio.TaskGroup) -> None:
        """Starts as many fetches as may run."""
        now = self._clock()
        while len(self._in_flight) < self._concurrency and self._has_budget(len(self._in_flight)):
            if self._frontier.wants_to_load(now):
                await self._journal.flush()
                await self._frontier.load()
            link = self._frontier.next(now)
            if link is None:
                self._set_wake(now)
                return
            if not self._known.may_fetch(link.candidate.link.url):
                self._journal.note_dropped(link)
                self._frontier.drop(link)
                continue
            self._in_flight[link.id] = fetches.create_task(self._fetch(link))

    async def _fetch(self, link: FrontierLink) -> None:
        try:
            page: Page | FetchError = await self._web.fetch(Request(link.candidate.link.url))
        except FetchError as error:
            page = error
        self._finished.put_nowait(_Fetched(link, page))

    async def _arrived(self) -> list[_Fetched]:
        """The answers that have come; waits for the first, and for those that are on their way through the loop."""
        some = [await self._finished.get()]
        for _ in range(_TURNS):
            await asyncio.sleep(0)
        while len(some) < _AT_ONCE and not self._finished.empty():
            some.append(self._finished.get_nowait())
        return [one for one in some if one is not None]

    async def _take(self, fetched: Sequence[_Fetched]) -> None:
        """Makes of some answers what there is to make of them."""
        pages: list[tuple[FrontierLink, Page]] = []
        for one in fetched:
            self._give_back(one.link)
            if isinstance(one.page, Page):
                pages.append((one.link, one.page))
            else:
                kind = str(one.page.status) if isinstance(one.page, StatusError) else type(one.page).__name__
                self._journal.note_failure(one.link, kind, str(one.page))
        await self._taking.take(pages)
        await self._journal.flush_if_due()

    def _give_back(self, link: FrontierLink) -> None:
        """The link was followed; others of its host may be."""
        del self._in_flight[link.id]
        rest_s = self._rest_s(host_of(link.candidate.link.url))
        self._frontier.give_back(link, until=self._clock() + rest_s if rest_s > 0 else 0.0)
        self._journal.note_done(link)

    def _has_budget(self, more: int = 0) -> bool:
        return self._max_pages is None or self.progress.pages + more < self._max_pages

    def _should_stop(self) -> Stop | None:
        if not self._has_budget():
            return Stop("budget", f"{self.progress.pages:,} pages were fetched")
        seconds = self._seconds_before + self._clock() - self._started_at
        if self._max_time_s is not None and seconds >= self._max_time_s:
            return Stop("budget", f"it has run for {seconds:.0f} s")
        return None

    def _nothing_left(self, seeds: int) -> Stop:
        if self.progress.pages:
            return Stop("exhausted", f"no link is left after {self.progress.pages:,} pages")
        return Stop("error", f"none of the {seeds} seeds could be fetched. See the failures, and name others.")

    def _set_wake(self, now: float) -> None:
        """Comes back when a host has rested."""
        at = self._frontier.wakes_at()
        if at is None:
            return
        if self._wake_up is not None:
            self._wake_up.cancel()
        self._wake_up = asyncio.get_running_loop().call_later(max(0.0, at - now), self._wake)

    def _wake(self) -> None:
        self._wake_up = None
        self._finished.put_nowait(None)
