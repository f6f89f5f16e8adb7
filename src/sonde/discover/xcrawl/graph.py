"""The web graph of one site: nodes are addresses, edges are links; only visited nodes have outgoing edges."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

Floats = NDArray[np.float64]


class WebGraph:
    """Grows page by page; the matrix of its edges is a view of arrays grown in place."""

    def __init__(self) -> None:
        self.urls: list[str] = []
        self.ids: dict[str, int] = {}
        self.rows: dict[int, int] = {}  # visited node -> its row, in order of visit
        self.visited: list[int] = []  # row -> node
        self._starts = np.zeros(1024, dtype=np.int64)
        self._targets = np.zeros(16384, dtype=np.int64)

    def node(self, url: str) -> int:
        """The number of an address, new or known."""
        number = self.ids.setdefault(url, len(self.urls))
        if number == len(self.urls):
            self.urls.append(url)
        return number

    def add_page(self, url: str, links: Iterable[str]) -> int:
        """Takes in a visited page with the addresses it links to."""
        node = self.node(url)
        if node in self.rows:
            return node
        targets = np.unique(np.fromiter((self.node(link) for link in links if link != url), dtype=np.int64))
        row = len(self.visited)
        self.rows[node] = row
        self.visited.append(node)
        begin = int(self._starts[row])
        self._starts = _room(self._starts, row + 2)
        self._targets = _room(self._targets, begin + len(targets))
        self._targets[begin : begin + len(targets)] = targets
        self._starts[row + 1] = begin + len(targets)
        return node

    def links(self, node: int) -> NDArray[np.int64]:
        """The nodes a visited node links to."""
        row = self.rows[node]
        return self._targets[self._starts[row] : self._starts[row + 1]]

    def __len__(self) -> int:
        return len(self.urls)

    @property
    def edges(self) -> csr_array:
        """One row per visited page, one column per node; 1 where the page links to the node."""
        rows = len(self.visited)
        count = int(self._starts[rows])
        shape = (rows, len(self.urls))
        return csr_array((np.ones(count), self._targets[:count], self._starts[: rows + 1]), shape=shape)

    def out_degrees(self) -> Floats:
        """How many links each visited page has, by row."""
        rows = len(self.visited)
        return np.diff(self._starts[: rows + 1]).astype(np.float64)

    def marks(self, nodes: Sequence[int]) -> Floats:
        """1 for each of the nodes, 0 for all others."""
        marks = np.zeros(len(self.urls))
        marks[np.asarray(nodes, dtype=np.int64)] = 1.0
        return marks


def _room(array: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """The array, twice as long where it is too short."""
    if size <= len(array):
        return array
    longer = np.zeros(max(size, 2 * len(array)), dtype=array.dtype)
    longer[: len(array)] = array
    return longer
