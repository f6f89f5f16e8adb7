"""Our own crawler: what a link is worth, learned from every page of the site as it is judged.

The yield of a page is the most target documents per download that it makes possible: of the page alone, or of the page
and the best of the links that only it showed. It is learned from where links stand, where they lead and what they say,
so that lists, lists of lists and pages one step before a target are told from menus without a rule for any of them.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from sonde.discover.model import Outlink, WebPage, host_of
from sonde.discover.xcrawl.hubs import place_of
from sonde.discover.xcrawl.shape import address_shape, directories, parameters
from sonde.text.words import words

BITS = 18
RATE = 0.5
MAX_SOURCES = 3  # pages whose view of a link counts
REFRESH = 50  # pages after which all links are valued again
REMEMBERED = 300  # pages whose yield is worked out again when links are valued again
DOUBT = -2.0  # the weight of a link of which nothing is known
LEAST = 0.02  # targets per download below which a link is not worth one,
PATIENCE = 300  # once so many pages in a row were none;
FEW = 20  # but while fewer were accepted, there is little to judge by,
LONG = 2000  # and so many may be none

Ids = NDArray[np.int64]


class Learner:
    """Logistic regression over hashed features, one example at a time (Adagrad)."""

    def __init__(self) -> None:
        self._weights = np.zeros(1 << BITS)
        self._weights[_hashed(iter(["any"]))] = DOUBT
        self._squares = np.full(1 << BITS, 1e-2)

    def value(self, ids: Ids) -> float:
        """The expected value, between 0 and 1."""
        return float(1 / (1 + np.exp(-self._weights[ids].sum())))

    def learn(self, ids: Ids, value: float) -> None:
        """One example and what it turned out to be worth."""
        error = value - self.value(ids)
        self._squares[ids] += error * error
        self._weights[ids] += RATE * error / np.sqrt(self._squares[ids])


class LinkValue:
    """Follows the link of the highest value."""

    def __init__(self, start: list[str], *, rng_seed: int = 0) -> None:
        del rng_seed  # nothing here is left to chance
        self._host = host_of(start[0])
        self._learner = Learner()
        self._recent: deque[tuple[Ids, bool, list[str]]] = deque(maxlen=REMEMBERED)
        self._ids: dict[str, Ids] = {url: np.zeros(0, dtype=np.int64) for url in start}
        self._sources = dict.fromkeys(start, 1)
        self._judged: dict[str, bool] = {}
        self._queue: list[tuple[float, int, str]] = [(0.0, place, url) for place, url in enumerate(start)]
        self._count = len(start)
        self._since = 0  # pages since the last that was accepted
        self._accepted = 0

    def choose(self) -> str | None:
        """The unvisited link worth most; a value that fell since it was queued is looked at again."""
        while self._queue:
            stated, place, url = heappop(self._queue)
            if url in self._judged:
                continue
            now = -self._learner.value(self._ids[url])
            if self._queue and now > stated + 1e-9 and now > self._queue[0][0]:
                heappush(self._queue, (now, place, url))
                continue
            is_patient = self._since < (PATIENCE if self._accepted >= FEW else LONG)
            return url if is_patient or -now >= LEAST else None
        return None

    def observe(self, url: str, page: WebPage | None, *, accepted: bool) -> None:
        """Learns from the page, and takes up its links."""
        self._judged[url] = accepted
        self._since = 0 if accepted else self._since + 1
        self._accepted += accepted
        ids = self._ids.pop(url, None)
        links = [link for link in page.links if host_of(link.url) == self._host] if page else []
        fresh = self._take_up(url, links, accepted=accepted)
        if ids is not None and len(ids):
            self._recent.append((ids, accepted, [link.url for link in fresh]))
            self._learn(*self._recent[-1])
        if len(self._judged) % REFRESH == 0:
            for seen in self._recent:
                self._learn(*seen)
            self._value_again()

    def _learn(self, ids: Ids, accepted: bool, fresh: list[str]) -> None:
        """The yield of a page teaches the value of the link that led to it."""
        values = [self._learner.value(self._ids[url]) if url in self._ids else self._judged[url] for url in fresh]
        self._learner.learn(ids, page_yield(float(accepted), values))

    def _take_up(self, url: str, links: list[Outlink], *, accepted: bool) -> list[Outlink]:
        """Queues the links; those never seen before are returned."""
        fresh = []
        for link in links:
            seen = self._sources.get(link.url, 0)
            if link.url in self._judged or seen >= MAX_SOURCES:
                continue
            ids = _hashed(features(link, source=url, accepted=accepted))
            self._sources[link.url] = seen + 1
            self._ids[link.url] = ids if not seen else np.union1d(self._ids[link.url], ids)
            self._count += 1
            heappush(self._queue, (-self._learner.value(self._ids[link.url]), self._count, link.url))
            if not seen:
                fresh.append(link)
        return fresh

    def _value_again(self) -> None:
        """Values that rose since a link was queued come to the top too."""
        places = {url: place for _, place, url in self._queue}
        self._queue = [
            (-self._learner.value(self._ids[url]), place, url) for url, place in places.items() if url in self._ids
        ]
        heapify(self._queue)


def page_yield(own: float, values: Sequence[float]) -> float:
    """The most targets per download: those of the page itself and of the best links behind it, each one download."""
    best = gain = own
    for cost, value in enumerate(sorted(values, reverse=True), 2):
        gain += value
        if gain / cost <= best:
            break
        best = gain / cost
    return best


def features(link: Outlink, *, source: str, accepted: bool) -> Iterator[str]:
    """What is known of a link before it is followed."""
    place = place_of(link)
    kind = "target" if accepted else address_shape(source)
    yield "any"
    yield f"from {accepted}"
    yield f"shape {address_shape(link.url)}"
    yield from (f"in {directory}" for directory in directories(link.url))
    yield from (f"asks {name}" for name in parameters(link.url))
    yield f"at {place}"
    yield f"at {kind} {place}"
    yield f"list {source} {place}"
    yield from (f"says {word}" for word in words(link.anchor)[:8])


def _hashed(names: Iterator[str]) -> Ids:
    return np.unique(np.fromiter((crc32(name.encode()) & ((1 << BITS) - 1) for name in names), dtype=np.int64))
