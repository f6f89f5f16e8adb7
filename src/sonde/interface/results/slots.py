"""Which link of a record leads to its document: one place in all records alike, as a selector."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from sonde.interface.led_elements import LED
from sonde.interface.results.links import kind
from sonde.interface.results.selectors import relative_selector
from sonde.page.dom import Node, Tree, attribute
from sonde.page.links import resolve
from sonde.page.url import canonical_url

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "dt", "th", "strong", "b"})

_ADDRESS = re.compile(r"(?:[a-z][a-z0-9+.-]*://|www\.)\S+$", re.I)
_PASSING = re.compile(r"(?<=/)[^/?]*\d[^/?]*/")
_CELL = re.compile(r":nth-(?:last-)?child\(\d+\)")


@dataclass(frozen=True, slots=True)
class Anchor:
    """A link of a page with its place in the DOM."""

    node: Node
    url: str


Linked = tuple[Node, list[Anchor]]  # an element with the links in it
_Placed = list[tuple[int, Anchor]]  # links with their position in the record


def find_anchors(tree: Tree, base: str) -> list[Anchor]:
    """Every link of the page that leads to another address, in document order."""
    anchors = []
    for node in tree.css(LED):
        href = attribute(node, "href")
        if href.startswith("#"):
            continue
        url = resolve(base, href)
        if url is not None:
            anchors.append(Anchor(node, canonical_url(url)))
    return anchors


def main_slot(alike: Sequence[Linked]) -> str | None:
    """The place inside a record whose link leads to the document.

    It is filled once in most records, with a different address in each; headings come first, then
    earlier and longer texts. None when no place is like that: then these are groups, not records.
    """
    places: dict[str, list[Anchor]] = {}
    filled: Counter[str] = Counter()
    order: dict[str, int] = {}
    ragged = is_ragged([node for node, _ in alike])
    inside = [_by_slot(node, links, ragged) for node, links in alike]
    prefixes, grid = _prefixes(inside), _cells_alike(inside)
    texts: dict[str, list[str]] = {}
    for here in inside:
        for slot, placed in _told_apart(here, prefixes).items():
            links = [link for _, link in placed]
            order.setdefault(slot, placed[0][0])
            places.setdefault(slot, []).append(links[0])
            # A picture and the title below it lead to the same page: the title speaks for both.
            same = [link.node.text(strip=True) for link in links if link.url == links[0].url]
            texts.setdefault(slot, []).append(max(same, key=len))
            links += [link for other in grid.get(slot, ()) for _, link in here.get(other, ())[:1]]
            filled[slot] += len({link.url for link in alternatives(links)}) == 1
    scores = {
        slot: _slot_score(slot, links, texts[slot], filled[slot] / len(alike), order[slot])
        for slot, links in places.items()
        if filled[slot] >= max(0.5 * len(links), 0.3 * len(alike))
    }
    best = max(scores, key=lambda slot: scores[slot], default=None)
    return best if best is not None and scores[best] > 0 else None


def is_ragged(records: Sequence[Node]) -> bool:
    """Whether these are table rows of different length, as a cell that spans several of them leaves behind."""
    return any(
        cell.tag in ("td", "th") and attribute(cell, "rowspan") not in ("", "1")
        for record in records
        if record.tag == "tr"
        for cell in record.iter()
    )


def alternatives(links: Sequence[Anchor]) -> list[Anchor]:
    """The first link and those that lead to the same kind of page; others only go with it, as authors do."""
    return [link for link in links if kind(link.url) == kind(links[0].url)]


def link_at(node: Node, links: Sequence[Anchor], slot: str) -> Anchor | None:
    """The link at a place of a record."""
    found = node.css_first(slot) if slot else node
    return next((link for link in links if found is not None and link.node.mem_id == found.mem_id), None)


def _cells_alike(inside: Sequence[dict[str, _Placed]]) -> dict[str, list[str]]:
    """The same place in other cells of a row, where its addresses begin alike: cells may be records, four to a row."""
    hrefs: dict[str, list[str]] = {}
    for here in inside:
        for slot, links in here.items():
            hrefs.setdefault(slot, []).append(attribute(links[0][1].node, "href"))
    rows: dict[tuple[str, str], list[str]] = {}
    for slot, found in hrefs.items():
        if slot.startswith(("td:", "th:")) and len(found) > 1:
            rows.setdefault((_CELL.sub("", slot), _start(found)), []).append(slot)
    return {slot: [other for other in alike if other != slot] for alike in rows.values() for slot in alike}


def _by_slot(node: Node, links: Sequence[Anchor], ragged: bool) -> dict[str, _Placed]:
    here: dict[str, _Placed] = {}
    for position, link in enumerate(links):
        here.setdefault(relative_selector(link.node, node, from_end=ragged), []).append((position, link))
    return here


def _prefixes(inside: Sequence[dict[str, _Placed]]) -> dict[str, dict[tuple[str, ...], str]]:
    """For places with links of several kinds, as an author before the title: how the addresses of each kind begin."""
    kinds: dict[str, dict[tuple[str, ...], list[str]]] = {}
    for here in inside:
        for slot, links in here.items():
            for _, link in links:
                kinds.setdefault(slot, {}).setdefault(kind(link.url), []).append(attribute(link.node, "href"))
    told: dict[str, dict[tuple[str, ...], str]] = {}
    for slot, hrefs in kinds.items():
        often = {which: found for which, found in hrefs.items() if len(found) >= 0.6 * len(inside)}
        starts = {which: _start(found) for which, found in often.items()}
        several = sum(len({kind(link.url) for _, link in here.get(slot, ())}) > 1 for here in inside)
        if slot and several >= 0.3 * len(inside) and all(starts.values()) and _differ(list(starts.values())):
            told[slot] = starts
    return told


def _start(hrefs: Sequence[str]) -> str:
    """What all the addresses begin with, up to a mark; empty when no selector can hold it."""
    columns = takewhile(lambda column: len(set(column)) == 1, zip(*hrefs, strict=False))
    shared = "".join(column[0] for column in columns)
    shared = shared[: max(shared.rfind(mark) for mark in "/?=&") + 1]
    return shared if not set(shared) & set('"\\\n') else ""


def _beginning_with(start: str) -> str:
    """What selects links by how their addresses begin; after a segment with a digit, which may be a session's."""
    found = list(_PASSING.finditer(start))
    lasting = start[found[-1].end() - 1 :] if found else start
    return f'[href*="{lasting}"]' if found and any(map(str.isalpha, lasting)) else f'[href^="{start}"]'


