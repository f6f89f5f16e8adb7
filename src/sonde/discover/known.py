"""What a discovery has met so far: addresses, texts, forms, and what each site has cost. Pure, but for `resume`."""

from collections.abc import Sequence
from itertools import repeat

from sonde.answer.near_table import NearTable
from sonde.discover.batch import LINK_LENGTH
from sonde.discover.model import Candidate, FoundForm, Outlink, SiteLimits, Verdict, Visit, host_of
from sonde.discover.seen import Seen, key_of
from sonde.discover.sites import LINKS_PER_PAGE, Sites
from sonde.discover.store import DiscoveryStore
from sonde.errors import RefusedError
from sonde.page.url import canonical_url

SEARCHABLE = 0.5


class Known:
    """The memory of a discovery; all of it can be rebuilt from its store."""

    def __init__(self, limits: SiteLimits) -> None:
        self.sites = Sites(limits)
        self.forms: dict[str, bool] = {}  # by key: whether they are looked for
        self._links, self._fetched, self._near = Seen(), Seen(), NearTable()
        self._hashes: set[int] = set()

    async def resume(self, store: DiscoveryStore) -> None:
        """Takes up what earlier runs met."""
        async for urls in store.link_urls():
            self._links.add(urls)
            for url in urls:
                self.sites.note_link(url)
        async for facts in store.page_facts():
            for asked, url, page_hash in facts:
                self.note_page(asked, url, page_hash)
        for url, kind in await store.failures():
            self.note_failure(url, kind)
        for key, is_relevant, url in await store.form_keys():
            self.forms[key] = is_relevant
            self.sites.note_form(url)

    def may_fetch(self, url: str) -> bool:
        """Whether a page is still worth fetching."""
        return url not in self._fetched and self.sites.may_fetch(url)

    def is_elsewhere(self, asked: str, url: str) -> bool:
        """Whether an address only led to a page that is held."""
        return canonical_url(asked) != canonical_url(url) and url in self._fetched

    def note_page(self, asked: str, url: str, page_hash: int) -> bool:
        """Books a page on its site, and a redirect on the site that sent us there; True for a copy of a held page."""
        is_copy = page_hash in self._hashes
        self._fetched.add((asked, url))
        self.sites.note_page(url, is_same=self._near.add(page_hash))
        if page_hash:  # 0: a page without words is like no other
            self._hashes.add(page_hash)
        if host_of(asked) != host_of(url):
            self.sites.note_page(asked)
        return is_copy

    def note_failure(self, url: str, kind: str) -> None:
        """Books a page that could not be had; the site answers where it refuses or does not know a page."""
        is_alive = kind == RefusedError.__name__ or (kind.isdigit() and int(kind) < 500)
        self.sites.note_failure(url, is_alive=is_alive)

    def new_forms(self, verdict: Verdict, url: str) -> list[FoundForm]:
        """The forms of a page that search and were not known, or not known to be relevant."""
        new = []
        for found in verdict.forms:
            if not found.is_relevant and found.searchable < SEARCHABLE:
                continue
            known = self.forms.get(found.key)
            if known is None:
                self.sites.note_form(url)
            if known is None or (found.is_relevant and not known):
                self.forms[found.key] = found.is_relevant
                new.append(found)
        return new

    def are_new(self, urls: Sequence[str]) -> list[bool]:
        """Of each address of a page whether its link may be a candidate: never met, and not too far down the page."""
        first = urls[:LINKS_PER_PAGE]
        return [*self._links.fresh(first), *repeat(False, len(urls) - len(first))]

    def candidates(self, visit: Visit, links: Sequence[Outlink]) -> list[Candidate]:
        """Those of some links of a page that are new and lead somewhere."""
        links = links[:LINKS_PER_PAGE]
        keys = [key_of(link.url) for link in links]
        here, came, topic = host_of(visit.page.url), visit.candidate, visit.verdict.topic
        kept: list[Candidate] = []
        taken: list[int] = []
        for link, key, is_fresh in zip(links, keys, self._links.fresh_keys(keys), strict=True):
            if is_fresh and self.sites.may_keep(link.url):
                site_depth = came.site_depth + 1 if host_of(link.url) == here else 0
                kept.append(Candidate(_clipped(link), visit.page.url, topic, came.depth + 1, site_depth))
                taken.append(key)
        self._links.add_keys(taken)
        return kept

    def new_seeds(self, seeds: Sequence[str]) -> list[Candidate]:
        """The seeds that were never met."""
        fresh = [url for url in dict.fromkeys(seeds) if url not in self._links]
        self._links.add(fresh)
        return [Candidate(Outlink(url)) for url in fresh]


def _clipped(link: Outlink) -> Outlink:
    """The link as it is stored: it must rank the same after it was read back."""
    if len(link.anchor) + len(link.before) + len(link.after) + len(link.path) <= LINK_LENGTH:
        return link
    return Outlink(link.url, *(text[:LINK_LENGTH] for text in (link.anchor, link.before, link.after, link.path)))
