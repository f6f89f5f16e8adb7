"""The ranking experiment as rows, a table and charts."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from sonde.lab.conditions import Condition
from sonde.lab.figures import Line, draw_lines
from sonde.lab.ranking_experiment import Answers
from sonde.lab.tables import Row, mean, shown, text_table

_FIGURES = ("overlap", "overlap_one", "overlap_two", "distance", "held", "confidence")


def ranking_row(answers: Answers) -> Row:
    """One copy after one number of queries, as an object with stable keys."""
    row = asdict(answers)
    del row["condition"]
    traits = answers.condition.traits
    return {"cap": traits.cap, "rank": traits.rank, "popularity": traits.popularity, **row}


def ranking_table(measured: Sequence[Answers]) -> str:
    """Means over the seeds: overlap@10, for one and for two words, Kendall's distance, share held, confidence."""
    header = ["corpus", "cap", "rank", "policy", "queries", "documents",
              "overlap@10", "1 word", "2 words", "distance", "held", "expected"]  # fmt: skip
    rows = []
    for corpus, condition, policy, queries in dict.fromkeys(
        (one.corpus, one.condition, one.policy, one.queries) for one in measured
    ):
        here = [one for one in measured if _is_at(one, corpus, condition, policy) and one.queries == queries]
        traits = condition.traits
        where = [corpus, str(traits.cap or "none"), traits.rank, policy, str(queries)]
        means = [mean([getattr(one, name) for one in here]) for name in _FIGURES]
        rows.append([*where, shown(mean([one.documents for one in here])), *(shown(number, 3) for number in means)])
    return text_table(header, rows)


def ranking_figures(folder: Path, measured: Sequence[Answers]) -> list[Path]:
    """One chart per site: overlap@10 by number of queries, a line for each policy."""
    paths = []
    for corpus, condition in dict.fromkeys((one.corpus, one.condition) for one in measured):
        here = [one for one in measured if one.corpus == corpus and one.condition == condition]
        budgets = list(dict.fromkeys(one.queries for one in here))
        lines = []
        for policy in dict.fromkeys(one.policy for one in here):
            means = [mean([o.overlap for o in here if o.policy == policy and o.queries == n]) or 0.0 for n in budgets]
            lines.append(Line(policy, budgets, means))
        cap, rank = condition.traits.cap or "none", condition.traits.rank
        stem = folder / f"ranking-{corpus}-{cap}-{rank}".replace(":", "_")
        paths += draw_lines(
            stem, lines, title=f"{corpus}, cap {cap}, {rank}", x_label="queries", y_label="overlap@10", y_range=(0, 1)
        )  # fmt: skip
    return paths


def _is_at(one: Answers, corpus: str, condition: Condition, policy: str) -> bool:
    return (one.corpus, one.condition, one.policy) == (corpus, condition, policy)
