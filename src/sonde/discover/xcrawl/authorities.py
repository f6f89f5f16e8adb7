"""GetAuthorities: the first target documents, by asking a search engine (xCrawl 2008, section 4).

A search engine is any search interface that Sonde can drive. It is asked for sites: results of a site that was looked
at are passed over, and an answer that has no others is read further. Then, beyond the paper, it is asked for the titles
of what was found: other sites may have pages about the same things.
"""

import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from itertools import islice

from sonde.answer import Site
from sonde.discover.model import host_of
from sonde.discover.xcrawl.queries import harmonic_mean, middle_out, queries, search_weights
from sonde.errors import FetchError
from sonde.model import Query, Result

logger = logging.getLogger(__name__)

RESULTS = 10  # n: how many of an answer's results are looked at
OF_A_SITE = 5  # results of one site that are looked at, over all queries
DEEP = 10  # pages of an answer that are read for them
LENGTH = 3  # words in a query
MAX_IDLE = 10  # queries in a row without a new authority
MAX_QUERIES = 200

IsAuthority = Callable[[str], Awaitable[bool]]


class Engine:
    """A search engine that is asked for target documents on sites not looked at yet."""

    def __init__(self, site: Site, is_authority: IsAuthority) -> None:
        self.titles: dict[str, str] = {}  # of the target documents found, by address
        self._site = site
        self._is_authority = is_authority
        self._judged: set[str] = set()
        self._looked: Counter[str] = Counter()  # results looked at, by host

    async def ask_all(self, asked: Iterable[str], *, max_idle: int = MAX_IDLE) -> None:
        """Asks one query after the other until some in a row have brought nothing new."""
        idle = 0
        for words in islice(asked, MAX_QUERIES):
            found = await self._ask(words)
            logger.info("search engine asked words=%r new=%d", words, found)
            idle = 0 if found else idle + 1
            if idle >= max_idle:
                break

    async def hits(self, token: str) -> int:
        """The hits of a token alone: as stated, else those on the first page."""
        try:
            async for page in self._site.search(Query(token, peek=True)):
                return page.total if page.total is not None else len(page.results)
        except FetchError as error:
            logger.warning("search engine did not answer words=%r error=%s", token, error)
        return 0

    async def _ask(self, words: str) -> int:
        """How many new target documents one query brings."""
        found = seen = 0
        async for result in self._results(words):
            host = host_of(result.url)
            if result.url in self._judged or self._looked[host] >= OF_A_SITE:
                continue
            self._judged.add(result.url)
            self._looked[host] += 1
            if await self._is_authority(result.url):
                self.titles[result.url] = result.title
                found += 1
            seen += 1
            if seen >= RESULTS:
                break
        return found

    async def _results(self, words: str) -> AsyncIterator[Result]:
        try:
            pages = 0
            async for page in self._site.search(Query(words)):
                for result in page.results:
                    yield result
                pages += 1
                if pages >= DEEP or not page.results:
                    break
        except FetchError as error:
            logger.warning("search engine did not answer words=%r error=%s", words, error)


async def get_authorities(
    site: Site, tokens: Sequence[tuple[str, float]], is_authority: IsAuthority, *, length: int = LENGTH
) -> list[str]:
    """Addresses of target documents that the engine finds, in the order they were found."""
    engine = Engine(site, is_authority)
    weights = search_weights({token: await engine.hits(token) for token, _ in tokens})
    combined = {token: harmonic_mean(weights[token], tf_idf) for token, tf_idf in tokens if weights[token] > 0}
    await engine.ask_all(" ".join(words) for words in queries(middle_out(combined), length=length))
    await engine.ask_all(dict.fromkeys(title for title in engine.titles.values() if title))
    return list(engine.titles)
