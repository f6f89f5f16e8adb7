"""The crawls behind the interfaces of a discovery: what each holds, and which one is worth the next requests."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from zlib import crc32

from sonde.discover.found import FoundInterface
from sonde.discover.model import host_of
from sonde.model import Coverage, Stop, StopReason
from sonde.store.copy import Copy
from sonde.text.frequency import general_frequency
from sonde.text.words import words

TO_KNOW = 80  # requests that it takes to get to know a site
SEED_WORDS = 10
_SAMPLED_SITES, _SAMPLE = 20, 200  # documents of each
_EVERYWHERE = 5.5  # on the Zipf scale: a word of every text
_FINAL: frozenset[StopReason] = frozenset({"exhausted", "estimate reached", "yield too low", "error", "blocked"})
_MEMORY = 0.5  # weight of what earlier slices brought, from one slice to the next
_HOPE = (60.0, 40.0)  # new documents and requests that an untried interface is credited with


@dataclass(slots=True)
class SiteCrawl:
    """One interface and the crawl behind it."""

    found: FoundInterface
    folder: Path
    documents: int = 0
    queries: int = 0
    requests: int = 0
    coverage: Coverage = field(default_factory=Coverage)
    stop: Stop | None = None  # None: not begun
    is_second_try: bool = False  # to get to know it,
    failure: str = ""  # because of this
    slices: int = 0  # of this run
    new: float = 0.0  # documents of late,
    spent: float = 0.0  # and the requests they took

    @property
    def is_done(self) -> bool:
        """Whether nothing more is to be had there, or nothing at all."""
        return self.stop is not None and self.stop.reason in _FINAL

    @property
    def expected(self) -> float:
        """New documents per request, by the latest slices; what is hardly known is hoped to be good."""
        documents, requests = _HOPE
        return (self.new + documents / (1 + self.slices)) / (self.spent + requests / (1 + self.slices))

    def note(self, documents: int, requests: int) -> None:
        """Counts what a slice brought and took."""
        self.new = _MEMORY * self.new + documents
        self.spent = _MEMORY * self.spent + requests
        self.slices += 1


def choose(sites: Iterable[SiteCrawl], *, room: int) -> SiteCrawl | None:
    """The site that gets the next slice: those without one in turn, then the one with most expected of it.

    A site is not begun with fewer requests than it takes to get to know one.
    """
    open_sites = [site for site in sites if not site.is_done] if room else []
    untried = [site for site in open_sites if not site.queries]
    if untried and room >= TO_KNOW:
        return min(untried, key=lambda site: (site.is_second_try, site.slices))
    return max((site for site in open_sites if site.queries), key=lambda site: site.expected, default=None)


def domain_words(sites: Iterable[SiteCrawl], *, count: int = SEED_WORDS) -> list[str]:
    """Words that many documents of the sites crawled so far share, and that are not frequent everywhere."""
    holders: Counter[str] = Counter()
    for site in islice((site for site in sites if site.documents), _SAMPLED_SITES):
        for document in islice(Copy(site.folder).documents(), _SAMPLE):
            holders.update({word for word in words(f"{document.title} {document.text}") if len(word) > 3})
    telling = (word for word, _ in holders.most_common(50 * count) if general_frequency(word) < _EVERYWHERE)
    return list(islice(telling, count))


def one_per_form(interfaces: Iterable[FoundInterface]) -> list[FoundInterface]:
    """The interfaces to crawl, the surest first; forms that are sent to one address are one."""
    best: dict[str, FoundInterface] = {}
    for one in interfaces:
        address = one.action.partition("?")[0]
        if address not in best or best[address].domain < one.domain:
            best[address] = one
    return sorted(best.values(), key=lambda one: (-one.domain, one.page))


def site_name(found: FoundInterface) -> str:
    """A folder name for an interface: its host, and what tells it from others there."""
    host = re.sub(r"[^a-z0-9.-]+", "-", host_of(found.page_url))[:80]
    return f"{host}-{crc32(found.action.partition('?')[0].encode('utf-8', 'replace')):08x}"


def opened(found: FoundInterface, folder: Path) -> SiteCrawl:
    """The crawl of an interface, new or as an earlier run left it."""
    site = SiteCrawl(found, folder / site_name(found))
    reread(site)
    # What failed may work today; a slice that ended by its own budget goes on.
    if site.stop is not None and site.stop.reason in ("error", "blocked", "interrupted"):
        site.stop = None
    return site


def reread(site: SiteCrawl) -> None:
    """Takes over what the site's folder says, if there is one."""
    if not (site.folder / "crawl.db").is_file():
        return
    status = Copy(site.folder).status()
    site.documents, site.queries, site.requests = status.documents, status.queries, status.requests
    site.coverage = status.coverage
    site.stop = status.stop or site.stop


def totals(sites: Sequence[SiteCrawl]) -> dict[str, int]:
    """What all crawls hold and took together."""
    return {
        "documents": sum(site.documents for site in sites),
        "queries": sum(site.queries for site in sites),
        "requests": sum(site.requests for site in sites),
        "crawled": sum(site.documents > 0 for site in sites),
    }
