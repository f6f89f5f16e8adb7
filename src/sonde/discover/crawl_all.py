"""Crawls every interface a discovery has found, each into a folder of its own, with one budget for all.

The budget is given out in slices of requests. Each interface gets a first one in turn; after that a slice goes to the
interface that is expected to bring most new documents per request (a bandit that is optimistic about the little known).
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from sonde.discover.found import Findings
from sonde.discover.model import host_of
from sonde.discover.site_crawls import SiteCrawl, choose, domain_words, one_per_form, opened, reread
from sonde.errors import FormError, SondeError
from sonde.model import Budget, Stop
from sonde.site_crawl import Crawl, CrawlOptions

logger = logging.getLogger(__name__)

SLICE = 150  # requests; the first slice also pays for getting to know the site
AT_ONCE = 8  # sites


class CrawlAll:
    """The crawls of all interfaces that a discovery found. Run it again to go on."""

    def __init__(
        self,
        folder: Path | str,
        *,
        options: CrawlOptions | None = None,
        at_once: int = AT_ONCE,
        slice_requests: int = SLICE,
        watch: Callable[[SiteCrawl], None] | None = None,
    ) -> None:
        findings = Findings(folder)
        self.options = options or CrawlOptions()
        self.sites = [opened(found, findings.folder.sites) for found in one_per_form(findings.interfaces())]
        self._at_once = at_once
        self._slice = slice_requests
        self._watch = watch
        self._running: dict[asyncio.Task[None], SiteCrawl] = {}
        self._granted: dict[asyncio.Task[None], int] = {}  # requests
        self._started = 0.0
        self.stop = Stop("interrupted", "stopped from outside")

    async def run(self) -> Stop:
        """Crawls until everything is crawled or the budget is used up; `stop` says why it ended."""
        self.stop = await self._crawl_all()
        return self.stop

    async def _crawl_all(self) -> Stop:
        self._started = asyncio.get_running_loop().time()
        if not self.sites:
            return Stop("exhausted", "no interface was found")
        async with asyncio.TaskGroup() as group:
            while (stop := self._used_up()) is None:
                self._begin(group)
                if not self._running:
                    return self._summary()
                await asyncio.wait(self._running, return_when=asyncio.FIRST_COMPLETED)
                for task in [task for task in self._running if task.done()]:
                    del self._running[task], self._granted[task]
        return stop

    def _begin(self, group: asyncio.TaskGroup) -> None:
        """Starts slices, one per host at a time."""
        while len(self._running) < self._at_once and (room := self._room()):
            busy = {host_of(site.found.page_url) for site in self._running.values()}
            free = [one for one in self.sites if host_of(one.found.page_url) not in busy]
            site = choose(free, room=room)
            if site is None:
                return
            granted = min(room, self._slice)
            task = group.create_task(self._crawl(site, granted))
            self._running[task], self._granted[task] = site, granted

    async def _crawl(self, site: SiteCrawl, room: int) -> None:
        """One slice of one site."""
        documents, requests = site.documents, site.requests
        given = self.options.budget
        budget = Budget(max_requests=requests + room, max_documents=given.max_documents, max_time_s=given.max_time_s)
        seeds = self.options.seeds or (tuple(domain_words(self.sites)) if site.is_second_try else ())
        if site.is_second_try and not seeds:
            site.stop = Stop("error", site.failure)
            return
        options = replace(self.options, budget=budget, seeds=seeds, form=site.found.form)
        try:
            async with Crawl(site.found.page_url, into=site.folder, options=options) as crawl:
                async for _ in crawl:
                    pass
            stop = crawl.stop
        except FormError as error:
            # Its own pages may have no word that its search knows; later, other sites of the domain may have some.
            stop = Stop("error", str(error)) if seeds else None
            site.failure, site.is_second_try = str(error), True
        except SondeError as error:
            stop = Stop("error", str(error))
            logger.warning("site not crawled url=%s why=%s", site.found.page_url, error)
        reread(site)
        site.stop = stop
        if not site.queries and site.slices > 1 and not site.is_done:
            site.stop = Stop("error", f"{site.requests} requests did not do to get to know the site")
        site.note(site.documents - documents, max(1, site.requests - requests))
        logger.info(
            "slice done url=%s documents=%d new=%d requests=%d stop=%s",
            site.found.page_url, site.documents, site.documents - documents, site.requests,
            site.stop.reason if site.stop else "",
        )  # fmt: skip
        if self._watch is not None:
            self._watch(site)

    def _room(self) -> int:
        """Requests that may still be given out, the slices in flight counted in full."""
        limit = self.options.budget.max_requests
        if limit is None:
            return self._slice
        return max(0, limit - sum(site.requests for site in self.sites) - sum(self._granted.values()))

    def _used_up(self) -> Stop | None:
        budget, running = self.options.budget, bool(self._running)
        documents = sum(site.documents for site in self.sites)
        if budget.max_documents is not None and documents >= budget.max_documents:
            return Stop("budget", f"{documents:,} documents are held")
        queries = sum(site.queries for site in self.sites)
        if budget.max_queries is not None and queries >= budget.max_queries:
            return Stop("budget", f"{queries:,} queries were asked")
        seconds = asyncio.get_running_loop().time() - self._started
        if budget.max_time_s is not None and seconds >= budget.max_time_s:
            return Stop("budget", f"it has run for {seconds:.0f} s")
        if not running and choose(self.sites, room=self._room()) is None and not all(one.is_done for one in self.sites):
            return Stop("budget", f"{sum(site.requests for site in self.sites):,} requests were sent")
        return None

    def _summary(self) -> Stop:
        failed = [site for site in self.sites if site.stop is not None and site.stop.reason in ("error", "blocked")]
        if len(failed) == len(self.sites):
            why = failed[-1].stop.detail if failed[-1].stop else ""
            return Stop("error", f"none of the {len(failed)} interfaces could be crawled; the last: {why}")
        return Stop("exhausted", f"{len(self.sites) - len(failed)} of {len(self.sites)} interfaces were crawled")
