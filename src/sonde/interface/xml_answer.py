"""An answer in XML, such as a feed, written as the page that it could be: then it is read like any other."""

import html
import re

from sonde.model import Page
from sonde.page.plain import is_html

_START = re.compile(r"\s*<(?:\?xml\b|(?:[\w.-]+:)?[A-Za-z][\w.-]*[\s>])")
_UNSAID = re.compile(r"<!--.*?-->|<\?.*?\?>|<!DOCTYPE[^>\[]{0,1000}(?:\[.{0,10000}?\])?\s*>", re.DOTALL | re.IGNORECASE)
_CDATA = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_TAG = re.compile(r"<(/?)(?:[\w.-]+:)?([A-Za-z_][\w.-]*)((?:\s[^<>]*?)?)(/?)>")
_KEPT = re.compile(r"""\s(?:xlink:)?(href|rel|type)\s*=\s*("[^"]*"|'[^']*')""")
_ADDRESS = re.compile(r'<div class="([\w.-]+)">\s*(https?://[^<\s]+)\s*</div>')


def page_text(page: Page) -> str:
    """The text of a page as HTML: an answer in XML becomes elements of HTML, with links where it holds addresses."""
    is_xml = page.media_type.partition(";")[0].strip().lower().endswith("xml") or page.text.lstrip()[:5] == "<?xml"
    if not is_xml or is_html(page) or not _START.match(page.text):
        return page.text
    text = _CDATA.sub(lambda found: html.escape(_plain(found[1])), _UNSAID.sub("", page.text))
    return f"<html><head></head><body>{_ADDRESS.sub(_link, _TAG.sub(_element, text))}</body></html>"


def _element(found: re.Match[str]) -> str:
    """A tag of XML as one of HTML that is called like it by its class."""
    closes, name, attributes, is_empty = found.groups()
    if closes:
        return "</div>"
    kept = "".join(f" {key}={value}" for key, value in _KEPT.findall(attributes))
    if "href=" in kept:
        return f'<a class="{name}"{kept}></a>' + ("" if is_empty else "<div>")
    return f'<div class="{name}">' + ("</div>" if is_empty else "")


def _link(found: re.Match[str]) -> str:
    return f'<a class="{found[1]}" href="{found[2]}">{found[2]}</a>'


def _plain(text: str) -> str:
    """Text that is HTML in itself, without its tags."""
    return html.unescape(re.sub(r"<[^<>]*>", " ", text))
