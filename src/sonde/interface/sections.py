"""Front pages that list collections, such as repositories, books or boards: the search is on the pages of those."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice, zip_longest
from urllib.parse import unquote, urlsplit

from sonde.errors import FetchError, NoSearchFormError
from sonde.interface.fetcher import Fetcher
from sonde.interface.forms.candidates import SEARCHABLE, from_forms, search_page_links
from sonde.interface.forms.danger import ANY_ACT, plain_words
from sonde.interface.forms.own import is_same
from sonde.interface.model import Ask
from sonde.interface.results.contrast import Answer, read_page
from sonde.interface.results.links import parameters_of
from sonde.model import Request
from sonde.page.links import find_links
from sonde.page.plain import is_html
from sonde.page.url import canonical_url, same_site

_LOOKED = 5  # pages that are looked at for a search of their own
_BESIDE = 3  # pages like the one that has it
_CALLED = 2  # pages that one of those looked at calls a search page


async def find_section(fetcher: Fetcher, front: Answer) -> Answer | None:
    """The page linked from a front page that has a search which the front page does not have.

    It may also be one that such a page calls a search page. Raises NoSearchFormError where several have one each:
    nobody said which is meant.
    """
    links = _links(front)
    called: list[str] = []
    for url in islice(_by_kind(links), _LOOKED):
        page, ask = await _look(fetcher, url, front)
        called += search_page_links(page.tree, page.base) if page is not None else []
        if page is not None and ask is not None:
            beside = [link for link in links if _is_beside(link, url, ask)]
            other = await _other_section(fetcher, front, ask, beside)
            if other is None:
                return page
            raise NoSearchFormError(
                f"pages that {front.page.url} links to have a search each, such as {url} and {other}. "
                "Give the address of the one that is meant.",
                url=front.page.url,
            )
    for url in list(dict.fromkeys(called))[:_CALLED]:
        page, ask = await _look(fetcher, url, front)
        if ask is not None:
            return page
    return None


async def _other_section(fetcher: Fetcher, front: Answer, ask: Ask, beside: Sequence[str]) -> str | None:
    """The address of a page that has a like search for something else."""
    for url in beside[:_BESIDE]:
        _, found = await _look(fetcher, url, front)
        if found is not None and (found.action, found.send) != (ask.action, ask.send):
            return url
    return None


async def _look(fetcher: Fetcher, url: str, front: Answer) -> tuple[Answer | None, Ask | None]:
    """A page, and how it is asked if it has a search of its own."""
    try:
        page = read_page(await fetcher.fetch(Request(url)))
    except FetchError:
        return None, None
    if not is_html(page.page):
        return None, None
    here, there = page.page.url, front.page.url
    own = [form for form in page.forms if not any(is_same(form, here, other, there) for other in front.forms)]
    return page, next((found.ask for found in from_forms(own, here) if found.score >= SEARCHABLE), None)


def _links(front: Answer) -> list[str]:
    """The other pages of the site that a page links to, in its order, but for links that read like an act."""
    start = canonical_url(front.page.url)
    urls = [
        link.url
        for link in find_links(front.tree, front.base)
        if same_site(link.url, front.page.url) and not ANY_ACT.find(plain_words(link.text, unquote(link.url)))
    ]
    return [url for url in dict.fromkeys(urls) if canonical_url(url) != start]


def _by_kind(links: Sequence[str]) -> Iterator[str]:
    """The first link of each kind of address, then the second ones."""
    kinds: dict[object, list[str]] = {}
    for url in links:
        kinds.setdefault(_kind(url), []).append(url)
    return (url for url in chain.from_iterable(zip_longest(*kinds.values())) if url is not None)


def _kind(url: str) -> tuple[int, tuple[str, ...]]:
    return len(_segments(url)), tuple(name for name, _ in parameters_of(url))


def _is_beside(url: str, other: str, ask: Ask) -> bool:
    """Whether two addresses of one kind differ in one place, which says what the search of the other is for."""
    named = {*_segments(ask.action), *(value for _, value in ask.send)}
    places = zip(_places(url), _places(other), strict=False)
    differing = [there for here, there in places if here != there]
    return _kind(url) == _kind(other) and len(differing) == 1 and differing[0] in named


def _places(url: str) -> list[str]:
    return [*_segments(url), *(value for _, value in parameters_of(url))]


def _segments(url: str) -> list[str]:
    return [segment for segment in urlsplit(url).path.split("/") if segment]
