"""Where is the next page? Candidates by evidence on the page; probing decides which one is true."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from sonde.interface.forms.score import refusal
from sonde.interface.linear import Features, probability, read_weights
from sonde.interface.model import Paging, PagingKind
from sonde.interface.paging.features import LEFT, is_among, label_words, link_features, points
from sonde.interface.paging.page_numbers import following_numbers
from sonde.interface.vocabulary import NEWER, NEXT, OLDER, PAGE_WORDS, PREVIOUS
from sonde.model import Form, Request
from sonde.page.dom import visible_text
from sonde.page.links import resolve
from sonde.page.script_links import script_forms
from sonde.page.submit import fill
from sonde.page.url import canonical_url

_LABEL_CHARS = 30
LIKELY = 0.4  # the score from which a link of a saved page is believed to lead on
_DOUBT = 0.15  # by so much a row of numbers is less likely that may be values to choose from


@dataclass(frozen=True, slots=True)
class NextPage:
    """A possible way on, with the evidence it rests on."""

    request: Request
    kind: PagingKind
    label: str  # what it says; for a page number, where it stands
    score: float
    again: str = ""  # the link of the current number, where it does not plainly lead to this page


@dataclass(frozen=True, slots=True)
class Lead:
    """A link that may lead to the next page, before it is weighed."""

    node: LexborNode
    url: str
    kind: PagingKind
    label: str
    strength: float  # how much it reads like a next page by its kind's own rule
    is_newer: bool = False  # on by its arrow, back by its words: "Newer posts →"; may lead to the front page
    again: str = ""  # as in NextPage


def next_pages(
    tree: LexborHTMLParser, base: str, page_url: str, forms: Sequence[Form] = (), *, number: int | None = None
) -> list[NextPage]:
    """Ways to the next page, most likely first. `number` is the current page's, when known.

    With a number the page is one of a crawl: the plain rules go first, since the first way is tried and judged
    by what it brings. Without one the score is all there is, and the model gives it.
    """
    found: dict[tuple[str, bytes], NextPage] = {}
    for way in _ways(tree, base, page_url, forms, number):
        found.setdefault((way.request.url, way.request.body), way)
    return list(found.values())


def _ways(
    tree: LexborHTMLParser, base: str, page_url: str, forms: Sequence[Form], number: int | None
) -> list[NextPage]:
    """All links and buttons that may lead on, also several to the same page, most likely first."""
    weights = read_weights("pagers")
    ways = []
    for lead, features in weighed_leads(tree, base, page_url, number=number):
        likely = probability(features, weights)
        score = likely if number is None else 0.9 * lead.strength + 0.1 * likely - _DOUBT * bool(lead.again)
        ways.append(NextPage(Request(lead.url), lead.kind, lead.label, score, lead.again))
    ways += _buttons([*forms, *script_forms(tree, forms)], number)
    return sorted(ways, key=lambda way: -way.score)


def weighed_leads(
    tree: LexborHTMLParser, base: str, page_url: str, *, number: int | None = None
) -> list[tuple[Lead, Features]]:
    """The links that may lead on, with what the model weighs."""
    here = canonical_url(page_url)
    leads = [*_rel_links(tree, base), *_labelled(tree, base), *_numbered(tree, base, here, number)]
    if number is not None:
        leads = [lead for lead in leads if not lead.is_newer]
    leads = [lead for lead in leads if lead.is_newer or not _is_start(canonical_url(lead.url), here)]
    kinds: dict[str, set[str]] = {}
    for lead in leads:
        kinds.setdefault(lead.url, set()).add(lead.kind)
    found = []
    for lead in leads:
        said = lead.label if lead.kind != "number" else ""
        features = link_features(lead.node, url=lead.url, here=here, kind=lead.kind, label=said, strength=lead.strength)
        features[f"ways to it {len(kinds[lead.url])}"] = 1.0
        found.append((lead, features))
    return found


def _is_start(url: str, here: str) -> bool:
    """Whether an address is this page itself, this page without its parameters, or the front page."""
    path, _, query = url.partition("?")
    return url == here or (not query and (path == here.partition("?")[0] or urlsplit(url).path == "/"))


def follow(
    tree: LexborHTMLParser,
    base: str,
    page_url: str,
    paging: Paging,
    forms: Sequence[Form] = (),
    *,
    number: int,
) -> Request | None:
    """The next page by the learned way, or None at the end of the answer."""
    ways = [way for way in _ways(tree, base, page_url, forms, number) if way.kind == paging.kind]
    same_label = [way for way in ways if _without_digits(way.label) == _without_digits(paging.label)]
    # Other numbers than those that were followed may be years or marks to choose from.
    is_sure = paging.kind == "label" or (paging.kind == "number" and paging.label)
    chosen = same_label or (ways if not is_sure else [])
    # Links elsewhere may say the same: the next page of an answer has an address like that of this one.
    return max(chosen, key=lambda way: _shared(way.request.url, page_url)).request if chosen else None


def _shared(url: str, other: str) -> int:
    """With how many letters both addresses begin."""
    return next(
        (i for i, (one, two) in enumerate(zip(url, other, strict=False)) if one != two), min(len(url), len(other))
    )


def _without_digits(label: str) -> str:
    """The last page may say "next 7" where the others said "next 20"."""
    return re.sub(r"\d+", "", label)


def _rel_links(tree: LexborHTMLParser, base: str) -> list[Lead]:
    leads = []
    for node in tree.css("a[rel], link[rel]"):
        if "next" in (node.attributes.get("rel") or "").lower().split():
            leads += _lead(node, base, "rel", "next", 1.0 if node.tag == "a" else 0.95)
    return leads


def _labelled(tree: LexborHTMLParser, base: str) -> list[Lead]:
    leads = []
    for node in tree.css("a[href]"):
        label = _label(node)
        score = next_label_score(label, node.attributes.get("class") or "", node.attributes.get("id") or "")
        if score > 0:
            leads += _lead(node, base, "label", label, score)
        elif _says_newer(label) and points(node, label) > 0:
            leads += [replace(lead, is_newer=True) for lead in _lead(node, base, "label", label, 0.4)]
    return leads


def _says_newer(label: str) -> bool:
    return len(label) <= _LABEL_CHARS and any(is_among(word, NEWER) for word in label_words(label))


def next_label_score(label: str, class_name: str = "", identity: str = "") -> float:
    """How much a link's label reads like "next page"; 0 when it does not."""
    if len(label) > _LABEL_CHARS:
        return 0.0
    bare = label_words(label)
    marks = set(re.split(r"[\s_-]+", f"{class_name} {identity}".lower()))
    older = any(is_among(word, OLDER) for word in bare)
    if older:  # further down a list that begins with the newest, whichever way its arrow points
        bare, marks = [word for word in bare if not is_among(word, LEFT)], marks - {"prev", "previous"}
    if any(is_among(word, PREVIOUS) for word in bare) or marks & {"prev", "previous"}:
        return 0.0
    if "more" in bare and not ({"results", "load", "show"} & set(bare)):
        return 0.0
    named = [word for word in bare if is_among(word, NEXT | OLDER)]
    # "Next page" and "next 20" lead on; "Next thread" and "Read on »" lead elsewhere.
    others = [word for word in bare if word not in named and word not in PAGE_WORDS and not word.isdigit()]
    counted = any(word.isdigit() and len(word) < 4 for word in bare)
    counted = counted or any(not word[0].isalnum() for word in named)
    if named and (not others or (counted and len(others) == 1 and named[0][0].isalpha())):
        return (0.9 if any(word[0].isalpha() for word in named) else 0.85) + 0.05 * ("next" in marks)
    partly = any(word[0].isalpha() for word in named)
    return 0.5 if "next" in marks else 0.45 * partly


