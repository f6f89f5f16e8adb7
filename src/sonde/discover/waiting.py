"""The links of the frontier that wait on disk: how they get their ranks anew, and which of them are next."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from sonde.discover.batch import FrontierLink
from sonde.discover.model import Candidate, Rank, host_of
from sonde.discover.queues import Turn

FIRST: Turn = (-(2**31), 0.0, 0)
_LAST: Turn = (2**31, 0.0, 0)
_LARGE = 50_000  # links, from which on their order is made anew rather than kept while they move
_RANKED_AT_ONCE = 5_000
_LOADED_AT_ONCE = 2_000

Ranking = Callable[[Sequence[Candidate]], Sequence[Rank]]


class PersistentFrontier(Protocol):
    """Where links wait."""

    async def best_waiting(
        self, limit: int, *, level: int | None = None, after: Turn | None = None
    ) -> list[FrontierLink]: ...
    async def levels(self) -> list[int]: ...
    async def queued(self) -> list[FrontierLink]: ...
    async def queue(self, ids: Sequence[int], *, dropped: Sequence[int] = ()) -> None: ...
    async def unqueue(self, out: Collection[int]) -> None: ...
    async def ranked(self, after: int, limit: int) -> list[FrontierLink]: ...
    async def count_waiting(self) -> int: ...
    async def set_order(self, wanted: bool) -> None: ...
    async def set_ranks(self, ranks: Sequence[tuple[int, float, int]]) -> None: ...


class Waiting:
    """Ranks and chooses the links of a persistent frontier."""

    def __init__(self, store: PersistentFrontier, *, room: Callable[[str], int]) -> None:
        self._store = store
        self._room = room  # how many more pages a host may be asked for

    async def rank_all(self, rank: Ranking) -> None:
        """Gives every link its rank anew, piece by piece."""
        is_large = await self._store.count_waiting() > _LARGE
        if is_large:
            await self._store.set_order(False)
        after = -1
        while links := await self._store.ranked(after, _RANKED_AT_ONCE):
            await self.set_ranks(links, rank)
            after = links[-1].id
        if is_large:
            await self._store.set_order(True)

    async def set_ranks(self, links: Sequence[FrontierLink], rank: Ranking) -> list[FrontierLink]:
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

    async def choose(
        self, number: int, out: Collection[int], taken: Counter[str], *, level: int | None = None
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
                elif link.id not in out:
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
