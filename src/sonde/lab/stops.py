"""Where crawls stop by themselves: how much they hold then, and how many queries too late that is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from sonde.lab.conditions import Condition
from sonde.lab.coverage import about, trials_until
from sonde.lab.experiment import Source, Task
from sonde.lab.tables import Row, text_table
from sonde.lab.trial import Trial
from sonde.planner import StopRules

ENOUGH = 0.99  # of the documents: queries after that are overshoot


@dataclass(frozen=True, slots=True)
class Stopped:
    """One trial that went on until the crawl stopped it."""

    task: Task
    trial: Trial

    @property
    def reason(self) -> str:
        """Why it ended."""
        return self.trial.stop.reason if self.trial.stop else "all held"

    @property
    def queries(self) -> int:
        """How many were asked."""
        return len(self.trial.steps)

    @property
    def coverage(self) -> float:
        """The share that it held at the end."""
        return self.trial.steps[-1].coverage if self.trial.steps else 0.0

    @property
    def overshoot(self) -> int | None:
        """Queries after enough was held; None if it never was."""
        enough = self.trial.queries_to(ENOUGH)
        return None if enough is None else self.queries - enough


def measure_stops(
    sources: Sequence[Source], conditions: Sequence[Condition], policies: Sequence[str], *, seeds: int,
    max_queries: int | None = None, jobs: int = 1,
) -> Iterator[Stopped]:  # fmt: skip
    """Every policy with every start word on every site, until it would stop a real crawl."""
    run = trials_until(
        1.0, sources, conditions, policies, seeds=seeds, max_queries=max_queries, jobs=jobs, rules=StopRules()
    )
    for task, trial in run:
        yield Stopped(task, trial)


def stops_row(one: Stopped) -> Row:
    """One trial as an object with stable keys."""
    last = one.trial.steps[-1].estimate if one.trial.steps else None
    return {
        **about(one.task),
        "documents": one.trial.size,
        "reason": one.reason,
        "queries": one.queries,
        "coverage": round(one.coverage, 5),
        "estimate": round(last.estimate, 5) if last else None,
        "overshoot": one.overshoot,
    }


def stops_table(measured: Sequence[Stopped]) -> str:
    """Per site and policy the medians of what was held and asked at the end, the least held, and the reasons."""
    header = ["corpus", "cap", "rank", "site", "policy", "held", "least held", "queries", "of these after 99%", "stop"]
    rows = []
    for key in dict.fromkeys(_key(one) for one in measured):
        here = [one for one in measured if _key(one) == key]
        held, late = [one.coverage for one in here], [one.overshoot for one in here if one.overshoot is not None]
        name, condition, policy = key
        rows.append([
            name, str(condition.traits.cap or "none"), condition.traits.rank, condition.name, policy,
            f"{median(held):.1%}", f"{min(held):.1%}", f"{median(one.queries for one in here):.0f}",
            f"{median(late):.0f}" if late else "-", ", ".join(sorted({one.reason for one in here})),
        ])  # fmt: skip
    return text_table(header, rows)


def _key(one: Stopped) -> tuple[str, Condition, str]:
    return one.task.source.name, one.task.condition, one.task.policy
