"""Rows of page numbers: the link that reads one more than the current page, and what tells it from other numbers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sonde.interface.led_elements import LED
from sonde.interface.results.selectors import common_selector
from sonde.page.dom import Node, Tree, attribute, visible_text
from sonde.page.links import resolve
from sonde.page.url import canonical_url

_PAGE_NUMBER = re.compile(r"^(?:\D{0,12}\s)?[\[(]?(\d{1,4})[\])]?$")
_ROW_WORDS = 12  # a row of page numbers has few words
_SIZE = re.compile(r"[(\[]?\s*\d[\d.,\s]*[)\]]?")


@dataclass(frozen=True, slots=True)
class Numbered:
    """A link that reads one more than the current page."""

    node: Node
    where: str  # where it stands, as a selector
    shown: bool  # the current number is beside it
    again: str  # the link of the current number, where it does not plainly lead to this page


def following_numbers(tree: Tree, base: str, here: str, number: int | None) -> Iterator[Numbered]:
    """The links that read one more than the current page, beside other page numbers."""
    rows: dict[int, tuple[Node, dict[int, Node]]] = {}
    for node in tree.css(LED):
        match = _PAGE_NUMBER.match(" ".join(visible_text(node).split()))
        row = _row_of(node, int(match[1])) if match else None
        if match and row is not None and len(re.findall(r"[^\W\d]+", visible_text(row))) <= _ROW_WORDS:
            rows.setdefault(row.mem_id, (row, {}))[1].setdefault(int(match[1]), node)
    for row, links in rows.values():
        current = number if number is not None else _current_number(row, links, base, here)
        following = links.get(current + 1) if current is not None else None
        # Where the number of the page is not known the model decides, which has seen such links.
        if current is None or following is None or (number is not None and has_size(following)):
            continue
        shown = str(current) in re.findall(r"\d+", visible_text(row))
        where = common_selector([following], depth=3)
        yield Numbered(following, where, shown, _elsewhere(links.get(current), base, here))


def has_size(node: Node) -> bool:
    """Whether a link has a number of its own behind it, as values to choose from have: "2 (35)"."""
    text, after = "", node.next
    while after is not None and after.tag != "a" and after.css_first("a") is None:
        text, after = text + " " + _text(after), after.next
    beside = node.parent.next if not text.strip() and after is None and node.parent is not None else None
    while beside is not None and not _text(beside).strip() and beside.next is not None:
        beside = beside.next
    if beside is not None and beside.is_element_node and beside.css_first("a") is None:  # a row of two cells
        text = _text(beside)
    return bool(_SIZE.fullmatch(text.strip()))


def _text(node: Node) -> str:
    return (node.text_content or "") if node.tag == "-text" else visible_text(node)


def _elsewhere(node: Node | None, base: str, here: str) -> str:
    """Where the link of the current number leads, unless that is plainly this page."""
    url = resolve(base, attribute(node, "href")) if node is not None and not _is_marked(node) else None
    return url if url is not None and canonical_url(url) != here else ""


def numbered_link(tree: Tree, base: str, where: str, number: int) -> str:
    """Where the link of a number leads that stands where other page numbers do; empty when there is none."""
    for node in tree.css(where):
        match = _PAGE_NUMBER.match(" ".join(visible_text(node).split()))
        if match and int(match[1]) == number:
            return resolve(base, attribute(node, "href")) or ""
    return ""


def _row_of(node: Node, number: int) -> Node | None:
    """Page numbers that belong together share a grandparent at most two levels up; of two one may be no link."""
    parent = node.parent
    if parent is None or parent.parent is None or len(parent.css("a")) > 1:
        return parent
    beside = {str(number - 1), str(number + 1)} & set(re.findall(r"\d+", visible_text(parent)))
    return parent if beside else parent.parent


def _current_number(row: Node, links: dict[int, Node], base: str, here: str) -> int | None:
    """The page a row of numbers stands on: a number that is no link, that leads here, or that is marked."""
    stated = [int(number) for number in re.findall(r"\d+", visible_text(row)) if len(number) < 5]
    for number in stated if len(links) > 1 or min(links) == 2 else ():
        if number not in links and (number - 1 in links or number + 1 in links):
            return number
    for number, node in links.items():
        url = resolve(base, attribute(node, "href"))
        if (url is not None and canonical_url(url) == here) or _is_marked(node):
            return number
    return 1 if min(links) == 2 else None


def _is_marked(node: Node) -> bool:
    """Whether a link, or the list item around it, is marked as the current one."""
    parent = node.parent
    for marked in (node, parent) if parent is not None and parent.tag == "li" else (node,):
        names = attribute(marked, "class").lower().split()
        if attribute(marked, "aria-current") or {"active", "current", "selected"} & set(names):
            return True
    return False
