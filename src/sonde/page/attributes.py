"""Facts a page states as label and value: definition lists, tables, "Label: value" lines, microdata."""

import re
from collections.abc import Iterator, Sequence

from sonde.model import Pairs
from sonde.page.blocks import Block
from sonde.page.dom import Node, Tree, attribute, nearest, visible_text
from sonde.page.maintext import text_blocks

MAX_PAIRS = 100
MAX_LABEL_CHARS = 80
MAX_VALUE_CHARS = 2000

_sources = "dl, table, b, strong, [itemprop]"
_item = re.compile(r"/li(?:/div|/p)?\Z")
_navigation = frozenset({"nav", "footer", "aside", "header", "form", "menu"})
_navigation_roles = frozenset({"navigation", "banner", "contentinfo", "search", "complementary"})
_line = re.compile(r"([^:\n]{1,60}):\s+(\S.*)\Z", re.S)
_letter = re.compile(r"[^\W\d_]")


def attributes(tree: Tree, blocks: Sequence[Block] | None = None) -> Pairs:
    """The label-value pairs of a page, each once: lists, tables and microdata, then "Label: value" items.

    Menus, headers, footers and forms are skipped. A table counts when its rows pair a label with
    a value, or when it is one record under a row of headings; a list of many records does not.
    `blocks` are the page's text blocks, if somebody has them already.
    """
    found: dict[tuple[str, str], None] = {}
    for label, value in _stated(tree, text_blocks(tree) if blocks is None else blocks):
        label = label.strip().rstrip(":：").rstrip()
        if _letter.search(label) and len(label) <= MAX_LABEL_CHARS and value and value != label:
            found.setdefault((label, value[:MAX_VALUE_CHARS]))
            if len(found) >= MAX_PAIRS:
                break
    return tuple(found)


def _stated(tree: Tree, blocks: Sequence[Block]) -> Iterator[tuple[str, str]]:
    skipped: dict[int, bool] = {}
    for node in tree.css(_sources):
        if not _in_navigation(node, skipped):
            yield from _pairs(node)
    for block in blocks:
        match = _line.match(block.text) if _item.search(block.path) else None
        if match and _navigation.isdisjoint(block.path.split("/")):
            yield match[1], " ".join(match[2].split())


def _pairs(node: Node) -> Pairs:
    if node.tag == "dl":
        return _definition_pairs(node)
    if node.tag == "table":
        return _table_pairs(node)
    return _microdata_pair(node) if "itemprop" in node.attributes else _bold_pair(node)


def _definition_pairs(node: Node) -> Pairs:
    """Each term with its definitions; several terms in a row share what follows them."""
    pairs: list[tuple[str, str]] = []
    terms: list[str] = []
    values: list[str] = []
    for child in node.css("dt, dd"):
        if not _belongs_to(child, node, "dl"):
            continue
        if child.tag == "dt":
            if values:
                pairs.extend((term, "; ".join(values)) for term in terms)
                terms, values = [], []
            terms.append(visible_text(child))
        elif text := visible_text(child):
            values.append(text)
    pairs.extend((term, "; ".join(values)) for term in terms if values)
    return tuple(pairs)


def _table_pairs(node: Node) -> Pairs:
    rows = [
        cells
        for row in node.css("tr")[: 2 * MAX_PAIRS]
        if _belongs_to(row, node, "table") and (cells := [c for c in row.iter() if c.tag in ("td", "th")])
    ]
    if not rows or any(cell.css_first("table") is not None for cells in rows for cell in cells):
        return ()
    is_heading = [all(cell.tag == "th" for cell in cells) for cells in rows]
    if len(rows) == 2 and is_heading == [True, False] and len(rows[0]) == len(rows[1]) > 1:
        return tuple(zip(map(visible_text, rows[0]), map(visible_text, rows[1]), strict=True))
    if is_heading[0] and len(rows[0]) > 1:
        return ()  # a list of records
    texts = [[visible_text(cell) for cell in cells] for cells in rows]
    if _is_two_columns(texts):
        return tuple((cells[0], cells[1]) for cells in texts if len(cells) == 2)
    return tuple(
        (cells[i], cells[i + 1])
        for nodes, cells in zip(rows, texts, strict=True)
        for i in range(len(cells) - 1)
        if nodes[i + 1].tag == "td" and (nodes[i].tag == "th" or cells[i].endswith((":", "：")))
    )


def _is_two_columns(texts: list[list[str]]) -> bool:
    """Whether rows are a label and a value each; rows across the whole width may stand between."""
    labels = [cells[0] for cells in texts if len(cells) == 2]
    return (
        bool(labels)
        and all(len(cells) <= 2 for cells in texts)
        and 2 * len(labels) >= len(texts)
        and len(set(labels)) >= 0.8 * len(labels)
        and all(len(label) <= MAX_LABEL_CHARS for label in labels)
        and sum(1 for label in labels if _letter.search(label)) >= 0.8 * len(labels)
    )


def _microdata_pair(node: Node) -> Pairs:
    if "itemscope" in node.attributes:
        return ()  # its own properties follow
    stated = attribute(node, "content") or attribute(node, "datetime")
    value = stated or visible_text(node) or attribute(node, "href") or attribute(node, "src")
    return ((attribute(node, "itemprop"), " ".join(value.split())),)


def _bold_pair(node: Node) -> Pairs:
    """A label in bold ending with a colon, and the text up to the next label or line break."""
    label = visible_text(node)
    beside = node.next
    if len(label) > MAX_LABEL_CHARS or beside is None:
        return ()
    parts: list[str] = []
    while beside is not None and beside.tag not in ("br", "b", "strong", "hr", "table", "ul"):
        parts.append((beside.text_content or "") if beside.tag == "-text" else visible_text(beside))
        beside = beside.next
    value = " ".join(" ".join(parts).split())
    if label.endswith((":", "：")):
        return ((label, value),)
    return ((label, value[1:].strip()),) if value.startswith((":", "：")) else ()


def _belongs_to(node: Node, owner: Node, tag: str) -> bool:
    parent = nearest(node, tag)
    return parent is not None and parent.mem_id == owner.mem_id


def _in_navigation(node: Node, known: dict[int, bool]) -> bool:
    """Whether a node stands in a menu, header, footer or form; answers for ancestors are remembered."""
    path: list[int] = []
    current: Node | None = node
    answer = False
    while current is not None and current.tag != "-document":
        if current.mem_id in known:
            answer = known[current.mem_id]
            break
        path.append(current.mem_id)
        if current.tag in _navigation or attribute(current, "role") in _navigation_roles:
            answer = True
            break
        current = current.parent
    known.update(dict.fromkeys(path, answer))
    return answer
