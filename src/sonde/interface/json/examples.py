"""What requests does a service's own documentation show as examples? Pages at and below its bare address."""

import re
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Sequence
from urllib.parse import parse_qsl, unquote_plus, urljoin, urlsplit

from sonde.interface.fetcher import Fetcher
from sonde.interface.forms.danger import ACT, plain_words
from sonde.interface.json.probe import page_at
from sonde.interface.model import Ask
from sonde.model import Page
from sonde.page.dom import parse_html, visible_text
from sonde.page.links import base_url, find_links, resolve
from sonde.page.plain import is_html
from sonde.page.url import same_site

_MAX_PAGES = 40
_written = re.compile(r"(?:https?://[^\s/\"'<>]+)?/[^\s\"'<>?]*\?[^\s\"'<>]+")  # an address in running text
_word = re.compile(r"\w{3,}")


class Documentation:
    """The documentation of a service, as far as it was read; each page is fetched once.

    Pages that name most of what our own question sends come first: they are about the same part of the service.
    """

    def __init__(
        self, fetcher: Fetcher, ask: Ask, known: Iterable[Page] = (), *, documents: Sequence[str] = ()
    ) -> None:
        self.ask = ask
        self.documents = documents  # addresses of single documents, open at {key}
        self._known = {page.requested_url or page.url: page for page in known}
        self._fetcher = fetcher
        self._own = frozenset(word for pair in (*ask.send, (ask.query_field, "")) for word in _words(*pair))
        folder = urljoin(ask.action, ".")
        self._waiting = [ask.action] + ([folder] if urlsplit(folder).path != "/" else [])
        self._seen = set(self._waiting)
        self._read: list[list[str]] = []  # the examples of each page

    async def examples(self, *, pages: int = _MAX_PAGES) -> AsyncIterator[list[str]]:
        """The example requests of one page after the other."""
        for number in range(pages):
            while len(self._read) <= number and self._waiting:
                await self._read_next()
            if len(self._read) <= number:
                return
            yield self._read[number]

    async def _read_next(self) -> None:
        url = max(self._waiting, key=lambda url: len(self._own & _words(url)))
        self._waiting.remove(url)
        page = self._known.get(url) or await page_at(self._fetcher, url)
        if page is None or not is_html(page):
            return
        self._read.append(list(dict.fromkeys(examples_on(page, self.ask))))
        fresh = [link for link in pages_on(page, self.ask, self._own) if link not in self._seen]
        self._waiting += dict.fromkeys(fresh)
        self._seen.update(fresh)


def examples_on(page: Page, ask: Ask) -> Iterator[str]:
    """Addresses on a page that ask our endpoint, for the same thing as far as its parameters say."""
    tree = parse_html(page.text)
    base = base_url(tree, page.url)
    written = _written.findall(visible_text(tree.body)) if tree.body is not None else []
    for url in (*(link.url for link in find_links(tree, base)), *(resolve(base, text) for text in written)):
        pairs = parse_qsl(urlsplit(url).query) if url is not None and _is_here(url, ask) else []
        if pairs and _is_alike(pairs, ask) and not _acts(pairs):
            yield str(url)


def pages_on(page: Page, ask: Ask, own: Collection[str]) -> Iterator[str]:
    """Links of a page of documentation to others that name something of our question."""
    tree = parse_html(page.text)
    for link in find_links(tree, base_url(tree, page.url)):
        pairs = parse_qsl(urlsplit(link.url).query)
        below = same_site(link.url, ask.action) and urlsplit(link.url).path.startswith(urlsplit(ask.action).path)
        if below and not _is_alike(pairs, ask) and _words(link.url).intersection(own) and not _acts(pairs):
            yield link.url


def _is_here(url: str, ask: Ask) -> bool:
    return same_site(url, ask.action) and urlsplit(url).path == urlsplit(ask.action).path


def _is_alike(pairs: Collection[tuple[str, str]], ask: Ask) -> bool:
    """Whether a request shares a setting with our own question, which is known to be harmless."""
    return bool(set(pairs) & set(ask.send)) or not ask.send


def _acts(pairs: Collection[tuple[str, str]]) -> bool:
    """Whether a request may change something."""
    said = plain_words(*(text for pair in pairs for text in pair))
    return any(phrases.find(said) for phrases in ACT.values())


def _words(*texts: str) -> frozenset[str]:
    return frozenset(word for text in texts for word in _word.findall(unquote_plus(text).lower()))
