"""One saved page read alone: its forms, the way to its next page, and the results it shows."""

from dataclasses import dataclass

from sonde.interface.paging.next_page import LIKELY, next_pages
from sonde.interface.results.single import single_page_results
from sonde.model import Form, Result
from sonde.page.dom import parse_html
from sonde.page.forms import find_forms
from sonde.page.links import base_url


@dataclass(frozen=True, slots=True)
class SavedPage:
    """What stands on a page, in document order."""

    url: str
    forms: tuple[Form, ...]
    next: str | None  # a link that leads on; None for none or a button that posts
    results: tuple[Result, ...]


def inspect_page(html: str, url: str) -> SavedPage:
    """Reads a page without asking anyone anything; `url` is where it was served from."""
    tree = parse_html(html)
    forms = find_forms(tree, url)
    base = base_url(tree, url)
    ways = [way for way in next_pages(tree, base, url, forms) if way.score >= LIKELY]
    following = next((way.request.url for way in ways if way.request.method == "GET"), None)
    return SavedPage(url, forms, following, tuple(single_page_results(tree, base)))
