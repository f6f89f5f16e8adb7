"""The text of a page worth keeping when nothing else is known about its site."""

from collections.abc import Sequence

from resiliparse.extract.html2text import extract_plain_text

from sonde.page.blocks import Block, node_blocks
from sonde.page.dom import Tree
from sonde.page.furniture import Furniture
from sonde.page.guard import safe_html

__all__ = ["Block", "blocks_within", "main_text", "text_blocks"]

LONG_CHARS = 20
MOST = 0.8


def main_text(html: str) -> str:
    """The main content of one page: menus, banners and footers left out as well as can be told."""
    text: str = extract_plain_text(safe_html(html), main_content=True, list_bullets=False, links=False)
    return text.strip()


def text_blocks(tree: Tree, *, furniture: Furniture | None = None) -> list[Block]:
    """Every visible text block of the page in document order, but for known `furniture`."""
    body = tree.body
    return node_blocks(body, furniture=furniture) if body is not None else []


def blocks_within(blocks: Sequence[Block], main: str) -> str:
    """The blocks that a main text consists of, a line each; empty when they do not make up most of it.

    The main text itself runs the cells of a table together, so its words cannot be trusted.
    """
    rest = "".join(main.split())
    whole, position, kept = len(rest), 0, []
    for block in blocks:
        text = "".join(block.text.split())
        # A short text may occur anywhere by chance; a long one tells where in the main text we are.
        if rest.startswith(text, position):
            start = position
        elif len(text) < LONG_CHARS or (start := rest.find(text, position)) < 0:
            continue
        kept.append(block.text)
        position = start + len(text)
    matched = sum(len("".join(text.split())) for text in kept)
    return "\n".join(kept) if matched >= MOST * whole else ""
