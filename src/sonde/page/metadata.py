"""What a page says about itself in its head: title, description, language, JSON-LD and meta tags."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sonde.page.dom import Tree, attribute

MAX_JSON_LD_CHARS = 1_000_000


@dataclass(frozen=True, slots=True)
class PageMetadata:
    """Facts from a page's head. Strings are empty when the page does not state them."""

    title: str = ""
    description: str = ""
    language: str = ""
    canonical: str = ""  # as written; resolve it against the page's base
    site_name: str = ""
    robots: str = ""  # directives in lower case
    json_ld: list[dict[str, Any]] = field(default_factory=list)  # nested @graph members come as own entries
    meta: dict[str, str] = field(default_factory=dict)  # name or property in lower case; the first one counts


def metadata(tree: Tree) -> PageMetadata:
    """The metadata of a page. Broken JSON-LD is left out; nothing here raises."""
    meta = meta_tags(tree)
    title = tree.css_first("title")
    root = tree.css_first("html")
    canonical = tree.css_first("link[rel~=canonical][href]")
    return PageMetadata(
        title=" ".join(title.text().split()) if title is not None else "",
        description=meta.get("description") or meta.get("og:description", ""),
        language=(attribute(root, "lang") if root is not None else "") or meta.get("content-language", ""),
        canonical=attribute(canonical, "href").strip() if canonical is not None else "",
        site_name=meta.get("og:site_name") or meta.get("application-name", ""),
        robots=meta.get("robots", "").lower(),
        json_ld=json_ld(tree),
        meta=meta,
    )


def meta_tags(tree: Tree) -> dict[str, str]:
    """The content of <meta> tags by name, property or http-equiv."""
    found: dict[str, str] = {}
    for node in tree.css("meta[content]"):
        attributes = node.attributes
        name = attributes.get("name") or attributes.get("property") or attributes.get("http-equiv")
        content = (attributes["content"] or "").strip()
        if name and content:
            found.setdefault(name.strip().lower(), content)
    return found


def json_ld(tree: Tree) -> list[dict[str, Any]]:
    """The objects of all JSON-LD scripts in order."""
    found: list[dict[str, Any]] = []
    for node in tree.css('script[type="application/ld+json" i]'):
        text = node.text()
        if len(text) <= MAX_JSON_LD_CHARS:
            try:
                found.extend(_objects(json.loads(text, strict=False)))
            except (ValueError, RecursionError):
                continue
    return found


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, list):
        for item in value:
            yield from _objects(item)
    elif isinstance(value, dict):
        graph = value.get("@graph")
        if isinstance(graph, list):
            yield from _objects(graph)
        else:
            yield value
