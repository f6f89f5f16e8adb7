"""The short lines of an answer that stand beside its results: what a site says about the answer is one of them."""

from dataclasses import dataclass

from sonde.page.dom import Node, Tree

_LINE_CHARS = 200
_SKIP = frozenset({"script", "style", "option", "select", "head", "title", "noscript", "template"})


@dataclass(frozen=True, slots=True)
class Sounding:
    """One answered probe: what was asked, the page, and what was read from it."""

    words: str
    tree: Tree
    shown: int  # results on the first page
    more: bool  # a further page is offered
    records: frozenset[int] = frozenset()  # the nodes that are results, by memory id


def text_lines(sounding: Sounding) -> list[Node]:
    """Elements without results in them that hold one short line of visible text."""
    nodes = []
    around = _around(sounding)
    stack = [sounding.tree.body]
    while stack:
        node = stack.pop()
        if node is None or node.tag in _SKIP or node.mem_id in sounding.records:
            continue
        if node.mem_id not in around and 0 < len(node.text(separator=" ", strip=True)) <= _LINE_CHARS:
            nodes.append(node)
        stack.extend(reversed(list(node.iter())))
    return nodes


def bare_lines(sounding: Sounding) -> list[Node]:
    """Short texts with a number that stand beside the results, in no element of their own."""
    body, around = sounding.tree.body, _around(sounding)
    if body is None:
        return []
    return [
        node
        for node in body.traverse(include_text=True)
        if node.tag == "-text"
        and node.parent is not None
        and (node.parent.mem_id in around or node.parent.tag == "body")
        and node.mem_id not in sounding.records
        and len(text := (node.text_content or "").strip()) <= _LINE_CHARS
        and any(map(str.isdigit, text))
    ]


def _around(sounding: Sounding) -> set[int]:
    """The elements that results stand in, by memory id."""
    found: set[int] = set()
    body = sounding.tree.body
    for node in body.traverse() if body is not None and sounding.records else ():
        above = node.parent if node.mem_id in sounding.records else None
        while above is not None and above.mem_id not in found:
            found.add(above.mem_id)
            above = above.parent
    return found
