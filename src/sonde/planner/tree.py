"""The query tree: a form's inputs are set one after the other until every answer is shown whole.

For forms that need no words (Ntoulas 2005, 6.1). Which input splits an answer best is worked out from how the
values shared out the documents so far.
"""

from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import combinations

import numpy as np

from sonde.model import Abilities, Outcome, Pairs, Query
from sonde.planner.cap import MIN_CAP, Cap
from sonde.planner.leaves import Leaves
from sonde.planner.setup import Policy, Setup
from sonde.planner.splits import GUESS, Input, Plan, fit, planned
from sonde.planner.statistics import Statistics

SURE = 4.0  # an answer expected to be so many times too long is not asked for, only its parts
INSIDE = 5  # so many parts that only repeat the whole tell that it was shown whole
TRIES = 2
LOOK_AROUND = 0.25  # of the queries expected in all may be spent on every value of an input alone
WRONG = 1.3  # plans made for so many times more or fewer documents are made again
LISTED = 0.995
MIN_ANSWERS = 8  # before guesses are corrected


@dataclass(slots=True)
class Node:
    """A question by values alone."""

    values: Pairs = ()
    free: frozenset[int] = frozenset()  # inputs not set yet
    size: float = 0.0  # matches: expected, then as the answer tells
    parent: "Node | None" = None
    by: int = -1  # the input whose value makes it a part of its parent
    is_stated: bool = False  # the size is the site's word, not a guess
    is_cut: bool = False  # the answer did not show all matches
    tries: int = 0
    # Once split:
    parts: list[Pairs] = field(default_factory=list)
    split_by: int = -1
    left: int = 0  # parts not answered yet
    found: float = 0.0  # matches of the parts answered
    shown: frozenset[int] = frozenset()  # documents of an answer that is only thought to be cut
    inside: int = 0  # parts that showed nothing beyond these; -1 once one did


