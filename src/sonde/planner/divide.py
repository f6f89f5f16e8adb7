"""How a question of a query tree divides by one input, and how large the whole is by the parts that were answered."""

from collections.abc import Sequence

import numpy as np

from sonde.model import Pairs
from sonde.planner.parts import Node
from sonde.planner.ranges import Steps
from sonde.planner.splits import Input, fit

Inputs = Sequence[Input | Steps]


def parts_of(node: Node, chosen: int, inputs: Inputs) -> list[Node]:
    """A question by each value of a menu, of the size that the value's share of the others leads to expect."""
    split, free = inputs[chosen], node.free - {chosen}
    assert isinstance(split, Input)
    return [
        Node(_joined(node.values, (setting,), inputs), free, node.size * float(share), node, chosen, place)
        for place, (setting, share) in enumerate(zip(split.settings, split.shares(), strict=True))
    ]


def next_slice(whole: Node, inputs: Inputs, *, cap: float) -> Node:
    """The next part of the range that a question is swept by."""
    split, sweep = inputs[whole.split_by], whole.sweep
    assert isinstance(split, Steps)
    assert sweep is not None
    start, end = sweep.next(cap=cap)
    values = _joined(whole.values, split.pairs(start, end), inputs)
    return Node(values, whole.free - {whole.split_by}, sweep.density * sweep.width, whole, whole.split_by)


def was_tried(part: Node, inputs: Inputs) -> bool:
    """Whether a question with the same value of the menu was answered before."""
    split = inputs[part.by]
    return isinstance(split, Input) and bool(split.among[part.place] > 0)


def fitted_size(nodes: Sequence[Node], inputs: Inputs) -> float:
    """The size of the whole; the shares of the menus' values are set to what agrees best with the nodes' sizes."""
    menus = [(place, item) for place, item in enumerate(inputs) if isinstance(item, Input)]
    rows = [node.places for node in nodes]
    codes = np.array([[places.get(place, -1) for place, _ in menus] for places in rows], np.intp)
    is_cut = np.array([node.is_cut for node in nodes])
    sizes = np.array([len(node.shown) if node.is_cut else node.size for node in nodes], np.float64)
    return fit([item for _, item in menus], codes, sizes, is_cut)


def _joined(values: Pairs, more: Pairs, inputs: Inputs) -> Pairs:
    """Values of several inputs in the order of the form."""
    names = [name for item in inputs for name in item.names]
    return tuple(sorted({**dict(values), **dict(more)}.items(), key=lambda pair: names.index(pair[0])))
