"""The frontier manager (ACHE 2007, section 2.2): which link next.

In batches: new links wait in the persistent frontier, and only when the queues are empty, or all links have been ranked
anew, the best links of every level are loaded from there, so that links of delayed benefit get their turn. Otherwise
the best link of all is next; the queues then hold the best of the persistent frontier and the rest spills to disk.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from sonde.discover.batch import FrontierLink
from sonde.discover.model import host_of
from sonde.discover.queues import Queues, Turn
from sonde.discover.waiting import FIRST, PersistentFrontier, Ranking, Waiting

BATCH = 300  # links of each level that are loaded at once
CAPACITY = 20_000  # links in memory where there are no batches
RANKED_PER_PAGE = 10  # links, on average, where there are no batches
_LEAST_RANKED = 500


class Frontier:
    """Links waiting to be followed. Everything that was added must be stored before `load` and `rerank`."""

    def __init__(
        self,
        store: PersistentFrontier,
        *,
        is_batched: Callable[[], bool],
        room: Callable[[str], int],  # how many more pages a host may be asked for
        slots: int = 1,
        batch: int = BATCH,
        capacity: int = CAPACITY,
    ) -> None:
        self._store = store
        self._is_batched = is_batched
        self._waiting = Waiting(store, room=room)
        self._batch = batch
        self._capacity = capacity
        self._queues = Queues(slots=slots)
        self._out: dict[int, str] = {}  # links that are being fetched, and their hosts
        self._followed = 0  # links since all of them were ranked,
        self._served = 0  # since the queues were filled,
        self._ranked_at = 0  # and when the best were ranked
        self._beyond: Turn | None = None  # the best link that may be waiting on disk only

    def add(self, links: Sequence[FrontierLink]) -> None:
        """Takes new links in. In batches they wait on disk until the queues are empty."""
        if self._is_batched():
            self._beyond = FIRST if links else self._beyond
            return
        for link in links:
            self._queues.push(link)
        if len(self._queues) > self._capacity:
            forgotten = self._queues.keep_best(self._capacity // 2)
            self._beyond = min(filter(None, (forgotten, self._beyond)), default=None)

    def wants_to_load(self, now: float) -> bool:
        """Whether the next link is on disk."""
        if self._beyond is None:
            return False
        turn = self._queues.peek(now)
        if self._is_batched():
            # Links of busy hosts do not hold up the others.
            return turn is None and len(self._queues) < self._batch
        if turn is None:
            return not len(self._queues)
        # While hosts are busy the best free one may well be worse than what is on disk: that is no reason to look there
        # for every page.
        is_due = not self._out or self._served >= self._capacity // 20
        return turn > self._beyond and is_due

    def next(self, now: float) -> FrontierLink | None:
        """The next link whose host is free; None when there is none for now."""
        link = self._queues.pop(now)
        if link is not None:
            self._out[link.id] = host_of(link.candidate.link.url)
            self._followed += 1
            self._served += 1
        return link

    def give_back(self, link: FrontierLink, *, until: float = 0.0) -> None:
        """A link was followed; its host is left alone until a moment."""
        self._queues.give_back(self._out.pop(link.id), until=until)

    def drop(self, link: FrontierLink) -> None:
        """A link is not followed after all."""
        self.give_back(link)
        self._followed -= 1

    def wakes_at(self) -> float | None:
        """When the next host has rested; None when none rests."""
        return self._queues.wakes_at()

    async def resume(self) -> None:
        """Takes up where another run was."""
        for link in await self._store.queued():
            self._queues.push(link)
        self._beyond = FIRST

    async def load(self) -> None:
        """Fills the queues from disk."""
        if self._is_batched():
            await self._load_batch()
        else:
            await self._load_best()

    async def rerank(self, rank: Ranking) -> None:
        """Gives every link its place anew, piece by piece.

        Without batches this may come every few pages: while many links wait, only the best of those in memory get their
        place anew, until enough pages have been fetched for all links to get it.
        """
        if self._is_batched():
            await self._waiting.rank_all(rank)
            # The links that the old ranks chose go back: all of them are chosen by the new ones.
            await self._store.unqueue(self._out)
            self._queues.clear()
            await self._load_batch()
        elif self._beyond is not None and await self._store.count_waiting() <= RANKED_PER_PAGE * self._followed:
            self._followed = self._ranked_at = 0
            await self._waiting.rank_all(rank)
            await self._load_best()
        else:
            if not len(self._queues):
                await self._load_best()
            number = max(_LEAST_RANKED, RANKED_PER_PAGE * (self._followed - self._ranked_at))
            self._ranked_at = self._followed
            for link in await self._waiting.set_ranks(self._queues.take_best(number), rank):
                self._queues.push(link)

    async def _load_batch(self) -> None:
        taken = Counter(self._out.values())
        is_more = False
        for level in await self._store.levels():
            chosen, _, is_rest = await self._waiting.choose(self._batch, self._out, taken, level=level)
            await self._store.queue([link.id for link in chosen])
            for link in chosen:
                self._queues.push(link)
            is_more = is_more or is_rest
        self._beyond = FIRST if is_more else None

    async def _load_best(self) -> None:
        self._served = 0
        chosen, last, is_more = await self._waiting.choose(self._capacity // 4, self._out, Counter(self._out.values()))
        self._queues.replace(chosen)
        self._beyond = (last or FIRST) if is_more else None
