"""What came with a query: answers held against the answer to a nonsense word."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import unquote_plus

from sonde.interface.forms.features import says_search
from sonde.interface.led_elements import mark_led
from sonde.interface.model import Ask
from sonde.interface.read import record_text
from sonde.interface.results.linkless import find_block_lists, record_address
from sonde.interface.results.linkless_rule import BLOCKS
from sonde.interface.results.links import asks_again
from sonde.interface.results.records import RecordList, find_record_lists
from sonde.interface.results.selectors import place
from sonde.interface.results.slots import Anchor, find_anchors
from sonde.interface.said import without_words
from sonde.interface.xml_answer import page_text
from sonde.model import Form, Page
from sonde.page.dom import Node, Tree, attribute, parse_html, visible_text
from sonde.page.forms import find_forms
from sonde.page.links import base_url
from sonde.page.script_links import script_forms

_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)


@dataclass(frozen=True)
class Answer:
    """A page read as the answer to some words; no words for a page that was not asked for."""

    words: str
    page: Page
    tree: Tree
    base: str

    @cached_property
    def anchors(self) -> tuple[Anchor, ...]:
        return tuple(find_anchors(self.tree, self.base))

    @property
    def urls(self) -> set[str]:
        return {anchor.url for anchor in self.anchors}

    @cached_property
    def places(self) -> frozenset[tuple[str, str]]:
        """Its links, each with the place where it stands."""
        return frozenset((anchor.url, place(anchor.node)) for anchor in self.anchors)

    @cached_property
    def repeats(self) -> frozenset[str]:
        """The addresses of its links that hold the words asked, as people read them."""
        asked = self.words.lower()
        spelled = (unquote_plus(url).lower() for url in self.urls)
        return frozenset(url for url in spelled if asked and asked in url)

    @cached_property
    def blocks(self) -> dict[str, list[str]]:
        """What the blocks of the page say but for the words asked: text -> the places where it stands."""
        found: dict[str, list[str]] = defaultdict(list)
        for node in self.tree.css(BLOCKS):
            found[without_words(visible_text(node), self.words)].append(home(node))
        return dict(found)

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """Its forms, then those that a link sends which says that it searches."""
        forms = find_forms(self.tree, self.page.url, _charset(self.page, self.tree))
        return (*forms, *(form for form in script_forms(self.tree, forms) if says_search(form.fields[-1].label)))


def read_page(page: Page, words: str = "") -> Answer:
    """Parses a page once."""
    tree = parse_html(page_text(page))
    mark_led(tree)
    return Answer(words, page, tree, base_url(tree, page.url))


def _charset(page: Page, tree: Tree) -> str:
    """The charset a page is in, by what it says: forms are sent in it."""
    meta = tree.css_first("meta[charset]")
    stated = tree.css_first('meta[http-equiv="content-type" i][content]')
    sources = (page.header("content-type"), attribute(stated, "content") if stated is not None else "")
    found = next((match[1] for source in sources if (match := _CHARSET.search(source))), "")
    return found or (attribute(meta, "charset") if meta is not None else "") or "utf-8"


@dataclass(frozen=True, slots=True)
class Contrast:
    """What an answer is held against: the answer to a nonsense word, and links that are always there."""

    ask: Ask
    blank: Answer
    constant: frozenset[str]
    by_place: bool = False  # links are always there at a place of the page, and elsewhere may be results
    linkless: bool = False  # records link nowhere: what came with the query is told by what blocks say

    def is_document(self, url: str, answer: Answer) -> bool:
        """Whether a link of the answer came with the query and does not just repeat the search, here or elsewhere."""
        if url in self.constant or self._is_for_any_words(url, answer):
            return False
        return not asks_again(url, self.ask, answer.words, answer_url=answer.page.url, blank_url=self.blank.page.url)

    def _is_for_any_words(self, url: str, answer: Answer) -> bool:
        """Whether the answer to a nonsense word has the same link, but for the words."""
        repeats = self.blank.repeats
        if not repeats or not answer.words or answer is self.blank:
            return False
        asked, nonsense = answer.words.lower(), self.blank.words.lower()
        spelled = unquote_plus(url).lower()
        return asked in spelled and any(other.replace(nonsense, asked) == spelled for other in repeats)

    def lists(self, answer: Answer) -> list[RecordList]:
        """The record lists of an answer that came with the query, best first."""
        if self.linkless:
            return self._block_lists(answer)
        anchors: Sequence[Anchor] = answer.anchors
        if self.by_place:
            anchors = [anchor for anchor in anchors if (anchor.url, place(anchor.node)) not in self.blank.places]
        return find_record_lists(anchors, lambda url: self.is_document(url, answer))

    def _block_lists(self, answer: Answer) -> list[RecordList]:
        """Lists of blocks that say what the answer to a nonsense word does not, at a place where that has no list."""
        gone = (places for text, places in self.blank.blocks.items() if text not in answer.blocks)
        others = Counter(where for places in gone for where in places)
        lists = find_block_lists(
            answer.tree, lambda node: without_words(visible_text(node), answer.words) not in self.blank.blocks
        )
        return [
            RecordList(
                found.records,
                tuple(Anchor(node, record_address(self.ask.page, record_text(node, None))) for node in found.records),
                "",
                found.score,
            )
            for found in lists
            if others[home(found.records[0])] < 2
        ]


def home(node: Node) -> str:
    """Where the siblings of a node stand, and which of them are like it."""
    return f"{place(node.parent) if node.parent is not None else ''} > {node.tag}"
