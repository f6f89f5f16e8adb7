"""Where are the results? Repeated siblings whose links matter, found by structure, then by contrast.

A container whose children each hold a link of their own is a list of records. Which links matter
is the caller's: those that change with the query when answers can be contrasted, all of them on a
single page.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from sonde.interface.links import kind
from sonde.interface.model import ResultRule
from sonde.interface.selectors import common_selector, parent_chain, relative_selector, tag_path
from sonde.page.dom import visible_text
from sonde.page.links import resolve
from sonde.page.url import canonical_url

_FURNITURE = frozenset({"nav", "header", "footer", "aside", "form", "select"})
_LEAST_STEPS, _MOST_STEPS = 3, 8  # of a selector
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "dt", "th", "strong", "b"})


@dataclass(frozen=True, slots=True)
class Anchor:
    """A link of a page with its place in the DOM."""

    node: LexborNode
    url: str


@dataclass(frozen=True, slots=True)
class RecordList:
    """Sibling nodes that hold one result each, and the link of each that leads to its document."""

    records: tuple[LexborNode, ...]
    links: tuple[Anchor, ...]  # one per record
    score: float

    @property
    def urls(self) -> list[str]:
        return [anchor.url for anchor in self.links]


def find_anchors(tree: LexborHTMLParser, base: str) -> list[Anchor]:
    """Every link of the page that leads to another address, in document order."""
    anchors = []
    for node in tree.css("a[href], area[href]"):
        href = node.attributes.get("href") or ""
        if href.startswith("#"):
            continue
        url = resolve(base, href)
        if url is not None:
            anchors.append(Anchor(node, canonical_url(url)))
    return anchors


def find_record_lists(anchors: Sequence[Anchor], matters: Callable[[str], bool]) -> list[RecordList]:
    """Lists of records among the links that matter, best first; no list lies inside another."""
    wanted = [anchor for anchor in anchors if matters(anchor.url)]
    total = len({anchor.url for anchor in wanted})
    candidates = []
    for children in _children_with_links(wanted).values():
        found = _as_records(children)
        if found is not None:
            records, links = found
            share = len({anchor.url for anchor in links}) / max(total, 1)
            candidates.append(RecordList(tuple(records), tuple(links), len(records) * share * _weight(records)))
    candidates.sort(key=lambda found: -found.score)
    return _without_overlap(candidates)


def _children_with_links(anchors: Iterable[Anchor]) -> dict[int, dict[int, tuple[LexborNode, list[Anchor]]]]:
    """Container -> its child elements that hold links, by memory id, in document order."""
    containers: dict[int, dict[int, tuple[LexborNode, list[Anchor]]]] = {}
    for anchor in anchors:
        child, parent = anchor.node, anchor.node.parent
        while parent is not None and child.tag != "body":
            held = containers.setdefault(parent.mem_id, {})
            held.setdefault(child.mem_id, (child, []))[1].append(anchor)
            child, parent = parent, parent.parent
    return containers


def _as_records(
    children: dict[int, tuple[LexborNode, list[Anchor]]],
) -> tuple[list[LexborNode], list[Anchor]] | None:
    """The children as records with one main link each, or None when they are not alike."""
    if len(children) < 2:
        return None
    tag, _ = Counter(str(node.tag) for node, _ in children.values()).most_common(1)[0]
    alike = [(node, links) for node, links in children.values() if node.tag == tag]
    slot = _main_slot(alike)
    if slot is None:
        return None
    pairs = _one_level_down(alike, slot)
    if not pairs:
        pairs = [(node, link) for node, links in alike if (link := _link_in(node, links, slot)) is not None]
    if len(pairs) < 2 or len({link.url for _, link in pairs}) < 0.6 * len(pairs):
        return None
    return [node for node, _ in pairs], [link for _, link in pairs]


def _one_level_down(alike: Sequence[tuple[LexborNode, list[Anchor]]], slot: str) -> list[tuple[LexborNode, Anchor]]:
    """The list items as records where some of the nodes are groups: lists that mostly have one item."""
    chains = [
        (parent_chain(link.node), link, node)
        for node, links in alike
        for link in _alternatives([link for link in links if relative_selector(link.node, node) == slot])
    ]
    for below in range(1, slot.count(" > ") + 1):
        items: dict[int, tuple[LexborNode, Anchor]] = {}
        groups: Counter[int] = Counter()
        for chain, link, node in chains:
            place = next(i for i, above in enumerate(chain) if above.mem_id == node.mem_id)
            item = chain[place - below]
            groups[node.mem_id] += item.mem_id not in items
            items.setdefault(item.mem_id, (item, link))
        if max(groups.values()) > 1 or alike[0][0].tag in ("ul", "ol"):
            is_list = all(_is_list(item.parent) for item, _ in items.values())
            return list(items.values()) if is_list else []
    return []


def _is_list(node: LexborNode | None) -> bool:
    """Whether all child elements have the same tag."""
    return node is not None and len({child.tag for child in node.iter()}) == 1


def _main_slot(alike: Sequence[tuple[LexborNode, list[Anchor]]]) -> str | None:
    """The place inside a record whose link leads to the document.

    It is filled once in most records, with a different address in each; headings come first, then
    earlier and longer texts. None when no place is like that: then these are groups, not records.
    """
    places: dict[str, list[Anchor]] = {}
    filled: Counter[str] = Counter()
    order: dict[str, int] = {}
    for node, links in alike:
        here: dict[str, list[Anchor]] = {}
        for position, link in enumerate(links):
            slot = relative_selector(link.node, node)
            order.setdefault(slot, position)
            here.setdefault(slot, []).append(link)
        for slot, found in here.items():
            places.setdefault(slot, []).append(found[0])
            filled[slot] += len({link.url for link in _alternatives(found)}) == 1
    scores = {
        slot: _slot_score(slot, links, filled[slot] / len(alike), order[slot])
        for slot, links in places.items()
        if filled[slot] >= max(0.5 * len(links), 0.3 * len(alike))
    }
    best = max(scores, key=lambda slot: scores[slot], default=None)
    return best if best is not None and scores[best] > 0 else None


def _alternatives(links: Sequence[Anchor]) -> list[Anchor]:
    """The first link and those that lead to the same kind of page; others only go with it, as authors do."""
    return [link for link in links if kind(link.url) == kind(links[0].url)]


def _slot_score(slot: str, links: Sequence[Anchor], coverage: float, order: int) -> float:
    """How well the links at one place of the records serve as the links to their documents."""
    urls = len({link.url for link in links}) / len(links)
    texts = [link.node.text(strip=True) for link in links]
    # "Read more" and a picture's first letter say the same in many records; a title does not.
    telling = len(set(texts)) / len(texts)
    chars = sum(min(len(text), 60) for text in texts) / len(texts)
    heading = any(step.split(".")[0].split(":")[0] in _HEADINGS for step in slot.split(" > "))
    return coverage * urls**2 * (1.0 + 0.5 * heading + telling * (0.2 + chars / 120.0) + 0.3 / (1 + order))


def _link_in(node: LexborNode, links: Sequence[Anchor], slot: str) -> Anchor | None:
    return next((link for link in links if relative_selector(link.node, node) == slot), None)


def _weight(records: Sequence[LexborNode]) -> float:
    """Less for lists in page furniture or with few words of their own."""
    inside = any(tag in _FURNITURE for tag in tag_path(records[0])[:-1])
    chars = sum(min(len(visible_text(record)), 40) for record in records) / len(records)
    return (0.3 if inside else 1.0) * (0.4 + 0.6 * chars / 40)


def _without_overlap(candidates: Sequence[RecordList]) -> list[RecordList]:
    kept: list[RecordList] = []
    taken: set[int] = set()  # records and everything above and below the kept ones
    for candidate in candidates:
        if any(record.mem_id in taken for record in candidate.records):
            continue
        kept.append(candidate)
        for record in candidate.records:
            taken.update(node.mem_id for node in record.traverse())
            parent = record.parent
            while parent is not None:
                taken.add(parent.mem_id)
                parent = parent.parent
    return kept


def make_rule(
    lists: Sequence[RecordList],
    *,
    pages: Sequence[LexborHTMLParser] = (),
    others: Sequence[LexborHTMLParser] = (),
) -> ResultRule:
    """The selectors that find the records of all these lists.

    They find as little else as can be on the `pages` the lists are from, and on the `others`.
    """
    records = [record for found in lists for record in found.records]
    links = [link for found in lists for link in found.links]
    homes = {record.parent.mem_id for record in records if record.parent is not None}

    def strays(depth: int) -> int:
        found = [node for page in pages for node in page.css(common_selector(records, depth=depth))]
        foreign = sum(node.parent is None or node.parent.mem_id not in homes for node in found)
        return foreign + sum(len(page.css(common_selector(records, depth=depth))) for page in others)

    depth = min(range(_LEAST_STEPS, _MOST_STEPS + 1), key=lambda depth: (strays(depth), depth))
    slots = Counter(relative_selector(link.node, record) for record, link in zip(records, links, strict=True))
    link_selector = slots.most_common(1)[0][0]
    return ResultRule(common_selector(records, depth=depth), link_selector, _title_selector(records, links))


def _title_selector(records: Sequence[LexborNode], links: Sequence[Anchor]) -> str:
    """Empty when the link's own text is a title; else a heading of the record, if all have one, or a cell.

    The text of the link is none when it says the same in every record, or when it is the whole record.
    """
    texts = [visible_text(anchor.node) for anchor in links]
    top, times = Counter(texts).most_common(1)[0]
    alike = len(links) > 2 and (not top or times >= 0.6 * len(links))
    for tag in ("h1", "h2", "h3", "h4", "h5", "h6", "strong", "b"):
        headings = [heading for record in records if (heading := record.css_first(tag)) is not None]
        if len(headings) <= 0.8 * len(records):
            continue
        inside = sum(anchor.node.css_first(tag) is not None for anchor in links) > 0.8 * len(links)
        shorter = sum(len(visible_text(node)) for node in headings) < 0.6 * sum(map(len, texts))
        if alike or (inside and shorter and tag.startswith("h")):
            return tag
    return _telling_cell(records, len({link.url for link in links})) if alike else ""


def _telling_cell(records: Sequence[LexborNode], documents: int) -> str:
    """The first column of table rows that says in words something else for most documents; empty when none does."""
    rows = [[cell for cell in record.iter() if cell.tag in ("td", "th")] for record in records if record.tag == "tr"]
    for place, column in enumerate(zip(*rows, strict=False)):
        texts = [visible_text(cell) for cell in column]
        worded = [text for text in texts if any(char.isalpha() for char in text)]
        if len(set(worded)) > 0.6 * documents:
            return f"{column[0].tag}:nth-child({place + 1})"
    return ""
