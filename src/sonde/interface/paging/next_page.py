"""Where is the next page? Candidates by evidence on the page; probing decides which one is true."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sonde.interface.forms.score import refusal
from sonde.interface.linear import Features, probability, read_weights
from sonde.interface.model import Paging, PagingKind
from sonde.interface.paging.features import link_features
from sonde.interface.paging.labels import next_label_score
from sonde.interface.paging.leads import Lead, find_leads, without_digits
from sonde.model import Form, Request
from sonde.page.dom import Tree
from sonde.page.script_links import script_forms
from sonde.page.submit import fill
from sonde.page.url import canonical_url

LIKELY = 0.4  # the score from which a link of a saved page is believed to lead on
UNLIKELY = 0.4  # the score below which a way of a crawled page has only its address for it
_DOUBT = 0.15  # by so much a row of numbers is less likely that may be values to choose from


@dataclass(frozen=True, slots=True)
class NextPage:
    """A possible way on, with the evidence it rests on."""

    request: Request
    kind: PagingKind
    label: str  # what it says; for a page number, where it stands
    score: float
    again: str = ""  # the link of the current number, where it does not plainly lead to this page


def next_pages(
    tree: Tree, base: str, page_url: str, forms: Sequence[Form] = (), *, number: int | None = None
) -> list[NextPage]:
    """Ways to the next page, most likely first. `number` is the current page's, when known.

    With a number the page is one of a crawl: the plain rules go first, since the first way is tried and judged
    by what it brings. Without one the score is all there is, and the model gives it.
    """
    found: dict[tuple[str, bytes], NextPage] = {}
    for way in _ways(tree, base, page_url, forms, number):
        found.setdefault((way.request.url, way.request.body), way)
    return list(found.values())


def _ways(tree: Tree, base: str, page_url: str, forms: Sequence[Form], number: int | None) -> list[NextPage]:
    """All links and buttons that may lead on, also several to the same page, most likely first."""
    weights = read_weights("pagers")
    ways = []
    for lead, features in weighed_leads(tree, base, page_url, number=number):
        likely = probability(features, weights)
        score = likely if number is None else 0.9 * lead.strength + 0.1 * likely - _DOUBT * bool(lead.again)
        ways.append(NextPage(Request(lead.url), lead.kind, lead.label, score, lead.again))
    ways += _buttons([*forms, *script_forms(tree, forms)], number)
    return sorted(ways, key=lambda way: -way.score)


def weighed_leads(tree: Tree, base: str, page_url: str, *, number: int | None = None) -> list[tuple[Lead, Features]]:
    """The links that may lead on, with what the model weighs."""
    here = canonical_url(page_url)
    leads = find_leads(tree, base, here, number=number)
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


def follow(
    tree: Tree,
    base: str,
    page_url: str,
    paging: Paging,
    forms: Sequence[Form] = (),
    *,
    number: int,
) -> Request | None:
    """The next page by the learned way, or None at the end of the answer."""
    ways = [way for way in _ways(tree, base, page_url, forms, number) if way.kind == paging.kind]
    same_label = [way for way in ways if without_digits(way.label) == without_digits(paging.label)]
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


def _is_blank(form: Form) -> bool:
    """Whether a form waits to be filled in: its "Next" leads to a next step, not to a next page."""
    boxes = [field for field in form.fields if field.kind in ("text", "search")]
    return bool(boxes) and not any(field.value for field in boxes)


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
