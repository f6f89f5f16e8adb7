"""Reads the results of an answer with the learned rules."""

import re
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import replace
from itertools import count, zip_longest
from urllib.parse import unquote_plus

from sonde.interface.model import ResultRule
from sonde.interface.results.attributes import record_attributes
from sonde.interface.results.linkless import lasting_text, record_address
from sonde.interface.results.links import PATH_PARAMETER
from sonde.model import Document, Result
from sonde.page.blocks import BLOCK_TAGS
from sonde.page.dom import Node, Tree, visible_text
from sonde.page.hashes import content_hash, near_hash
from sonde.page.links import link_text, resolve
from sonde.page.title import first_words
from sonde.page.url import canonical_url

_SNIPPET_CHARS = 2000
_RECORD_CHARS = 200_000  # of a record that is the document
_STEP = re.compile(r" > (?![^(]*\))")  # between two steps of a selector, not within its brackets
_AFTER_MARK = re.compile(r"(?<=[&;])")  # parameters of an address are parted by either


def read_results(
    tree: Tree,
    base: str,
    rules: Iterable[ResultRule],
    *,
    drop_parameters: Sequence[str] = (),
    skip: Callable[[str], bool] = lambda url: False,
    search: str = "",
) -> tuple[Result, ...]:
    """The results list by list, each list in page order, each address once; without addresses to skip.

    Records without an address that lasts are named after the page of the `search`.
    """
    results: dict[str, Result] = {}
    for rule in rules:
        records = records_of(tree, rule)
        for record, following in zip_longest(records, records[1:]):
            if rule.is_document:
                result = _read_block(record, following, rule, search or base)
            else:
                result = _read_record(record, following, rule, base, drop_parameters)
            if result is not None and rule.ranked:
                result = _renamed(result, record, following, rule, search or base, results)
            if result is not None and not skip(result.url):
                results.setdefault(result.url, result)
    return tuple(results.values())


def records_of(tree: Tree, rule: ResultRule) -> list[Node]:
    """The elements that hold a result: those without the link are only built alike."""
    found = tree.css(rule.record) or _in_fragment(tree, rule)
    return [node for node in found if not rule.link or node.css_first(rule.link) is not None]


def _in_fragment(tree: Tree, rule: ResultRule) -> list[Node]:
    """The same in what is no page but the rest of a list, sent for a page to put in: nothing stands around it."""
    if tree.head is not None and tree.head.first_child is not None:
        return []
    return tree.css(f"body > {_STEP.split(rule.record)[-1]}")


def result_nodes(tree: Tree, rules: Iterable[ResultRule]) -> frozenset[int]:
    """The elements that hold the results, by memory id."""
    found: set[int] = set()
    for rule in rules:
        records = records_of(tree, rule)
        for record, following in zip_longest(records, records[1:]):
            found.update(node.mem_id for node in (record, *trailing(record, following)))
    return frozenset(found)


def _read_block(record: Node, following: Node | None, rule: ResultRule, search: str) -> Result | None:
    """A record that links nowhere: its snippet is all it says besides its title."""
    text = record_text(record, following)
    if not text:
        return None
    named = record.css_first(rule.title) if rule.title else record if record.tag == "dt" else None
    title = visible_text(named) if named is not None else ""
    return Result(
        url=record_address(search, lasting_text(record, text, rule.moves)),
        title=title or first_words(text),
        snippet=(" ".join(text.replace(title, "", 1).split()) or text)[:_RECORD_CHARS],
        attributes=record_attributes(record),
    )


def record_document(result: Result, *, fetched_at: float = 0.0) -> Document:
    """The document that a record carries in itself."""
    return Document(
        url=result.url,
        title=result.title,
        text=result.snippet,
        attributes=result.attributes,
        fetched_at=fetched_at,
        content_hash=content_hash(result.title, result.snippet),
        near_hash=near_hash(result.snippet),
    )


def _read_record(
    record: Node, following: Node | None, rule: ResultRule, base: str, drop: Sequence[str]
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
        attributes=record_attributes(record),
    )


def _renamed(
    result: Result,
    record: Node,
    following: Node | None,
    rule: ResultRule,
    search: str,
    before: Container[str],
) -> Result:
    """A result whose address only lasts for this answer, named after what its record says.

    Where a page has several records that say the same, they are counted.
    """
    said = lasting_text(record, record_text(record, following), rule.moves)
    named = record_address(search, said)
    for again in count(2):
        if named not in before:
            break
        named = record_address(search, f"{said} ({again})")
    return replace(result, url=named, at=result.url)


def _title(record: Node, link: Node, rule: ResultRule) -> str:
    named = record.css_first(rule.title) if rule.title else None
    text = visible_text(named if named is not None else link)
    if not text and rule.link:  # a picture: another link may name the document
        same = (other for other in record.css("a[href]") if other.attributes["href"] == link.attributes["href"])
        text = next((said for other in same if (said := visible_text(other))), "")
    return text or link_text(link)


def record_text(record: Node, following: Node | None) -> str:
    """What a record says, with what stands between it and the next record of a flat list."""
    parts = [visible_text(record)]
    for node in trailing(record, following):
        parts.append((node.text_content or "") if node.tag == "-text" else visible_text(node))
    return " ".join(" ".join(parts).split())


def trailing(record: Node, following: Node | None) -> list[Node]:
    """Siblings between a record and the next one: flat lists (dt, dd, dd or a, text, a, text) keep text there.

    After the last record, what follows a dt belongs to it, and what follows a link on its line.
    """
    nodes: list[Node] = []
    flat = record.tag == "dt" or record.tag not in BLOCK_TAGS
    if following is None and not flat:
        return nodes
    sibling = record.next
    while sibling is not None and len(nodes) < 16:
        if (following is not None and sibling.mem_id == following.mem_id) or _is_like(sibling, record):
            return nodes
        if following is None and record.tag != "dt" and sibling.tag in BLOCK_TAGS:
            return nodes
        nodes.append(sibling)
        sibling = sibling.next
    return nodes if flat else []


def _is_like(node: Node, record: Node) -> bool:
    return node.tag == record.tag and node.attributes.get("class") == record.attributes.get("class")


def document_url(url: str, drop_parameters: Sequence[str]) -> str:
    """The canonical address of a document, without parameters that do not change it."""
    url = canonical_url(url)
    if not drop_parameters or ("?" not in url and ";" not in url):
        return url
    address, _, query = url.partition("?")
    address = PATH_PARAMETER.sub(lambda found: "" if found[1] in drop_parameters else found[0], address)
    # Taken out of the text, so that what stays is spelled as the site spells it.
    kept = [part for part in _AFTER_MARK.split(query) if _name(part) not in drop_parameters]
    return canonical_url(f"{address}?{''.join(kept).rstrip('&;')}")


def _name(part: str) -> str:
    """The name of one parameter with its value and the mark that ends it."""
    return unquote_plus(part.rstrip("&;").partition("=")[0])
