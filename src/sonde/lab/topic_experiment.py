"""Topic policies side by side: queries and downloads to shares of a topic, beside the oracle's."""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sonde.errors import ConfigError
from sonde.lab.conditions import Condition
from sonde.lab.experiment import Source, open_engine
from sonde.lab.figures import Line, draw_lines
from sonde.lab.oracle import Limits, all_answers, find_limits
from sonde.lab.tables import Row, mean, shown, text_table
from sonde.lab.topic import LEVELS, TopicTrial, examples_of, find_topic, given_topic, run_topic_trial, topics_of
from sonde.model import Topic

PATIENCE = 15  # times the oracle's queries, after which a policy is given up
FEWEST_QUERIES = 150
AFTER = 100  # queries, after which recall is reported
MAIN = 0.7

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Measured:
    """One trial beside the limits of its topic."""

    corpus: str
    condition: Condition
    topic: str
    policy: str
    seed: int
    trial: TopicTrial
    limits: Limits

    @property
    def where(self) -> tuple[str, Condition, str]:
        """Corpus, site and topic."""
        return self.corpus, self.condition, self.topic


def measure_topics(
    sources: Sequence[Source], conditions: Sequence[Condition], topics: Sequence[str], policies: Sequence[str], *,
    examples: int, seeds: int, max_queries: int | None = None, elsewhere: Callable[[int], Topic] | None = None,
) -> Iterator[Measured]:  # fmt: skip
    """Every policy on every topic of every corpus; each seed draws other examples.

    The examples are documents of the topic itself or, by seed, what `elsewhere` gives.
    """
    found: set[str] = set()
    for source in sources:
        records = open_engine(source).records
        known = list(topics_of(records, topics))
        found.update(label for label, _ in known)
        for condition in conditions:
            engine = condition.site(open_engine(source))
            answers = all_answers(engine) if known else None
            for label, wanted in known:
                limits = find_limits(engine, levels=LEVELS, wanted=wanted, answers=answers)
                most = max_queries or max(FEWEST_QUERIES, PATIENCE * (limits.oracle[MAIN] or 0))
                for seed in range(1, seeds + 1):
                    given = given_topic(engine, wanted, examples=examples, seed=seed)
                    if elsewhere is not None:
                        given = replace(given, topic=elsewhere(seed))
                    for policy in policies:
                        trial = run_topic_trial(engine, policy, given, max_queries=most)
                        logger.info("trial ended topic=%r policy=%s seed=%d", label, policy, seed)
                        yield Measured(source.name, condition, label, policy, seed, trial, limits)
    if missing := [label for label in topics if label not in found]:
        raise ConfigError(f"no corpus has the label {missing[0]!r}. Write VALUE or ATTRIBUTE=VALUE.")


def examples_from(source: Source, label: str, *, examples: int) -> Callable[[int], Topic]:
    """By seed: a topic told by random documents with a label of another corpus."""
    engine = open_engine(source)
    wanted = find_topic(engine.records, label)
    return lambda seed: examples_of(engine, wanted, examples=examples, seed=seed)


def topic_row(one: Measured) -> Row:
    """One trial as an object with stable keys; a level never reached is None."""
    trial, oracle = one.trial, one.limits.oracle
    queries = {level: trial.queries_to(level) for level in LEVELS}
    return {
        "corpus": one.corpus, "topic": one.topic, "policy": one.policy, "cap": one.condition.traits.cap,
        "rank": one.condition.traits.rank, "seed": one.seed, "documents": trial.size,
        "queries": _by_level(queries), "oracle": _by_level(oracle),
        "ratio": _by_level({level: _ratio(queries[level], oracle[level]) for level in LEVELS}),
        "downloaded": _by_level({level: trial.documents_to(level) for level in LEVELS}),
        "precision": _by_level({level: _precision(trial, level) for level in LEVELS}),
        f"recall_after_{AFTER}": round(trial.recall_after(AFTER), 4),
        "asked": len(trial.steps),
    }  # fmt: skip


def topic_table(measured: Sequence[Measured]) -> str:
    """Mean queries over the seeds with their ratio to the oracle; a dash if a seed fell short."""
    header = ["corpus", "topic", "cap", "rank", "policy", *(f"{level:.0%}" for level in LEVELS),
              f"recall at {AFTER}", f"downloads {MAIN:.0%}", f"precision {MAIN:.0%}"]  # fmt: skip
    rows: list[list[str]] = []
    for where in dict.fromkeys(one.where for one in measured):
        here = [one for one in measured if one.where == where]
        corpus, condition, topic = where
        site = [corpus, topic, str(condition.traits.cap or "none"), condition.traits.rank]
        for policy in dict.fromkeys(one.policy for one in here):
            rows.append([*site, policy, *_cells([one for one in here if one.policy == policy])])
        oracle = here[0].limits.oracle
        rows.append([*site, "(oracle)", *(shown(oracle[level]) for level in LEVELS), "", "", ""])
    return text_table(header, rows)


def topic_figures(folder: Path, measured: Sequence[Measured]) -> list[Path]:
    """Two charts per topic: recall by queries, and recall by documents downloaded."""
    paths = []
    for where in dict.fromkeys(one.where for one in measured):
        here = [one for one in measured if one.where == where]
        corpus, condition, topic = where
        name = f"topic-{corpus}-{topic}-{condition.traits.cap or 'none'}-{condition.traits.rank}"
        stem = "".join(c if c.isalnum() or c in "-." else "_" for c in name)
        limits = here[0].limits
        oracle = Line(
            "oracle", range(len(limits.curve) + 1), [0, *(n / limits.size for n in limits.curve)], dashed=True
        )
        by_queries = [Line(one.policy, range(len(one.trial.recall) + 1), [0, *one.trial.recall]) for one in here]
        by_downloads = [
            Line(one.policy, [0, *(step.held for step in one.trial.steps)], [0, *one.trial.recall]) for one in here
        ]
        for kind, lines in (("queries", [*by_queries, oracle]), ("downloads", by_downloads)):
            paths += draw_lines(
                folder / f"{stem}-{kind}", lines, title=f"{corpus}: {topic}", x_label=kind,
                y_label="share of the topic held", y_range=(0, 1),
            )  # fmt: skip
    return paths


def _cells(here: Sequence[Measured]) -> list[str]:
    cells = []
    for level in LEVELS:
        queries = mean([one.trial.queries_to(level) for one in here])
        cells.append(
            "-" if queries is None else f"{queries:.1f} ({shown(_ratio(queries, here[0].limits.oracle[level]), 2)})"
        )
    recall = sum(one.trial.recall_after(AFTER) for one in here) / len(here)
    downloads = mean([one.trial.documents_to(MAIN) for one in here])
    return [*cells, f"{recall:.2f}", shown(downloads), shown(mean([_precision(one.trial, MAIN) for one in here]), 2)]


def _precision(trial: TopicTrial, level: float) -> float | None:
    number = trial.queries_to(level)
    return None if number is None else round(trial.precision[number - 1], 4)


def _ratio(number: float | None, to: int | None) -> float | None:
    return round(number / to, 4) if number is not None and to else None


def _by_level(values: "dict[float, int | None] | dict[float, float | None]") -> dict[str, object]:
    return {f"{level * 100:g}": value for level, value in values.items()}
