"""Many trials: corpora, sites, policies and start words, in this process or in several."""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from sonde.errors import ConfigError
from sonde.lab.conditions import Condition
from sonde.lab.corpora.corpus import BUILT_IN, iter_corpus, open_corpus
from sonde.lab.names import hint, policy_names
from sonde.lab.oracle import LEVELS, Limits, find_limits
from sonde.lab.search.engine import Engine
from sonde.lab.traits import Traits
from sonde.lab.trial import NEVER, Trial, run_trial
from sonde.model import Abilities
from sonde.planner import StopRules, make_policy

MOST_QUERIES = 20_000
PATIENCE = 10  # times the oracle's queries, after which a policy is given up
FEWEST_QUERIES = 300  # before it is
_ENDINGS = (".jsonl.zst", ".jsonl", ".ndjson.zst", ".ndjson")

logger = logging.getLogger(__name__)

Run = Callable[..., Iterator[Any]]  # as `map`


@dataclass(frozen=True, slots=True)
class Source:
    """A corpus by the address it was found at; at most `limit` of its documents."""

    address: str
    limit: int | None = None

    @property
    def name(self) -> str:
        """The corpus in a word, for tables and file names."""
        name = Path(self.address).name
        return next((name.removesuffix(ending) for ending in _ENDINGS if name.endswith(ending)), name)


@dataclass(frozen=True, slots=True)
class Task:
    """One trial to run."""

    source: Source
    condition: Condition
    policy: str
    seed: int
    until: float
    max_queries: int
    rules: StopRules = NEVER


def find_source(corpus: str, *, data: Path | None = None, limit: int | None = None) -> Source:
    """The corpus of this name: a file, one of the folder `data` with or without its ending, one that Python brings
    along, or synthetic:N.

    Raises ConfigError for what is not there, is no corpus, or has too few documents to search among.
    """
    if corpus in BUILT_IN:
        source, first = Source(corpus, limit), 2
    elif corpus.startswith("synthetic:"):
        source, first = Source(corpus, limit), len(open_corpus(_shortened(corpus)))
    else:
        path = _find_file(corpus, data)
        source, first = Source(str(path), limit), len(list(islice(iter_corpus(path), 2)))
    if first < 2 or (limit is not None and limit < 2):
        raise ConfigError(f"{corpus} has fewer than two documents: there is nothing to choose from. Use a larger one.")
    return source


def _shortened(corpus: str) -> str:
    """The same generated corpus with two documents at most: enough to see whether it can be had."""
    kind, size, *rest = corpus.split(":")
    return ":".join([kind, str(min(2, int(size))) if size.isdecimal() else size, *rest])


def _find_file(corpus: str, data: Path | None) -> Path:
    folders = [Path(), *([data] if data else [])]
    for folder in folders:
        for ending in ("", *_ENDINGS):
            if (path := folder / f"{corpus}{ending}").is_file():
                return path
    known = {Source(path.name).name for folder in folders for path in folder.glob("*") if path.name.endswith(_ENDINGS)}
    near = hint(Path(corpus).name, sorted(known))
    raise ConfigError(
        f"there is no corpus {corpus}.{near} Name a file, stdlib, characters or synthetic:N, or a folder with --data."
    )


def split_policies(text: str) -> tuple[str, ...]:
    """The policies of a list with commas; ConfigError for one that is not known, or none at all."""
    names = policy_names(text)
    for name in names:
        make_policy(name)
    return names


@lru_cache(maxsize=1)
def open_engine(source: Source) -> Engine:
    """The engine of a corpus; the last one is kept."""
    return Engine(open_corpus(source.address)[: source.limit])


def limits_of(place: tuple[Source, Condition]) -> Limits:
    """What one-word queries can do on a site."""
    source, condition = place
    return find_limits(condition.site(open_engine(source)), levels=LEVELS)


def trial_of(task: Task) -> Trial:
    """Runs one trial; only its end is worth a line in the log, not each query."""
    with _quiet("sonde.crawl"):
        engine = task.condition.site(open_engine(task.source))
        return run_trial(
            engine, task.policy, rng_seed=task.seed, max_queries=task.max_queries, until=task.until,
            rules=task.rules, abilities=told_by_soundings(task.condition.traits),
        )  # fmt: skip


def told_by_soundings(traits: Traits) -> Abilities:
    """What a crawl would know of the site beforehand and cannot find out by asking one word at a time."""
    if traits.operator == "or":
        return Abilities(operator="or", either=" ")
    return Abilities(operator="and", either=" OR ") if traits.either else Abilities()


@contextmanager
def workers(jobs: int) -> Iterator[Run]:
    """A `map` over so many processes, which keep their corpus from call to call; one job runs in this process."""
    if jobs <= 1:
        yield map
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield pool.map


def most_queries(limits: Limits) -> int:
    """After how many queries a policy has failed: far beyond what the oracle needs for the last level it reaches."""
    oracle = max((count for count in limits.oracle.values() if count is not None), default=0)
    return min(MOST_QUERIES, max(FEWEST_QUERIES, PATIENCE * oracle))


@contextmanager
def _quiet(name: str) -> Iterator[None]:
    chatty = logging.getLogger(name)
    level = chatty.level
    chatty.setLevel(logging.WARNING)
    try:
        yield
    finally:
        chatty.setLevel(level)
