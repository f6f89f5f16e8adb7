"""The text of a tree as a reader sees it: one block for each paragraph, cell, heading or list item."""

import re
import sys
from collections.abc import Iterator
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


def node_blocks(root: LexborNode, *, furniture: Furniture | None = None, most: int = sys.maxsize) -> list[Block]:
    """The visible text blocks under a node in document order; white space collapsed outside <pre>.

    Parts that are known `furniture` are left out. It ends once there are so many characters outside <pre>.
    """
    return _Reader(root, furniture, most).read()


class _Level(NamedTuple):
    """An element that is being read."""

    children: Iterator[LexborNode]  # those that were not read yet
    path: str
    is_pre: bool
    is_block: bool
    part: tuple[str, str] | None = None  # of furniture, perhaps
    before: int = 0  # blocks read before it


class _Reader:
    """Reads a tree without recursion: pages nest deeper than Python's stack."""

    def __init__(self, root: LexborNode, furniture: Furniture | None, most: int) -> None:
        self._root = root
        self._furniture = furniture
        self._room = most  # characters that may still come, those in <pre> not counted
        # Asked once for a whole page: the attributes of every single element would cost more than the rest.
        self._hidden = {n.mem_id for n in root.css("[hidden], [style]") if is_hidden(n)} if root.tag == "body" else None
        self._blocks: list[Block] = []
        self._lines: list[str] = []  # of the block
        self._parts: list[str] = []  # of the line
        self._is_after_inline = False

    def read(self) -> list[Block]:
        path = self._root.tag or ""
        levels = [_Level(self._root.iter(include_text=True), path, path == "pre", True)]
        while levels and self._room > 0:
            below = self._next_below(levels[-1])
            if below is not None:
                levels.append(below)
            else:
                self._leave(levels.pop())
        return self._blocks

    def _next_below(self, level: _Level) -> _Level | None:
        """Reads on in an element; the first child that has elements of its own, None at the end."""
        hidden = self._hidden
        for child in level.children:
            tag = child.tag
            if tag == "-text":
                self._parts.append(child.text_content or "")
                self._is_after_inline = False
            elif tag == "br":
                self._end_line(level.is_pre)
            elif tag is None or tag in INVISIBLE_TAGS or tag[0] == "-":
                pass
            elif is_hidden(child) if hidden is None else child.mem_id in hidden:
                continue
            elif tag in BLOCK_TAGS:
                if (below := self._enter_block(child, tag, level)) is not None:
                    return below
            elif (below := self._enter_inline(child, tag, level)) is not None:
                return below
        return None

    def _enter_block(self, node: LexborNode, tag: str, level: _Level) -> _Level | None:
        self._end_block(level)
        path, is_pre = f"{level.path}/{tag}", level.is_pre or tag == "pre"
        only = None if is_pre else _only_text(node)
        if only is not None:  # the usual paragraph or cell
            if text := " ".join(only.split()):
                self._blocks.append(Block(path, text))
                self._room -= len(text)
            self._is_after_inline = False
            return None
        part = self._furniture.key(path, node) if self._furniture is not None else None
        if self._furniture is not None and part in self._furniture:
            return None
        return _Level(node.iter(include_text=True), path, is_pre, True, part, len(self._blocks))

    def _enter_inline(self, node: LexborNode, tag: str, level: _Level) -> _Level | None:
        if self._is_after_inline and not level.is_pre and tag not in _within_word:
            self._parts.append(" ")
        only = _only_text(node)
        self._is_after_inline = only is not None
        if only is None:
            return _Level(node.iter(include_text=True), level.path, level.is_pre, False)
        self._parts.append(only)
        return None

    def _leave(self, level: _Level) -> None:
        self._is_after_inline = not level.is_block
        if level.is_block:
            self._end_block(level)
        if self._furniture is not None and level.part is not None:
            self._furniture.learn(level.part, self._blocks[level.before :])

    def _end_line(self, is_pre: bool) -> None:
        text = "".join(self._parts)
        self._lines.append(text.strip("\r\n") if is_pre else " ".join(text.split()))
        self._parts.clear()

    def _end_block(self, level: _Level) -> None:
        if self._parts:
            self._end_line(level.is_pre)
        if self._lines:
            text = "\n".join(line for line in self._lines if line and not line.isspace())
            self._lines.clear()
            if text:
                self._blocks.append(Block(level.path, text))
                self._room -= 0 if level.is_pre else len(text)


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
