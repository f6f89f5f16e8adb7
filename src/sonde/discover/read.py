"""A page as discovery sees it: its text, its forms, and its links with the words around them."""

from collections.abc import Sequence

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
_MARKS = {ord(_BEGIN): None, ord(_END): None}


def read_page(page: Page, *, with_paths: bool = False) -> WebPage:
    """What a page says; `with_paths` also says where in the page its links are."""
    tree = parse_html(page.text.translate(_MARKS) if _BEGIN in page.text or _END in page.text else page.text)
    tree.strip_tags(UNSEEN)
    base = base_url(tree, page.url)
    forms = find_forms(tree, base)
    title = tree.css_first("title")
    nodes = tree.css("a[href], area[href]")[:MOST_LINKS]
    kept = _each_once(nodes, base, page.url)
    places = sorted(place for place, _ in kept.values())
    text, around = _text_around(tree, [nodes[place] for place in places])
    beside = dict(zip(places, around, strict=True))
    links = tuple(
        Outlink(url, said, *beside[place], _path(nodes[place]) if with_paths else "")
        for url, (place, said) in kept.items()
    )
    return WebPage(page.url, " ".join(title.text().split()) if title else "", text, links, forms)


def _each_once(nodes: Sequence[Node], base: str, own: str) -> dict[str, tuple[int, str]]:
    """One link per address, the first that says anything: its place among the nodes, and what it says."""
    kept: dict[str, tuple[int, str]] = {}
    for place, node in enumerate(nodes):
        url = _target(node, base, own)
        held = kept.get(url)
        if not url or (held is not None and held[1]):
            continue
        said = link_text(node)
        if held is None or said:
            kept[url] = (place, said)
    return kept


def _target(node: Node, base: str, own: str) -> str:
    href = node.attrs["href"] or ""
    url = "" if href.startswith("#") else resolve(base, href)
    return url if url and url != own else ""


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
