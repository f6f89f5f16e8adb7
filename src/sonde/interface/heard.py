"""What a site has said while it is being learned: what was asked once need not be asked again."""

from sonde.interface.fetcher import Fetcher
from sonde.model import Page, Request

_MOST = 32 * 2**20  # letters of all pages that are kept


class Heard:
    """A fetcher that remembers the pages it brought, the latest ones where they are large."""

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher
        self._pages: dict[Request, Page] = {}
        self._letters = 0
        self.sent = 0  # requests, with those that followed a redirect

    async def fetch(self, request: Request) -> Page:
        """The page as it is now."""
        self.sent += 1
        page = await self._fetcher.fetch(request)
        self.sent += page.redirects
        before = self._pages.pop(request, None)
        self._letters += len(page.text) - (len(before.text) if before is not None else 0)
        self._pages[request] = page
        while self._letters > _MOST:
            self._letters -= len(self._pages.pop(next(iter(self._pages))).text)
        return page

    def pages(self) -> dict[Request, Page]:
        """What each request brought."""
        return dict(self._pages)
