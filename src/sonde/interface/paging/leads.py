"""The links of a page that may lead to the next one: by rel, by what they say, by their number, by their address."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from sonde.interface.led_elements import LED
from sonde.interface.model import PagingKind
from sonde.interface.paging.labels import (
    LABEL_CHARS,
    is_among,
    label_of,
    label_words,
    next_label_score,
    picture_of,
    points,
    says_newer,
)
from sonde.interface.paging.page_numbers import following_numbers
from sonde.interface.results.links import parameters_of
from sonde.interface.vocabulary import NEWER, PREVIOUS
from sonde.page.dom import Node, Tree, attribute
from sonde.page.links import resolve
from sonde.page.url import canonical_url

_IN_ROW = 0.8  # the same of a number beside that of the current page
_UNSAID = 0.3  # how much a link reads like a next page that does not say so


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
    numbered = _numbered(tree, base, here, number)
    leads = [*_rel_links(tree, base), *_labelled(tree, base), *numbered]
    if number is not None:
        pages = [canonical_url(lead.url) for lead in numbered if lead.strength >= _IN_ROW]
        known = {lead.url for lead in leads}
        leads = [lead for lead in leads if not lead.is_newer and not _passes_over(lead, pages)]
        leads += _counting(tree, base, here, known)
    return [lead for lead in leads if lead.is_newer or not _is_start(canonical_url(lead.url), here)]


def _is_start(url: str, here: str) -> bool:
    """Whether an address is this page itself, this page without its parameters, or the front page."""
    path, _, query = url.partition("?")
    return url == here or (not query and (path == here.partition("?")[0] or urlsplit(url).path == "/"))


def _passes_over(lead: Lead, pages: Iterable[str]) -> bool:
    """Whether an arrow leads to the last page or the next row of numbers, beyond the pages numbered next."""
    url = canonical_url(lead.url)
    for page in pages if lead.kind == "label" else ():
        found, following = counted_in(url, page), counted_in(page, url)
        if found and following and found[0] == following[0] and found[1] > following[1]:
            return True
    return False


def _rel_links(tree: Tree, base: str) -> list[Lead]:
    leads = []
    for node in tree.css("a[rel], link[rel]"):
        if "next" in attribute(node, "rel").lower().split():
            leads += _lead(node, base, "rel", "next", 1.0 if node.tag == "a" else 0.95)
    return leads


def _labelled(tree: Tree, base: str) -> list[Lead]:
    leads = []
    for node in tree.css(LED):
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
        made = _lead(found.node, base, "number", found.where, _IN_ROW if found.shown else 0.55)
        leads += [replace(lead, again=found.again) for lead in made]
    return leads


def _counting(tree: Tree, base: str, here: str, known: set[str]) -> list[Lead]:
    """Links to this very page but for one number, which no other link with their words has: "more titles".

    Where a link has no words, its picture stands for them.
    """
    found: dict[str, list[Lead]] = {}
    for node in tree.css(LED):
        label = label_of(node) or picture_of(node)
        if 0 < len(label) <= LABEL_CHARS and next_label_score(label) == 0 and not _looks_back(node, label):
            for lead in _lead(node, base, "label", label, _UNSAID):
                if lead.url not in known and counted_in(canonical_url(lead.url), here) is not None:
                    found.setdefault(without_digits(label), []).append(lead)
    return [leads[0] for label, leads in found.items() if label and len({lead.url for lead in leads}) == 1]


def _looks_back(node: Node, label: str) -> bool:
    return points(node, label) < 0 or any(is_among(word, PREVIOUS | NEWER) for word in label_words(label))


def counted_in(url: str, here: str) -> tuple[str, int] | None:
    """The parameter, or "" for the end of the path, in which alone an address differs from another, and its number."""
    one, other = urlsplit(url), urlsplit(here)
    if one.netloc != other.netloc:
        return None
    pairs, others = parameters_of(url), parameters_of(here)
    if one.path == other.path:
        changed = [pair for pair in pairs if pair not in others]
        lost = {name for name, value in others if value and (name, value) not in pairs}
        if len(changed) == 1 and changed[0][1].isdecimal() and lost <= {changed[0][0]}:
            return changed[0][0], int(changed[0][1])
        return None
    start = re.sub(r"/\d+/?\Z", "", other.path.rstrip("/"))
    rest = one.path.removeprefix(start).strip("/")
    return ("", int(rest)) if pairs == others and one.path.startswith(f"{start}/") and rest.isdecimal() else None


def without_digits(label: str) -> str:
    """The last page may say "next 7" where the others said "next 20"."""
    return re.sub(r"\d+", "", label).strip()


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
