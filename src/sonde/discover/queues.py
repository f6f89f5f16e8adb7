"""The queues in memory: one per level, best first, with the links of a host that is busy passed over. Pure."""

from collections.abc import Iterable
from heapq import heapify, heappop, heappush, heapreplace

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

    def take_best(self, number: int) -> list[FrontierLink]:
        """Takes out the links whose turn comes first, also those of hosts that are busy."""
        taken: list[FrontierLink] = []
        hosts: set[str] = set()
        edge = [(heap[0][0], host) for host, heap in self._hosts.items()]
        heapify(edge)
        while edge and len(taken) < number:
            host = edge[0][1]
            heap = self._hosts[host]
            taken.append(heappop(heap)[1])
            hosts.add(host)
            if heap:
                heapreplace(edge, (heap[0][0], host))
            else:
                del self._hosts[heappop(edge)[1]]
        self._size -= len(taken)
        for host in hosts:
            self._offer(host)
        return taken

    def keep_best(self, number: int) -> Turn | None:
        """Forgets all but the best links; the turn of the best one forgotten, or None."""
        if self._size <= number:
            return None
        *kept, forgotten = self.take_best(number + 1)
        self.replace(kept)
        return forgotten.turn

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
