"""How well crawlers of one site find all pages of a kind: the experiments of xCrawl 2008, section 5.

Every crawler sees the same site, starts from the same pages and is told only the validator's yes or no. Our own runs
until it ends by itself; the others may fetch as many pages as it did, the published one also as many as it wants.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from sonde.discover.model import WebPage
from sonde.discover.read import read_page
from sonde.discover.sampling import sample_sites
from sonde.discover.validators import Validator
from sonde.discover.validators.table import TableValidator
from sonde.discover.validators.text import TextValidator
from sonde.discover.xcrawl.crawler import SiteCrawler
from sonde.discover.xcrawl.methods import DEFAULT_METHOD, make_crawler
from sonde.discover.xcrawl.walk import MAX_ITERATIONS, RESTART, XCrawl
from sonde.errors import FetchError
from sonde.lab.web.catalogue import CatalogueRecipe, CatalogueWeb

PUBLISHED = "xcrawl"
TO_THE_END = "xcrawl to its end"
STARTS = 2  # target pages known beforehand, as a search engine would have found them
MOST = 8  # pages fetched at most, for each target
TABULAR = ("camera", "laptop")  # domains whose targets are tables of attributes; the others are texts
RESTARTS = (0.05, 0.10, 0.15, 0.20, 0.25, 0.30)
ITERATIONS = (10, 25, 50, 100)


@dataclass(frozen=True, slots=True)
class Mined:
    """One crawler on one site."""

    seed: int
    domain: str
    host: str
    method: str
    targets: int  # actually existing
    pages: int  # fetched
    found: int
    accepted: int  # by the validator
    restart: float = RESTART
    max_iterations: int = MAX_ITERATIONS
    curve: tuple[int, ...] = field(default=(), repr=False)  # targets found after each page

    @property
    def recall(self) -> float:
        return self.found / self.targets

    @property
    def harvest_rate(self) -> float:
        """HR = |C| / |P|: accepted pages among those retrieved."""
        return self.accepted / max(1, self.pages)


class SiteCase:
    """One site with its truth; pages are read and judged once for all crawlers."""

    def __init__(
        self, web: CatalogueWeb, domain: str, home: str, targets: frozenset[str], validator: Validator
    ) -> None:
        self.domain, self.home, self.targets = domain, home, targets
        chosen = Random(f"{web.recipe.seed}/{home}").sample(sorted(targets), min(STARTS, len(targets)))
        self.start = [*chosen, home]
        self._web, self._validator = web, validator
        self._known: dict[str, tuple[WebPage | None, bool]] = {}

    def look(self, url: str) -> tuple[WebPage | None, bool]:
        """The page at an address, if there is one, and what the validator says."""
        if url not in self._known:
            try:
                page = self._web.page(url)
                self._known[url] = read_page(page, with_paths=True), self._validator.accepts(page)
            except FetchError:
                self._known[url] = None, False
        return self._known[url]

    def run(self, crawler: SiteCrawler, most: int, **told: Any) -> Mined:
        """Lets a crawler fetch pages until it ends or has fetched so many."""
        found = accepted = 0
        curve: list[int] = []
        while len(curve) < most and (url := crawler.choose()) is not None:
            page, is_accepted = self.look(url)
            found += url in self.targets
            accepted += is_accepted
            curve.append(found)
            crawler.observe(url, page, accepted=is_accepted)
        return Mined(
            self._web.recipe.seed, self.domain, self.home.split("/")[2], targets=len(self.targets), pages=len(curve),
            found=found, accepted=accepted, curve=tuple(curve), **told,
        )  # fmt: skip


def site_cases(seeds: Sequence[int], domains: Sequence[str], *, sites: int) -> Iterator[SiteCase]:
    """Every site of every domain, with a validator that learned from twenty pages of another site."""
    for seed in seeds:
        web = CatalogueWeb(CatalogueRecipe(seed=seed, sites=sites))
        for domain in domains:
            validator = learned_validator(web, domain)
            targets = web.targets(domain)
            for home in web.sites(domain):
                yield SiteCase(web, domain, home, targets[home.split("/")[2]], validator)


def learned_validator(web: CatalogueWeb, domain: str) -> Validator:
    """Tables where the targets are tables, else text against pages of the sites taken by chance."""
    examples = web.examples(domain)
    if domain in TABULAR:
        return TableValidator(examples)
    validator = TextValidator(examples)
    validator.learn_others(asyncio.run(sample_sites(web, web.sites(domain))))
    return validator


def measure_mining(
    seeds: Sequence[int], domains: Sequence[str], methods: Sequence[str], *, sites: int
) -> Iterator[Mined]:
    """Figures 4 to 8: every method on every site, with as many pages as our own needed."""
    for case in site_cases(seeds, domains, sites=sites):
        most = MOST * len(case.targets)
        ours = case.run(make_crawler(DEFAULT_METHOD, case.start), most, method=DEFAULT_METHOD)
        yield ours
        for method in methods:
            if method != DEFAULT_METHOD:
                yield case.run(make_crawler(method, case.start), ours.pages, method=method)
        if PUBLISHED in methods:
            yield case.run(make_crawler(PUBLISHED, case.start), most, method=TO_THE_END)


def measure_parameters(seeds: Sequence[int], domains: Sequence[str], *, sites: int) -> Iterator[Mined]:
    """Figure 10: the published method with other restart probabilities, and with other numbers of iterations."""
    settings = [(restart, MAX_ITERATIONS) for restart in RESTARTS] + [(RESTART, most) for most in ITERATIONS]
    for case in site_cases(seeds, domains, sites=sites):
        for restart, iterations in dict.fromkeys(settings):
            crawler = XCrawl(case.start, restart=restart, max_iterations=iterations)
            yield case.run(
                crawler, MOST * len(case.targets), method=PUBLISHED, restart=restart, max_iterations=iterations
            )
