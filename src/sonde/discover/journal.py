"""What a discovery writes down: pages, forms, links and failures as they come, stored together every so often."""

import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from sonde.discover.batch import Batch, FrontierLink, StoredPage
from sonde.discover.known import Known
from sonde.discover.model import Candidate, FoundForm, Outlink, Rank, Strategy, Telling, Visit
from sonde.discover.reader import Counts
from sonde.discover.store import DiscoveryStore
from sonde.model import Page
from sonde.store.ledger import Failure, Traffic

logger = logging.getLogger(__name__)

LEVELS = 3  # links of the way to a page that are remembered
STRATEGY, STALE = "strategy", "stale"  # what was learned; whether the ranks do not follow it yet
_BATCH_S, _LONGEST_BATCH_S = 1.0, 20.0  # between two transactions
_STORING_SHARE = 0.05  # of the time
_MOST_PER_BATCH = 2_000  # pages


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a discovery is, over all its runs."""

    pages: int = 0
    on_topic: int = 0
    searchable: int = 0  # different forms that search
    relevant: int = 0  # those among them that were looked for
    iterations: int = 0  # times the strategy learned
    failures: int = 0
    sites: int = 0
    links: int = 0
    url: str = ""  # the last page


class Journal:
    """Gathers what a discovery finds and stores it in batches, with what the strategy knows by then."""

    def __init__(
        self,
        store: DiscoveryStore,
        strategy: Strategy,
        known: Known,
        *,
        traffic: Callable[[], Traffic],
        settle: Callable[[], Awaitable[None]],  # before anything is stored
        clock: Callable[[], float],
    ) -> None:
        self.progress = Progress()
        self._store, self._strategy, self._known = store, strategy, known
        self._traffic, self._settle, self._clock = traffic, settle, clock
        self._batch = Batch()
        self._next_link = 0
        self._flushed_at = clock()
        self._flush_after_s = _BATCH_S

    async def resume(self, counts: Counts) -> None:
        """Goes on after what earlier runs wrote."""
        self._next_link = await self._store.next_link()
        self.progress = Progress(
            counts.pages, counts.on_topic, counts.searchable, counts.relevant, counts.iterations, counts.failures,
            len(self._known.sites), counts.links,
        )  # fmt: skip

    def add(
        self, candidates: Sequence[Candidate], ranks: Sequence[Rank], source: int | None, path: tuple[Outlink, ...]
    ) -> list[FrontierLink]:
        """The links of a page as the frontier has them."""
        links = [
            FrontierLink(number, candidate, rank, source, (candidate.link, *path)[:LEVELS])
            for number, (candidate, rank) in enumerate(zip(candidates, ranks, strict=True), self._next_link)
        ]
        self._next_link += len(links)
        self._batch.links += links
        self.progress = replace(self.progress, links=self._next_link)
        return links

    def note_done(self, link: FrontierLink) -> None:
        """A link was followed, whatever came of it."""
        self._batch.done.append(link.id)

    def note_dropped(self, link: FrontierLink) -> None:
        """A link is not worth following any more."""
        self._batch.dropped.append(link.id)

    def note_failure(self, link: FrontierLink, kind: str, message: str) -> None:
        """A link brought nothing."""
        url = link.candidate.link.url
        self._known.note_failure(url, kind)
        self._batch.failures.append((link.id, Failure(url, kind, message, time.time())))
        self.progress = replace(self.progress, failures=self.progress.failures + 1)
        logger.info("page failed url=%s why=%s", url, message)

    def note_page(
        self, link: FrontierLink, page: Page, visit: Visit, near_hash: int, forms: Sequence[FoundForm]
    ) -> None:
        """A page was fetched and judged; these of its forms are new."""
        verdict, was = visit.verdict, self.progress
        self._batch.forms += [(visit.number, found) for found in forms]
        self._batch.pages.append(
            StoredPage(
                visit.number, link.id, page.url, page.status, visit.page.title, near_hash, verdict.topic,
                verdict.is_on_topic, page.fetched_at,
            )
        )  # fmt: skip
        self.progress = replace(
            was,
            pages=was.pages + 1,
            on_topic=was.on_topic + verdict.is_on_topic,
            searchable=len(self._known.forms),
            relevant=was.relevant + len(visit.new_forms),
            sites=len(self._known.sites),
            url=page.url,
        )
        for found in visit.new_forms:
            logger.info("form found page=%s action=%s domain=%.3f", page.url, found.form.action, found.domain)
        logger.debug("page judged url=%s topic=%.3f forms=%d", page.url, verdict.topic, len(verdict.forms))

    def note_iteration(self, number: int) -> None:
        """The strategy has learned from a page."""
        features = self._strategy.features() if isinstance(self._strategy, Telling) else None
        self._batch.iterations.append((number, time.time(), features))
        self.progress = replace(self.progress, iterations=self.progress.iterations + 1)
        logger.info("strategy learned pages=%d iteration=%d", number + 1, self.progress.iterations)

    async def flush_if_due(self) -> None:
        """Stores what has come together once it is time to."""
        if self._clock() - self._flushed_at >= self._flush_after_s or len(self._batch.done) >= _MOST_PER_BATCH:
            await self.flush()

    async def flush(self) -> None:
        """Stores what has come together, and what the strategy knows by then."""
        if self._batch == Batch():
            return
        began = self._clock()
        await self._settle()  # an interrupt may end this: nothing is taken out before
        batch, self._batch = self._batch, Batch()
        if self._store.is_durable and batch.pages:
            batch.models[STRATEGY] = self._strategy.state()
        await self._store.record(batch, traffic=self._traffic())
        self._flushed_at = self._clock()
        # A large model takes a while to store: that must not become most of the work.
        spent_s = self._flushed_at - began
        self._flush_after_s = min(_LONGEST_BATCH_S, max(_BATCH_S, spent_s / _STORING_SHARE))