def _differ(starts: Sequence[str]) -> bool:
    return all(not one.startswith(other) for one in starts for other in starts if one is not other)


def _told_apart(here: dict[str, _Placed], prefixes: dict[str, dict[tuple[str, ...], str]]) -> dict[str, _Placed]:
    """The places of a record, those with links of several kinds parted by what the addresses begin with."""
    parted: dict[str, _Placed] = {}
    for slot, links in here.items():
        for position, link in links:
            start = prefixes.get(slot, {}).get(kind(link.url))
            place = f"{slot}{_beginning_with(start)}" if start else slot
            parted.setdefault(place, []).append((position, link))
    return parted


def _slot_score(slot: str, links: Sequence[Anchor], texts: Sequence[str], coverage: float, order: int) -> float:
    """How well the links at one place of the records serve as the links to their documents."""
    urls = len({link.url for link in links}) / len(links)
    # "Read more" and a picture's first letter say the same in many records; a title does not, nor is it an address.
    said = {text for text in texts if not _ADDRESS.match(text)}
    telling = len(said) / len(texts)
    letters = sum(min(sum(map(str.isalpha, text)), 60) for text in texts if text in said) / len(texts)
    heading = any(step.split(".")[0].split(":")[0] in _HEADINGS for step in slot.split(" > "))
    return coverage * urls**2 * (1.0 + 0.5 * heading + telling * (0.2 + letters / 80.0) + 0.15 / (1 + order))
