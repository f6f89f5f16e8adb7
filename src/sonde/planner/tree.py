"""The query tree: a form's inputs are set one after the other until every answer is shown whole.

For forms that need no words (Ntoulas 2005, 6.1). Which input splits an answer best is worked out from how the
values shared out the documents so far.
"""

from sonde.model import Abilities, Outcome, Query
from sonde.planner.cap import MIN_CAP
from sonde.planner.growth import SURE, Growth
from sonde.planner.leaves import Leaves
from sonde.planner.limit import Limit
from sonde.planner.parts import Node
from sonde.planner.setup import Policy, Setup
from sonde.planner.splits import GUESS, planned
from sonde.planner.statistics import Statistics
from sonde.planner.values import Values

TRIES = 2
LISTED = 0.995


class Tree:
    """Asks for values first, then for words within answers that no value makes short enough, then for words alone.

    Where the form has no box for words, or words bring nothing more, its text inputs are asked for values they are for.
    """

    def __init__(self, abilities: Abilities, *, statistics: Statistics, inner: Policy | None = None) -> None:
        can_list = abilities.browse or not abilities.words
        self.statistics = statistics
        self.limit = Limit(abilities.cap)
        self.inner = inner if abilities.words else None
        self.leaves = Leaves(statistics)
        menus = dict(abilities.splits)
        self.values = Values([box for box in abilities.boxes if box.name not in menus])
        # Of some menus only those values are known that documents had so far.
        self.late = Values([box for box in abilities.boxes if box.name in menus], but=menus)
        self._has_words = abilities.words
        inputs = planned(abilities) if can_list else []
        self.growth = Growth(inputs, self.limit, words=abilities.words, leaf=self._add_leaf)
        if inputs or abilities.browse:
            self.growth.parts.push(self.growth.root)

    @classmethod
    def make(cls, setup: Setup, inner: Policy | None) -> "Tree":
        """The policy for a crawl of a form whose inputs narrow its answers."""
        return cls(setup.abilities, statistics=setup.statistics, inner=inner)

    def choose(self) -> Query | None:
        """The largest part not yet asked for; words and values when there is none."""
        node = self.growth.parts.pop()
        if node is not None:
            reason = f"about {node.size:.0f} documents expected" if node.values else "everything there is"
            return Query(values=node.values, reason=reason)
        if self.growth.parts.in_the_air:
            return None  # their answers decide
        query = self.late.choose_single(cap=self.limit.likely)
        if query is None:
            query = self.leaves.choose(cap=self.limit.most)
        if query is None and self.inner is not None and not self._is_listed:
            query = self.inner.choose()
        if query is None and not self._is_listed:
            query = self.values.choose(cap=self.limit.likely)
        return query

    def observe(self, outcome: Outcome) -> None:
        """Learns how long an answer is, and splits it if it was not shown whole."""
        self.limit.cap.observe(self.statistics.observe(outcome))
        if self.inner is not None:
            self.inner.observe(outcome)
        seen, has_failed = len(outcome.seen), bool(outcome.error) and not outcome.seen
        is_cut = has_failed or self.limit.is_passed(seen, outcome.total)
        size = max(seen * (1.5 if is_cut else 1.0), outcome.total or 0)
        self.values.observe(outcome, size=size, is_cut=is_cut)
        self.late.observe(outcome, size=size, is_cut=is_cut)
        if outcome.query.words:
            self.leaves.observe(outcome)
            return
        node = self.growth.parts.take(outcome.query.values)
        if node is None:
            if is_cut and self.late.is_ours(outcome.query) and self._has_words:
                self.leaves.add(outcome.query.values, size=size, seen=outcome.seen)
            return
        if has_failed:
            node.tries += 1
            if node.tries < TRIES:
                self.growth.parts.push(node)
            else:
                self.growth.pass_over(node)
            return
        self._answer(node, outcome)

    def missing(self) -> float | None:
        """How many documents are expected that were not seen yet; None when no answer stands for the whole."""
        if self._whole < float("inf"):
            return max(0.0, self._whole - self.statistics.documents)
        if self.growth.inputs and self.growth.is_listing:
            return self.growth.missing() + self.leaves.missing()
        return self.values.missing() if self.values.columns and not self._has_words else None

    @property
    def _whole(self) -> float:
        """How many documents the site states to have; infinite if it does not."""
        root = self.growth.root
        return root.size if root.is_stated and root.size and self.limit.cap.states_totals else float("inf")

    @property
    def _is_listed(self) -> bool:
        """Whether the parts add up to the whole but for copies of one document."""
        return self.statistics.documents >= LISTED * self._whole

    def _add_leaf(self, node: Node, seen: tuple[int, ...]) -> None:
        """An answer that is cut and that no input splits: words within it, or values of text inputs."""
        if self._has_words and node.values:
            self.leaves.add(node.values, size=node.size, seen=seen)
        self.values.add_cut(node.values, size=node.size)

    def _answer(self, node: Node, outcome: Outcome) -> None:
        """Reads the answer to a question: whether it was cut, and how many match."""
        seen, total = len(outcome.seen), outcome.total
        node.is_cut = self._is_cut(node, seen, total)
        node.is_stated = not node.is_cut or (total is not None and bool(seen or total))
        if not node.is_stated:
            found = max(node.size, 1.5 * seen) if node.parent else GUESS * max(seen, MIN_CAP)
        else:
            found = max(total or 0, seen)
        if node.is_cut and total is None:
            node.shown = frozenset(outcome.seen)
        self.growth.take(node, found, outcome.seen)

    def _is_cut(self, node: Node, seen: int, total: int | None) -> bool:
        """Whether more matches than were shown. Nothing at all for the whole form is no answer to it."""
        if not seen:
            return bool(total) or node.parent is None or node.size > SURE * self.limit.most
        return self.limit.is_passed(seen, total)
