"""A page as discovery sees it: its text, its forms, and its links with the words around them."""

import re
from collections.abc import Iterable

from sonde.discover.model import Outlink, WebPage
from sonde.model import Page
from sonde.page.dom import Node, Tree, attribute, parse_html
from sonde.page.forms import find_forms
from sonde.page.links import base_url, link_text, resolve

AROUND = 10  # words before and after a link
MOST_LINKS = 20_000  # read of one page
UNSEEN = ["script", "style", "noscript", "template", "svg"]

# Private-use characters that stand for the begin and the end of a link while the text is cut out in one piece.
_BEGIN, _END = "\ue0f0", "\ue0f1"
_MARK = re.compile(f"([{_BEGIN}{_END}])")
_MARKS = {ord(_BEGIN): None, ord(_END): None}


def read_page(page: Page, *, with_paths: bool = False) -> WebPage:
    """What a page says; `with_paths` also says where in the page its links are."""
    tree = parse_html(page.text.translate(_MARKS) if _BEGIN in page.text or _END in page.text else page.text)
    tree.strip_tags(UNSEEN)
    base = base_url(tree, page.url)
    forms = find_forms(tree, base)
    title = tree.css_first("title")
    nodes = tree.css("a[href], area[href]")[:MOST_LINKS]
    anchors = [(url, node) for node in nodes if (url := _target(node, base, page.url))]
    said = [link_text(node) for _, node in anchors]
    paths = [_place(node) if with_paths else "" for _, node in anchors]
    text, around = _text_around(tree, [node for _, node in anchors])
    links = (
        Outlink(url, anchor, before, after, path)
        for (url, _), anchor, (before, after), path in zip(anchors, said, around, paths, strict=True)
    )
    return WebPage(page.url, " ".join(title.text().split()) if title else "", text, tuple(_each_once(links)), forms)


def _target(node: Node, base: str, own: str) -> str:
    href = attribute(node, "href")
    url = "" if href.startswith("#") else resolve(base, href)
    return url if url and url != own else ""


def _each_once(links: Iterable[Outlink]) -> list[Outlink]:
    """One link per address: the first that says anything."""
    kept: dict[str, Outlink] = {}
    for link in links:
        held = kept.get(link.url)
        if held is None or (not held.anchor and link.anchor):
            kept[link.url] = link
    return list(kept.values())


def _text_around(tree: Tree, nodes: list[Node]) -> tuple[str, list[tuple[str, str]]]:
    """The visible text on one line, and the words before and after each node."""
    body = tree.body
    if body is None:
        return "", [("", "")] * len(nodes)
    for node in nodes:
        node.insert_before(_BEGIN)
        node.insert_after(_END)
    words: list[str] = []
    begins: list[int] = []
    ends: dict[int, int] = {}
    opened: list[int] = []
    for piece in _MARK.split(body.text(separator=" ")):
        if piece == _BEGIN:
            opened.append(len(begins))
            begins.append(len(words))
        elif piece == _END:
            if opened:
                ends[opened.pop()] = len(words)
        else:
            words += piece.split()
    if len(begins) != len(nodes):  # a link outside the body
        return " ".join(words), [("", "")] * len(nodes)
    around = []
    for number, begin in enumerate(begins):
        end = ends.get(number, begin)
        around.append((" ".join(words[max(0, begin - AROUND) : begin]), " ".join(words[end : end + AROUND])))
    return " ".join(words), around


def _place(node: Node) -> str:
    """The way from the root to a link's parent, with the marks that tell siblings apart."""
    steps: list[str] = []
    current = node.parent
    while current is not None and current.tag != "-document":
        mark = attribute(current, "id")
        style = attribute(current, "class")
        steps.append(f"{current.tag}{f'#{mark}' if mark else ''}{'.' + '.'.join(style.split()) if style else ''}")
        current = current.parent
    return " ".join(reversed(steps))
