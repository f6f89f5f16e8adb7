"""One mining of one or more sites into one folder: opens everything it needs and closes it again."""

import asyncio
import logging
from collections.abc import Collection, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

from sonde.browser.chromium import Browser
from sonde.discover.batch import Batch
from sonde.discover.examples import checked_address
from sonde.discover.folder import DiscoveryFolder
from sonde.discover.found import MINING
from sonde.discover.mine_shelf import MineProgress, MineShelf
from sonde.discover.mining import judge, judge_page, mine_site, replay
from sonde.discover.model import host_of
from sonde.discover.outline import MinedPage
from sonde.discover.probing import LinkProber
from sonde.discover.report import write_report
from sonde.discover.run import MODE
from sonde.discover.sampling import found_sites, sample_sites
from sonde.discover.store import DiscoveryStore
from sonde.discover.validators import Validator
from sonde.discover.validators.text import TextValidator
from sonde.discover.xcrawl.authorities import get_authorities
from sonde.discover.xcrawl.bounded import Bounded
from sonde.discover.xcrawl.methods import DEFAULT_METHOD, make_crawler
from sonde.discover.xcrawl.tokens import get_tokens
from sonde.errors import ConfigError, SondeError
from sonde.interface.rendered.decide import Render, learn_site
from sonde.interface.site import WebSite
from sonde.model import Page, Stop
from sonde.net.client import Client, NetOptions
from sonde.page.dom import parse_html, visible_text
from sonde.store.warc import WarcArchive

logger = logging.getLogger(__name__)

STARTS = "starts"
VALIDATOR = "validator"
SITE_PAGES = 10_000


@dataclass(frozen=True, slots=True)
class MineOptions:
    """How to mine."""

    method: str = DEFAULT_METHOD
    max_pages: int | None = None
    site_pages: int = SITE_PAGES  # of one site at most
    search: str = ""  # the address of a search engine that knows such pages
    render: Render = "auto"  # whether menus that scripts draw are looked into
    rng_seed: int = 0
    net: NetOptions = field(default_factory=NetOptions)


