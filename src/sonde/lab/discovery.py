"""The crawling strategies side by side on simulated webs: relevant forms found for the pages fetched (ACHE 2007, §4).

Every mode runs through the production engine over the same web, with the same critic and the same seeds.
"""

import asyncio
import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sonde.discover.ache.form_filter import FormFilter
from sonde.discover.ache.modes import MODES, make_strategy
from sonde.discover.engine import Discovery
from sonde.discover.model import Critic, SiteLimits, Verdict, Visit, WebPage
from sonde.discover.store import DiscoveryStore
from sonde.lab.web.lab_web import LabWeb
from sonde.lab.web.material import Material
from sonde.lab.web.recipe import Recipe
from sonde.lab.web.truth import Truth

logger = logging.getLogger(__name__)

# Three webs that differ in more than their seed: what holds must hold on each.
RECIPES: dict[str, Recipe] = {
    "usual": Recipe(seed=1),
    "noisy": Recipe(seed=2, noise=0.5, lure=0.4),
    "scattered": Recipe(seed=3, homophily=0.55, form_depths=(0.15, 0.45, 0.4), off_topic_pages=0.25),
}


@dataclass(frozen=True, slots=True)
class Run:
    """One mode on one domain of one web."""

    recipe: str
    domain: str
    mode: str
    pages: int
    relevant: int  # different forms of the domain among those harvested
    harvested: int  # forms that the critic accepted
    on_topic: int  # pages
    searchable: int  # different forms that search
    sites: int
    there: int  # sites in the web that are known for their form of the domain
    curve: tuple[tuple[int, int], ...]  # pages fetched, relevant forms so far
    iterations: tuple[dict[str, Any], ...] = field(default=(), repr=False)  # of learning: pages, features
    seconds: float = 0.0

    @property
    def density(self) -> float:
        """Relevant forms for each page fetched."""
        return self.relevant / self.pages if self.pages else 0.0

    @property
    def precision(self) -> float:
        """Share of the harvested forms that are of the domain."""
        return self.relevant / self.harvested if self.harvested else 1.0

    def at(self, pages: int) -> int:
        """Relevant forms found with so many pages."""
        return max((forms for number, forms in self.curve if number <= pages), default=0)


class Remembering:
    """A critic that judges a page once: modes meet the same pages."""

    def __init__(self, critic: FormFilter) -> None:
        self._critic = critic
        self._verdicts: dict[str, Verdict] = {}

    def judge(self, page: WebPage) -> Verdict:
        """What the critic says of a page."""
        verdict = self._verdicts.get(page.url)
        if verdict is None:
            verdict = self._verdicts[page.url] = self._critic.judge(page)
        return verdict

    def evidence(self, words: Mapping[str, float]) -> tuple[float, float]:
        """What the critic says that words promise."""
        return self._critic.evidence(words)


class Tally:
    """Watches a discovery and compares its harvest with the truth."""

    def __init__(self, truth: Truth) -> None:
        self._truth = truth
        self.relevant: set[str] = set()
        self.harvested = 0
        self.curve: list[tuple[int, int]] = []

    def note(self, visit: Visit) -> None:
        """Counts the new forms of a page."""
        if not visit.new_forms:
            return
        self.harvested += len(visit.new_forms)
        self.relevant |= {form.key for form in visit.new_forms if self._truth.is_relevant(form)}
        self.curve.append((visit.number + 1, len(self.relevant)))


def measure_discovery(
    recipes: Sequence[str], domains: Sequence[str], modes: Sequence[str], *, pages: int,
    material: Material | None = None, scale: float = 1.0,
    known: Mapping[tuple[str, str, str], Run] | None = None,
) -> Iterator[Run]:  # fmt: skip
    """Every mode on every domain of every web, but for those whose run is known already."""
    known = known or {}
    for name in recipes:
        missing = [domain for domain in domains if any((name, domain, mode) not in known for mode in modes)]
        web = LabWeb(RECIPES[name].scaled(scale) if scale != 1 else RECIPES[name], material) if missing else None
        for domain in domains:
            critic = Remembering(FormFilter.train(web.examples(domain))) if web and domain in missing else None
            for mode in modes:
                run = known.get((name, domain, mode))
                if run is None:
                    assert web is not None
                    assert critic is not None
                    run = run_mode(web, domain, mode, critic, pages=pages)
                yield replace(run, recipe=name)


def run_mode(web: LabWeb, domain: str, mode: str, critic: Critic, *, pages: int) -> Run:
    """One mode for so many pages; only its end is worth a line in the log, not each form."""
    chatty = logging.getLogger("sonde.discover")
    level = chatty.level
    chatty.setLevel(logging.WARNING)
    try:
        return asyncio.run(_run(web, domain, mode, critic, pages=pages))
    finally:
        chatty.setLevel(level)


async def _run(web: LabWeb, domain: str, mode: str, critic: Critic, *, pages: int) -> Run:
    truth = web.truth(domain)
    tally = Tally(truth)
    strategy = make_strategy(mode, critic=critic, training=web.training.paths(domain), rng_seed=web.recipe.seed)
    began = time.monotonic()
    async with await DiscoveryStore.open() as store:
        engine = Discovery(web, store, critic, strategy, limits=SiteLimits(), max_pages=pages, watch=tally.note)
        stop = await engine.run(web.seeds(domain))
    done = engine.progress
    logger.info("mode measured domain=%s mode=%s forms=%d stop=%s", domain, mode, len(tally.relevant), stop.reason)
    learner = strategy.state().get("learner") or {}
    return Run(
        "", domain, mode, done.pages, len(tally.relevant), tally.harvested, done.on_topic, done.searchable, done.sites,
        len(truth.forms), tuple(tally.curve), tuple(learner.get("iterations", ())), time.monotonic() - began,
    )  # fmt: skip


def known_modes() -> tuple[str, ...]:
    """The modes that can be compared."""
    return MODES
