"""One policy against one simulated site through the production loop, every answer measured against the truth."""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import numpy as np

from sonde.answer import Asker
from sonde.crawl import Loop
from sonde.lab.corpora.contents import position
from sonde.lab.memory import Memory
from sonde.lab.search.engine import Engine
from sonde.lab.site import SimulatedSite
from sonde.model import Budget, Coverage, Outcome, Stop
from sonde.planner import Completeness, Policy, Setup, Statistics, StopRules, make_policy
from sonde.store.ledger import Traffic
from sonde.text.frequency import frequent_words

GENERIC_WORDS = 1000  # of the most frequent ones the start word is drawn
MOST_TRIES = 20
NEVER = StopRules(target=0, quiet_answers=0)  # a trial ends by the truth, not by the estimate

PolicyMaker = Callable[[Setup], Policy]


@dataclass(frozen=True, slots=True)
class Step:
    """Where a trial stood after one query; numbers count from the start."""

    words: str
    peek: bool  # only its first page was read
    total: int | None  # the hit count the site stated
    new: int  # documents this query brought
    held: int  # documents held
    requests: int
    pages: int  # result pages read
    results: int  # results listed on them
    probes: int  # queries that only looked at the first page
    estimate: Coverage  # what the crawl believes
    coverage: float  # what is true


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of one policy with one start word."""

    size: int  # different documents on the site
    steps: tuple[Step, ...]
    documents: tuple[int, ...]  # positions in the corpus, in the order they were found
    stop: Stop | None  # None: the wanted coverage was reached
    cpu_s: float = 0.0

    def step_at(self, level: float) -> Step | None:
        """The first step that holds at least this share of the site, if any does."""
        return next((step for step in self.steps if step.coverage >= level), None)

    def queries_to(self, level: float, *, probes: bool = True) -> int | None:
        """How many queries it took to hold this share of the site, with or without the probes among them."""
        asked = next((i for i, step in enumerate(self.steps, 1) if step.coverage >= level), None)
        return asked if probes or asked is None else asked - self.steps[asked - 1].probes


def run_trial(
    engine: Engine,
    policy: str | PolicyMaker,
    *,
    rng_seed: int = 0,
    seeds: Sequence[str] | None = None,
    max_queries: int = 20_000,
    until: float = 0.995,
    watch: Callable[[Outcome], None] | None = None,
    rules: StopRules = NEVER,
    **setup: Any,
) -> Trial:
    """Runs a policy until it holds the share `until`, has asked `max_queries` times, gives up or stops by `rules`.

    `seeds` are the words to begin with, by default generic ones drawn by `rng_seed`; `setup` are further fields
    of `Setup`. `watch` is shown each outcome.
    """
    start = tuple(start_words(engine, rng_seed)) if seeds is None else tuple(seeds)
    budget, began = Budget(max_queries=max_queries), time.process_time()
    trial = asyncio.run(_run(engine, policy, start, rng_seed, budget, until, watch, rules, setup))
    return replace(trial, cpu_s=time.process_time() - began)


def start_words(engine: Engine, rng_seed: int) -> Iterator[str]:
    """Generic words in random order up to the first that finds something; each costs a query.

    A corpus that has none of the first few is not in English: it is begun with a word of a random document.
    """
    rng = Random(rng_seed)
    for word in rng.sample(frequent_words("en", GENERIC_WORDS), MOST_TRIES):
        yield word
        if _finds(engine, word):
            return
    for document in rng.sample(range(len(engine.records)), len(engine.records)):
        terms = [engine.vocabulary[term] for term in engine.terms(document)]
        own = next((word for word in rng.sample(terms, len(terms)) if _finds(engine, word)), None)
        if own is not None:
            yield own
            return


def _finds(engine: Engine, word: str) -> bool:
    return len(engine.search(word).ids) > 0


@dataclass(slots=True)
class _Log:
    """Turns outcomes into steps."""

    engine: Engine
    watch: Callable[[Outcome], None] | None
    steps: list[Step] = field(default_factory=list)
    documents: list[int] = field(default_factory=list)
    pages: int = 0
    results: int = 0
    probes: int = 0
    held: "np.ndarray[tuple[int], np.dtype[np.bool_]]" = field(init=False)
    count: int = 0

    def __post_init__(self) -> None:
        self.held = np.zeros(len(self.engine.records), np.bool_)

    def note(self, outcome: Outcome, traffic: Traffic, estimate: Coverage) -> None:
        found = [position(document.url) for document in outcome.new]
        for first in self.engine.contents.firsts[found].tolist() if found else ():
            self.count += not self.held[first]
            self.held[first] = True
        self.documents += found
        self.pages += outcome.pages
        self.results += len(outcome.seen)
        self.probes += outcome.is_peek
        coverage = self.count / self.engine.contents.distinct
        query = outcome.query
        step = Step(
            query.words, outcome.is_peek, outcome.total, len(found), self.count, traffic.requests, self.pages,
            self.results, self.probes, estimate, coverage,
        )  # fmt: skip
        self.steps.append(step)
        if self.watch is not None:
            self.watch(outcome)


async def _run(
    engine: Engine, policy: str | PolicyMaker, start: tuple[str, ...], rng_seed: int, budget: Budget, until: float,
    watch: Callable[[Outcome], None] | None, rules: StopRules, setup: dict[str, Any],
) -> Trial:  # fmt: skip
    site, log = SimulatedSite(engine), _Log(engine, watch)
    given = {"rng_seed": rng_seed, "statistics": Statistics(split=engine.contents.terms), **setup}
    chosen = make_policy(policy, seeds=start, **given) if isinstance(policy, str) else policy(Setup(start, **given))
    memory = Memory(log.note)
    loop = Loop(
        Asker(site, memory, read=site.read, at_once=1000),
        chosen,
        Completeness(statistics=given["statistics"]),
        memory,
        budget=budget,
        rules=rules,
        traffic=site.traffic,
        clock=lambda: 0.0,
    )
    documents = loop.run()
    try:
        async for _ in documents:
            if log.steps[-1].coverage >= until:
                break
    finally:
        await documents.aclose()  # type: ignore[attr-defined]
    return Trial(engine.contents.distinct, tuple(log.steps), tuple(log.documents), loop.progress.stop)
