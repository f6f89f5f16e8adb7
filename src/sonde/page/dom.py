"""The parsed page and the few questions everyone asks of it."""

import sys

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from sonde.page.blocks import INVISIBLE_TAGS, node_blocks
from sonde.page.guard import safe_html

Tree = LexborHTMLParser
Node = LexborNode

# Without its mutation events: they cost time quadratic in the options of a select.
_OPTIONS = LexborDocumentOptions.WO_EVENTS


def parse_html(text: str) -> Tree:
    """The tree a browser would build, or a trimmed one where the page is a bomb. Never raises."""
    return LexborHTMLParser(safe_html(text), options=_OPTIONS)


def visible_text(node: Node, *, most: int = sys.maxsize) -> str:
    """The words a reader sees under a node, on one line, at most so many characters.

    A control's own value is not among them.
    """
    only = node.first_child
    if only is None:
        return ""
    if only.tag == "-text" and only.next is None and node.tag not in INVISIBLE_TAGS:
        return " ".join((only.text_content or "").split())[:most]
    return " ".join(" ".join(block.text.split()) for block in node_blocks(node, most=most))[:most]


def body_text(tree: Tree) -> str:
    """The words a reader sees of a whole page, on one line."""
    return visible_text(tree.body) if tree.body is not None else ""


def nearest(node: Node, tag: str) -> Node | None:
    """The closest ancestor with a tag."""
    parent = node.parent
    while parent is not None and parent.tag != tag:
        parent = parent.parent
    return parent


def attribute(node: Node, name: str) -> str:
    """An attribute's value; empty when it has none or is absent."""
    return node.attributes.get(name) or ""
