"""What a record calls itself: the text of its link, or where that says nothing, a heading or a cell."""

from collections import Counter
from collections.abc import Sequence

from sonde.interface.results.selectors import relative_selector
from sonde.interface.results.slots import Anchor
from sonde.page.blocks import BLOCK_TAGS
from sonde.page.dom import Node, visible_text
from sonde.page.links import link_text

_TITLE_CHARS = 120  # a longer text is a summary
_TITLES = ("h1", "h2", "h3", "h4", "h5", "h6", "strong", "b", "cite", "em", "i")


def title_selector(records: Sequence[Node], links: Sequence[Anchor]) -> str:
    """Empty when the link's own text is a title; else a heading of the record, if all have one, or a cell.

    The text of the link is none when it says the same in every record, when it is a number or a code,
    or when it is the whole record.
    """
    texts = [_said(record, anchor) for record, anchor in zip(records, links, strict=True)]
    top, times = Counter(texts).most_common(1)[0]
    alike = len(links) > 2 and (not top or times >= 0.6 * len(links))
    codes = sum(_is_code(text) for text in texts) > 0.6 * len(texts)
    documents = len({link.url for link in links})
    for tag in _TITLES:
        headings = [heading for record in records if (heading := record.css_first(tag)) is not None]
        if len(headings) <= 0.8 * len(records):
            continue
        inside = sum(anchor.node.css_first(tag) is not None for anchor in links) > 0.8 * len(links)
        shorter = sum(len(visible_text(node)) for node in headings) < 0.6 * sum(map(len, texts))
        named = {text for text in map(visible_text, headings) if not _is_code(text)}
        if inside and shorter and tag.startswith("h"):
            return tag
        if (alike or codes) and len(named) > 0.6 * documents:
            return tag
    if (not alike and not codes) or (top == "" and _labelled(links)):
        return ""
    return _telling_cell(records, documents) if records[0].tag == "tr" else _telling_block(records, documents)


def block_title(records: Sequence[Node]) -> str:
    """Where the title of records without links stands: a heading, a cell or a line; empty: they begin with it."""
    documents = len({visible_text(record) for record in records})
    for tag in _TITLES:
        headings = [heading for record in records if (heading := record.css_first(tag)) is not None]
        named = {text for text in map(visible_text, headings) if not _is_code(text)}
        if len(headings) > 0.8 * len(records) and len(named) > 0.6 * documents:
            return tag
    if records[0].tag == "dt":
        return ""
    return _telling_cell(records, documents) if records[0].tag == "tr" else _telling_block(records, documents)


def _said(record: Node, anchor: Anchor) -> str:
    """The text of the link, or where it is a picture, of another link of the record to the same page."""
    href = anchor.node.attributes.get("href")
    same = (other for other in record.css("a") if other.attributes.get("href") == href)
    return visible_text(anchor.node) or next((text for other in same if (text := visible_text(other))), "")


def _labelled(links: Sequence[Anchor]) -> bool:
    """Whether links without text have labels of their own."""
    return len({label for link in links if (label := link_text(link.node))}) > 0.6 * len(links)


def _is_code(text: str) -> bool:
    """Whether a text is a number or a code such as EP1234B1 rather than words."""
    dense = "".join(text.split())
    return sum(map(str.isalpha, dense)) <= 0.5 * len(dense)


def _telling_block(records: Sequence[Node], documents: int) -> str:
    """The first line without links that says something else for most documents, in words."""
    texts: dict[str, list[str]] = {}
    for record in records:
        for node in record.traverse():
            if node.mem_id != record.mem_id and node.tag in BLOCK_TAGS and node.css_first("a") is None:
                texts.setdefault(relative_selector(node, record), []).append(visible_text(node))
    for where, found in texts.items():
        if _names(found, len(records), documents) and sum(map(len, found)) < _TITLE_CHARS * len(found):
            return where
    return ""


def _telling_cell(records: Sequence[Node], documents: int) -> str:
    """The first column of table rows that says something else for most documents, in words if one does."""
    rows = [[cell for cell in record.iter() if cell.tag in ("td", "th")] for record in records if record.tag == "tr"]
    columns = list(enumerate(zip(*rows, strict=False)))
    for strict in (True, False):
        for place, column in columns:
            texts = {text for cell in column if any(map(str.isalpha, text := visible_text(cell)))}
            if sum(not (strict and _is_code(text)) for text in texts) > 0.6 * documents:
                cell = f"{column[0].tag}:nth-child({place + 1})"
                return _telling_part(records, column, documents) or cell
    return ""


def _telling_part(records: Sequence[Node], cells: Sequence[Node], documents: int) -> str:
    """Where links stand in these cells as well, the first part beside them that names most documents."""
    if any(cell.css_first("a") is None for cell in cells):
        return ""
    parts: dict[str, list[str]] = {}
    for record, cell in zip(records, cells, strict=False):
        for node in cell.css("*"):
            if node.tag != "a" and node.css_first("a") is None and (node.text(deep=False) or "").strip():
                parts.setdefault(relative_selector(node, record), []).append(visible_text(node))
    return next((where for where, texts in parts.items() if _names(texts, len(records), documents)), "")


def _names(texts: Sequence[str], records: int, documents: int) -> bool:
    """Whether texts stand once in most records and say something else for most documents, in words."""
    named = {text for text in texts if not _is_code(text)}
    return 0.8 * records < len(texts) <= records and len(named) > 0.8 * documents
