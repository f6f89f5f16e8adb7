"""One crawl of one site into one folder: opens everything the loop needs and closes it again."""

import logging
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Literal, Self

from sonde.answer import Asker, Site
from sonde.browser.chromium import Browser, find_chromium
from sonde.crawl import Loop, Progress, is_block
from sonde.errors import ConfigError, FetchError, RefusedError, SondeError
from sonde.interface.file import load_interface, save_interface
from sonde.interface.json.site import JsonSite
from sonde.interface.kinds import minor_kinds
from sonde.interface.model import SearchInterface
from sonde.interface.relearn import NEW_LOOKS, RELEARNED, LastingSite, Ways, relearned_path
from sonde.interface.rendered.decide import Render, learn_site
from sonde.interface.rendered.site import RenderedSite
from sonde.interface.site import Fetcher, WebSite, document_of
from sonde.model import Budget, Coverage, Document, Page, Request, Result, Stop, Topic
from sonde.net.blocked import blocked
from sonde.net.client import Client, NetOptions
from sonde.net.target import parse_target
from sonde.page.hashes import near_hash
from sonde.page.url import same_site
from sonde.planner import (
    DEFAULT_POLICY,
    TOPIC_POLICIES,
    TOPIC_POLICY,
    Completeness,
    Costs,
    Statistics,
    StopRules,
    make_policy,
)
from sonde.planner.beliefs import beliefs_of
from sonde.report.write import write_report
from sonde.store.disk import os_errors
from sonde.store.folder import CrawlFolder
from sonde.store.ledger import Counts, Traffic
from sonde.store.sqlite import Store
from sonde.store.topic import topic_as_json, topic_from_json
from sonde.store.warc import WarcArchive

logger = logging.getLogger(__name__)

_FEW_LINKS = 2


@dataclass(frozen=True, slots=True)
class CrawlOptions:
    """What to crawl for. The defaults find every document the site will show."""

    budget: Budget = field(default_factory=Budget)
    policy: str = DEFAULT_POLICY
    seeds: tuple[str, ...] = ()  # words to begin with; empty: words of the site's own pages
    costs: Costs = field(default_factory=Costs)  # what the policy weighs new documents against
    ranking_weight: float = 0.5  # for rank-… policies: 0 is coverage only, 1 ranking only
    topic: Topic | None = None  # documents on it are looked for first; the default policy is then `topic`
    documents: Literal["full", "results"] = "full"  # results: keep what result pages show, fetch no document
    rules: StopRules = field(default_factory=StopRules)
    rng_seed: int = 0
    render: Render = "auto"  # auto: through a browser where nothing else works
    net: NetOptions = field(default_factory=NetOptions)


