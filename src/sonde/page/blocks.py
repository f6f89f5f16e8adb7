"""The text of a tree as a reader sees it: one block for each paragraph, cell, heading or list item."""

import re
from collections.abc import Sequence, Set
from typing import NamedTuple

from selectolax.lexbor import LexborNode

BLOCK_TAGS = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p "
    "pre search section summary table tbody td tfoot th thead tr ul".split()
)
INVISIBLE_TAGS = frozenset(
    "applet area audio base button canvas col datalist embed frame head iframe img input link map meta "
    "noembed noframes noscript object param progress script select source style svg template textarea "
    "title track video wbr".split()
)
PART_TAGS = frozenset({"nav", "header", "footer", "aside", "ul", "ol", "table", "form", "section", "div", "dl"})
LEAST_PART_CHARS = 200
MOST_PARTS = 500

# Elements that may begin inside a word. Others that follow each other directly are words of their own:
# pages set them apart by style alone.
_within_word = frozenset("b bdi bdo big em font i mark ruby rt s small strong sub sup tt u var".split())
_hidden_style = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.I)


class Block(NamedTuple):
    """A run of text without a block boundary in it, under the tags that lead to it."""

    path: str  # "html/body/div/p": block tags only
    text: str


class Furniture:
    """Remembers parts of a site's pages that hold known blocks only, so that they are walked once."""

    def __init__(self, known: Set[tuple[str, str]]) -> None:
        self._known = known
        self._parts: set[tuple[str, str]] = set()

    def key(self, path: str, node: LexborNode) -> tuple[str, str] | None:
        """What identifies a part of a page; None for one too small to be worth it."""
        text = node.text()
        return (path, text) if len(text) >= LEAST_PART_CHARS else None

    def __contains__(self, key: tuple[str, str] | None) -> bool:
        return key in self._parts

    def learn(self, key: tuple[str, str] | None, blocks: Sequence[Block]) -> None:
        """Takes note of a part with these blocks, if all of them are known."""
        if key is not None and len(self._parts) < MOST_PARTS and all(block in self._known for block in blocks):
            self._parts.add(key)


def node_blocks(root: LexborNode, *, furniture: Furniture | None = None) -> list[Block]:
    """The visible text blocks under a node in document order; white space collapsed outside <pre>.

    Parts that are known `furniture` are left out.
    """
    blocks: list[Block] = []
    lines: list[str] = []
    parts: list[str] = []
    path = root.tag or ""
    # Asked once for a whole page: the attributes of every single element would cost more than the rest.
    is_page = path == "body"
    hidden = {node.mem_id for node in root.css("[hidden], [style]") if is_hidden(node)} if is_page else set()
    stack = [(root.iter(include_text=True), path, path == "pre", True)]
    started: list[tuple[int, tuple[str, str] | None, int]] = []  # stack height, part, blocks before it
    after_inline = False

    def end_block(path: str, is_pre: bool) -> None:
        if parts:
            text = "".join(parts)
            lines.append(text.strip("\r\n") if is_pre else " ".join(text.split()))
            parts.clear()
        if lines:
            text = "\n".join(line for line in lines if line and not line.isspace())
            lines.clear()
            if text:
                blocks.append(Block(path, text))

    while stack:
        children, path, is_pre, is_block = stack[-1]
        for child in children:
            tag = child.tag
            if tag == "-text":
                parts.append(child.text_content or "")
                after_inline = False
            elif tag == "br":
                text = "".join(parts)
                lines.append(text.strip("\r\n") if is_pre else " ".join(text.split()))
                parts.clear()
            elif tag is None or tag in INVISIBLE_TAGS or tag[0] == "-":
                pass
            elif child.mem_id in hidden if is_page else is_hidden(child):
                continue
            elif tag in BLOCK_TAGS:
                if parts or lines:
                    end_block(path, is_pre)
                only = child.first_child
                if only is not None and only.tag == "-text" and only.next is None and not is_pre and tag != "pre":
                    # The usual paragraph or cell: its text and nothing else.
                    if text := " ".join((only.text_content or "").split()):
                        blocks.append(Block(f"{path}/{tag}", text))
                    after_inline = False
                    continue
                below = f"{path}/{tag}"
                if furniture is not None and tag in PART_TAGS:
                    part = furniture.key(below, child)
                    if part in furniture:
                        continue
                    started.append((len(stack), part, len(blocks)))
                stack.append((child.iter(include_text=True), below, is_pre or tag == "pre", True))
                break
            else:
                if after_inline and not is_pre and tag not in _within_word:
                    parts.append(" ")
                only = child.first_child
                if only is not None and only.tag == "-text" and only.next is None:
                    parts.append(only.text_content or "")
                    after_inline = True
                    continue
                after_inline = False
                stack.append((child.iter(include_text=True), path, is_pre, False))
                break
        else:
            stack.pop()
            after_inline = not is_block
            if is_block and (parts or lines):
                end_block(path, is_pre)
            if furniture is not None and started and started[-1][0] == len(stack):
                _, part, before = started.pop()
                furniture.learn(part, blocks[before:])
    return blocks


def is_hidden(node: LexborNode) -> bool:
    """Whether the element's own markup hides it: the hidden attribute or an inline style."""
    attributes = node.attributes
    if not attributes:
        return False
    if "hidden" in attributes:
        return attributes["hidden"] != "until-found"
    style = attributes.get("style")
    return bool(style and _hidden_style.search(style))
