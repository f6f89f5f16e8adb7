"""Queries that policies need, beside what the oracle needs and what no choice of words can beat."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sonde.lab.conditions import Condition
from sonde.lab.experiment import MOST_QUERIES, Source, Task, limits_of, most_queries, trial_of, workers
from sonde.lab.figures import Line, draw_lines
from sonde.lab.oracle import LEVELS, Limits
from sonde.lab.tables import Row, mean, shown, text_table
from sonde.lab.trial import NEVER, Step, Trial
from sonde.planner import StopRules

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Measured:
    """One trial beside the limits of its site."""

    task: Task
    trial: Trial
    limits: Limits

    @property
    def site(self) -> tuple[str, Condition]:
        """Where it ran."""
        return self.task.source.name, self.task.condition


def measure_coverage(
    sources: Sequence[Source], conditions: Sequence[Condition], policies: Sequence[str], *, seeds: int,
    max_queries: int | None = None, jobs: int = 1,
) -> Iterator[Measured]:  # fmt: skip
    """Every policy with every start word on every site, until 99 % are held."""
    with workers(jobs) as run:
        for source in sources:
            limits = dict(zip(conditions, run(limits_of, [(source, site) for site in conditions]), strict=True))
            tasks = [
                Task(source, site, policy, seed, LEVELS[-1], max_queries or most_queries(limits[site]))
                for site in conditions for policy in policies for seed in range(1, seeds + 1)
            ]  # fmt: skip
            for task, trial in zip(tasks, run(trial_of, tasks), strict=True):
                log_trial(task, trial)
                yield Measured(task, trial, limits[task.condition])


def coverage_row(measured: Measured) -> Row:
    """One trial as an object with stable keys; a level never reached is None."""
    task, trial, limits = measured.task, measured.trial, measured.limits
    queries = {level: trial.queries_to(level) for level in LEVELS}
    read = {level: trial.queries_to(level, probes=False) for level in LEVELS}
    steps = {level: trial.step_at(level) for level in LEVELS}
    return {
        **about(task),
        "documents": trial.size,
        "reachable": limits.reachable,
        "queries": _by_level(queries),
        "ratio": _ratios(queries, limits.oracle),
        "oracle": _by_level(limits.oracle),
        "lower_bound": _by_level(limits.bound),
        "ratio_to_bound": _ratios(queries, limits.bound),
        "ratio_without_probes": _ratios(read, limits.oracle),
        "ratio_of_pages": _ratios({level: step.pages if step else None for level, step in steps.items()}, limits.pages),
        "requests": _by_level({level: step.requests if step else None for level, step in steps.items()}),
        "pages": _by_level({level: step.pages if step else None for level, step in steps.items()}),
        "results": _by_level({level: step.results if step else None for level, step in steps.items()}),
        "probes": _by_level({level: step.probes if step else None for level, step in steps.items()}),
        "asked": len(trial.steps),
        "reached": round(trial.steps[-1].coverage, 5) if trial.steps else 0.0,
        "stopped_by": trial.stop.reason if trial.stop else "",
        "cpu_s": round(trial.cpu_s, 2),
    }


def trials_until(
    share: float, sources: Sequence[Source], conditions: Sequence[Condition], policies: Sequence[str], *, seeds: int,
    max_queries: int | None, jobs: int, rules: StopRules = NEVER,
) -> Iterator[tuple[Task, Trial]]:  # fmt: skip
    """Every policy with every start word on every site, until a share is held or the `rules` stop it."""
    with workers(jobs) as run:
        for source in sources:
            tasks = [
                Task(source, site, policy, seed, share, max_queries or MOST_QUERIES, rules)
                for site in conditions for policy in policies for seed in range(1, seeds + 1)
            ]  # fmt: skip
            for task, trial in zip(tasks, run(trial_of, tasks), strict=True):
                log_trial(task, trial)
                yield task, trial


def log_trial(task: Task, trial: Trial) -> None:
    """One line for one trial."""
    facts = " ".join(f"{name}={value!r}" for name, value in about(task).items())
    reached = trial.steps[-1].coverage if trial.steps else 0.0
    logger.info("trial ended %s queries=%d coverage=%.3f cpu_s=%.1f", facts, len(trial.steps), reached, trial.cpu_s)


def about(task: Task) -> dict[str, object]:
    """Which trial a row tells of."""
    traits = task.condition.traits
    return {
        "corpus": task.source.name, "policy": task.policy, "cap": traits.cap, "rank": traits.rank,
        "site": task.condition.name, "seed": task.seed,
    }  # fmt: skip


def coverage_table(measured: Sequence[Measured]) -> str:
    """Mean queries over the seeds with their ratio to the oracle and to the bound; a dash if a seed fell short."""
    header = ["corpus", "cap", "rank", "site", "policy", *(f"{level:.0%}" for level in LEVELS)]
    rows: list[list[str]] = []
    for site in dict.fromkeys(one.site for one in measured):
        here = [one for one in measured if one.site == site]
        limits, traits = here[0].limits, site[1].traits
        where = [site[0], str(traits.cap or "none"), traits.rank, site[1].name]
        for policy in dict.fromkeys(one.task.policy for one in here):
            trials = [one.trial for one in here if one.task.policy == policy]
            rows += ([*where, *cells] for cells in _policy_rows(policy, trials, limits))
        rows.append([*where, "(oracle)", *(shown(limits.oracle[level]) for level in LEVELS)])
        rows.append([*where, "(lower bound)", *(shown(limits.bound[level]) for level in LEVELS)])
    return text_table(header, rows)


def coverage_figures(folder: Path, measured: Sequence[Measured]) -> list[Path]:
    """One chart per site: the share held by number of queries, a line for each policy and seed."""
    paths = []
    for site in dict.fromkeys(one.site for one in measured):
        here = [one for one in measured if one.site == site]
        lines = [Line(one.task.policy, *_curve([step.coverage for step in one.trial.steps])) for one in here]
        limits = here[0].limits
        best = [held / limits.size for held in limits.curve]
        lines.append(Line("oracle", *_curve(best), dashed=True))
        name, condition = site
        cap, rank = condition.traits.cap or "none", condition.traits.rank
        stem = "-".join(["coverage", name, str(cap), rank, condition.name]).replace(" ", "_").replace(":", "_")
        paths += draw_lines(
            folder / stem, lines, title=f"{name}, cap {cap}, {rank}, {condition.name}", x_label="queries",
            y_label="share of the documents held", y_range=(0, 1),
        )  # fmt: skip
    return paths


def _curve(shares: Sequence[float]) -> tuple[list[float], list[float]]:
    return [float(i) for i in range(len(shares) + 1)], [0.0, *shares]


def _policy_rows(policy: str, trials: Sequence[Trial], limits: Limits) -> Iterator[list[str]]:
    """The queries of a policy; where some only looked at a first page, also those without them, and its pages."""
    queries = {level: mean([trial.queries_to(level) for trial in trials]) for level in LEVELS}
    yield [policy, *(_cell(queries[level], limits.oracle[level], limits.bound[level]) for level in LEVELS)]
    if not any(trial.steps and trial.steps[-1].probes for trial in trials):
        return
    read = {level: mean([trial.queries_to(level, probes=False) for trial in trials]) for level in LEVELS}
    yield [
        f"{policy} less probes",
        *(_cell(read[level], limits.oracle[level], limits.bound[level]) for level in LEVELS),
    ]
    pages = {level: mean([step.pages if step else None for step in _steps(trials, level)]) for level in LEVELS}
    yield [f"{policy} in pages", *(_cell(pages[level], limits.pages[level]) for level in LEVELS)]


def _steps(trials: Sequence[Trial], level: float) -> list[Step | None]:
    return [trial.step_at(level) for trial in trials]


def _cell(number: float | None, *limits: int | None) -> str:
    if number is None:
        return "-"
    ratios = ", ".join(shown(_ratio(number, limit), 2) for limit in limits)
    return f"{shown(number, 0 if number >= 100 else 1)} ({ratios})"


def _ratio(number: float | None, to: int | None) -> float | None:
    return round(number / to, 4) if number is not None and to else None


def _ratios(numbers: dict[float, int | None], to: dict[float, int | None]) -> dict[str, object]:
    return _by_level({level: _ratio(number, to[level]) for level, number in numbers.items()})


def _by_level(values: "dict[float, int | None] | dict[float, float | None]") -> dict[str, object]:
    return {f"{level * 100:g}": value for level, value in values.items()}
