"""The links of a page that may lead to the next one: by rel, by what they say, by their number."""

from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from sonde.interface.model import PagingKind
from sonde.interface.paging.labels import label_of, next_label_score, points, says_newer
from sonde.interface.paging.page_numbers import following_numbers
from sonde.page.dom import Node, Tree, attribute
from sonde.page.links import resolve
from sonde.page.url import canonical_url


@dataclass(frozen=True, slots=True)
class Lead:
    """A link that may lead to the next page, before it is weighed."""

    node: Node
    url: str
    kind: PagingKind
    label: str
    strength: float  # how much it reads like a next page by its kind's own rule
    is_newer: bool = False  # on by its arrow, back by its words: "Newer posts →"; may lead to the front page
    again: str = ""  # as in NextPage


def find_leads(tree: Tree, base: str, here: str, *, number: int | None) -> list[Lead]:
    """The links that may lead on from the page at `here`; `number` is its own, when known."""
    leads = [*_rel_links(tree, base), *_labelled(tree, base), *_numbered(tree, base, here, number)]
    if number is not None:
        leads = [lead for lead in leads if not lead.is_newer]
    return [lead for lead in leads if lead.is_newer or not _is_start(canonical_url(lead.url), here)]


def _is_start(url: str, here: str) -> bool:
    """Whether an address is this page itself, this page without its parameters, or the front page."""
    path, _, query = url.partition("?")
    return url == here or (not query and (path == here.partition("?")[0] or urlsplit(url).path == "/"))


def _rel_links(tree: Tree, base: str) -> list[Lead]:
    leads = []
    for node in tree.css("a[rel], link[rel]"):
        if "next" in attribute(node, "rel").lower().split():
            leads += _lead(node, base, "rel", "next", 1.0 if node.tag == "a" else 0.95)
    return leads


def _labelled(tree: Tree, base: str) -> list[Lead]:
    leads = []
    for node in tree.css("a[href]"):
        label = label_of(node)
        score = next_label_score(label, attribute(node, "class"), attribute(node, "id"))
        if score > 0:
            leads += _lead(node, base, "label", label, score)
        elif says_newer(label) and points(node, label) > 0:
            leads += [replace(lead, is_newer=True) for lead in _lead(node, base, "label", label, 0.4)]
    return leads


def _numbered(tree: Tree, base: str, here: str, number: int | None) -> list[Lead]:
    leads = []
    for found in following_numbers(tree, base, here, number):
        # A row of pages shows the current one too; "2 10 50 per page" has no 1.
        made = _lead(found.node, base, "number", found.where, 0.8 if found.shown else 0.55)
        leads += [replace(lead, again=found.again) for lead in made]
    return leads


def _lead(node: Node, base: str, kind: PagingKind, label: str, strength: float) -> list[Lead]:
    url = resolve(base, attribute(node, "href")) if not _is_disabled(node) else None
    return [Lead(node, url, kind, label, strength)] if url is not None else []


def _is_disabled(node: Node) -> bool:
    """Whether the link, or the list item around it, is marked as having no effect."""
    parent = node.parent
    for marked in (node, parent) if parent is not None and parent.tag in ("li", "span") else (node,):
        names = attribute(marked, "class").lower().split()
        if "disabled" in names or attribute(marked, "aria-disabled") == "true":
            return True
    return False