class Tree:
    """Asks for values first, then for words within answers that no value makes short enough, then for words alone."""

    def __init__(self, abilities: Abilities, *, statistics: Statistics, inner: Policy | None = None) -> None:
        self.inputs = planned([Input.of(name, values) for name, values in abilities.splits if len(values) > 1])
        self.statistics = statistics
        self.cap = Cap()
        self.inner = inner if abilities.words else None
        self.leaves = Leaves(statistics)
        self._known_cap = abilities.cap
        self._has_words = abilities.words
        self._open: dict[Pairs, Node] = {}
        self._done: dict[Pairs, Node] = {}
        self._in_the_air: set[Pairs] = set()
        self._heap: list[tuple[float, int, Node]] = []
        self._pushed = 0
        self._ahead = 0  # nodes still open that only look around
        self._guesses = 0  # answers to nodes of guessed size since the last plan
        self._guessed = 0.0  # matches expected of them, and found
        self._found = 0.0
        self._limit = self._cap
        self.root = Node(free=frozenset(range(len(self.inputs))))
        self._push(self.root)

    @classmethod
    def make(cls, setup: Setup, inner: Policy | None) -> "Tree":
        """The policy for a crawl of a form whose inputs narrow its answers."""
        return cls(setup.abilities, statistics=setup.statistics, inner=inner)

    def choose(self) -> Query | None:
        """The largest part not yet asked for; words when there is none."""
        while self._heap:
            _, _, node = heappop(self._heap)
            if self._open.get(node.values) is node and node.values not in self._in_the_air:
                self._in_the_air.add(node.values)
                reason = f"about {node.size:.0f} documents expected" if node.values else "everything there is"
                return Query(values=node.values, reason=reason)
        if self._in_the_air:
            return None  # their answers decide
        query = self.leaves.choose(cap=self._cap)
        if query is None and self.inner is not None and not self._is_listed:
            query = self.inner.choose()
        return query

    def observe(self, outcome: Outcome) -> None:
        """Learns how long an answer is, and splits it if it was not shown whole."""
        self.cap.observe(self.statistics.observe(outcome))
        if self.inner is not None:
            self.inner.observe(outcome)
        if outcome.query.words:
            self.leaves.observe(outcome)
            return
        self._in_the_air.discard(outcome.query.values)
        node = self._open.pop(outcome.query.values, None)
        if node is None:
            return
        if outcome.error and not outcome.seen:
            node.tries += 1
            if node.tries < TRIES:
                self._push(node)
            return
        self._answer(node, outcome)

    def missing(self) -> float | None:
        """How many documents are expected that were not seen yet; None when no answer stands for the whole."""
        if self.root.is_stated and self.root.size and self.cap.states_totals:
            return max(0.0, self.root.size - self.statistics.documents)
        if not self.inputs:
            return None
        return sum(node.size for node in self._open.values()) + self.leaves.missing()

    @property
    def _cap(self) -> float:
        return min(self.cap.limit, self._known_cap or self.cap.limit)

    @property
    def _likely_cap(self) -> float:
        return self._cap if self._cap < float("inf") else max(1.0, self.cap.largest)

    @property
    def _is_listed(self) -> bool:
        """Whether the parts add up to the whole but for copies of one document."""
        whole = self.root.size if self.root.is_stated and self.cap.states_totals else float("inf")
        return self.statistics.documents >= LISTED * whole

    def _push(self, node: Node) -> None:
        self._open[node.values] = node
        self._pushed += 1
        heappush(self._heap, (-node.size, self._pushed, node))

    def _answer(self, node: Node, outcome: Outcome) -> None:
        """Takes the answer to a node and makes the nodes that follow from it."""
        seen, total = len(outcome.seen), outcome.total
        node.is_cut = self._is_cut(node, seen, total)
        node.is_stated = total is not None or not node.is_cut
        if not node.is_stated:
            found = max(node.size, 1.5 * seen) if node.parent else GUESS * seen
        else:
            found = max(total or 0, seen)
        if node.parent is not None and not node.parent.is_stated:
            self._guesses += 1
            self._guessed += node.size
            self._found += found
        node.size = found
        self._done[node.values] = node
        if node.is_cut and total is None:
            node.shown = frozenset(outcome.seen)
        self._tell_parent(node, outcome.seen)
        if node is self.root:
            self._look_around()
        elif node.is_cut and not self._ahead:
            self._grow(node, seen=outcome.seen)
        if node.by >= 0 and node.parent is self.root and self._ahead:
            self._ahead -= 1
            if not self._ahead:
                self._grow(self.root)
        self._reconsider()

    def _is_cut(self, node: Node, seen: int, total: int | None) -> bool:
        """Whether more matches than were shown. Nothing at all for the whole form is no answer to it."""
        if not seen:
            return bool(total) or node is self.root or node.size > SURE * self._cap
        if total is not None:
            return total > seen >= 0.9 * self.cap.largest
        return seen >= min(self._cap, self.cap.largest) and seen >= MIN_CAP

    def _look_around(self) -> None:
        """Asks for every value alone first, where that costs little and the site states numbers."""
        root = self.root
        if not root.is_cut:
            return
        if root.is_stated:
            plan = self._plan(root.size)
            affordable = LOOK_AROUND * float(plan.cost(root.free, np.array([root.size]))[0])
            by_length = sorted(root.free, key=lambda i: len(self.inputs[i].values))
            # The parts by one input are needed anyhow, so that the longest one costs nothing.
            extra = sum(len(self.inputs[i].values) for i in by_length[:-1])
            for part in (part for i in by_length for part in self._parts(root, i)) if extra <= affordable else ():
                self._push(part)
                self._ahead += 1
        if not self._ahead:
            self._grow(root)

    def _tell_parent(self, node: Node, seen: tuple[int, ...]) -> None:
        parent = node.parent
        if parent is None:
            return
        split = self.inputs[node.by]
        split.observe(dict(node.values)[split.name], found=node.size, among=max(parent.size, node.size, 1.0))
        if parent.split_by != node.by:
            return  # it only looked around
        parent.left -= 1
        parent.found += node.size
        if seen and parent.inside >= 0:
            parent.inside = parent.inside + 1 if parent.shown.issuperset(seen) else -1
        is_whole = parent.inside >= INSIDE and self._cap == float("inf")
        if is_whole or (split.is_partition and parent.is_stated and parent.found >= parent.size):
            for values in parent.parts:
                self._open.pop(values, None)
        elif not parent.left and parent.is_stated:
            split.is_partition = parent.found <= 1.001 * parent.size
            if split.is_partition and parent.size - parent.found > max(1.0, 0.005 * parent.size):
                self._grow(parent)  # some documents have no value here

    def _grow(self, node: Node, *, seen: tuple[int, ...] = ()) -> None:
        """Opens the parts of a question; of a part that is known or sure to be cut, its own parts."""
        plan = self._plan(max(node.size, self.root.size))
        waiting = [node]
        while waiting:
            whole = waiting.pop()
            chosen = plan.best(whole.free, whole.size)
            if chosen is None:
                if self._has_words and whole.values:
                    self.leaves.add(whole.values, size=whole.size, seen=seen)
                continue
            parts = self._parts(whole, chosen)
            whole.free, whole.split_by, whole.parts = whole.free - {chosen}, chosen, [part.values for part in parts]
            whole.left, whole.found = len(parts), 0.0
            for part in parts:
                known = self._done.get(part.values)
                if known is not None or self._is_covered(part.values):
                    whole.left -= 1
                    whole.found += known.size if known else part.size
                    if known is not None and known.is_cut:
                        waiting.append(known)
                elif part.free and part.size > SURE * self._likely_cap and self._was_tried(part):
                    waiting.append(part)
                else:
                    self._push(part)

    def _plan(self, most: float) -> Plan:
        return Plan(self.inputs, cap=self._likely_cap, most=most, words=self._has_words)

    def _parts(self, node: Node, chosen: int) -> list[Node]:
        split, free = self.inputs[chosen], node.free - {chosen}
        return [
            Node(self._in_order({**dict(node.values), split.name: value}), free, node.size * float(share), node, chosen)
            for value, share in zip(split.values, split.shares(), strict=True)
        ]

    def _was_tried(self, part: Node) -> bool:
        split = self.inputs[part.by]
        return bool(split.among[split.values.index(dict(part.values)[split.name])] > 0)

    def _is_covered(self, values: Pairs) -> bool:
        """Whether a wider question was answered whole."""
        for length in range(1, len(values)):
            for some in combinations(values, length):
                wider = self._done.get(some)
                if wider is not None and not wider.is_cut:
                    return True
        return False

    def _in_order(self, values: dict[str, str]) -> Pairs:
        return tuple((item.name, values[item.name]) for item in self.inputs if item.name in values)

    def _reconsider(self) -> None:
        """Plans again when the sizes were guessed wrong, and doubts whole answers once the cap is known."""
        if self._cap != self._limit:
            self._limit = self._cap
            for node in self._done.values():
                if not node.is_cut and node.size >= self._cap and not self.cap.states_totals:
                    node.is_cut, node.is_stated = True, False
                    self._grow(node)
        factor = self._found / max(1.0, self._guessed)
        if self._guesses >= max(MIN_ANSWERS, len(self._done) / 8) and not 1 / WRONG < factor < WRONG:
            self._plan_again()

    def _plan_again(self) -> None:
        """Starts again from the root with better guesses; what was answered stays so."""
        self._guesses, self._guessed, self._found = 0, 0.0, 0.0
        self._open.clear()
        self._heap.clear()
        nodes = [node for node in self._done.values() if node.values]
        codes = np.array([self._codes(node) for node in nodes], np.intp)
        is_cut = np.array([node.is_cut for node in nodes])
        sizes = np.array([len(node.shown) if node.is_cut else node.size for node in nodes], np.float64)
        self.root.size = fit(self.inputs, codes, sizes, is_cut)
        for node in self._done.values():
            node.free = frozenset(i for i, code in enumerate(self._codes(node)) if code < 0)
        self._grow(self.root)

    def _codes(self, node: Node) -> list[int]:
        values = dict(node.values)
        return [item.values.index(values[item.name]) if item.name in values else -1 for item in self.inputs]
