"""The frontier manager (ACHE 2007, section 2.2): which link next.

In batches: new links wait in the persistent frontier, and only when the queues are empty the best links of every
level are loaded from there, so that links of delayed benefit get their turn. Otherwise the best link of all is next;
the queues then hold the best of the persistent frontier and the rest spills to disk.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Protocol

from sonde.discover.batch import FrontierLink
from sonde.discover.model import Candidate, Rank, host_of
from sonde.discover.queues import Queues, Turn

BATCH = 300  # links of each level that are loaded at once
CAPACITY = 20_000  # links in memory where there are no batches
RANKED_PER_PAGE = 10  # links, on average, where there are no batches
_LEAST_RANKED = 500
_LARGE = 50_000  # links, from which on their order is made anew rather than kept while they move
_RANKED_AT_ONCE = 5_000
_LOADED_AT_ONCE = 2_000
_FIRST: Turn = (-(2**31), 0.0, 0)
_LAST: Turn = (2**31, 0.0, 0)


Ranking = Callable[[Sequence[Candidate]], Sequence[Rank]]


class PersistentFrontier(Protocol):
    """Where links wait."""

    async def best_waiting(
        self, limit: int, *, level: int | None = None, after: Turn | None = None
    ) -> list[FrontierLink]: ...
    async def levels(self) -> list[int]: ...
    async def queued(self) -> list[FrontierLink]: ...
    async def queue(self, ids: Sequence[int], *, dropped: Sequence[int] = ()) -> None: ...
    async def ranked(self, after: int, limit: int) -> list[FrontierLink]: ...
    async def count_waiting(self) -> int: ...
    async def set_order(self, wanted: bool) -> None: ...
    async def set_ranks(self, ranks: Sequence[tuple[int, float, int]]) -> None: ...


class Frontier:
    """Links waiting to be followed. Everything that was added must be stored before `load` and `rerank`."""

    def __init__(
        self,
        store: PersistentFrontier,
        *,
        is_batched: Callable[[], bool],
        room: Callable[[str], int],
        slots: int = 1,
        batch: int = BATCH,
        capacity: int = CAPACITY,
    ) -> None:
        self._store = store
        self._is_batched = is_batched
        self._room = room  # how many more pages a host may be asked for
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
            self._beyond = _FIRST if links else self._beyond
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
        self._beyond = _FIRST

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
            await self._rerank_all(rank)
            self._queues.replace([link for link in await self._store.queued() if link.id not in self._out])
            self._beyond = _FIRST
        elif self._beyond is not None and await self._store.count_waiting() <= RANKED_PER_PAGE * self._followed:
            self._followed = self._ranked_at = 0
            await self._rerank_all(rank)
            await self._load_best()
        else:
            if not len(self._queues):
                await self._load_best()
            number = max(_LEAST_RANKED, RANKED_PER_PAGE * (self._followed - self._ranked_at))
            self._ranked_at = self._followed
            self._queues.move(await self._set_ranks(self._queues.best(number), rank))

    async def _rerank_all(self, rank: Ranking) -> None:
        is_large = await self._store.count_waiting() > _LARGE
        if is_large:
            await self._store.set_order(False)
        after = -1
        while links := await self._store.ranked(after, _RANKED_AT_ONCE):
            await self._set_ranks(links, rank)
            after = links[-1].id
        if is_large:
            await self._store.set_order(True)

    async def _set_ranks(self, links: Sequence[FrontierLink], rank: Ranking) -> list[FrontierLink]:
        """The links with the ranks they have now, which are stored."""
        ranks = rank([link.candidate for link in links])
        ranked = [
            FrontierLink(link.id, link.candidate, new, link.source, link.path)
            for link, new in zip(links, ranks, strict=True)
        ]
        moved = [
            (new.rank.level, new.rank.score, new.id)
            for new, was in zip(ranked, links, strict=True)
            if new.rank != was.rank
        ]
        if moved:
            await self._store.set_ranks(moved)
        return ranked

    async def _load_batch(self) -> None:
        taken = Counter(self._out.values())
        is_more = False
        for level in await self._store.levels():
            chosen, _, is_rest = await self._choose(self._batch, taken, level=level)
            await self._store.queue([link.id for link in chosen])
            for link in chosen:
                self._queues.push(link)
            is_more = is_more or is_rest
        self._beyond = _FIRST if is_more else None

    async def _load_best(self) -> None:
        self._served = 0
        chosen, last, is_more = await self._choose(self._capacity // 4, Counter(self._out.values()))
        self._queues.replace(chosen)
        self._beyond = (last or _FIRST) if is_more else None

    async def _choose(
        self, number: int, taken: Counter[str], *, level: int | None = None
    ) -> tuple[list[FrontierLink], Turn | None, bool]:
        """The best links that wait, no more of a site than it has room for; the last turn looked at; if there is more.

        Links of sites that were left are dropped.
        """
        chosen: list[FrontierLink] = []
        dropped: list[int] = []
        is_more = False
        last: Turn | None = None
        while links := await self._store.best_waiting(min(number, _LOADED_AT_ONCE), level=level, after=last):
            for link in links:
                host = host_of(link.candidate.link.url)
                room = self._room(host)
                last = link.turn
                if not room:
                    dropped.append(link.id)
                elif taken[host] >= room:
                    is_more = True
                elif link.id not in self._out:
                    taken[host] += 1
                    chosen.append(link)
                if len(chosen) >= number:
                    break
            if len(chosen) >= number:
                is_more = True
                break
        if dropped:
            await self._store.queue((), dropped=dropped)
        return chosen, last if len(chosen) >= number else _LAST, is_more
