"""A page as discovery sees it: its text, its forms, and its links with the words around them."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import compress

from sonde.discover.model import Outlink, WebPage
from sonde.model import Page
from sonde.page.dom import Node, Tree, attribute, parse_html
from sonde.page.forms import find_forms
from sonde.page.links import base_url, link_text, resolve

AROUND = 10  # words before and after a link
MOST_LINKS = 20_000  # read of one page
_SHORT = 200  # characters of an address that is worth remembering
UNSEEN = ["script", "style", "noscript", "template", "svg"]

Wanted = Callable[[Sequence[str]], Sequence[bool]]

# Private-use characters that stand for the begin and the end of a link while the text is cut out in one piece.
_BEGIN, _END = "\ue0f0", "\ue0f1"
_MARKS = {ord(_BEGIN): None, ord(_END): None}


def read_page(page: Page, *, with_paths: bool = False, wanted: Wanted | None = None) -> WebPage:
    """What a page says; `with_paths` also says where in the page its links are.

    `wanted` says which addresses are worth their words, where not all links are.
    """
    tree = parse_html(page.text.translate(_MARKS) if _BEGIN in page.text or _END in page.text else page.text)
    tree.strip_tags(UNSEEN)
    base = base_url(tree, page.url)
    forms = find_forms(tree, page.url)
    title = tree.css_first("title")
    nodes = tree.css("a[href], area[href]")[:MOST_LINKS]
    kept = _each_once(nodes, _targets(nodes, base, page.url), wanted)
    places = sorted(place for place, _ in kept.values())
    text, around = _text_around(tree, [nodes[place] for place in places])
    beside = dict(zip(places, around, strict=True))
    links = tuple(
        Outlink(url, said, *beside[place], _path(nodes[place]) if with_paths else "")
        for url, (place, said) in kept.items()
    )
    return WebPage(page.url, " ".join(title.text().split()) if title else "", text, links, forms)


def _each_once(nodes: Sequence[Node], urls: Sequence[str], wanted: Wanted | None) -> dict[str, tuple[int, str]]:
    """One link per wanted address, the first that says anything: its place among the nodes, and what it says."""
    known = list(dict.fromkeys(filter(None, urls)))
    worth = set(known) if wanted is None else set(compress(known, wanted(known)))
    kept: dict[str, tuple[int, str]] = {}
    for place, url in enumerate(urls):
        if url not in worth:
            continue
        held = kept.get(url)
        if held is not None and held[1]:
            continue
        said = link_text(nodes[place])
        if held is None or said:
            kept[url] = (place, said)
    return kept


def _targets(nodes: Sequence[Node], base: str, own: str) -> list[str]:
    """Where each node leads; empty for one that leads nowhere or to its own page."""
    root = _root(base)
    found = []
    for node in nodes:
        href = node.attrs["href"] or ""
        if href[:1] == "/" and len(href) <= _SHORT:
            url = _rooted(root, href)
        else:
            url = "" if href[:1] == "#" else resolve(base, href) or ""
        found.append("" if url == own else url)
    return found


@lru_cache(maxsize=50_000)  # the menus of a site are on each of its pages
def _rooted(root: str, href: str) -> str:
    return resolve(root, href) or ""


def _root(base: str) -> str:
    """What links that begin with a slash are resolved against."""
    parts = base.split("/", 3)
    return f"{'/'.join(parts[:3])}/"


def _text_around(tree: Tree, nodes: Sequence[Node]) -> tuple[str, list[tuple[str, str]]]:
    """The visible text on one line, and the words before and after each node."""
    body = tree.body
    if body is None:
        return "", [("", "")] * len(nodes)
    for node in nodes:
        node.insert_before(_BEGIN)
        node.insert_after(_END)
    words: list[str] = []
    begins: list[int] = []
    ends: list[int] = []
    opened: list[int] = []
    outside, *linked = body.text(separator=" ").split(_BEGIN)
    words += outside.replace(_END, " ").split()
    for number, piece in enumerate(linked):
        begins.append(len(words))
        ends.append(len(words))
        opened.append(number)  # a map within a link may have links of its own
        inside, *beyond = piece.split(_END)
        words += inside.split()
        for rest in beyond:
            if opened:
                ends[opened.pop()] = len(words)
            words += rest.split()
    if len(begins) != len(nodes):  # a link outside the body
        return " ".join(words), [("", "")] * len(nodes)
    around = [
        (" ".join(words[begin - AROUND if begin > AROUND else 0 : begin]), " ".join(words[end : end + AROUND]))
        for begin, end in zip(begins, ends, strict=True)
    ]
    return " ".join(words), around


def _path(node: Node) -> str:
    """The way from the root to a link's parent, with the marks that tell siblings apart."""
    steps: list[str] = []
    current = node.parent
    while current is not None and current.tag != "-document":
        mark = attribute(current, "id")
        style = attribute(current, "class")
        steps.append(f"{current.tag}{f'#{mark}' if mark else ''}{'.' + '.'.join(style.split()) if style else ''}")
        current = current.parent
    return " ".join(reversed(steps))