class MiningRun:
    """Mines sites into a folder, new or to be resumed."""

    def __init__(
        self,
        folder: Path | str,
        *,
        sites: Sequence[str] = (),
        validator: Validator,
        examples: Sequence[Page] = (),
        options: MineOptions | None = None,
    ) -> None:
        self.folder = Path(folder)
        self.options = options or MineOptions()
        self._shelf: MineShelf | None = None
        self._sites = [checked_address(site, where=f"the address {site!r}") for site in sites]
        self._validator = validator
        self._examples = list(examples)
        self._judged: dict[str, bool] = {}  # before the search engine was asked
        make_crawler(self.options.method, ["http://unused.invalid/"])  # an unknown method is an error before all else
        if not self._sites and not self.options.search and not DiscoveryFolder.is_one(folder):
            raise ConfigError("which sites? Name their addresses, or a search engine that knows them (--search URL).")
        if self.options.search:
            checked_address(self.options.search, where=f"the search engine {self.options.search!r}")
        if self.options.search and not self._examples:
            raise ConfigError("a search engine is asked for the words of example pages. Name them with --examples DIR.")

    @property
    def progress(self) -> MineProgress:
        """How far it is, over all runs."""
        return self._shelf.progress if self._shelf is not None else MineProgress()

    async def run(self) -> Stop:
        """Mines until nothing is left that is worth fetching. What is stored when it is cancelled is kept."""
        async with AsyncExitStack() as stack:
            folder = stack.enter_context(DiscoveryFolder.open_for_discovery(self.folder))
            self._store = await stack.enter_async_context(await DiscoveryStore.open(folder.database))
            await self._settle()
            archive = await stack.enter_async_context(WarcArchive(folder.archive))
            first = self._sites[0] if self._sites else self.options.search
            self._client = await stack.enter_async_context(Client(self.options.net, start_url=first, recorder=archive))
            self._browser = await stack.enter_async_context(Browser(self._client))
            self._prober = LinkProber(self._browser, self.options.render)
            self._shelf = shelf = MineShelf(
                self._store, self._client.stats, max_pages=self.options.max_pages, settle=archive.flush
            )
            await self._store.begin_run()
            stop = Stop("interrupted", "stopped from outside")
            try:
                stop = await self._mine(shelf)
            except Exception as error:
                known = isinstance(error, SondeError)
                stop = Stop("error", str(error) if known else f"{type(error).__name__}: {error}")
                raise
            finally:
                await self._store.set_stop(stop, traffic=shelf.traffic())
                write_report(folder)
        return stop

    async def _settle(self) -> None:
        """A folder holds either a discovery or a mining; the sites of all runs are mined on."""
        mode = await self._store.get_meta(MODE)
        if mode not in (None, MINING):
            raise ConfigError(f"{self.folder} holds a discovery, not a mining. Choose a new folder with -o.")
        await self._store.set_meta(MODE, MINING)
        kept = await self._store.get_meta(STARTS)
        self._sites = list(dict.fromkeys([*(kept if isinstance(kept, list) else ()), *self._sites]))

    async def _mine(self, shelf: MineShelf) -> Stop:
        past = await shelf.past()
        if self.options.search and await self._store.get_meta(STARTS) is None:
            self._judged = {page.asked: page.accepted for pages in past.values() for page in pages}
            self._sites += await self._search(shelf)
            past = await shelf.past()
        await self._store.set_meta(STARTS, self._sites)
        starts: dict[str, list[str]] = {}
        for url in self._sites:
            starts.setdefault(host_of(url), []).append(url)
        shelf.progress.sites = len(starts)
        if not starts:
            return Stop("exhausted", "the search engine found no page that the validator accepts")
        if await self._teach(starts, shelf):
            past = await shelf.past()
        try:
            async with asyncio.TaskGroup() as group:
                crawls = (self._mine_one(urls, past.get(host, []), shelf) for host, urls in starts.items())
                tasks = [group.create_task(crawl) for crawl in crawls]
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from failed
        return self._end(shelf, starts, spent=sum(task.result() for task in tasks))

    def _end(self, shelf: MineShelf, hosts: Collection[str], *, spent: int) -> Stop:
        dead = [host for host in hosts if host not in shelf.answered]
        if len(dead) == len(hosts):
            return Stop("error", f"none of the {len(hosts)} sites could be fetched. See the failures, and name others.")
        if not shelf.has_room():
            return Stop("budget", f"{shelf.progress.pages} pages fetched")
        if spent:
            return Stop("budget", f"{spent} of {len(hosts)} sites have had their {self.options.site_pages:,} pages")
        missing = f"; {len(dead)} could not be fetched" if dead else ""
        return Stop("exhausted", f"nothing left on {len(hosts)} sites that is worth fetching{missing}")

    async def _mine_one(self, urls: list[str], past: list[MinedPage], shelf: MineShelf) -> bool:
        """Whether it ended because the site has had its pages."""
        crawler = Bounded(
            make_crawler(self.options.method, urls, rng_seed=self.options.rng_seed), max_pages=self.options.site_pages
        )
        replay(crawler, past)
        await mine_site(self._client, crawler, self._validator, shelf, self._prober)
        return crawler.is_spent

    async def _teach(self, starts: dict[str, list[str]], shelf: MineShelf) -> bool:
        """Shows a validator of text what else there is on the sites; whether pages were kept for that."""
        validator = self._validator
        if not isinstance(validator, TextValidator):
            return False
        if (state := await self._store.model(VALIDATOR)) is not None:
            with self._store.taking_up():
                validator.restore(state)
            return False
        needs_others = validator.needs_others
        if needs_others:
            await self._learn_others([urls[0] for urls in starts.values()], shelf)
        await self._store.record(Batch(models={VALIDATOR: validator.state()}))
        return needs_others

    async def _learn_others(self, sites: Sequence[str], shelf: MineShelf) -> None:
        """Takes pages of sites by chance, and keeps them."""
        assert isinstance(self._validator, TextValidator)
        pages = await sample_sites(self._client, sites, rng_seed=self.options.rng_seed)
        self._validator.learn_others(pages)
        for page in pages:
            judged = judge_page(self._validator, page, asked=page.requested_url)
            self._judged[judged.asked] = judged.accepted
            await shelf.keep(judged)

    async def _search(self, shelf: MineShelf) -> list[str]:
        """GetWebSites: the sites of the target documents that a search engine finds, with these to begin with."""
        engine = await learn_site(self._client, self._browser, self.options.search, render=self.options.render)
        texts = [visible_text(tree.body) for page in self._examples if (tree := parse_html(page.text)).body]
        tokens = get_tokens(texts)
        logger.info("search engine is asked tokens=%s", " ".join(token for token, _ in tokens))
        site = WebSite(self._client, engine)
        if isinstance(self._validator, TextValidator) and self._validator.needs_others:
            await self._learn_others(await found_sites(site, [token for token, _ in tokens]), shelf)

        async def is_authority(url: str) -> bool:
            if url not in self._judged:
                judged = await judge(self._client, self._validator, url)
                await shelf.keep(judged)
                return judged.accepted
            return self._judged[url]

        found = await get_authorities(site, tokens, is_authority)
        return list(dict.fromkeys([*(url for url, accepted in self._judged.items() if accepted), *found]))
