"""The queues in memory: one per level, best first, with the links of a host that is busy passed over. Pure."""

from collections.abc import Iterable
from heapq import heapify, heappop, heappush

from sonde.discover.batch import FrontierLink
from sonde.discover.model import host_of

Turn = tuple[int, float, int]


class Queues:
    """Links by their turn. Each host has a heap of its own, so that passing one over costs nothing."""

    def __init__(self, *, slots: int = 1) -> None:
        self._slots = slots  # links of one host that may be out at a time
        self._hosts: dict[str, list[tuple[Turn, FrontierLink]]] = {}
        self._ready: list[tuple[Turn, str]] = []  # hosts by their best link; entries may be out of date
        self._out: dict[str, int] = {}  # links of each host that are out
        self._resting: list[tuple[float, str]] = []
        self._rests: dict[str, float] = {}
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def push(self, link: FrontierLink) -> None:
        """Adds a link."""
        host = host_of(link.candidate.link.url)
        heap = self._hosts.setdefault(host, [])
        heappush(heap, (link.turn, link))
        self._size += 1
        if heap[0][1] is link:
            self._offer(host)

    def peek(self, now: float = 0.0) -> Turn | None:
        """The turn of the link that `pop` would give; None when there is none or all hosts are busy."""
        while self._resting and self._resting[0][0] <= now:
            host = heappop(self._resting)[1]
            if self._rests.get(host, 0.0) <= now:
                self._rests.pop(host, None)
                self._offer(host)
        while self._ready:
            turn, host = self._ready[0]
            heap = self._hosts.get(host)
            if heap and heap[0][0] == turn and self._is_free(host):
                return turn
            heappop(self._ready)
        return None

    def pop(self, now: float = 0.0) -> FrontierLink | None:
        """The link whose turn it is, of a host that is free; it is out until `give_back`."""
        if self.peek(now) is None:
            return None
        host = heappop(self._ready)[1]
        heap = self._hosts[host]
        link = heappop(heap)[1]
        self._size -= 1
        self._out[host] = self._out.get(host, 0) + 1
        if heap:
            self._offer(host)
        else:
            del self._hosts[host]
        return link

    def give_back(self, host: str, *, until: float = 0.0) -> None:
        """A link of a host is done; the host is left alone until a moment."""
        self._out[host] -= 1
        if not self._out[host]:
            del self._out[host]
        if until > 0.0:
            self._rests[host] = until
            heappush(self._resting, (until, host))
        else:
            self._offer(host)

    def wakes_at(self) -> float | None:
        """When the next host with links has rested; None when none rests."""
        while self._resting and self._resting[0][1] not in self._hosts:
            self._rests.pop(heappop(self._resting)[1], None)
        return self._resting[0][0] if self._resting else None

    def clear(self) -> None:
        """Forgets all links, not who is busy."""
        self._hosts.clear()
        self._ready.clear()
        self._size = 0

    def best(self, number: int) -> list[FrontierLink]:
        """The links whose turn comes first, also those of hosts that are busy."""
        found: list[FrontierLink] = []
        # Each heap is walked down from its top: links that are far from the best are never looked at.
        edge = [(heap[0][0], heap, 0) for heap in self._hosts.values()]
        heapify(edge)
        while edge and len(found) < number:
            _, heap, place = heappop(edge)
            found.append(heap[place][1])
            for below in range(2 * place + 1, min(2 * place + 3, len(heap))):
                heappush(edge, (heap[below][0], heap, below))
        return found

    def keep_best(self, number: int) -> Turn | None:
        """Forgets all but the best links; the turn of the best one forgotten, or None."""
        if self._size <= number:
            return None
        *kept, forgotten = self.best(number + 1)
        self.replace(kept)
        return forgotten.turn

    def move(self, links: Iterable[FrontierLink]) -> None:
        """Gives links that are here the turns they have now."""
        moved: dict[str, dict[int, FrontierLink]] = {}
        for link in links:
            moved.setdefault(host_of(link.candidate.link.url), {})[link.id] = link
        for host, own in moved.items():
            heap = self._hosts[host]
            for place, (turn, _) in enumerate(heap):
                if (new := own.get(turn[-1])) is not None:
                    heap[place] = (new.turn, new)
            heapify(heap)
            self._offer(host)

    def replace(self, links: Iterable[FrontierLink]) -> None:
        """Holds these links instead of what is there."""
        self.clear()
        for link in links:
            self._hosts.setdefault(host_of(link.candidate.link.url), []).append((link.turn, link))
            self._size += 1
        for host, heap in self._hosts.items():
            heapify(heap)
            self._offer(host)

    def _offer(self, host: str) -> None:
        heap = self._hosts.get(host)
        if heap and self._is_free(host):
            heappush(self._ready, (heap[0][0], host))

    def _is_free(self, host: str) -> bool:
        return host not in self._rests and self._out.get(host, 0) < self._slots
