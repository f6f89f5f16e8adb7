"""The questions of a query tree: those to be put, those that were answered, and what follows from that."""

from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import combinations

from sonde.model import Pairs
from sonde.planner.ranges import Sweep


@dataclass(slots=True)
class Node:
    """A question by values alone."""

    values: Pairs = ()
    free: frozenset[int] = frozenset()  # inputs not set yet
    size: float = 0.0  # matches: expected, then as the answer tells
    parent: "Node | None" = None
    by: int = -1  # the input whose value makes it a part of its parent,
    place: int = -1  # and the place of that value; -1 for a part of a range
    is_stated: bool = False  # the size is the site's word, not a guess
    is_cut: bool = False  # the answer did not show all matches
    tries: int = 0
    seen: tuple[int, ...] = ()  # documents that its answer showed, where it was cut
    # Once split:
    parts: list[Pairs] = field(default_factory=list)
    split_by: int = -1
    left: int = 0  # parts not answered yet
    found: float = 0.0  # matches of the parts answered
    shown: frozenset[int] = frozenset()  # documents of an answer that is only thought to be cut
    inside: int = 0  # parts that showed nothing beyond these; -1 once one did
    sweep: Sweep | None = None  # where it is split by a range

    @property
    def is_in_range(self) -> bool:
        """Whether it is within a part of a range."""
        return self.parent is not None and (self.place < 0 or self.parent.is_in_range)

    @property
    def places(self) -> dict[int, int]:
        """The menus it sets, and the places of their values."""
        if self.parent is None:
            return {}
        return {**self.parent.places, **({self.by: self.place} if self.place >= 0 else {})}


class Parts:
    """Open questions, largest first, and answered ones."""

    def __init__(self) -> None:
        self.open: dict[Pairs, Node] = {}
        self.done: dict[Pairs, Node] = {}
        self.in_the_air: set[Pairs] = set()
        self._heap: list[tuple[float, int, Node]] = []
        self._pushed = 0

    def push(self, node: Node) -> None:
        """Opens a question."""
        self.open[node.values] = node
        self._pushed += 1
        heappush(self._heap, (-node.size, self._pushed, node))

    def pop(self) -> Node | None:
        """The largest open question that is not in the air, which it now is; None when there is none."""
        while self._heap:
            _, _, node = heappop(self._heap)
            if self.open.get(node.values) is node and node.values not in self.in_the_air:
                self.in_the_air.add(node.values)
                return node
        return None

    def take(self, values: Pairs) -> Node | None:
        """The open question that was answered; None when nobody waits for it any more."""
        self.in_the_air.discard(values)
        return self.open.pop(values, None)

    def keep(self, kept: list[Node]) -> None:
        """Closes all open questions but these."""
        self.open.clear()
        self._heap.clear()
        for node in kept:
            self.push(node)

    def is_covered(self, values: Pairs) -> bool:
        """Whether a wider question was answered whole."""
        for length in range(1, len(values)):
            for some in combinations(values, length):
                wider = self.done.get(some)
                if wider is not None and not wider.is_cut:
                    return True
        return False
