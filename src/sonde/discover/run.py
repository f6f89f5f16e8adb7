"""One discovery into one folder: opens everything the engine needs and closes it again."""

import logging
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from sonde.discover.ache.form_filter import FormFilter
from sonde.discover.ache.modes import check_mode, make_strategy
from sonde.discover.batch import Batch
from sonde.discover.engine import Discovery
from sonde.discover.examples import Training
from sonde.discover.folder import DiscoveryFolder
from sonde.discover.frontier import CAPACITY
from sonde.discover.journal import Progress
from sonde.discover.model import Critic, Outlink, SiteLimits, Strategy
from sonde.discover.report import write_report
from sonde.discover.store import DiscoveryStore
from sonde.errors import ConfigError, SondeError
from sonde.model import Stop
from sonde.net.client import Client, NetOptions
from sonde.store.ledger import Traffic
from sonde.store.warc import WarcArchive

logger = logging.getLogger(__name__)

CONNECTIONS = 64
CRITIC = "critic"
MODE, SEEDS, PATHS = "mode", "seeds", "paths"  # what is kept of the command
_LONGEST_REST_S = 60.0


@dataclass(frozen=True, slots=True)
class DiscoverOptions:
    """How to discover. The defaults fetch politely until nothing is left."""

    mode: str = "best"
    max_pages: int | None = None
    max_time_s: float | None = None
    connections: int = CONNECTIONS  # pages at a time, over all hosts
    links_in_memory: int = CAPACITY  # the others wait on disk
    limits: SiteLimits = field(default_factory=SiteLimits)
    rng_seed: int = 0
    # A dead host must not hold up the others for long.
    net: NetOptions = field(default_factory=lambda: NetOptions(retries=1, timeout_s=20.0))


class DiscoveryRun:
    """A discovery into a folder, new or to be resumed. `progress` says how far it is, also while it runs."""

    def __init__(
        self,
        folder: Path | str,
        *,
        seeds: Sequence[str] = (),
        training: Training | None = None,
        options: DiscoverOptions | None = None,
    ) -> None:
        self.folder = Path(folder)
        self.options = options or DiscoverOptions()
        self._seeds = tuple(seeds)
        self._training = training
        self._engine: Discovery | None = None
        check_mode(self.options.mode)
        if not DiscoveryFolder.is_one(folder) and (not self._seeds or training is None):
            raise ConfigError(
                "a new discovery takes seeds (--seeds FILE) and what is looked for (--examples, --topic)."
            )
        if not DiscoveryFolder.is_one(folder) and training is not None:
            check_mode(self.options.mode, training.paths)

    @property
    def progress(self) -> Progress:
        """How far it is, over all runs."""
        return self._engine.progress if self._engine is not None else Progress()

    async def run(self) -> Stop:
        """Discovers until there is a reason to stop. What is stored when it is cancelled is kept."""
        async with AsyncExitStack() as stack:
            folder = stack.enter_context(DiscoveryFolder.open_for_discovery(self.folder))
            store = await stack.enter_async_context(await DiscoveryStore.open(folder.database))
            critic = await self._critic(store)
            seeds = await self._settle(store)
            strategy = make_strategy(
                self.options.mode, critic=critic, training=await self._paths(store), rng_seed=self.options.rng_seed
            )
            archive = await stack.enter_async_context(WarcArchive(folder.archive))
            client = await stack.enter_async_context(Client(self.options.net, start_url=seeds[0], recorder=archive))
            await store.begin_run()
            return await self._discover(folder, store, critic, strategy, client, archive, seeds)

    async def _discover(
        self,
        folder: DiscoveryFolder,
        store: DiscoveryStore,
        critic: Critic,
        strategy: Strategy,
        client: Client,
        archive: WarcArchive,
        seeds: Sequence[str],
    ) -> Stop:
        started, options = time.monotonic(), self.options

        def traffic() -> Traffic:
            stats = client.stats
            errors = stats.errors.total() + sum(n for status, n in stats.by_status.items() if status >= 400)
            return Traffic(stats.requests, stats.bytes, errors, time.monotonic() - started)

        self._engine = Discovery(
            client, store, critic, strategy, limits=options.limits, max_pages=options.max_pages,
            max_time_s=options.max_time_s, concurrency=options.connections, per_host=options.net.concurrency,
            capacity=options.links_in_memory,
            rest_s=lambda host: min(_LONGEST_REST_S, client.rest_s(urlsplit(f"//{host}").hostname or host)),
            traffic=traffic, settle=archive.flush,
        )  # fmt: skip
        stop = Stop("interrupted", "stopped from outside")
        try:
            stop = await self._engine.run(seeds)
        except Exception as error:
            stop = Stop("error", str(error) if isinstance(error, SondeError) else f"{type(error).__name__}: {error}")
            raise
        finally:
            await store.set_stop(stop, traffic=traffic())
            write_report(folder)
        return stop

    async def _critic(self, store: DiscoveryStore) -> Critic:
        """The critic the discovery began with, else one trained now, kept for later runs."""
        if (state := await store.model(CRITIC)) is not None:
            with store.taking_up():
                return FormFilter.restored(state)
        if self._training is None:
            raise ConfigError(
                f"{self.folder} holds a discovery that did not get to begin. Say again what is looked for."
            )
        given = self._training
        state = FormFilter.train(given.examples, given.negatives, keywords=given.topic).state()
        paths = [[[one.url, one.anchor, one.before, one.after] for one in path] for path in given.paths]
        await store.set_meta(PATHS, paths)
        await store.record(Batch(models={CRITIC: state}))
        return FormFilter.restored(state)  # as later runs will have it, to the last digit

    async def _paths(self, store: DiscoveryStore) -> list[tuple[Outlink, ...]]:
        kept = await store.get_meta(PATHS)
        return [tuple(Outlink(*link) for link in path) for path in kept] if isinstance(kept, list) else []

    async def _settle(self, store: DiscoveryStore) -> tuple[str, ...]:
        """The seeds of all runs; another mode would need another discovery."""
        mode = await store.get_meta(MODE)
        if mode is None:
            await store.set_meta(MODE, self.options.mode)
        elif mode != self.options.mode:
            raise ConfigError(
                f"{self.folder} holds a discovery in the mode {mode!r}. "
                f"Use --mode {mode}, or choose a new folder with -o."
            )
        kept = await store.get_meta(SEEDS)
        seeds = tuple(dict.fromkeys([*(kept if isinstance(kept, list) else ()), *self._seeds]))
        await store.set_meta(SEEDS, list(seeds))
        if not seeds:
            raise ConfigError(f"{self.folder} has no seeds yet. Name some with --seeds FILE.")
        return seeds
