"""Learns where results are by contrast: what changes with the query and is absent for a nonsense word."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from selectolax.lexbor import LexborHTMLParser

from sonde.interface.model import Ask, ResultRule
from sonde.interface.read import document_url
from sonde.interface.results.links import are_of_one_kind, asks_again, kind, query_parameters
from sonde.interface.results.records import RecordList, find_record_lists, make_rule
from sonde.interface.results.selectors import parent_chain, place, tag_path
from sonde.interface.results.slots import Anchor, find_anchors
from sonde.model import Form, Page
from sonde.page.dom import parse_html, visible_text
from sonde.page.forms import find_forms
from sonde.page.links import base_url

_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)


@dataclass(frozen=True)
class Answer:
    """A page read as the answer to some words; no words for a page that was not asked for."""

    words: str
    page: Page
    tree: LexborHTMLParser
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
    def forms(self) -> tuple[Form, ...]:
        return find_forms(self.tree, self.page.url, _charset(self.page, self.tree))


def read_page(page: Page, words: str = "") -> Answer:
    """Parses a page once."""
    tree = parse_html(page.text)
    return Answer(words, page, tree, base_url(tree, page.url))


def _charset(page: Page, tree: LexborHTMLParser) -> str:
    """The charset a page is in, by what it says: forms are sent in it."""
    meta = tree.css_first("meta[charset]")
    stated = tree.css_first('meta[http-equiv="content-type" i][content]')
    sources = (page.header("content-type"), (stated.attributes.get("content") or "") if stated is not None else "")
    found = next((match[1] for source in sources if (match := _CHARSET.search(source))), "")
    return found or (meta.attributes.get("charset") or "" if meta is not None else "") or "utf-8"


@dataclass(frozen=True, slots=True)
class Contrast:
    """What an answer is held against: the answer to a nonsense word, and links that are always there."""

    ask: Ask
    blank: Answer
    constant: frozenset[str]
    by_place: bool = False  # links are always there at a place of the page, and elsewhere may be results

    def is_document(self, url: str, answer: Answer) -> bool:
        """Whether a link of the answer came with the query and does not just repeat the search."""
        return url not in self.constant and not asks_again(
            url, self.ask, answer.words, answer_url=answer.page.url, blank_url=self.blank.page.url
        )

    def lists(self, answer: Answer) -> list[RecordList]:
        """The record lists of an answer that came with the query, best first."""
        anchors: Sequence[Anchor] = answer.anchors
        if self.by_place:
            anchors = [anchor for anchor in anchors if (anchor.url, place(anchor.node)) not in self.blank.places]
        return find_record_lists(anchors, lambda url: self.is_document(url, answer))


def learn_rules(answers: Sequence[Answer], contrast: Contrast) -> tuple[ResultRule, ...]:
    """The rule for the main list, then one for each further list that leads to the same kind of page."""
    groups: dict[tuple[str, ...], list[tuple[Answer, RecordList]]] = defaultdict(list)
    for answer in answers:
        for found in contrast.lists(answer):
            groups[tag_path(found.records[0])].append((answer, found))
    parted = [part for found in groups.values() for part in _by_kind(found) if not _are_tools(part)]
    if not parted:
        return ()
    ranked = sorted(parted, key=_promise, reverse=True)
    main, first = _addresses(ranked[0]), _rule(ranked[0], contrast)
    chosen = [
        found
        for found in ranked[1:]
        if are_of_one_kind(_addresses(found), main) and not _lies_within(found, first) and not _stay(found)
    ]
    return (first, *(_rule(found, contrast) for found in chosen[:3]))


def _promise(found: Sequence[tuple[Answer, RecordList]]) -> float:
    return sum(records.score for _, records in found) * (0.3 if _stay(found) else 1.0)


def _by_kind(found: Sequence[tuple[Answer, RecordList]]) -> list[list[tuple[Answer, RecordList]]]:
    """Lists at one place of the page, those apart that lead to other kinds of pages than the best of each answer."""
    best: dict[str, RecordList] = {}
    for answer, records in found:
        if answer.words not in best or records.score > best[answer.words].score:
            best[answer.words] = records
    main = {kind(url) for records in best.values() for url in records.urls}
    same: list[tuple[Answer, RecordList]] = []
    other: list[tuple[Answer, RecordList]] = []
    for answer, records in found:
        is_main = records is best[answer.words] or main & {kind(url) for url in records.urls}
        (same if is_main else other).append((answer, records))
    return [part for part in (same, other) if part]


def _stay(found: Sequence[tuple[Answer, RecordList]]) -> bool:
    """Whether these lists are nearly the same in every answer, as the most read pages are."""
    by_words: dict[str, set[str]] = defaultdict(set)
    for answer, records in found:
        by_words[answer.words].update(_addresses([(answer, records)]))
    return len(by_words) > 1 and len(set.intersection(*by_words.values())) > 0.8 * len(set.union(*by_words.values()))


def _lies_within(found: Sequence[tuple[Answer, RecordList]], rule: ResultRule) -> bool:
    """Whether these lists are parts of records, as seen where an answer has one record with several links."""
    for answer, records in found:
        whole = {node.mem_id for node in answer.tree.css(rule.record)}
        if any(above.mem_id in whole for above in parent_chain(records.records[0])):
            return True
    return False


def _rule(found: Sequence[tuple[Answer, RecordList]], contrast: Contrast) -> ResultRule:
    pages = {answer.words: answer.tree for answer, _ in found}
    return make_rule([records for _, records in found], pages=list(pages.values()), others=[contrast.blank.tree])


def _are_tools(found: Sequence[tuple[Answer, RecordList]]) -> bool:
    """Whether these links read the same in every answer but lead elsewhere each time: sort, refine, page."""
    labels: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))  # -> words asked -> addresses
    for answer, records in found:
        for link in records.links:
            drop = query_parameters(link.url, answer.words)
            labels[visible_text(link.node)][answer.words].add(document_url(link.url, drop))
    moving = 0
    for by_words in labels.values():
        alone = all(len(urls) == 1 for urls in by_words.values())  # not "Details" in every record
        moving += alone and len(set.union(*by_words.values())) > 1
    return moving > 0.6 * len(labels)


def _addresses(found: Sequence[tuple[Answer, RecordList]]) -> set[str]:
    """The linked addresses without parameters that echo the query."""
    return {document_url(url, query_parameters(url, answer.words)) for answer, records in found for url in records.urls}
