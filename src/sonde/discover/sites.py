"""What each site has cost and brought, and when to leave it (ACHE 2007, section 2). Pure."""

from dataclasses import dataclass, field

from sonde.discover.model import SiteLimits, host_of
from sonde.discover.traps import is_trap, shape_of

LINKS_PER_PAGE = 1_000  # kept of one page
LINKS_PER_ROOM = 20  # kept for each page that may be fetched of a site
SHAPE_SHARE = 0.5  # of a site's pages, for addresses of one shape
LEAST_PER_SHAPE = 5
SAME_PER_SHAPE = 5  # pages of one shape that nearly equal others
FAILURES, FAILURES_AFTER_PAGES = 3, 10  # in a row, and a site is taken for dead


@dataclass(slots=True)
class _Site:
    pages: int = 0
    forms: int = 0
    links: int = 0
    failures: int = 0  # in a row
    is_alive: bool = False  # it has answered
    shapes: dict[str, int] = field(default_factory=dict)  # pages by the shape of their address
    same: dict[str, int] = field(default_factory=dict)  # nearly equal pages by shape
    spent: set[str] = field(default_factory=set)  # shapes that have had their share


class Sites:
    """The accounts of all sites; a site is a host."""

    def __init__(self, limits: SiteLimits) -> None:
        self.limits = limits
        self._sites: dict[str, _Site] = {}
        self._most_links = LINKS_PER_ROOM * limits.max_pages
        self._per_shape = max(LEAST_PER_SHAPE, round(SHAPE_SHARE * limits.max_pages))

    def __len__(self) -> int:
        return len(self._sites)

    def room(self, host: str) -> int:
        """How many more pages may be asked of a site; 0 for one that was left."""
        site = self._sites.get(host)
        if site is None:
            return self.limits.max_pages
        patience = FAILURES_AFTER_PAGES if site.is_alive else FAILURES
        if site.forms >= self.limits.max_forms or site.failures >= patience:
            return 0
        return max(0, self.limits.max_pages - site.pages)

    def may_fetch(self, url: str) -> bool:
        """Whether a page is still within its site's limits and those of its kind of address."""
        host = host_of(url)
        if not self.room(host):
            return False
        site = self._sites.get(host)
        return site is None or not site.spent or shape_of(url) not in site.spent

    def may_keep(self, url: str) -> bool:
        """Whether a link is worth a place in the frontier; a kept one is counted."""
        if is_trap(url) or not self.may_fetch(url):
            return False
        site = self._site(host_of(url))
        if site.links >= self._most_links:
            return False
        site.links += 1
        return True

    def note_link(self, url: str) -> None:
        """Counts a link kept by an earlier run."""
        self._site(host_of(url)).links += 1

    def note_page(self, url: str, *, is_same: bool = False) -> None:
        """Counts a page that was fetched; `is_same` says that it nearly equals another."""
        site, shape = self._site(host_of(url)), shape_of(url)
        site.pages += 1
        site.failures, site.is_alive = 0, True
        site.shapes[shape] = site.shapes.get(shape, 0) + 1
        if is_same:
            site.same[shape] = site.same.get(shape, 0) + 1
        if site.shapes[shape] >= self._per_shape or site.same.get(shape, 0) >= SAME_PER_SHAPE:
            site.spent.add(shape)

    def note_form(self, url: str) -> None:
        """Counts another form that searches, on a page of the site."""
        self._site(host_of(url)).forms += 1

    def note_failure(self, url: str, *, is_alive: bool) -> None:
        """Counts a page that could not be had; a site that answers at all is alive."""
        site = self._site(host_of(url))
        site.pages += 1
        site.failures = 0 if is_alive else site.failures + 1
        site.is_alive = site.is_alive or is_alive

    def _site(self, host: str) -> _Site:
        site = self._sites.get(host)
        if site is None:
            site = self._sites[host] = _Site()
        return site
