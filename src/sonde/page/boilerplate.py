"""What all pages of a site share: learned from a few of them, then taken away from each."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from sonde.page.dom import Tree, visible_text
from sonde.page.maintext import text_blocks

MOST = 0.7  # the share of sample pages that makes a block part of the template
# Long texts are rarely template, and related records may share theirs: they must be on (nearly) all pages.
LONG_CHARS = 80
NEARLY_ALL = 0.9

# Where a site's name ends and a page's title begins, or the other way round.
_separator = re.compile(r"\s[-–—|:·•»«/]+\s|[:|»]\s|\s[\[(]")


@dataclass(frozen=True, slots=True)
class Boilerplate:
    """The template of a site: text blocks at their place, and what surrounds its titles."""

    blocks: frozenset[tuple[str, str]] = frozenset()  # path and text
    title_prefix: str = ""
    title_suffix: str = ""
    heading_prefix: str = ""
    heading_suffix: str = ""
    pages: int = 0  # how many different pages it was learned from

    def __contains__(self, block: tuple[str, str]) -> bool:
        return block in self.blocks

    def to_json(self) -> str:
        """A text that `from_json` turns into an equal value."""
        return json.dumps(
            {
                "blocks": sorted(self.blocks),
                "title": [self.title_prefix, self.title_suffix],
                "heading": [self.heading_prefix, self.heading_suffix],
                "pages": self.pages,
            },
            ensure_ascii=False,
        )

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The boilerplate that `to_json` wrote."""
        data = json.loads(text)
        title_prefix, title_suffix = data["title"]
        heading_prefix, heading_suffix = data["heading"]
        return cls(
            blocks=frozenset((path, text) for path, text in data["blocks"]),
            title_prefix=title_prefix,
            title_suffix=title_suffix,
            heading_prefix=heading_prefix,
            heading_suffix=heading_suffix,
            pages=data["pages"],
        )


def learn_boilerplate(trees: Iterable[Tree]) -> Boilerplate:
    """The template shared by most of the given pages, which should differ in what they tell.

    Copies of one page count once. Fewer than two different pages teach nothing.
    """
    pages: dict[frozenset[tuple[str, str]], tuple[str, list[str]]] = {}
    for tree in trees:
        blocks = frozenset((block.path, block.text) for block in text_blocks(tree))
        pages.setdefault(blocks, (head_title(tree), headings(tree)))
    if len(pages) < 2:
        return Boilerplate(pages=len(pages))
    counts = Counter(block for blocks in pages for block in blocks)
    template = frozenset(block for block, count in counts.items() if count >= _needed(block[1], len(pages)))
    common = {text for _, text in template}
    own_headings = [[text for text in texts if text not in common] for _, texts in pages.values()]
    titles = _shared_ends([title for title, _ in pages.values() if title])
    heads = _shared_ends([texts[0] for texts in own_headings if texts])
    return Boilerplate(template, *titles, *heads, pages=len(pages))


def _needed(text: str, pages: int) -> float:
    return max(2, (NEARLY_ALL if len(text) > LONG_CHARS else MOST) * pages)


def head_title(tree: Tree) -> str:
    """The <title>, on one line."""
    node = tree.css_first("title")
    return " ".join(node.text().split()) if node is not None else ""


def headings(tree: Tree) -> list[str]:
    """The texts of the first-level headings in order."""
    return [text for node in tree.css("h1") if (text := visible_text(node))]


def _shared_ends(texts: Sequence[str]) -> tuple[str, str]:
    """The beginning and the end that all texts share, up to a separator; all of it when they are equal."""
    if len(texts) < 2:
        return "", ""
    if len(set(texts)) == 1:
        return texts[0], ""
    prefix = _common_prefix(texts)
    ends = [match.end() for match in _separator.finditer(prefix)]
    prefix = prefix[: ends[-1]] if ends else ""
    suffix = _common_prefix([text[len(prefix) :][::-1] for text in texts])[::-1]
    starts = [match.start() for match in _separator.finditer(suffix)]
    return prefix, suffix[starts[0] :] if starts else ""


def _common_prefix(texts: Sequence[str]) -> str:
    low, high = min(texts), max(texts)
    for index, (a, b) in enumerate(zip(low, high, strict=False)):
        if a != b:
            return low[:index]
    return low
