"""Links of a page: resolved fast, since a page has hundreds and urljoin costs more than the parse."""

import re
from functools import lru_cache
from urllib.parse import urljoin

from sonde.model import Link
from sonde.page.dom import Node, Tree, attribute, visible_text
from sonde.page.url import CONTROLS, ascii_host

_scheme = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
# Characters that need no care: a link of these alone, without dot segments, is appended as it is.
_plain = re.compile(r"[A-Za-z0-9_~!$&'()*+,;=@/?%.\[\]:-]*\Z")
# A whole address of these alone is taken as it is.
_plain_address = re.compile(r"https?://[a-z0-9.-]+(?::[0-9]+)?(?:[/?][A-Za-z0-9_~!$&'()*+,;=@/?%.\[\]:-]*)?\Z")
_origin = re.compile(r"(https?://[^/?#]+)([^?#]*)", re.I)
_unsafe = re.compile(r"[^\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7c\x7e]")
_controls = re.compile(r"[\t\n\r]")


def resolve(base_url: str, href: str) -> str | None:
    """The absolute http(s) address of a link without its fragment; None for every other kind of link."""
    href = href.strip(CONTROLS)
    fast = _resolve_plain(base_url, href)
    if fast is not None:
        return fast
    href = _controls.sub("", href).split("#", 1)[0]
    if _scheme.match(href) and href[:5].lower() not in ("http:", "https"):
        return None
    path, mark, query = href.partition("?")
    try:
        url = urljoin(base_url, path.replace("\\", "/") + mark + query).split("#", 1)[0]
    except ValueError:
        return None
    origin = _origin.match(url)
    if origin is None:
        return None
    scheme, host = origin[1].split("://", 1)
    host = host if host.isascii() else ascii_host(host)
    if _unsafe.search(host):
        return None
    return f"{_lower(f'{scheme}://{host}')}{_unsafe.sub(_percent_encoded, url[origin.end(1) :])}"


def base_url(tree: Tree, page_url: str) -> str:
    """The address that relative links start from: the page's own, or its <base>."""
    node = tree.css_first("base[href]")
    if node is None:
        return page_url
    return resolve(page_url, attribute(node, "href")) or page_url


def find_links(tree: Tree, base: str) -> list[Link]:
    """The links worth following in document order, with their visible text; repeats are kept.

    Links to a place on the same page ("#top") and links that are not http(s) are left out.
    An image link's text is the image's alternative text.
    """
    links: list[Link] = []
    for node in tree.css("a[href], area[href]"):
        attributes = node.attributes
        href = attributes["href"] or ""
        if href.startswith("#"):
            continue
        url = resolve(base, href)
        if url is not None:
            links.append(Link(url, link_text(node), attributes.get("rel") or ""))
    return links


def link_text(node: Node) -> str:
    """What a link says: its text, else its image's alternative text, label or title."""
    text = visible_text(node)
    if text:
        return text
    image = node.css_first("img[alt]")
    alternatives = (
        attribute(node, "alt"),
        attribute(image, "alt") if image is not None else "",
        attribute(node, "aria-label"),
        attribute(node, "title"),
    )
    return next((" ".join(text.split()) for text in alternatives if text.strip()), "")


def _resolve_plain(base_url: str, href: str) -> str | None:
    """The common cases: "/path", "page?x=1" and "?x=1" of harmless characters and no dot segments."""
    href = href.split("#", 1)[0]
    if href[:4] == "http" and href[-1] != "?" and _plain_address.match(href):
        return href
    if not href or href[0] == "." or href[-1] == "?" or "/." in href or "//" in href or not _plain.match(href):
        return None
    root, path = _base(base_url)
    if href[0] == "/" or not root:
        return root + href if root else None
    if path is None:
        return None
    if href[0] == "?":
        return f"{root}{path or '/'}{href}"
    if ":" in href.split("/", 1)[0].split("?", 1)[0]:
        return None
    return f"{root}{path.rpartition('/')[0]}/{href}"


@lru_cache(maxsize=256)
def _base(url: str) -> tuple[str, str | None]:
    """Where the plain links of a page start: its root, empty if it has none, and its path unless that needs care."""
    origin = _origin.match(url)
    if origin is None:
        return "", None
    path = origin[2]
    return _lower(origin[1]), None if "/." in path or not _plain.match(path) else path


def _lower(root: str) -> str:
    """Scheme and host in lower case; a password before the host stays as it is."""
    return root if "@" in root else root.lower()


def _percent_encoded(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace"))
