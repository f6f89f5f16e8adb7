"""What all pages of a site have around their documents, remembered so that it is read once."""

from collections.abc import Sequence, Set

from selectolax.lexbor import LexborNode

PART_TAGS = frozenset({"nav", "header", "footer", "aside", "ul", "ol", "table", "form", "section", "div", "dl"})
LEAST_PART_CHARS = 200
MOST_PARTS = 500


class Furniture:
    """Remembers parts of a site's pages that hold known blocks only, so that they are walked once."""

    def __init__(self, known: Set[tuple[str, str]]) -> None:
        self._known = known
        self._parts: set[tuple[str, str]] = set()

    def key(self, path: str, node: LexborNode) -> tuple[str, str] | None:
        """What identifies a part of a page; None for an element that is none, or too small to be worth it."""
        if node.tag not in PART_TAGS:
            return None
        text = node.text()
        return (path, text) if len(text) >= LEAST_PART_CHARS else None

    def __contains__(self, key: tuple[str, str] | None) -> bool:
        return key in self._parts

    def learn(self, key: tuple[str, str], blocks: Sequence[tuple[str, str]]) -> None:
        """Takes note of a part with these blocks, if all of them are known."""
        if len(self._parts) < MOST_PARTS and all(block in self._known for block in blocks):
            self._parts.add(key)
