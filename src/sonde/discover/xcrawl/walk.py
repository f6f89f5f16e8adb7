"""xCrawl as published (Figure 3): a random walk with restart that looks for hubs, then a harvest of what they list."""

from collections import deque
from random import Random

import numpy as np

from sonde.discover.model import Outlink, WebPage, host_of
from sonde.discover.xcrawl.graph import Floats, WebGraph
from sonde.discover.xcrawl.hubs import find_hubs, listed
from sonde.discover.xcrawl.weights import Proximity, calculate_weights, hits

RESTART = 0.15
MAX_ITERATIONS = 50  # walks in a row without a new hub


class XCrawl:
    """One site. `start` are addresses to begin with while no authority is known."""

    def __init__(
        self,
        start: list[str],
        *,
        proximity: Proximity = "hits+topic",
        restart: float = RESTART,
        max_iterations: int = MAX_ITERATIONS,
        rng_seed: int = 0,
    ) -> None:
        self.graph = WebGraph()
        self.authorities: list[int] = []
        self.hubs: set[int] = set()
        self._queue = deque(start)  # to be fetched whatever the walk does
        self._is_walking = self._is_done = False
        self._host = host_of(start[0])
        self._proximity: Proximity = proximity
        self._restart = restart
        self._max_iterations = max_iterations
        self._rng = Random(rng_seed)
        self._links: dict[int, tuple[Outlink, ...]] = {}
        self._accepted: dict[str, bool] = {}
        self._page: int | None = None  # where the walk is
        self._trail: set[int] = set()  # where this walk has been
        self._idle = 0.0
        self._fetched = False
        self._weights: Floats = np.zeros(0)
        self._hub_weights: Floats = np.zeros(0)
        self._weighed = -1  # visited pages when the weights were calculated

    def choose(self) -> str | None:
        """The next address: of those to begin with, of the walk, then of the harvest."""
        while True:
            while self._queue:
                url = self._queue.popleft()
                if url not in self._accepted:
                    return url
            if self._is_done:
                return None
            if self._idle >= self._max_iterations or not self.graph.visited:
                self._is_done = True
                self._harvest()
            elif (found := self._step()) is not None:
                self._is_walking = True
                return found

    def observe(self, url: str, page: WebPage | None, *, accepted: bool) -> None:
        """Adds the page to the web graph, and to the authorities if the validator accepts it."""
        links = tuple(link for link in page.links if host_of(link.url) == self._host) if page else ()
        self._accepted[url] = accepted
        node = self.graph.add_page(url, (link.url for link in links))
        self._links[node] = links
        if accepted:
            self.authorities.append(node)
        if self._is_walking:
            self._is_walking = False
            self._fetched = True
            self._page = node
            self._trail.add(node)
            if self._rng.random() < self._restart:
                self._end_walk()

    def _step(self) -> str | None:
        """One step of the walk; an address where it leads to a page not held."""
        if self._page is None:
            self._page = self._select_random()
            self._trail = {self._page}
        target = self._select_link(self._page)
        if target is None:
            self._end_walk()
            return None
        if target not in self.graph.rows:
            return self.graph.urls[target]
        self._page = target
        self._trail.add(target)
        return None

    def _select_random(self) -> int:
        """SelectRandom: an authority, one that still leads somewhere if there is any."""
        starts = list(self.authorities or self.graph.visited)
        self._rng.shuffle(starts)
        self._trail = set()
        leading = (page for page in starts if any(self._is_goal(int(node)) for node in self.graph.links(page)))
        return next(leading, starts[0])

    def _select_link(self, page: int) -> int | None:
        """SelectLink: the link to the node with the highest weight, by chance among equals.

        Of the pages held already only hubs are a goal, once in a walk: they lead on to what they list.
        """
        self._calculate_weights()
        links = [int(node) for node in self.graph.links(page) if self._is_goal(int(node))]
        if not links:
            return None
        best = max(self._weights[links])
        return self._rng.choice([node for node in links if self._weights[node] >= best * (1 - 1e-9)])

    def _calculate_weights(self) -> None:
        if self._weighed == len(self.graph.visited):
            return
        self._weighed = len(self.graph.visited)
        self._hub_weights = hits(self.graph, self.authorities, start=self._hub_weights)
        self._weights = calculate_weights(
            self.graph, self.authorities, proximity=self._proximity, hub=self._hub_weights, start=self._weights
        )

    def _is_goal(self, node: int) -> bool:
        if node not in self.graph.rows:
            return True
        if node in self._trail or self._accepted[self.graph.urls[node]]:
            return False
        return any(int(target) not in self.graph.rows for target in self.graph.links(node))

    def _end_walk(self) -> None:
        """Restart: hubs are looked for after every walk."""
        self._page = None
        self._calculate_weights()
        found = find_hubs(self.graph, self.authorities, self._hub_weights) - self.hubs
        self.hubs |= found
        self._idle = 0 if found else self._idle + (1 if self._fetched else 0.1)
        self._fetched = False

    def _harvest(self) -> None:
        """DownloadAllAuthorities: everything that stands where hubs list authorities."""
        for hub in sorted(self.hubs):
            self._queue.extend(listed(self._links[hub], self._accepted))
