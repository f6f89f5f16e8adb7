"""The crawl loop: the policy chooses, the site answers, the store keeps, the policy observes.

See docs/architecture.md for the map. The loop is Algorithm 2.1 of Ntoulas 2005; what it joins is
handed in, so the lab's simulated sites run the same code.
"""

import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from sonde.answer import BUDGET, ENDLESS, KNOWN_ENDLESS_RUN, Answered, Asker, Shelf
from sonde.errors import RefusedError, StatusError
from sonde.model import Budget, Coverage, Document, Outcome, Query, Stop, StopReason
from sonde.planner.completeness import Completeness
from sonde.planner.policies import Policy
from sonde.planner.stopping import Answer, Spent, StopRules, should_stop
from sonde.store.ledger import Failure, Traffic

logger = logging.getLogger(__name__)

_FAILURES_IN_A_ROW = 5
_TRIES = 3  # for one query over all runs
_PLENTY = 1_000_000


class Keeper(Shelf, Protocol):
    """Where outcomes are kept, and replayed from."""

    def outcomes(self) -> AsyncIterator[Outcome]: ...

    async def record(
        self, outcome: Outcome, *, traffic: Traffic, coverage: Coverage,
        aliases: Mapping[str, int] | None = None, failures: Sequence[Failure] = (),
    ) -> None: ...  # fmt: skip


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a crawl is."""

    queries: int = 0  # peeks included
    peeks: int = 0  # queries of which only the first page was read
    requests: int = 0
    documents: int = 0
    bytes: int = 0
    seconds: float = 0.0
    failures: int = 0
    same: int = 0  # other addresses of documents already held
    near: int = 0  # documents nearly equal to another one
    coverage: Coverage = field(default_factory=Coverage)
    last: Outcome | None = None
    stop: Stop | None = None


@dataclass(slots=True)
class Loop:
    """One crawl in progress. `run` yields each new document once its answer is stored."""

    asker: Asker
    policy: Policy
    completeness: Completeness
    keeper: Keeper
    budget: Budget = field(default_factory=Budget)
    rules: StopRules = field(default_factory=StopRules)
    traffic: Callable[[], Traffic] = Traffic  # spent by this run
    before: Traffic = field(default_factory=Traffic)  # spent by earlier runs
    clock: Callable[[], float] = time.time
    progress: Progress = field(default_factory=Progress)
    _history: list[Answer] = field(default_factory=list, init=False)
    _cut: list[Query] = field(default_factory=list, init=False)  # left unfinished by an earlier run
    _failed: list[Exception] = field(default_factory=list, init=False)  # the last queries, in a row

    def __post_init__(self) -> None:
        self.asker.room = self._room
        self.asker.clock = self.clock

    async def replay(self) -> None:
        """Rebuilds the state of an earlier run from its outcomes.

        What its budget or a failure of the site left unfinished will be asked again first.
        """
        unfinished: dict[Query, None] = {}
        failures: Counter[Query] = Counter()
        async for outcome in self.keeper.outcomes():
            near = sum(self.asker.near_table.add(document.near_hash) for document in outcome.new)
            self._observe(outcome, near=near)
            unfinished.pop(outcome.query, None)
            if outcome.error.startswith(f"{ENDLESS}:"):
                self.asker.patience = KNOWN_ENDLESS_RUN
            elif outcome.error:
                failures[outcome.query] += outcome.error != BUDGET
                if failures[outcome.query] < _TRIES:
                    unfinished[outcome.query] = None
        self._cut = list(unfinished)

    async def run(self) -> AsyncIterator[Document]:
        """Asks until there is a reason to stop; `progress.stop` names it."""
        while (stop := self._should_stop()) is None:
            query = self._cut.pop(0) if self._cut else self.policy.choose()
            if query is None:
                nothing_worked = self._failed and not self.progress.documents
                stop = _given_up(self._failed) if nothing_worked else self._should_stop(exhausted=True)
                break
            sent = self.traffic().requests
            answered = await self.asker.ask(query, next_id=self.progress.documents)
            outcome = answered.outcome(requests=self.traffic().requests - sent, now=self.clock())
            self._observe(outcome, near=answered.near, answered=answered)
            await self._keep(outcome, answered)
            for document in outcome.new:
                yield document
        self._update(stop=stop)

    async def _keep(self, outcome: Outcome, answered: Answered) -> None:
        await self.keeper.record(
            outcome, traffic=self.traffic(), coverage=self.progress.coverage,
            aliases=answered.aliases, failures=answered.failures,
        )  # fmt: skip
        logger.info(
            "query answered words=%r new=%d seen=%d total=%s pages=%d coverage=%.3f%s",
            outcome.query.words, len(outcome.new), len(outcome.seen), outcome.total, outcome.pages,
            self.progress.coverage.estimate, f" error={outcome.error!r}" if outcome.error else "",
        )  # fmt: skip

    def _observe(self, outcome: Outcome, *, near: int, answered: Answered | None = None) -> None:
        self.policy.observe(outcome)
        self.completeness.observe(outcome)
        self._history.append(_worth(outcome, near=near))
        if answered is not None:
            is_failure = answered.trouble is not None and not outcome.seen
            self._failed = [*self._failed, answered.trouble] if is_failure and answered.trouble else []
        self._update(outcome, answered, near=near)

    def _update(
        self,
        outcome: Outcome | None = None,
        answered: Answered | None = None,
        *,
        near: int = 0,
        stop: Stop | None = None,
    ) -> None:
        now, was = self.traffic(), self.progress
        self.progress = Progress(
            queries=was.queries + (outcome is not None),
            peeks=was.peeks + (outcome is not None and outcome.is_peek),
            requests=self.before.requests + now.requests,
            documents=was.documents + (len(outcome.new) if outcome else 0),
            bytes=self.before.bytes + now.bytes,
            seconds=self.before.seconds + now.seconds,
            failures=was.failures + (len(answered.failures) if answered else 0),
            same=was.same + (answered.same if answered else 0),
            near=was.near + near,
            coverage=self.completeness.coverage(),
            last=outcome or was.last,
            stop=stop,
        )

    def _spent(self, *, new: int = 0) -> Spent:
        now = self.traffic()
        return Spent(
            queries=self.progress.queries,
            requests=self.before.requests + now.requests,
            documents=self.progress.documents + new,
            seconds=self.before.seconds + now.seconds,
        )

    def _room(self, new: int) -> int:
        """How many more documents the budget allows the answer in progress, which has `new` already."""
        spent, budget = self._spent(new=new), self.budget
        if budget.max_time_s is not None and spent.seconds >= budget.max_time_s:
            return 0
        limits = ((budget.max_requests, spent.requests), (budget.max_documents, spent.documents))
        return min((max(0, limit - used) for limit, used in limits if limit is not None), default=_PLENTY)

    def _should_stop(self, *, exhausted: bool = False) -> Stop | None:
        if len(self._failed) >= _FAILURES_IN_A_ROW:
            return _given_up(self._failed)
        spent, coverage = self._spent(), self.progress.coverage
        return should_stop(self.budget, spent, coverage, self._history, exhausted=exhausted, rules=self.rules)


def _worth(outcome: Outcome, *, near: int) -> Answer:
    """An outcome in numbers. Documents that nearly equal held ones are new only if the site vouches for them.

    A calendar has a new page for every day for ever (Ntoulas 2005, 6.1): its yield must not look high.
    """
    answer = Answer.of(outcome)
    is_vouched_for = outcome.total is not None and len(outcome.seen) <= outcome.total
    return answer if is_vouched_for or not near else replace(answer, new=answer.new - near)


def _given_up(errors: Sequence[Exception]) -> Stop:
    """Why a site that answers nothing any more is left alone."""
    reason: StopReason = "blocked" if all(is_block(error) for error in errors) else "error"
    number = f"the last {len(errors)} queries" if len(errors) > 1 else "the only query"
    return Stop(reason, f"{number} failed: {errors[-1]}")


def is_block(error: Exception) -> bool:
    """Whether an error means that the site does not want us, rather than that something broke."""
    if isinstance(error, StatusError):
        return error.status in (401, 403, 429, 451, 503)
    return isinstance(error, RefusedError)
