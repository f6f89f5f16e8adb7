"""A crawler kept within bounds: sites may have pages and links without end."""

from dataclasses import replace

from sonde.discover.model import Outlink, WebPage
from sonde.discover.sites import LINKS_PER_PAGE, LINKS_PER_ROOM
from sonde.discover.traps import is_trap
from sonde.discover.xcrawl.crawler import SiteCrawler


class Bounded:
    """Lets a crawler have so many pages of its site, and shows it so many links for each of them."""

    def __init__(self, crawler: SiteCrawler, *, max_pages: int) -> None:
        self._crawler = crawler
        self._max_pages = max_pages
        self._pages = 0
        self._links: set[int] = set()  # hashes of the addresses shown

    @property
    def is_spent(self) -> bool:
        """Whether the site has had its pages."""
        return self._pages >= self._max_pages

    def choose(self) -> str | None:
        """What the crawler chooses; None once the site has had its pages."""
        return None if self.is_spent else self._crawler.choose()

    def observe(self, url: str, page: WebPage | None, *, accepted: bool) -> None:
        """Counts the page, and shows the crawler what leads somewhere."""
        self._pages += 1
        if page is not None:
            page = replace(page, links=tuple(link for link in page.links[:LINKS_PER_PAGE] if self._may_show(link)))
        self._crawler.observe(url, page, accepted=accepted)

    def _may_show(self, link: Outlink) -> bool:
        """Links that were shown once may be shown again: where they stand tells what they are."""
        key = hash(link.url)
        if key in self._links:
            return True
        if len(self._links) >= LINKS_PER_ROOM * self._max_pages or is_trap(link.url):
            return False
        self._links.add(key)
        return True
