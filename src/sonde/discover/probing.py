"""Links that a page only shows to somebody with a mouse: menus that a script opens (xCrawl 2008, section 6.1)."""

import asyncio
import logging
from collections import Counter
from dataclasses import replace

from sonde.discover.model import Outlink, WebPage, host_of
from sonde.discover.xcrawl.shape import address_shape
from sonde.errors import FetchError, MissingExtraError
from sonde.interface.rendered.decide import Render
from sonde.interface.rendered.probe import probe_links
from sonde.interface.rendered.site import Screens
from sonde.model import Page

logger = logging.getLogger(__name__)

OF_A_KIND = 2  # pages of one kind that are probed; the others have the same menus
MOST = 20  # pages of a site
PLACE = "menu drawn by script"


class LinkProber:
    """Adds what a script hides to the links of a page; a browser is started when the first page is probed.

    In `auto` only pages with scripts are probed, and of each kind only the first.
    """

    def __init__(self, browser: Screens, render: Render = "auto") -> None:
        self._browser = browser
        self._render: Render = render
        self._seen: Counter[str] = Counter()
        self._one = asyncio.Lock()  # there is one tab

    async def completed(self, page: Page, read: WebPage) -> WebPage:
        """The page with the links that appear when something is pressed or hovered."""
        if not self._is_worth_it(page):
            return read
        try:
            async with self._one:
                screen = await self._browser.screen("probe")
                await screen.open(page.url)
                links = await probe_links(screen)
        except MissingExtraError as missing:
            logger.warning("menus drawn by scripts are not looked into: %s", missing)
            self._render = "never"
            return read
        except FetchError as error:
            logger.info("page not probed url=%s error=%s", page.url, error)
            return read
        known = {link.url for link in read.links}
        fresh = [Outlink(link.url, link.text, path=PLACE) for link in links if link.url not in known]
        return replace(read, links=(*read.links, *fresh))

    def _is_worth_it(self, page: Page) -> bool:
        if self._render == "never":
            return False
        if self._render == "always":
            return True
        kind, host = address_shape(page.url), host_of(page.url)
        if "<script" not in page.text or self._seen[kind] >= OF_A_KIND or self._seen[host] >= MOST:
            return False
        self._seen[kind] += 1
        self._seen[host] += 1
        return True
