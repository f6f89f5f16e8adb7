"""Which pages of a site may hold its search, before any of them is believed."""

import logging
from collections.abc import AsyncIterator, Sequence

from sonde.errors import FetchError
from sonde.interface.fetcher import Fetcher
from sonde.interface.forms.candidates import frame_links, search_page_links
from sonde.interface.results.contrast import Answer, read_page
from sonde.model import Request

logger = logging.getLogger(__name__)

_SEARCH_PAGES = 3  # links to a search page that are tried
_FRAMES = 4


async def search_pages(fetcher: Fetcher, front: Answer) -> AsyncIterator[Answer]:
    """The start page, the pages in its frames, then pages that links call a search page."""
    yield front
    links = search_page_links(front.tree, front.base)
    async for page in _pages(fetcher, frame_links(front.tree, front.base)[:_FRAMES]):
        yield page
        links += search_page_links(page.tree, page.base)
    async for page in _pages(fetcher, list(dict.fromkeys(links))[:_SEARCH_PAGES]):
        yield page


async def _pages(fetcher: Fetcher, urls: Sequence[str]) -> AsyncIterator[Answer]:
    """The pages that can be had."""
    for url in urls:
        try:
            page = await fetcher.fetch(Request(url))
        except FetchError as error:
            logger.info("search page failed url=%s error=%s", url, error)
        else:
            yield read_page(page)
