"""Sites that publish products, to mine: hierarchies, year lists, menus drawn by script, sections that look alike.

Each domain has several sites with a hundred to nine hundred target pages: tables of attributes in some domains,
reviews in others. Pages are written when they are asked for; the targets are known exactly.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from html import escape
from urllib.parse import parse_qs, quote, urlsplit

from sonde.errors import ConfigError, FetchError, StatusError
from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.traits import Traits
from sonde.lab.web.catalogue_pages import CataloguePages
from sonde.lab.web.catalogue_plan import Shop, plan_shop
from sonde.lab.web.products import find_line
from sonde.lab.web.reply import Reply, not_found
from sonde.model import Page, Request
from sonde.page.dom import body_text, parse_html

ENDING = ".example"
SEARCH = "catalogue-search.example"  # a search engine over all pages of products
EXAMPLES = 20
_SHOWN = 10  # results on one page of the search engine

DOMAINS = ("camera", "laptop", "player", "phone")


@dataclass(frozen=True, slots=True)
class CatalogueRecipe:
    """What the sites are like."""

    seed: int = 1
    domains: tuple[str, ...] = DOMAINS
    sites: int = 6  # for each domain
    targets: tuple[int, int] = (100, 900)  # on each site
    beside: float = 0.6  # products of each neighbouring section, as a share of the targets
    news: int = 120  # pages of news on each site
    related: int = 5  # links from a product to others
    scripted: float = 0.25  # of the sites draw their menu by script

    def __post_init__(self) -> None:
        for domain in self.domains:
            find_line(domain)
        if self.sites < 1 or not 1 <= self.targets[0] <= self.targets[1]:
            raise ConfigError("a catalogue needs sites, and targets from a number to a larger one.")


class CatalogueWeb:
    """The sites of all domains, in-process; it fits where a Web is asked for."""

    def __init__(self, recipe: CatalogueRecipe | None = None) -> None:
        self.recipe = recipe or CatalogueRecipe()
        self._shops = {shop.host: shop for domain in self.recipe.domains for shop in self._plan(domain)}
        self._pages = CataloguePages(self.recipe.seed, related=self.recipe.related)
        self._write = lru_cache(maxsize=256)(self._pages.page)

    def _plan(self, domain: str) -> Iterator[Shop]:
        recipe = self.recipe
        rng = random.Random(f"{recipe.seed}/catalogue/{domain}")
        for number in range(recipe.sites + 1):  # the last is never linked or listed: examples come from it
            count = rng.randint(*recipe.targets)
            name = f"{domain}-{'examples' if number == recipe.sites else number + 1}{ENDING}"
            scripted = number < recipe.sites and rng.random() < recipe.scripted
            yield plan_shop(
                name, domain, count, beside=recipe.beside, news=recipe.news, style=number, scripted=scripted,
                seed=recipe.seed,
            )  # fmt: skip

    async def fetch(self, request: Request) -> Page:
        """A page; raises FetchError like the network does."""
        return self.page(request.url)

    def page(self, url: str) -> Page:
        """The page at an address. Raises FetchError and StatusError."""
        reply = self.reply(url)
        headers = (("content-type", "text/html; charset=utf-8"),)
        page = Page(url, reply.text, url, reply.status, headers, body_bytes=len(reply.text))
        if reply.status >= 400:
            raise StatusError(f"{url} answered {reply.status}", url=url, status=reply.status, page=page)
        return page

    def reply(self, url: str, *, method: str = "GET", body: bytes = b"") -> Reply:
        """What the host of an address answers. Raises FetchError for a host that is not there."""
        parts = urlsplit(url)
        if parts.hostname == SEARCH:
            return Reply(self._search(parts.query))
        shop = self._shops.get(parts.hostname or "")
        if shop is None:
            raise FetchError(f"there is no host {parts.hostname}", url=url)
        html = self._write(shop, parts.path or "/", parts.query)
        return Reply(html) if html else not_found()

    def sites(self, domain: str) -> list[str]:
        """The front pages of the sites to mine."""
        return [f"http://{shop.host}/" for shop in self._of(domain)]

    def targets(self, domain: str) -> dict[str, frozenset[str]]:
        """The addresses of all targets, by host."""
        return {shop.host: frozenset(f"http://{shop.host}{path}" for path in shop.targets) for shop in self._of(domain)}

    def examples(self, domain: str) -> list[Page]:
        """Target pages of a site outside the web."""
        shop = self._shops[f"{domain}-examples{ENDING}"]
        paths = random.Random(f"{self.recipe.seed}/examples").sample(sorted(shop.targets), EXAMPLES)
        return [self.page(f"http://{shop.host}{path}") for path in paths]

    def negatives(self, domain: str) -> list[Page]:
        """Other pages of that site: lists, news, and products of the sections beside."""
        shop = self._shops[f"{domain}-examples{ENDING}"]
        others = sorted(set(shop.pages) - shop.targets)
        paths = random.Random(f"{self.recipe.seed}/negatives").sample(others, min(2 * EXAMPLES, len(others)))
        return [self.page(f"http://{shop.host}{path}") for path in paths]

    def _of(self, domain: str) -> list[Shop]:
        if domain not in self.recipe.domains:
            raise ConfigError(f"the catalogue has no domain {domain!r}. Use {', '.join(self.recipe.domains)}.")
        return [shop for shop in self._shops.values() if shop.domain == domain and "-examples" not in shop.host]

    @cached_property
    def _engine(self) -> Engine:
        """The index of the search engine: tables, reviews and news of every site, by their visible text."""
        records = []
        for shop in (shop for domain in self.recipe.domains for shop in self._of(domain)):
            for path, spot in shop.pages.items():
                if spot.kind in ("target", "news"):
                    tree = parse_html(self._pages.page(shop, path, ""))
                    title = tree.css_first("h1")
                    text = body_text(tree)
                    records.append(Record(f"http://{shop.host}{path}", title.text() if title else path, text))
        return Engine(records, Traits())

    def _search(self, query: str) -> str:
        given = parse_qs(query)
        asked = given.get("q", [""])[0]
        number = given.get("page", ["0"])[0]
        start = int(number) * _SHOWN if number.isdecimal() else 0
        form = '<form action="/search"><input type="search" name="q"><input type="submit" value="Search"></form>'
        parts = [form]
        if asked:
            answer = self._engine.search(asked)
            found = [self._engine.records[at] for at in answer.ids[start : start + _SHOWN].tolist()]
            rows = (
                f'<li><a href="{one.id}">{escape(one.title)}</a><p>{escape(one.text[:160])}</p></li>' for one in found
            )
            parts.append(
                f"<p>{answer.total} pages found</p><ol>{''.join(rows)}</ol>" if found else "<p>Nothing found</p>"
            )
            if answer.total > start + _SHOWN:
                parts.append(f'<a rel="next" href="/search?q={quote(asked)}&amp;page={start // _SHOWN + 1}">Next</a>')
        return f"<html><head><title>Product search</title></head><body>{''.join(parts)}</body></html>"
