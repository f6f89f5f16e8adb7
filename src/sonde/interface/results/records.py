"""Where are the results? Repeated siblings whose links matter, found by structure, then by contrast.

A container whose children each hold a link of their own is a list of records. Which links matter
is the caller's: those that change with the query when answers can be contrasted, all of them on a
single page.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sonde.interface.read import record_text, trailing
from sonde.interface.results.line_start import opens_its_line
from sonde.interface.results.links import kind
from sonde.interface.results.selectors import classes, parent_chain, relative_selector, tag_path
from sonde.interface.results.slots import Anchor, Linked, alternatives, is_ragged, link_at, main_slot
from sonde.page.blocks import BLOCK_TAGS
from sonde.page.dom import Node, attribute, visible_text

_FURNITURE = frozenset({"nav", "header", "footer", "aside", "form", "select"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "dt"})
_TITLE_CHARS, _SNIPPET_CHARS = 40, 160  # a record that says as much needs no more to be believed


@dataclass(frozen=True, slots=True)
class RecordList:
    """Sibling nodes that hold one result each, and the link of each that leads to its document."""

    records: tuple[Node, ...]
    links: tuple[Anchor, ...]  # one per record
    slot: str  # where the links are inside the records
    score: float

    @property
    def urls(self) -> list[str]:
        return [anchor.url for anchor in self.links]


def find_record_lists(anchors: Sequence[Anchor], matters: Callable[[str], bool]) -> list[RecordList]:
    """Lists of records among the links that matter, best first; no list lies inside another."""
    wanted = [anchor for anchor in anchors if matters(anchor.url)]
    candidates = []
    for children in _children_with_links(wanted).values():
        for alike in _alike(list(children.values())):
            found = _as_records(alike)
            if found is not None:
                records, links, slot = found
                score = len({anchor.url for anchor in links}) ** 1.5 * _weight(records, links)
                candidates.append(RecordList(tuple(records), tuple(links), slot, score))
    candidates.sort(key=lambda found: -found.score)
    return _without_overlap(candidates)


def _children_with_links(anchors: Iterable[Anchor]) -> dict[int, dict[int, Linked]]:
    """Container -> its child elements that hold links, by memory id, in document order."""
    containers: dict[int, dict[int, Linked]] = {}
    for anchor in anchors:
        child, parent = anchor.node, anchor.node.parent
        while parent is not None and child.tag != "body":
            held = containers.setdefault(parent.mem_id, {})
            held.setdefault(child.mem_id, (child, []))[1].append(anchor)
            child, parent = parent, parent.parent
    return containers


def _alike(children: Sequence[Linked]) -> Iterator[list[Linked]]:
    """The children that may be records of one list: those with the same tag.

    Where classes take turns, they are the lines of records without an element around them, and one line
    stands for the record.
    """
    by_tag: dict[str, list[Linked]] = {}
    for node, links in children:
        by_tag.setdefault(str(node.tag), []).append((node, links))
    for same in by_tag.values():
        lines = _lines(same)
        yield max(lines, key=_variety) if lines else same


def _lines(same: Sequence[Linked]) -> list[list[Linked]]:
    """The elements by class where classes take turns and lead to different kinds of pages; empty where not."""
    names = [" ".join(sorted(classes(node))) for node, _ in same]
    parts: dict[str, list[Linked]] = {}
    for name, child in zip(names, same, strict=True):
        parts.setdefault(name, []).append(child)
    take_turns = sum(one == other for one, other in pairwise(names)) <= 0.2 * len(names)
    kinds = [{kind(link.url) for _, links in part for link in links[:1]} for part in parts.values()]
    several = 1 < len(parts) <= 0.5 * len(same)
    apart = all(not one & other for one, other in pairwise(kinds))
    return list(parts.values()) if several and take_turns and apart else []


def _variety(alike: Sequence[Linked]) -> float:
    """How many of the elements lead elsewhere than the others, roughly: a list of few names repeats itself."""
    return round(len({links[0].url for _, links in alike}) / len(alike), 1)


def _as_records(alike: Sequence[Linked]) -> tuple[list[Node], list[Anchor], str] | None:
    """The children as records with one main link each, or None when they are not alike."""
    slot = main_slot(alike) if len(alike) > 1 else None
    if slot is None:
        return None
    pairs = _one_level_down(alike, slot)
    if not pairs:
        pairs = [(node, link) for node, links in alike if (link := link_at(node, links, slot)) is not None]
    elif (inside := main_slot([(node, [link]) for node, link in pairs])) is not None:
        slot = inside
    targets = {(link.url, attribute(link.node, "href").partition("#")[2]) for _, link in pairs}
    if len({url for url, _ in targets}) < 2 or len(targets) < 0.6 * len(pairs):
        return None  # several sections of one document may each be a result
    return [node for node, _ in pairs], [link for _, link in pairs], slot


def _one_level_down(alike: Sequence[Linked], slot: str) -> list[tuple[Node, Anchor]]:
    """The list items as records where some of the nodes are groups: lists that mostly have one item."""
    if " > " not in slot:
        return []
    ragged = is_ragged([node for node, _ in alike])
    place = slot.partition("[href")[0]
    chains = [
        (parent_chain(link.node), link, node)
        for node, links in alike
        for link in alternatives(
            [link for link in links if relative_selector(link.node, node, from_end=ragged) == place]
        )
    ]
    for below in range(1, slot.count(" > ") + 1):
        items: dict[int, tuple[Node, Anchor]] = {}
        groups: Counter[int] = Counter()
        for chain, link, node in chains:
            depth = next(i for i, above in enumerate(chain) if above.mem_id == node.mem_id)
            item = chain[depth - below]
            groups[node.mem_id] += item.mem_id not in items
            items.setdefault(item.mem_id, (item, link))
        if max(groups.values()) > 1 or (alike[0][0].tag in ("ul", "ol") and all(_is_single(node) for node, _ in alike)):
            homes = {home.mem_id: home for item, _ in items.values() if (home := item.parent) is not None}
            return _of_one_kind(list(items.values())) if all(map(_is_list, homes.values())) else []
    return []


def _of_one_kind(items: Sequence[tuple[Node, Anchor]]) -> list[tuple[Node, Anchor]]:
    """The items without those of lists that lead to other pages than most: a menu is no group of records."""
    top, times = Counter(kind(link.url) for _, link in items).most_common(1)[0]
    if times < 0.5 * len(items):
        return list(items)
    homes = {item.parent.mem_id for item, link in items if item.parent is not None and kind(link.url) == top}
    return [(item, link) for item, link in items if item.parent is not None and item.parent.mem_id in homes]


def _is_single(node: Node) -> bool:
    """Whether a list has but one item."""
    return len(list(node.iter())) == 1


def _is_list(node: Node) -> bool:
    """Whether all child elements have the same tag."""
    return len({child.tag for child in node.iter()}) == 1


def _weight(records: Sequence[Node], links: Sequence[Anchor]) -> float:
    """Less for lists in page furniture, with few words of their own, or of links within sentences."""
    inside = any(tag in _FURNITURE for tag in tag_path(records[0])[:-1])
    flat = records[0].tag in _HEADINGS or records[0].tag not in BLOCK_TAGS
    said = told = leading = 0.0
    for record, link, following in zip(records, links, [*records[1:], None], strict=True):
        text = record_text(record, following) if flat else visible_text(record)
        said += min(len(text), _TITLE_CHARS) / _TITLE_CHARS
        told += min(len(text) - len(visible_text(link.node)), _SNIPPET_CHARS) / _SNIPPET_CHARS
        leading += opens_its_line(link.node)
    worth = 0.2 + 0.4 * said / len(records) + 0.4 * told / len(records)
    heading = 1.3 if records[0].tag in _HEADINGS else 1.0
    return (0.3 if inside else 1.0) * heading * worth * (0.5 + 0.5 * leading / len(records))


def _without_overlap(candidates: Sequence[RecordList]) -> list[RecordList]:
    kept: list[RecordList] = []
    taken: set[int] = set()  # records and everything above and below the kept ones
    for candidate in candidates:
        if any(record.mem_id in taken for record in candidate.records):
            continue
        kept.append(candidate)
        for record, following in zip(candidate.records, [*candidate.records[1:], None], strict=True):
            for part in (record, *trailing(record, following)):
                taken.update(node.mem_id for node in part.traverse())
            parent = record.parent
            while parent is not None:
                taken.add(parent.mem_id)
                parent = parent.parent
    return kept
