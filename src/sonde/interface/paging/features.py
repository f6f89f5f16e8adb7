"""What a link looks like that may lead to the next page: its words, its names, its place and its address."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

from sonde.interface.linear import Features
from sonde.interface.paging.labels import LEFT, RIGHT, is_among, label_words, marks, points
from sonde.interface.vocabulary import NEWER, NEXT, OLDER, PAGE_WORDS, PREVIOUS
from sonde.page.dom import Node, attribute, visible_text
from sonde.page.url import same_site

_PARAMETERS = frozenset(
    "page p pg pn paged pageno pagenum pagenumber page_no currentpage start offset from first begin skip startat "
    "seite pagina strona str sida side sivu sayfa s".split()
)
_PATH_PAGE = re.compile(
    r"(?:^|[/_-])(?:page|p|pg|seite|pagina|strona|index|start|part)[/_.=-]?(\d{1,5})(?=[/._-]|$)", re.I
)
_PAGER = re.compile(r"pag(?:e|inat|ing|er|ina)|wp-?navi|\bnav\b|nav-|-nav|nextprev|seite", re.I)
_DATED = re.compile(r"calendar|month|week|[?&/]day|date=|(?:19|20)\d\d[/-]\d\d?(?:[/-]|$)", re.I)


def link_features(node: Node, *, url: str, here: str, kind: str, label: str, strength: float) -> Features:
    """The features of a link by name; `strength` is how much its label reads like "next page"."""
    found = {f"kind {kind}": 1.0, f"kind {kind} {_bucket(strength)}": 1.0}
    found.update(dict.fromkeys(_by_words(node, label), 1.0))
    found.update(dict.fromkeys(_by_place(node), 1.0))
    found.update(dict.fromkeys(_by_address(url, here), 1.0))
    return found


def _bucket(strength: float) -> str:
    return "sure" if strength >= 0.8 else "likely" if strength >= 0.5 else "unsure"


def _by_words(node: Node, label: str) -> Iterator[str]:
    words = label_words(label)
    direction = points(node, label)
    yield ("points back", "points nowhere", "points on")[direction + 1]
    says = [
        name
        for name, known in (
            ("next", NEXT - RIGHT - OLDER),
            ("previous", PREVIOUS - LEFT - NEWER),
            ("older", OLDER),
            ("newer", NEWER),
        )
        if any(is_among(word, known) for word in words)
    ]
    for name in says:
        yield f"says {name}"
        yield f"says {name} and points {('back', 'nowhere', 'on')[direction + 1]}"
    known = NEXT | PREVIOUS | OLDER | NEWER | PAGE_WORDS | RIGHT | LEFT
    others = {word for word in words if not word.isdigit() and not is_among(word, known)}
    yield f"other words {min(len(others), 3)}"
    if not label:
        yield "no label"


def _by_place(node: Node) -> Iterator[str]:
    parent = node.parent
    for _ in range(4):
        if parent is None or parent.tag in ("body", "html"):
            break
        if _PAGER.search(f"{attribute(parent, 'class')} {attribute(parent, 'id')} {attribute(parent, 'role')}"):
            yield "in a pager"
            break
        parent = parent.parent
    if "next" in marks(node, levels=0):
        yield "named next"
    if node.tag == "link":
        yield "in the head"
        return
    row = node.parent
    while row is not None and len(row.css("a")) < 2 and row.parent is not None:
        row = row.parent
    if row is not None:
        numbers = sum(1 for link in row.css("a")[:40] if visible_text(link).strip("[]() ").isdigit())
        yield f"numbers beside it {min(numbers, 3)}"
        yield f"links beside it {min(len(row.css('a')), 8) // 2}"


def _by_address(url: str, here: str) -> Iterator[str]:
    if not same_site(url, here):
        yield "another site"
    target, own = urlsplit(url), urlsplit(here)
    if target.path == own.path:
        yield "same path"
    if re.sub(r"\d+", "0", url) == re.sub(r"\d+", "0", here):
        yield "differs in numbers"
    if _DATED.search(target.path + "?" + target.query):
        yield "dated"
    number, current = page_number(url), page_number(here)
    if number is None:
        yield "no page number"
    else:
        # A first page mostly names no number; the one after it is 2, or 1 where pages count from 0.
        change = number - (current or 0)
        yield "page number " + ("grows" if change > 0 else "shrinks" if change < 0 else "stays")
        if change == 1 or (current is None and change == 2):
            yield "page number follows"
    if len(target.path) < len(own.path) and own.path.startswith(target.path):
        yield "goes up"


def page_number(url: str) -> int | None:
    """The number of a page, or of its first item, that an address names; None when it names none."""
    parts = urlsplit(url)
    for name, value in parse_qsl(parts.query):
        if name.lower().rpartition("[")[2].strip("]") in _PARAMETERS and value.isascii() and value.isdigit():
            return int(value[:9])
    found = _PATH_PAGE.search(parts.path)
    return int(found[1]) if found else None
