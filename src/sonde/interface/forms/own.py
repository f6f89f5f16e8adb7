"""Which forms belong to the page that was named, and which stand on every page of its site?"""

from collections.abc import Sequence
from urllib.parse import urljoin, urlsplit

from sonde.errors import FetchError
from sonde.interface.fetcher import Fetcher
from sonde.interface.results.contrast import Answer, read_page
from sonde.model import Form, Request


def found_again(form: Form, forms: Sequence[Form]) -> list[Form]:
    """Those of a page's forms that are one which was seen there before: what they ask for is the same.

    Where several ask alike, those that also lead there: an address may hold a visitor's session.
    """
    alike = [one for one in forms if one.method == form.method and _named(one) == _named(form)]
    return [one for one in alike if _path(one.action) == _path(form.action)] or alike


async def own_forms(fetcher: Fetcher, page: Answer, forms: Sequence[Form]) -> list[Form]:
    """Those of several forms that the site's front page does not have; none where the page is that one.

    Where the front page cannot be had, those that lead back to the page itself.
    """
    url, front = page.page.url, urljoin(page.page.url, "/")
    if len(forms) < 2 or _path(url) == "/":
        return []
    try:
        other = read_page(await fetcher.fetch(Request(front)))
    except FetchError:
        return [form for form in forms if _path(form.action) == _path(url)]
    return [form for form in forms if not any(is_same(form, url, there, other.page.url) for there in other.forms)]


def is_same(form: Form, url: str, other: Form, other_url: str) -> bool:
    """Whether two forms of different pages are one: their inputs are the same, and where they lead to.

    A form without an address leads to the page it is on.
    """
    come_back = _path(form.action) == _path(url) and _path(other.action) == _path(other_url)
    leads_alike = come_back or _path(form.action) == _path(other.action)
    return form.method == other.method and leads_alike and _shown(form) == _shown(other)


def _shown(form: Form) -> set[str]:
    return {field.name for field in form.fields if field.kind != "hidden"}


def _named(form: Form) -> set[str]:
    return _shown(form) - {""}


def _path(url: str) -> str:
    return urlsplit(url).path or "/"