class Crawl:
    """A crawl as an async context manager that yields each document once it is stored.

    Leaving it early, by an exception or by Ctrl-C, keeps everything that was stored; entering it again
    with the same folder goes on from there.
    """

    def __init__(
        self, site: str | SearchInterface | Path, *, into: Path | str, options: CrawlOptions | None = None
    ) -> None:
        self.options = options or CrawlOptions()
        self.folder = Path(into)
        self._given = load_interface(site) if isinstance(site, Path) else site
        self._is_corrected = isinstance(site, Path)  # a file that somebody chose counts more than the folder's
        self._url = self._given if isinstance(self._given, str) else self._given.site
        parse_target(self._url, max_length=self.options.net.max_url)
        self._stack = AsyncExitStack()
        self._loop: Loop | None = None
        self._interrupted: Stop | None = None
        self._relearned = ""  # what is to be said of a site whose layout changed
        self._ended = 0.0  # on the monotonic clock; 0 while it runs
        # An unknown name or a wrong weight is an error before anything is opened.
        self._topic = self.options.topic
        if self._topic is not None or self.options.policy not in TOPIC_POLICIES or not self.folder.exists():
            make_policy(self._policy_name, ranking_weight=self.options.ranking_weight, topic=self._topic)

    @property
    def progress(self) -> Progress:
        """How far the crawl is: documents and coverage as of the last answer, traffic as of now."""
        if self._loop is None:
            return Progress()
        now, before = self._traffic(), self._loop.before
        return replace(
            self._loop.progress,
            requests=before.requests + now.requests,
            bytes=before.bytes + now.bytes,
            seconds=before.seconds + now.seconds,
        )

    @property
    def coverage(self) -> Coverage:
        """The share of the site's documents that is held, estimated."""
        return self.progress.coverage

    @property
    def stop(self) -> Stop | None:
        """Why the crawl ended; None while it runs."""
        return self.progress.stop or self._interrupted

    async def __aenter__(self) -> Self:
        try:
            await self._open()
        except BaseException:
            await self._stack.aclose()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended = time.monotonic()
        if self.stop is None:
            self._interrupted = _stop_of(error)
        try:
            async with self._stack:
                await self._finish()
        except SondeError as trouble:
            if error is None:
                raise
            # What ended the crawl says more, and this often follows from it.
            logger.warning("crawl not ended in order: %s", trouble)

    async def __aiter__(self) -> AsyncIterator[Document]:
        assert self._loop is not None, "use the crawl with `async with`"
        async for document in self._loop.run():
            yield document

    async def _open(self) -> None:
        enter = self._stack.enter_async_context
        folder = CrawlFolder.open_for_crawl(self.folder, site_url=self._url)
        self._crawl_folder = self._stack.enter_context(folder)
        self._store = await enter(await Store.open(self._crawl_folder))
        counts = await self._store.counts()
        await self._settle_topic(has_begun=counts.queries > 0)
        self._archive = await enter(WarcArchive(self._crawl_folder.archive))
        # Only search forms are ever submitted, so a POST may be repeated like a GET.
        net = replace(self.options.net, repeat_posts=True)
        self._client = await enter(Client(net, start_url=self._url, recorder=self._archive))
        self._browser = await enter(Browser(self._client))
        self._started = time.monotonic()
        await self._store.begin_run()
        try:
            self.interface = await self._interface()
            self._check_browser()
            self._loop = self._make_loop(counts)
            await self._loop.replay()
        except BaseException as error:
            await self._store.set_stop(_stop_of(error), traffic=self._traffic())
            raise

    async def _settle_topic(self, *, has_begun: bool) -> None:
        """The topic the crawl began with; another one would need another crawl."""
        kept = await self._store.get_meta("topic")
        if not has_begun:
            await self._store.set_meta("topic", topic_as_json(self._topic))
        elif self._topic is not None and topic_as_json(self._topic) != kept:
            was = "on another topic" if kept else "without a topic"
            raise ConfigError(
                f"{self.folder} holds a crawl {was}. Leave the topic out, or choose a new folder with -o."
            )
        else:
            self._topic = topic_from_json(kept)

    @property
    def _policy_name(self) -> str:
        """The policy asked for; with a topic the default is the one that looks for it."""
        chosen = self.options.policy
        return TOPIC_POLICY if self._topic is not None and chosen == DEFAULT_POLICY else chosen

    async def _interface(self) -> SearchInterface:
        """The given file, else the folder's interface, else the given one, else one learned now; saved."""
        path = self._crawl_folder.interface
        given = self._given
        if path.exists() and not self._is_corrected:
            kept = self._kept(path)
            if not same_site(kept.site, self._url):
                raise ConfigError(f"{path} is for {kept.site}, not for {self._url}. Correct or delete it.")
            if given not in (kept, self._url):
                logger.warning("the interface in %s is used, not the one given", path)
            return kept
        if isinstance(given, str):
            given = await self._learn()
        with os_errors(path):
            save_interface(given, path)
        return given

    def _kept(self, path: Path) -> SearchInterface:
        """The folder's interface; what was learned again since it was written counts more."""
        again = relearned_path(path)
        if again is None:
            return load_interface(path)
        self._relearned = f"{NEW_LOOKS} ({again.name})"
        logger.info("the interface that was learned again is used path=%s", again)
        return load_interface(again)

    async def _learn(self) -> SearchInterface:
        fetcher, rng = WaryFetcher(self._client), Random(self.options.rng_seed)
        render, seeds = self.options.render, self.options.seeds
        return await learn_site(fetcher, self._browser, self._url, render=render, rng=rng, seeds=seeds)

    def _note_new_looks(self, interface: SearchInterface, text: str) -> None:
        """Keeps what was learned again beside interface.yaml, which is never overwritten."""
        self.interface = interface
        path = self._crawl_folder.interface.with_name(RELEARNED)
        with os_errors(path):
            save_interface(interface, path)
        self._relearned = f"{text} ({path.name})"
        logger.warning("%s; what was learned is in %s", text, path)

    def _check_browser(self) -> None:
        """A site that takes a browser is not begun without one."""
        if not self.interface.ask.rendered:
            return
        if self.options.render == "never":
            raise ConfigError(f"{self._url} is searched in a browser (ask.rendered); leave out --render never.")
        find_chromium()

    def _make_loop(self, counts: Counts) -> Loop:
        options, interface = self.options, self.interface
        statistics = Statistics()
        policy = make_policy(
            self._policy_name,
            topic=self._topic,
            seeds=options.seeds or interface.seeds,
            rng_seed=options.rng_seed,
            statistics=statistics,
            costs=options.costs,
            language=interface.language,
            abilities=interface.abilities,
            ranking_weight=options.ranking_weight,
        )
        return Loop(
            asker=Asker(
                LastingSite(interface, Ways(self._learn, self._site_behind, self._note_new_looks)),
                self._store,
                read=record_of if options.documents == "results" else None,
                at_once=max(16, 4 * options.net.concurrency),
                settle=self._archive.flush,
            ),
            policy=policy,
            completeness=Completeness(statistics=statistics, missing=getattr(policy, "missing", lambda: None)),
            keeper=self._store,
            budget=options.budget,
            rules=options.rules,
            traffic=self._traffic,
            before=counts.traffic,
            progress=Progress(failures=counts.failures),
        )

    def _site_behind(self, interface: SearchInterface) -> Site:
        return site_behind(interface, WaryFetcher(self._client), self._browser)

    def _traffic(self) -> Traffic:
        stats = self._client.stats
        errors = stats.errors.total() + sum(n for status, n in stats.by_status.items() if status >= 400)
        return Traffic(stats.requests, stats.bytes, errors, (self._ended or time.monotonic()) - self._started)

    async def _finish(self) -> None:
        """Notes why the run ended, sets pages of other kinds aside and writes the report."""
        stop = self.stop
        assert stop is not None
        await self._store.set_stop(stop, traffic=self._traffic())
        beliefs = beliefs_of(self._loop.policy) if self._loop is not None else None
        if said := [*filter(None, [self._relearned]), *(beliefs.corrections if beliefs is not None else ())]:
            await self._store.set_meta("relearned", "; ".join(said))
        on_topic = getattr(self._loop.policy, "on_topic", None) if self._loop is not None else None
        if on_topic is not None:
            await self._store.set_meta("on_topic", round(on_topic))
        if self.options.documents == "full":  # records of result pages have no shape to tell them by
            await self._set_aside()
        write_report(self._crawl_folder)

    async def _set_aside(self) -> None:
        pages = await self._store.shapes()
        await self._store.clear_aside()
        for kind in minor_kinds(pages):
            await self._store.set_aside(kind.ids, f"another kind of page ({kind.pattern})")
            logger.info("set aside pages=%d kind=%s", len(kind.ids), kind.pattern)


