"""How wrong the coverage estimate is on the way, and how often its 90 % interval holds the truth."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from sonde.lab.conditions import Condition
from sonde.lab.coverage import about, trials_until
from sonde.lab.experiment import Source, Task
from sonde.lab.tables import Row, text_table
from sonde.lab.trial import Step, Trial

SHARES = (0.5, 0.8, 0.95)
_END = 0.96


@dataclass(frozen=True, slots=True)
class Estimated:
    """One trial, for its estimates."""

    task: Task
    trial: Trial


def measure_estimates(
    sources: Sequence[Source], conditions: Sequence[Condition], policies: Sequence[str], *, seeds: int,
    max_queries: int | None = None, jobs: int = 1,
) -> Iterator[Estimated]:  # fmt: skip
    """Every policy with every start word on every site, until a little more than 95 % are held."""
    run = trials_until(_END, sources, conditions, policies, seeds=seeds, max_queries=max_queries, jobs=jobs)
    for task, trial in run:
        yield Estimated(task, trial)


def estimates_row(one: Estimated) -> Row:
    """One trial as an object with stable keys; a share never reached is None."""
    steps = {share: one.trial.step_at(share) for share in SHARES}
    return {
        **about(one.task),
        "documents": one.trial.size,
        "truth": _by_share(steps, lambda step: round(step.coverage, 5)),
        "estimate": _by_share(steps, lambda step: round(step.estimate.estimate, 5)),
        "low": _by_share(steps, lambda step: round(step.estimate.low, 5)),
        "high": _by_share(steps, lambda step: round(step.estimate.high, 5)),
        "error": _by_share(steps, lambda step: round(error_of(step), 5)),
        "held": _by_share(steps, holds),
    }


def estimates_table(measured: Sequence[Estimated]) -> str:
    """Per site and policy the median absolute error and width in points, and in how many trials the interval held."""
    header = ["corpus", "cap", "rank", "site", "policy"]
    header += [f"{what} {share:.0%}" for share in SHARES for what in ("error at", "width at", "held at")]
    rows = []
    for key in dict.fromkeys(_key(one.task) for one in measured):
        steps = [[one.trial.step_at(share) for one in measured if _key(one.task) == key] for share in SHARES]
        cells = [cell for column in steps for cell in _cells([step for step in column if step is not None])]
        name, condition, policy = key
        where = [name, str(condition.traits.cap or "none"), condition.traits.rank, condition.name, policy]
        rows.append([*where, *cells])
    return text_table(header, rows)


def error_of(step: Step) -> float:
    """Estimate less truth."""
    return step.estimate.estimate - step.coverage


def holds(step: Step) -> bool:
    """Whether the truth lies in the interval."""
    return step.estimate.low <= step.coverage <= step.estimate.high


def _cells(steps: Sequence[Step]) -> tuple[str, str, str]:
    if not steps:
        return "-", "-", "-"
    error = median(abs(error_of(step)) for step in steps)
    width = median(step.estimate.high - step.estimate.low for step in steps)
    return f"{100 * error:.1f}", f"{100 * width:.0f}", f"{sum(map(holds, steps))} of {len(steps)}"


def _key(task: Task) -> tuple[str, Condition, str]:
    return task.source.name, task.condition, task.policy


def _by_share(steps: dict[float, Step | None], value: Callable[[Step], object]) -> dict[str, object]:
    return {f"{share * 100:g}": value(step) if step else None for share, step in steps.items()}
