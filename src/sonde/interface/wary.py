"""A fetcher that notices when a site wants to be shown a human."""

from sonde.errors import RefusedError
from sonde.interface.fetcher import Fetcher
from sonde.model import Page, Request
from sonde.net.blocked import blocked

_FEW_LINKS = 2


class WaryFetcher:
    """A fetcher that does not take a demand to prove oneself human for a page of the site."""

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher

    async def fetch(self, request: Request) -> Page:
        """The page; raises RefusedError for such a demand, whatever its status."""
        page = await self._fetcher.fetch(request)
        # The full test is slow, and pages with links always pass it.
        if page.text.count("<a ") <= _FEW_LINKS and (reason := blocked(page)):
            raise RefusedError(f"{reason}: {page.url}", url=page.url)
        return page
