"""Opens everything the crawl loop needs and closes it again; see docs/architecture.md for the map."""

import logging
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from sonde.answer import Asker
from sonde.browser.chromium import Browser
from sonde.crawl import Loop, Progress
from sonde.errors import SondeError
from sonde.interface.model import SearchInterface
from sonde.interface.site import document_of
from sonde.interface.wary import WaryFetcher
from sonde.interface.yaml.file import load_interface
from sonde.model import Coverage, Document, Result, Stop, Topic
from sonde.net.client import Client, start_target
from sonde.page.hashes import near_hash
from sonde.planner import Completeness, Statistics
from sonde.report.write import write_report
from sonde.site_crawl.ending import note_findings, set_aside, stop_of
from sonde.site_crawl.interface import CrawlInterface
from sonde.site_crawl.options import CrawlOptions
from sonde.site_crawl.policy import check_options, check_policy, policy_of, settle_topic
from sonde.store.folder import CrawlFolder
from sonde.store.ledger import Counts, Traffic
from sonde.store.sqlite import Store
from sonde.store.warc import WarcArchive

logger = logging.getLogger(__name__)


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
        start_target(self._url, max_url=self.options.net.max_url)
        check_options(self.options, self.folder)
        self._stack = AsyncExitStack()
        self._loop: Loop | None = None
        self._interrupted: Stop | None = None
        self._ended = 0.0  # on the monotonic clock; 0 while it runs

    @property
    def interface(self) -> SearchInterface:
        """The interface in use."""
        return self._interface.current

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
            self._interrupted = stop_of(error)
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
        enter, options = self._stack.enter_async_context, self.options
        folder = CrawlFolder.open_for_crawl(self.folder, site_url=self._url)
        self._crawl_folder = self._stack.enter_context(folder)
        self._store = await enter(await Store.open(self._crawl_folder))
        counts = await self._store.counts()
        topic = await settle_topic(self._store, options.topic, has_begun=counts.queries > 0, folder=self.folder)
        check_policy(options, topic)
        self._archive = await enter(WarcArchive(self._crawl_folder.archive))
        # Only search forms are ever submitted, so a POST may be repeated like a GET.
        net = replace(options.net, repeat_posts=True)
        self._client = await enter(Client(net, start_url=self._url, recorder=self._archive))
        browser = await enter(Browser(self._client))
        self._interface = CrawlInterface(
            self._url, self._crawl_folder.interface,
            fetcher=WaryFetcher(self._client), browser=browser, options=options,
        )  # fmt: skip
        self._started = time.monotonic()
        await self._store.begin_run()
        try:
            await self._interface.settle(self._given, is_corrected=self._is_corrected)
            self._loop = self._make_loop(topic, counts)
            await self._loop.replay()
        except BaseException as error:
            await self._store.set_stop(stop_of(error), traffic=self._traffic())
            raise

    def _make_loop(self, topic: Topic | None, counts: Counts) -> Loop:
        options, statistics = self.options, Statistics()
        policy = policy_of(options, self.interface, topic, statistics)
        return Loop(
            asker=Asker(
                self._interface.site(),
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

    def _traffic(self) -> Traffic:
        stats = self._client.stats
        errors = stats.errors.total() + sum(n for status, n in stats.by_status.items() if status >= 400)
        return Traffic(stats.requests, stats.bytes, errors, (self._ended or time.monotonic()) - self._started)

    async def _finish(self) -> None:
        """Notes why the run ended, sets pages of other kinds aside and writes the report."""
        assert self.stop is not None
        assert self._loop is not None
        await self._store.set_stop(self.stop, traffic=self._traffic())
        await note_findings(self._store, self._loop.policy, relearned=self._interface.relearned)
        if self.options.documents == "full":  # records of result pages have no shape to tell them by
            await set_aside(self._store)
        write_report(self._crawl_folder)


def record_of(result: Result) -> Document:
    """The result page's own record as a document, with what it takes to recognise an endless row of them."""
    document = document_of(result)
    return replace(document, near_hash=near_hash(f"{document.title}\n{document.text}"))
