"""Reads an answer with the learned rules: results, stated total, nothing found."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from urllib.parse import unquote_plus

from selectolax.lexbor import LexborHTMLParser, LexborNode

from sonde.interface.model import CountRule, Marker, ResultRule
from sonde.model import Pairs, Result
from sonde.page.blocks import BLOCK_TAGS
from sonde.page.dom import visible_text
from sonde.page.links import resolve
from sonde.page.url import canonical_url

_NUMBER = re.compile(r"\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?!\d)|\d+")
_SNIPPET_CHARS = 2000
_AFTER_MARK = re.compile(r"(?<=[&;])")  # parameters of an address are parted by either


def read_results(
    tree: LexborHTMLParser,
    base: str,
    rules: Iterable[ResultRule],
    *,
    drop_parameters: Sequence[str] = (),
    skip: Callable[[str], bool] = lambda url: False,
) -> tuple[Result, ...]:
    """The results list by list, each list in page order, each address once; without addresses to skip."""
    results: dict[str, Result] = {}
    for rule in rules:
        records = tree.css(rule.record)
        for record, following in zip_longest(records, records[1:]):
            result = _read_record(record, following, rule, base, drop_parameters)
            if result is not None and not skip(result.url):
                results.setdefault(result.url, result)
    return tuple(results.values())


def result_nodes(tree: LexborHTMLParser, rules: Iterable[ResultRule]) -> frozenset[int]:
    """The elements that hold the results, by memory id."""
    found: set[int] = set()
    for rule in rules:
        records = tree.css(rule.record)
        for record, following in zip_longest(records, records[1:]):
            found.update(node.mem_id for node in (record, *_trailing(record, following)))
    return frozenset(found)


def _read_record(
    record: LexborNode, following: LexborNode | None, rule: ResultRule, base: str, drop: Sequence[str]
) -> Result | None:
    link = record.css_first(rule.link) if rule.link else record
    href = link.attributes.get("href") if link is not None else None
    url = resolve(base, href) if href else None
    if link is None or url is None:
        return None
    title = _title(record, link, rule)
    text = record_text(record, following)
    snippet = " ".join(text.replace(title, "", 1).split()) if title else text
    return Result(
        url=document_url(url, drop),
        title=title,
        snippet=snippet[:_SNIPPET_CHARS],
        attributes=_row_attributes(record),
    )


def _title(record: LexborNode, link: LexborNode, rule: ResultRule) -> str:
    named = record.css_first(rule.title) if rule.title else None
    text = visible_text(named if named is not None else link)
    if not text:
        image = link.css_first("img[alt]")
        text = (image.attributes.get("alt") or "") if image is not None else ""
    return " ".join((text or link.attributes.get("title") or "").split())


def record_text(record: LexborNode, following: LexborNode | None) -> str:
    """What a record says, with what stands between it and the next record of a flat list."""
    parts = [visible_text(record)]
    for node in _trailing(record, following):
        parts.append((node.text_content or "") if node.tag == "-text" else visible_text(node))
    return " ".join(" ".join(parts).split())


def _trailing(record: LexborNode, following: LexborNode | None) -> list[LexborNode]:
    """Siblings between a record and the next one: flat lists (dt, dd, dd or a, text, a, text) keep text there.

    After the last record, what follows a dt belongs to it, and what follows a link on its line.
    """
    nodes: list[LexborNode] = []
    flat = record.tag == "dt" or record.tag not in BLOCK_TAGS
    if following is None and not flat:
        return nodes
    sibling = record.next
    while sibling is not None and len(nodes) < 16:
        if (following is not None and sibling.mem_id == following.mem_id) or sibling.tag == record.tag:
            return nodes
        if following is None and record.tag != "dt" and sibling.tag in BLOCK_TAGS:
            return nodes
        nodes.append(sibling)
        sibling = sibling.next
    return nodes if flat else []


def _row_attributes(record: LexborNode) -> Pairs:
    """A table row's cells under their column headings."""
    if record.tag != "tr":
        return ()
    table = record.parent
    while table is not None and table.tag != "table":
        table = table.parent
    headings = [visible_text(cell) for cell in table.css("tr:first-child th")] if table is not None else []
    cells = [visible_text(cell) for cell in record.iter() if cell.tag in ("td", "th")]
    if len(headings) != len(cells):
        return ()
    return tuple((name, value) for name, value in zip(headings, cells, strict=True) if name and value)


def document_url(url: str, drop_parameters: Sequence[str]) -> str:
    """The canonical address of a document, without parameters that do not change it."""
    url = canonical_url(url)
    if not drop_parameters or "?" not in url:
        return url
    address, _, query = url.partition("?")
    # Taken out of the text, so that what stays is spelled as the site spells it.
    kept = [part for part in _AFTER_MARK.split(query) if _name(part) not in drop_parameters]
    return canonical_url(f"{address}?{''.join(kept).rstrip('&;')}")


def _name(part: str) -> str:
    """The name of one parameter with its value and the mark that ends it."""
    return unquote_plus(part.rstrip("&;").partition("=")[0])


def numbers(text: str) -> list[int]:
    """The whole numbers of a text, thousands separators understood."""
    return [int(re.sub(r"\D", "", match)) for match in _NUMBER.findall(text)]


def without_words(text: str, words: str) -> str:
    """The text with an echo of the query taken out and white space folded."""
    for word in (words, *words.split()):
        if word:
            text = re.sub(re.escape(word), "", text, flags=re.IGNORECASE)
    return " ".join(text.split())


def read_total(tree: LexborHTMLParser, rule: CountRule | None, words: str) -> int | None:
    """The stated hit count, or None when it is not on the page."""
    if rule is None:
        return None
    for node in tree.css(rule.where):
        found = numbers(without_words(visible_text(node), words))
        if len(found) > rule.number and found:
            return found[rule.number]
    return None


def says_nothing_found(tree: LexborHTMLParser, marker: Marker | None, words: str) -> bool:
    """Whether the learned text for "nothing found" is on the page, where it takes the text to know."""
    return marker is not None and marker.decides and shows_marker(tree, marker, words)


def shows_marker(tree: LexborHTMLParser, marker: Marker | None, words: str) -> bool:
    """Whether the learned text for "nothing found" is on the page."""
    if marker is None:
        return False
    return any(without_words(visible_text(node), words) == marker.text for node in tree.css(marker.where))
