"""Which ways to search does a page offer? Proposals in order of trust; probing verifies them."""

import html
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from sonde.interface.ask import ask_by_form, ask_by_template, buttons_of
from sonde.interface.forms.score import is_harmless, query_field, refusal, search_score, tokens
from sonde.interface.model import Ask
from sonde.interface.vocabulary import SEARCH
from sonde.model import Form
from sonde.page.dom import Tree, attribute, parse_html
from sonde.page.links import find_links, resolve
from sonde.page.url import same_site

SEARCHABLE = 0.5  # the score from which a form may be submitted
_DOUBTFUL = 0.9 * SEARCHABLE  # a second button of a searchable form scores this much at least
_OTHER_BUTTONS = 2  # of a form that are tried beside its first one
LAST_RESORT = 0.15  # the score from which a form may be that goes by GET, with no word that warns


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible way to ask, not yet believed."""

    ask: Ask
    score: float
    found_by: str
    is_own: bool = False  # of the page that was named, and not of every page of its site


def from_forms(forms: Sequence[Form], page_url: str, *, is_chosen: bool = False) -> list[Candidate]:
    """Search forms, once per submit button that could make a difference; what was chosen need not look like one."""
    found = []
    for form in forms:
        score = 1.0 if is_chosen else search_score(form)
        if unfit_by(score, form, page_url):
            continue
        found.append(Candidate(ask_by_form(form, page_url), score, "form"))
        others = [field.name for field in buttons_of(form)[1:] if field.name]
        for name in list(dict.fromkeys(others))[:_OTHER_BUTTONS]:
            found.append(Candidate(ask_by_form(form, page_url, button=name), 0.9 * score, "form"))
    return sorted(found, key=_turn)


def unfit(form: Form, page_url: str) -> str:
    """Why a form is not tried, or an empty string."""
    return unfit_by(search_score(form), form, page_url)


def unfit_by(score: float, form: Form, page_url: str) -> str:
    """Why a form of this score is not tried, or an empty string."""
    if reason := refusal(form):
        return reason
    if query_field(form) is None:
        return "no field takes words"
    if not is_related(form.action, page_url):
        return f"it asks another site ({urlsplit(form.action).hostname})"
    if score >= SEARCHABLE or (score >= LAST_RESORT and is_harmless(form)):
        return ""
    return f"score {score:.2f} below {SEARCHABLE}"


def is_related(url: str, other: str) -> bool:
    """Whether two addresses are on one host or on hosts of one domain, such as www and search."""
    return _domain(url) == _domain(other)


def _domain(url: str) -> str:
    host = urlsplit(url).hostname or ""
    if host.replace(".", "").isdigit() or ":" in host:
        return host  # an IP address
    labels = host.split(".")
    # "example.co.uk": a short label before the country is part of the public suffix.
    count = 3 if len(labels) > 2 and len(labels[-1]) == 2 and len(labels[-2]) <= 3 else 2
    return ".".join(labels[-count:])


def opensearch_link(tree: Tree, base: str) -> str | None:
    """The address of the page's OpenSearch description, if it names one."""
    for node in tree.css("link[rel][href]"):
        rel = attribute(node, "rel").lower().split()
        if "search" in rel and "opensearch" in attribute(node, "type").lower():
            return resolve(base, attribute(node, "href"))
    return None


def from_opensearch(text: str, page_url: str) -> list[Candidate]:
    """The HTML answers that an OpenSearch description offers."""
    found = []
    for node in parse_html(text).css("url[template]"):
        if "html" in (node.attributes.get("type") or "html"):
            template = html.unescape(attribute(node, "template"))
            ask = ask_by_template(template, "{searchTerms}", page_url)
            if ask is not None and is_related(ask.action, page_url):
                found.append(Candidate(ask, 0.8, "opensearch"))
    return found


def from_search_action(tree: Tree, page_url: str) -> list[Candidate]:
    """schema.org SearchAction entries in JSON-LD."""
    found = []
    for node in tree.css('script[type="application/ld+json"]'):
        try:
            data = json.loads(node.text() or "")
        except (ValueError, RecursionError):
            continue
        for action in _search_actions(data):
            found += _from_action(action, page_url)
    return found


def _search_actions(data: Any) -> Iterator[dict[str, Any]]:
    waiting = [data]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            if "SearchAction" in _as_list(item.get("@type")):
                yield item
            waiting.extend(item.values())
        elif isinstance(item, list):
            waiting.extend(item)


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _from_action(action: dict[str, Any], page_url: str) -> list[Candidate]:
    found = []
    for target in _as_list(action.get("target")):
        template = target.get("urlTemplate") if isinstance(target, dict) else target
        if not isinstance(template, str) or "{" not in template:
            continue
        marker = template[template.index("{") : template.find("}") + 1]
        ask = ask_by_template(template, marker, page_url) if marker else None
        if ask is not None and is_related(ask.action, page_url):
            found.append(Candidate(ask, 0.8, "searchaction"))
    return found


def frame_links(tree: Tree, base: str) -> list[str]:
    """The pages of this site that a page shows in frames."""
    urls = [resolve(base, attribute(node, "src")) for node in tree.css("frame[src], iframe[src]")]
    return list(dict.fromkeys(url for url in urls if url is not None and same_site(url, base)))


def search_page_links(tree: Tree, base: str) -> list[str]:
    """Links of this site that seem to lead to a search page, best first."""
    ranked: dict[str, float] = {}
    for link in find_links(tree, base):
        if same_site(link.url, base):
            score = 1.0 * bool(tokens(link.text) & SEARCH) + 0.6 * bool(tokens(urlsplit(link.url).path) & SEARCH)
            if score and len(link.text) < 60:
                ranked[link.url] = max(ranked.get(link.url, 0.0), score)
    return sorted(ranked, key=lambda url: (-ranked[url], len(url), url))


def merged(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Best first; two proposals that would send the same are one."""
    best: dict[tuple[str, str, str, object], Candidate] = {}
    for candidate in candidates:
        ask = candidate.ask
        key = (ask.action, ask.query_field, ask.method, ask.send)
        if key not in best or best[key].score < candidate.score:
            best[key] = candidate
    return sorted(best.values(), key=_turn)


def _turn(candidate: Candidate) -> tuple[bool, bool, bool, float]:
    """When a candidate's turn comes: the page's own before those of every page, GET before POST.

    Boxes that nothing calls a search come last.
    """
    return candidate.score < _DOUBTFUL, not candidate.is_own, candidate.ask.method == "POST", -candidate.score
