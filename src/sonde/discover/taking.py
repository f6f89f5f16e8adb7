"""What is made of pages that have come: they are judged, written down and learned from, and their links are kept."""

import logging
from collections.abc import Callable, Sequence

from sonde.discover.batch import FrontierLink
from sonde.discover.frontier import Frontier
from sonde.discover.journal import LEVELS, STALE, Journal
from sonde.discover.judging import Appraisal, appraise
from sonde.discover.known import Known
from sonde.discover.model import Critic, Strategy, Visit
from sonde.discover.store import DiscoveryStore
from sonde.model import Page

logger = logging.getLogger(__name__)


class Taking:
    """Takes pages, many at a time."""

    def __init__(
        self,
        store: DiscoveryStore,
        critic: Critic,
        strategy: Strategy,
        known: Known,
        journal: Journal,
        frontier: Frontier,
        *,
        watch: Callable[[Visit], None] | None = None,
    ) -> None:
        self._store, self._critic, self._strategy = store, critic, strategy
        self._known, self._journal, self._frontier = known, journal, frontier
        self._watch = watch

    async def take(self, pages: Sequence[tuple[FrontierLink, Page]]) -> None:
        """Makes of pages, and of the links that led to them, what there is to make of them."""
        made = appraise([page for _, page in pages], self._critic, wanted=self._known.are_new)
        noted = [self._noted(link, page, one) for (link, page), one in zip(pages, made, strict=True)]
        visits = [visit for visit in noted if visit is not None]
        learned = [visit for visit in visits if self._learns(visit)]
        self._keep_links([visit for visit in visits if not visit.is_copy])
        if self._watch is not None:
            for visit in visits:
                self._watch(visit)
        if learned:
            await self._journal.flush()
            await self.rerank()

    async def rerank(self) -> None:
        """Ranks the frontier anew after the strategy has learned."""
        await self._frontier.rerank(self._strategy.rank)
        await self._store.set_meta(STALE, False)

    def _noted(self, link: FrontierLink, page: Page, made: Appraisal | Exception) -> Visit | None:
        """The page, written down; None for one that nobody can read, and for one that is held already."""
        asked = link.candidate.link.url
        if self._known.is_elsewhere(asked, page.url):
            return None
        if isinstance(made, Exception):
            logger.error("page not judged url=%s", page.url, exc_info=made)
            self._journal.note_failure(link, type(made).__name__, str(made))
            return None
        is_copy = self._known.note_page(asked, page.url, made.near_hash)
        forms = self._known.new_forms(made.verdict, page.url)
        relevant = tuple(found for found in forms if found.is_relevant)
        number, path = self._journal.progress.pages, link.path[:LEVELS]
        visit = Visit(number, made.page, made.verdict, link.candidate, path, relevant, is_copy)
        self._journal.note_page(link, page, visit, made.near_hash, forms)
        return visit

    def _learns(self, visit: Visit) -> bool:
        has_learned = self._strategy.observe(visit)
        if has_learned:
            self._journal.note_iteration(visit.number)
        return has_learned

    def _keep_links(self, visits: Sequence[Visit]) -> None:
        """Each step for all pages, as in `appraise`."""
        chosen = [self._known.candidates(visit, self._strategy.links(visit)) for visit in visits]
        ranks = [self._strategy.rank(candidates) if candidates else [] for candidates in chosen]
        for visit, candidates, places in zip(visits, chosen, ranks, strict=True):
            self._frontier.add(self._journal.add(candidates, places, visit.number, visit.path))
