"""Results of one page alone, without other answers to contrast it with: the richest list of records."""

from collections.abc import Callable, Sequence
from urllib.parse import urljoin, urlsplit

from sonde.interface.ask import ask_by_form
from sonde.interface.forms.candidates import SEARCHABLE
from sonde.interface.forms.score import query_field, says_search, search_score
from sonde.interface.model import Ask
from sonde.interface.read import read_results, record_text
from sonde.interface.results.line_start import opens_its_line
from sonde.interface.results.links import asks_again, kind
from sonde.interface.results.record_rule import make_rule
from sonde.interface.results.records import RecordList, find_record_lists
from sonde.interface.results.selectors import parent_chain, tag_path
from sonde.interface.results.slots import find_anchors
from sonde.model import Result
from sonde.page.dom import Node, Tree, attribute, visible_text
from sonde.page.forms import find_forms

_FULL_CHARS = 250  # a record with as much text needs no more to be believed
_MIN_RICHNESS = 0.05
_MIN_RICHNESS_ASKED = 0.026  # on a page that shows what was asked
_HEADINGS = ("h2", "h3", "h4", "h5", "dt")
_FURNITURE = ("nav", "header", "footer", "aside", "form")


def single_page_results(tree: Tree, base: str) -> list[Result]:
    """The results a page shows, or none when no list on it reads like records."""
    asked = _asked(tree, base)
    lists = find_record_lists(find_anchors(tree, base), _leads_on(asked, base))
    groups: dict[tuple[str, ...], list[RecordList]] = {}
    for found in lists:
        groups.setdefault(_place(found.records[0]), []).append(found)
    best = max(groups.values(), key=_promise, default=None)
    if best is None or _richness(best) < (_MIN_RICHNESS_ASKED if asked else _MIN_RICHNESS):
        return _only_result(tree, base, asked) if asked else []
    kinds = {kind(url) for url in max(best, key=lambda found: _promise([found])).urls}
    alike = [found for found in best if kinds & {kind(url) for url in found.urls}]
    results = read_results(tree, base, [make_rule(alike, pages=[tree])])
    kinds.update(kind(url) for found in alike for url in found.urls)
    return [result for result in results if kind(result.url) in kinds]  # a menu may be built like the list


def _only_result(tree: Tree, base: str, asked: Sequence[tuple[Ask, str]]) -> list[Result]:
    """The one linked heading of a page, with the text below it; none when there are several."""
    leads_on = _leads_on(asked, base)
    found: dict[str, Result] = {}
    for anchor in find_anchors(tree, base):
        path = tag_path(anchor.node)
        heading = next((node for node in parent_chain(anchor.node) if node.tag in _HEADINGS), None)
        if heading is None or heading.parent is None or not leads_on(anchor.url):
            continue
        if any(tag in _FURNITURE for tag in path) or urlsplit(anchor.url).path in ("", "/"):
            continue
        title, text = visible_text(anchor.node), visible_text(heading.parent)
        if len(text) > 1.5 * len(title) + 20:
            found.setdefault(anchor.url, Result(anchor.url, title, text.replace(title, "", 1).strip()))
    return list(found.values()) if len(found) == 1 else []


def _place(record: Node) -> tuple[str, ...]:
    """The same for all lists of one kind: tags, classes and ids on the way down, numbers left out."""
    steps = []
    for node in parent_chain(record):
        names = {*attribute(node, "class").split(), attribute(node, "id")}
        stable = sorted(name for name in names if name and not any(char.isdigit() for char in name))
        steps.append(" ".join([str(node.tag), *stable]))
    return tuple(steps[1:])


def _asked(tree: Tree, base: str) -> list[tuple[Ask, str]]:
    """The forms that hold what was asked, with the words; a value such as "Search …" is only a prompt."""
    return [
        (ask_by_form(form, base), field.value)
        for form in find_forms(tree, base)
        if search_score(form) >= SEARCHABLE
        and (field := query_field(form)) is not None
        and field.value.strip(" .…*")
        and not field.value.rstrip().endswith(("...", "…"))
        and not says_search(field.value)
    ]


def _leads_on(asked: Sequence[tuple[Ask, str]], base: str) -> Callable[[str], bool]:
    """Whether a link leads to another page than this one, sorted, refined or paged."""
    here, home = base.split("?")[0], urljoin(base, "/")

    def leads_on(url: str) -> bool:
        if any(asks_again(url, ask, words, answer_url=base) for ask, words in asked):
            return False
        return ("?" in url or url != here) and url != home

    return leads_on


def _promise(group: Sequence[RecordList]) -> float:
    records = sum(len(found.records) for found in group)
    return float(records**0.6 * _richness(group))


def _richness(group: Sequence[RecordList]) -> float:
    """How much the records tell beyond their link, from 0 to 1; less in navigation and the like."""
    chars = extra = leading = opening = count = 0.0
    for found in group:
        following = [*found.records[1:], None]
        for record, link, after in zip(found.records, found.links, following, strict=True):
            text, title, linked = record_text(record, after), "", 0
            for other in record.css("a") if found.slot else [link.node]:
                said, same = visible_text(other), other.attributes.get("href") == link.node.attributes.get("href")
                title = max(title, said, key=len) if same else title
                linked += 0 if same else len(said)
            count += 1
            chars += min(max(len(text) - linked, len(title)), _FULL_CHARS)
            extra += len(text) - linked > 1.5 * len(title)
            leading += opens_its_line(link.node)
            opening += title in text[: len(title) + _FULL_CHARS // 10]
    inside = any(tag in _FURNITURE for tag in tag_path(group[0].records[0]))
    if leading < 0.6 * count or (count < 3 and opening < count):
        return 0.0  # links within sentences; two alone must begin like titles
    return chars / count / _FULL_CHARS * (0.3 + 0.7 * extra / count) * (0.2 if inside else 1.0)