def site_behind(interface: SearchInterface, fetcher: Fetcher, browser: Browser) -> Site:
    """The site that an interface leads to: pages, a page that a browser draws, or an endpoint that answers in JSON."""
    if interface.json is not None:
        return JsonSite(fetcher, interface)
    if interface.ask.rendered:
        return RenderedSite(fetcher, browser, interface)
    return WebSite(fetcher, interface)


class WaryFetcher:
    """A fetcher that does not take a demand to prove oneself human for a page of the site."""

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher

    async def fetch(self, request: Request) -> Page:
        """The page; raises RefusedError for such a demand, whatever its status."""
        page = await self._fetcher.fetch(request)
        # The full test is slow, and pages with links always pass it.
        if page.text.count("<a ") <= _FEW_LINKS and (reason := blocked(page)):
            raise RefusedError(f"{reason}: {page.url}", url=page.url)
        return page


def record_of(result: Result) -> Document:
    """The result page's own record as a document, with what it takes to recognise an endless row of them."""
    document = document_of(result)
    return replace(document, near_hash=near_hash(f"{document.title}\n{document.text}"))


def _stop_of(error: BaseException | None) -> Stop:
    """The stop reason behind an exception that ended a crawl."""
    if error is None or not isinstance(error, Exception):
        return Stop("interrupted", "stopped from outside")
    if isinstance(error, FetchError):
        return Stop("blocked" if is_block(error) else "error", str(error))
    return Stop("error", str(error) if isinstance(error, SondeError) else f"{type(error).__name__}: {error}")
