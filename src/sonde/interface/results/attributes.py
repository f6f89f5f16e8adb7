"""What a record of an answer states as label and value: cells under headings, definition lists, lines of text."""

import re
from itertools import pairwise

from sonde.model import Pairs
from sonde.page.dom import Node, nearest, visible_text

_MOST = 30
_LONGEST = 200  # characters of a text that states attributes
_GAP = re.compile(r"\s*[;|·•]\s+|\s{2,}")
_STATED = re.compile(r"([^\W\d_][^:]{0,38}):\s+(\S.*)\Z", re.S)
_INLINE = frozenset("b strong em i span small a abbr time -text".split())


def record_attributes(record: Node) -> Pairs:
    """The attributes of one record, each label once."""
    if record.tag == "tr":
        return _row_attributes(record)
    found: dict[str, str] = {}
    for node in record.traverse(include_text=False):
        if node.mem_id == record.mem_id and node.tag != "dl":
            continue  # its line begins with the title
        pairs = _definitions(node) if node.tag == "dl" else _labelled(node) if node.tag == "tr" else _stated(node)
        for label, value in pairs:
            found.setdefault(label, value)
        if len(found) >= _MOST:
            break
    return tuple(found.items())


def _row_attributes(record: Node) -> Pairs:
    """A table row's cells under their column headings."""
    table = nearest(record, "table")
    headings = _headings(table) if table is not None else []
    cells = [visible_text(cell) for cell in record.iter() if cell.tag in ("td", "th")]
    if len(headings) != len(cells):
        return ()
    return tuple((name, value) for name, value in zip(headings, cells, strict=True) if name and value)


def _headings(table: Node) -> list[str]:
    """The headings in the first row of each part of a table, or else a first row that is all bold."""
    parts = (next((row for row in part.iter() if row.tag == "tr"), None) for part in table.iter())
    rows = [row for row in parts if row is not None]
    found = [visible_text(cell) for row in rows for cell in row.iter() if cell.tag == "th"]
    first = [cell for cell in rows[0].iter() if cell.tag == "td"] if rows and not found else []
    return [visible_text(cell) for cell in first] if first and all(map(_is_bold, first)) else found


def _is_bold(cell: Node) -> bool:
    """Whether all that a cell says is bold."""
    bold = cell.css_first("b, strong")
    return bold is not None and visible_text(bold) == visible_text(cell)


def _labelled(row: Node) -> Pairs:
    """The two cells of a row inside a record, where the first is a label."""
    cells = [cell for cell in row.iter() if cell.tag in ("td", "th")]
    if len(cells) != 2:
        return ()
    label, value = map(visible_text, cells)
    is_label = cells[0].tag == "th" or label.endswith((":", "：")) or _is_bold(cells[0])
    return ((label.rstrip(":： "), value),) if is_label and label.rstrip(":： ") and value else ()


def _definitions(node: Node) -> Pairs:
    """Terms of a definition list with the first definition of each."""
    parts = [(child.tag, visible_text(child)) for child in node.iter() if child.tag in ("dt", "dd")]
    return tuple(
        (term.rstrip(":： "), value)
        for (kind, term), (other, value) in pairwise(parts)
        if kind == "dt" and other == "dd" and term and value
    )


def _stated(node: Node) -> Pairs:
    """The pairs in an element that holds nothing but a line of text, such as "Author: A. Brandt; Year: 1990"."""
    if any(child.tag not in _INLINE for child in node.iter(include_text=True)):
        return ()
    text = visible_text(node)
    if ": " not in text or len(text) > _LONGEST or node.tag == "a":
        return ()
    matches = [_STATED.match(part) for part in _GAP.split(text)]
    return tuple((match[1].strip(), match[2].strip()) for match in matches if match and not _is_sentence(match[2]))


def _is_sentence(value: str) -> bool:
    return " " in value and value.endswith((".", "…", "?", "!"))
