"""CSS selectors that mean "all nodes like these": built from what the sample nodes have in common."""

import re
from collections.abc import Sequence
from functools import lru_cache

from sonde.page.dom import Node, attribute

_SAFE_NAME = re.compile(r"-?[A-Za-z_][A-Za-z0-9_-]*\Z")
_MAX_CLASSES = 3


def parent_chain(node: Node) -> list[Node]:
    """The node and its ancestors up to, not including, <html>."""
    chain = []
    current: Node | None = node
    while current is not None and current.tag not in (None, "html", "-document", "-undef"):
        chain.append(current)
        current = current.parent
    return chain


def tag_path(node: Node) -> tuple[str, ...]:
    """Tag names from <body> down to the node: the same for all nodes of one list."""
    return tuple(str(step.tag) for step in reversed(parent_chain(node)))


def place(node: Node) -> str:
    """Where a node stands: all steps from <body> down to it, with their ids and classes."""
    return " > ".join(common_step([step]) for step in reversed(parent_chain(node)))


def classes(node: Node) -> set[str]:
    """Class names that can stand in a selector as they are."""
    return {name for name in attribute(node, "class").split() if _SAFE_NAME.match(name)}


def common_step(nodes: Sequence[Node]) -> str:
    """One selector step that fits every node: tag, shared id, shared classes (`*` when tags differ)."""
    tags = {_tag(node) for node in nodes}
    step = tags.pop() if len(tags) == 1 else "*"
    ids = {attribute(node, "id") for node in nodes}
    if len(ids) == 1 and _SAFE_NAME.match(identity := ids.pop()) and not re.search(r"\d", identity):
        step += f"#{identity}"
    shared = set.intersection(*(classes(node) for node in nodes)) if nodes else set()
    stable = sorted(name for name in shared if not re.search(r"\d{2}", name))
    return step + "".join(f".{name}" for name in stable[:_MAX_CLASSES])


def common_selector(nodes: Sequence[Node], *, depth: int) -> str:
    """A selector of up to `depth` parent-child steps that matches all the nodes."""
    steps: list[str] = []
    level: list[Node] = list(nodes)
    while level and len(steps) < depth:
        steps.append(common_step(level))
        parents = [node.parent for node in level]
        level = [node for node in parents if node is not None and node.tag not in (None, "html", "-document")]
        if len(level) < len(parents):
            break
    return " > ".join(reversed(steps))


def relative_selector(node: Node, root: Node, *, from_end: bool = False) -> str:
    """The steps from below `root` down to the node, columns of a table told apart by position.

    `from_end` counts the cells of a row from the last one, for rows that differ in their first cells.
    """
    steps = []
    for current in parent_chain(node):
        if current.mem_id == root.mem_id:
            break
        steps.append(
            _step_within(current, from_end and current.parent is not None and current.parent.mem_id == root.mem_id)
        )
    return " > ".join(reversed(steps))


def _step_within(node: Node, from_end: bool) -> str:
    if node.tag in ("td", "th"):
        return f"{node.tag}:nth-{'last-' * from_end}child({_position(node, from_end)})"
    return _tag(node) + _first_class(attribute(node, "class"))


@lru_cache(maxsize=4096)
def _first_class(names: str) -> str:
    """The first class name in alphabetical order that has no number in it, as a step's end."""
    stable = sorted(name for name in names.split() if _SAFE_NAME.match(name) and not re.search(r"\d", name))
    return f".{stable[0]}" if stable else ""


def _tag(node: Node) -> str:
    """The node's tag; `*` for one such as <o:p>, which no selector can hold as it is."""
    tag = str(node.tag)
    return tag if _SAFE_NAME.match(tag) else "*"


def _position(node: Node, from_end: bool) -> int:
    position = 1
    beside = node.next if from_end else node.prev
    while beside is not None:
        position += beside.is_element_node
        beside = beside.next if from_end else beside.prev
    return position
