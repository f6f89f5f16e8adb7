"""How a query tree grows: which parts of an answer that was cut are asked for next."""

from collections.abc import Callable

import numpy as np

from sonde.planner.divide import Inputs, fitted_size, next_slice, parts_of, was_tried
from sonde.planner.guesses import Guesses
from sonde.planner.limit import Limit
from sonde.planner.parts import Node, Parts
from sonde.planner.ranges import Steps, Sweep
from sonde.planner.splits import Input, Plan

SURE = 4.0  # an answer expected to be so many times too long is not asked for, only its parts
INSIDE = 5  # so many parts that only repeat the whole tell that it was shown whole
LOOK_AROUND = 0.25  # of the queries expected in all may be spent on every value of an input alone


class Growth:
    """The tree of one form: takes answers, opens the questions that follow from them.

    `leaf` is told of answers that are cut and that no input splits, with the documents they showed.
    """

    def __init__(
        self,
        inputs: Inputs,
        limit: Limit,
        *,
        words: bool,
        leaf: Callable[[Node, tuple[int, ...]], None],
    ) -> None:
        self.inputs = inputs
        self.parts = Parts()
        self._all = frozenset(range(len(inputs)))
        self.root = Node(free=self._all)
        self._limit, self._last_limit = limit, limit.most
        self._has_words, self._leaf = words, leaf
        self._ahead = 0  # nodes still open that only look around
        self._sweeping: list[Node] = []  # nodes that are split by a range
        self._guesses = Guesses()

    @property
    def is_listing(self) -> bool:
        """Whether the parts add up to everything: not where the whole was cut, or refused, and nothing splits it."""
        root = self.root
        return not root.is_cut or bool(root.parts or root.sweep or self.parts.open)

    def missing(self) -> float:
        """Documents expected of the questions still to be put."""
        swept = sum(node.sweep.left for node in self._sweeping if node.sweep and not node.sweep.is_over)
        return swept + sum(node.size for node in self.parts.open.values() if not (node.parent and node.parent.sweep))

    def take(self, node: Node, found: float, seen: tuple[int, ...]) -> None:
        """Takes how many match a question, which was answered, and opens what follows from that."""
        if node.parent is not None and not node.parent.is_stated and not node.parent.sweep:
            self._guesses.observe(node.size, found)
        node.size, node.seen = found, seen if node.is_cut else ()
        self.parts.done[node.values] = node
        if node.parent is not None and node.parent.sweep is not None:
            self._sweep_on(node.parent, node, seen)
            return
        self._tell_parent(node, seen)
        if node is self.root:
            self._look_around()
        elif node.is_cut and not self._ahead:
            self._grow(node)
        if node.by >= 0 and node.parent is self.root and self._ahead:
            self._ahead -= 1
            if not self._ahead:
                self._grow(self.root)
        self._reconsider()

    def pass_over(self, node: Node) -> None:
        """Goes on without the answer to a question: a range is swept beyond it."""
        if node.parent is not None and node.parent.sweep is not None:
            node.is_cut, node.is_stated, node.size = False, False, 0.0
            self._sweep_on(node.parent, node, ())

    def _look_around(self) -> None:
        """Asks for every value alone first, where that costs little and the site states numbers."""
        root = self.root
        if not root.is_cut:
            return
        menus = sorted((i for i in root.free if isinstance(self.inputs[i], Input)), key=lambda i: self.inputs[i].count)
        if root.is_stated and menus:
            plan = self._plan(root.size)
            affordable = LOOK_AROUND * float(plan.cost(root.free, np.array([root.size]))[0])
            # The parts by one input are needed anyhow, so that the longest one costs nothing.
            extra = sum(self.inputs[i].count for i in (menus[:-1] if len(menus) == len(self.inputs) else menus))
            for part in (part for i in menus for part in parts_of(root, i, self.inputs)) if extra <= affordable else ():
                self.parts.push(part)
                self._ahead += 1
        if not self._ahead:
            self._grow(root)

    def _tell_parent(self, node: Node, seen: tuple[int, ...]) -> None:
        parent = node.parent
        if parent is None:
            return
        split = self.inputs[node.by]
        assert isinstance(split, Input), "parts of a range are told to their sweep"
        split.observe(node.place, found=node.size, among=max(parent.size, node.size, 1.0))
        if parent.split_by != node.by:
            return  # it only looked around
        parent.left -= 1
        parent.found += node.size
        if seen and parent.inside >= 0:
            parent.inside = parent.inside + 1 if parent.shown.issuperset(seen) else -1
        is_whole = parent.inside >= INSIDE and self._limit.most == float("inf")
        if is_whole or (split.is_partition and parent.is_stated and parent.found >= parent.size):
            for values in parent.parts:
                self.parts.open.pop(values, None)
        elif not parent.left and parent.is_stated:
            split.is_partition = parent.found <= 1.001 * parent.size
            if split.is_partition:
                self._grow_rest(parent)

    def _grow_rest(self, node: Node) -> None:
        """Splits a question by another input if some of its documents have no value of the last one."""
        if node.size - node.found > max(1.0, 0.005 * node.size):
            self._grow(node)

    def _grow(self, node: Node) -> None:
        """Opens the parts of a question; of a part that is known or sure to be cut, its own parts."""
        plan = self._plan(max(node.size, self.root.size))
        waiting = [node]
        while waiting:
            whole = waiting.pop()
            if whole.sweep is not None and not whole.sweep.is_over:
                continue  # begun before plans were made again
            chosen = plan.best(whole.free, whole.size)
            if chosen is None and whole.parent is not None and whole.values not in self.parts.done:
                self.parts.push(whole)  # what it shows tells the words to ask within it
                continue
            if chosen is None:
                self._leaf(whole, whole.seen)
                continue
            split = self.inputs[chosen]
            whole.free, whole.split_by = whole.free - {chosen}, chosen
            if isinstance(split, Steps):
                # What lies at a shared bound is counted twice, so that sizes do not add up.
                whole.sweep = Sweep(split.cells, max(1.0, whole.size), whole.is_stated and not split.range.shared)
                self._sweeping.append(whole)
                self._push_slice(whole)
            else:
                waiting += self._open_parts(whole, chosen)

    def _open_parts(self, whole: Node, chosen: int) -> list[Node]:
        """Opens the parts of a question by one menu; returns those to be split without asking."""
        parts = parts_of(whole, chosen, self.inputs)
        whole.sweep, whole.parts, whole.left, whole.found = None, [part.values for part in parts], len(parts), 0.0
        too_long = []
        for part in parts:
            known = self.parts.done.get(part.values)
            if known is not None or self.parts.is_covered(part.values):
                whole.left -= 1
                whole.found += known.size if known else part.size
                if known is not None and known.is_cut:
                    too_long.append(known)
            elif part.free and part.size > SURE * self._limit.likely and was_tried(part, self.inputs):
                too_long.append(part)
            else:
                self.parts.push(part)
        return too_long

    def _push_slice(self, whole: Node) -> None:
        """Opens the next part of a range within a question."""
        part = next_slice(whole, self.inputs, cap=self._limit.likely)
        known = self.parts.done.get(part.values)
        if known is None:
            self.parts.push(part)
        else:
            self._sweep_on(whole, known, ())

    def _sweep_on(self, whole: Node, part: Node, seen: tuple[int, ...]) -> None:
        """Takes the answer to a part of a range, and goes on with the next one."""
        sweep, split = whole.sweep, self.inputs[whole.split_by]
        assert isinstance(split, Steps)
        assert sweep is not None
        is_single = sweep.width == 1
        if sweep.observe(part.size, is_cut=part.is_cut, is_stated=part.is_stated):
            whole.found += part.size
            if part.is_cut and is_single:
                self._grow(part)
        is_all = whole.is_stated and not split.range.shared and sweep.found >= whole.size
        if is_all or sweep.is_over:
            sweep.at = sweep.cells
            if whole.is_stated:
                self._grow_rest(whole)
        else:
            self._push_slice(whole)

    def _plan(self, most: float) -> Plan:
        return Plan(self.inputs, cap=self._limit.likely, most=most, words=self._has_words)

    def _reconsider(self) -> None:
        """Plans again when the sizes were guessed wrong, and doubts whole answers once the cap is known."""
        if self._limit.most != self._last_limit:
            self._last_limit = self._limit.most
            for node in list(self.parts.done.values()):
                if not node.is_cut and node.size >= self._last_limit and not self._limit.cap.states_totals:
                    node.is_cut, node.is_stated = True, False
                    self._grow(node)
        if self._guesses.are_wrong(answers=len(self.parts.done)):
            self._plan_again()

    def _plan_again(self) -> None:
        """Starts again from the root with better guesses; what was answered stays so."""
        nodes = [node for node in self.parts.done.values() if node.values and not node.is_in_range]
        if not nodes:
            return
        self._guesses = Guesses()
        self.parts.keep([node for node in self.parts.open.values() if node.is_in_range])
        self.root.size = fitted_size(nodes, self.inputs)
        for node in nodes:
            node.free = self._all - frozenset(node.places)
        self.root.free = self._all
        self._grow(self.root)