def _label(node: LexborNode) -> str:
    text = " ".join(visible_text(node).split())
    if text:
        return text
    image = node.css_first("img[alt], svg[aria-label]")
    inner = (image.attributes.get("alt") or image.attributes.get("aria-label") or "") if image is not None else ""
    return str(node.attributes.get("aria-label") or node.attributes.get("title") or inner or "")


def _numbered(tree: LexborHTMLParser, base: str, here: str, number: int | None) -> list[Lead]:
    leads = []
    for found in following_numbers(tree, base, here, number):
        # A row of pages shows the current one too; "2 10 50 per page" has no 1.
        made = _lead(found.node, base, "number", found.where, 0.8 if found.shown else 0.55)
        leads += [replace(lead, again=found.again) for lead in made]
    return leads


def _lead(node: LexborNode, base: str, kind: PagingKind, label: str, strength: float) -> list[Lead]:
    url = resolve(base, node.attributes.get("href") or "") if not _is_disabled(node) else None
    return [Lead(node, url, kind, label, strength)] if url is not None else []


def _is_blank(form: Form) -> bool:
    """Whether a form waits to be filled in: its "Next" leads to a next step, not to a next page."""
    boxes = [field for field in form.fields if field.kind in ("text", "search")]
    return bool(boxes) and not any(field.value for field in boxes)


def _is_disabled(node: LexborNode) -> bool:
    """Whether the link, or the list item around it, is marked as having no effect."""
    parent = node.parent
    for marked in (node, parent) if parent is not None and parent.tag in ("li", "span") else (node,):
        names = (marked.attributes.get("class") or "").lower().split()
        if "disabled" in names or marked.attributes.get("aria-disabled") == "true":
            return True
    return False


def _buttons(forms: Sequence[Form], number: int | None) -> list[NextPage]:
    """Submit buttons that page on; the form must be one that is safe to submit."""
    ways = []
    for form in forms:
        for button in form.fields:
            if button.kind not in ("submit", "image") or button.disabled or refusal(form) or _is_blank(form):
                continue
            label = " ".join((button.label or button.value).split())
            wanted = str((number or 1) + 1)
            score = 0.7 * (next_label_score(label) >= 0.9) or 0.55 * (wanted in (label, button.value))
            if score:
                others = tuple(f for f in form.fields if f.kind not in ("submit", "image") or f is button)
                request = fill(replace(form, fields=others), {}, button=button.name)
                ways.append(NextPage(request, "button", label if not label.isdigit() else "", score))
    return ways
