"""What may still be asked of a site: a fetcher with so many requests to spend."""

from sonde.interface.fetcher import Fetcher
from sonde.interface.heard import Heard
from sonde.model import Page, Request


class SpentError(Exception):
    """Nothing more may be asked."""


class Purse:
    """A fetcher that sends at most `allowed` requests and remembers the last page.

    What the site was asked while it was being learned costs nothing. Where a redirect is followed, that is a request
    more: it is expected where one was followed before.
    """

    def __init__(self, fetcher: Fetcher, form_page: str) -> None:
        self.allowed = 0
        self.spent = 0
        self.last: Page | None = None
        self.heard = fetcher.pages() if isinstance(fetcher, Heard) else {}
        self.heard.pop(Request(form_page), None)  # the form is read again for what is new in it
        self._prices: dict[str, int] = {request.method: 1 + page.redirects for request, page in self.heard.items()}
        self._fetcher = fetcher

    async def fetch(self, request: Request) -> Page:
        """The page; raises SpentError when no request is left for it."""
        page = self.heard.get(request)
        if page is None:
            price = self.price(request.method)
            if self.spent + price > self.allowed:
                raise SpentError
            self.spent += price
            page = await self._fetcher.fetch(request)
            self._prices[request.method] = 1 + page.redirects
            self.spent += 1 + page.redirects - price
        self.last = page
        return page

    def price(self, method: str) -> int:
        """How many requests one is expected to take."""
        return self._prices.get(method, 1)
