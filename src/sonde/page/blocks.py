"""The text of a tree as a reader sees it: one block for each paragraph, cell, heading or list item."""

import re
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from sonde.page.furniture import Furniture

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

# Elements that may begin inside a word. Others that follow each other directly are words of their own:
# pages set them apart by style alone.
_within_word = frozenset("b bdi bdo big em font i mark ruby rt s small strong sub sup tt u var".split())
_hidden_style = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.I)


class Block(NamedTuple):
    """A run of text without a block boundary in it, under the tags that lead to it."""

    path: str  # "html/body/div/p": block tags only
    text: str


def node_blocks(root: LexborNode, *, furniture: Furniture | None = None) -> list[Block]:
    """The visible text blocks under a node in document order; white space collapsed outside <pre>.

    Parts that are known `furniture` are left out.
    """
    gathered = _Gathered()
    blocks, parts = gathered.blocks, gathered.parts
    path = root.tag or ""
    # Asked once for a whole page: the attributes of every single element would cost more than the rest.
    is_page = path == "body"
    hidden = {node.mem_id for node in root.css("[hidden], [style]") if is_hidden(node)} if is_page else set()
    part: tuple[str, str] | None = None  # of furniture, perhaps
    stack = [(root.iter(include_text=True), path, path == "pre", True, part, 0)]
    after_inline = False
    while stack:
        children, path, is_pre, is_block, part, before = stack[-1]
        for child in children:
            tag = child.tag
            if tag == "-text":
                parts.append(child.text_content or "")
                after_inline = False
            elif tag == "br":
                gathered.end_line(is_pre)
            elif tag is None or tag in INVISIBLE_TAGS or tag[0] == "-":
                pass
            elif child.mem_id in hidden if is_page else is_hidden(child):
                continue
            elif tag in BLOCK_TAGS:
                gathered.end_block(path, is_pre)
                below, is_pre_below = f"{path}/{tag}", is_pre or tag == "pre"
                only = None if is_pre_below else _only_text(child)
                if only is None:
                    part_below = furniture.key(below, child) if furniture is not None else None
                    if furniture is None or part_below not in furniture:
                        level = (child.iter(include_text=True), below, is_pre_below, True, part_below, len(blocks))
                        stack.append(level)
                        break
                else:  # the usual paragraph or cell
                    if text := " ".join(only.split()):
                        blocks.append(Block(below, text))
                    after_inline = False
            else:
                if after_inline and not is_pre and tag not in _within_word:
                    parts.append(" ")
                only = _only_text(child)
                after_inline = only is not None
                if only is None:
                    stack.append((child.iter(include_text=True), path, is_pre, False, None, 0))
                    break
                parts.append(only)
        else:
            stack.pop()
            after_inline = not is_block
            if is_block:
                gathered.end_block(path, is_pre)
            if furniture is not None and part is not None:
                furniture.learn(part, blocks[before:])
    return blocks


class _Gathered:
    """Text as it is read, put together to lines and blocks."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.parts: list[str] = []  # of the line
        self._lines: list[str] = []  # of the block

    def end_line(self, is_pre: bool) -> None:
        text = "".join(self.parts)
        self._lines.append(text.strip("\r\n") if is_pre else " ".join(text.split()))
        self.parts.clear()

    def end_block(self, path: str, is_pre: bool) -> None:
        if self.parts:
            self.end_line(is_pre)
        if self._lines:
            text = "\n".join(line for line in self._lines if line and not line.isspace())
            self._lines.clear()
            if text:
                self.blocks.append(Block(path, text))


def _only_text(node: LexborNode) -> str | None:
    """The text of an element that has nothing else in it."""
    only = node.first_child
    return only.text_content or "" if only is not None and only.tag == "-text" and only.next is None else None


def is_hidden(node: LexborNode) -> bool:
    """Whether the element's own markup hides it: the hidden attribute or an inline style."""
    attributes = node.attributes
    if not attributes:
        return False
    if "hidden" in attributes:
        return attributes["hidden"] != "until-found"
    style = attributes.get("style")
    return bool(style and _hidden_style.search(style))
