"""Options that the lab's experiments share, and the experiment made of them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from sonde.cli.lab import MEANINGS, switch_of
from sonde.cli.options import Json
from sonde.cli.terminal import show, show_json, tell_written
from sonde.lab.conditions import Condition, find_conditions, parse_cap
from sonde.lab.experiment import Source, find_source, split_policies
from sonde.lab.figures import new_axes
from sonde.lab.tables import Row, write_csv
from sonde.lab.traits import Traits
from sonde.planner import DEFAULT_POLICY

T = TypeVar("T")

_SITE, _OUTPUT = "The site", "Results"

CsvFile = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Also write the results to this file.")]
ChartFolder = Annotated[
    Path | None, typer.Option("--figures", "-o", metavar="DIR", help="Also draw charts into this folder.")
]
Corpora = Annotated[
    list[str],
    typer.Argument(
        metavar="CORPUS...", help="A .jsonl or .jsonl.zst file, a name in --data, stdlib, characters, or synthetic:N."
    ),
]


def _option(kind: Any, *names: str, text: str, panel: str = "", **more: Any) -> object:
    return Annotated[kind, typer.Option(*names, help=text, rich_help_panel=panel or None, **more)]


def _trait(kind: Any, name: str, **more: Any) -> object:
    return _option(kind, switch_of(name), text=MEANINGS[name], panel=_SITE, **more)


def experiment_options() -> dict[str, tuple[object, object]]:
    """The shared options for `with_options`; `read_experiment` takes what they gave."""
    several = "repeatable."
    return {
        "cap": (_option(list[str] | None, "--cap", text=f"Results shown for one query, or none; {several}", panel=_SITE,
                        metavar="K|none"), None),
        "rank": (_option(list[str] | None, "--rank", text=f"Order of the results: bm25 or static; {several}",
                         panel=_SITE, metavar="bm25|static"), None),
        "stop_words": (_trait(str, "stop_words", metavar="TEXT"), "short"),
        "count": (_trait(str, "count", metavar="exact|rounded|hidden"), "exact"),
        "min_length": (_trait(int, "min_length", metavar="N"), 1),
        "substring": (_trait(bool, "substring"), False),
        "operator": (_trait(str, "operator", metavar="and|or"), "and"),
        "page_size": (_trait(int, "page_size", metavar="N"), 20),
        "policies": (_option(str, "--policies", text="Policies to compare, with commas between them.", metavar="A,B"),
                     f"{DEFAULT_POLICY},adaptive"),
        "seeds": (_option(int, "--seeds", text="Trials of each, every one with another start word.", min=1,
                          metavar="N"), 3),
        "max_queries": (_option(int, "--max-queries", min=0, metavar="N",
                                text="Queries after which a trial is given up; 0: far beyond what should do."), 0),
        "data": (_option(Path | None, "--data", text="Folder of the corpora that are given by name.", metavar="DIR"),
                 None),
        "limit_documents": (_option(int, "--limit-documents", min=0, metavar="N",
                                    text="Documents taken of each corpus; 0: all."), 0),
        "jobs": (_option(int, "--jobs", text="Processes to run trials in.", min=1, metavar="N"), 1),
        "json": (Json, False),
        "csv": (_option(Path | None, "--csv", text="Also write the results to this file.", panel=_OUTPUT,
                        metavar="FILE"), None),
    }  # fmt: skip


def figures_option() -> dict[str, tuple[object, object]]:
    """The option for a folder of charts."""
    text = "Also draw charts into this folder, PNG and SVG."
    return {"figures": (_option(Path | None, "--figures", text=text, panel=_OUTPUT, metavar="DIR"), None)}


def robustness_option() -> dict[str, tuple[object, object]]:
    """The option for difficult sites."""
    text = (
        "Run also with unknown stop words, hidden counts, rounded counts, a minimum of 3 letters, "
        "substring matching and OR."
    )
    return {"robustness": (_option(bool, "--robustness", text=text, panel=_SITE), False)}


@dataclass(frozen=True, slots=True)
class Experiment:
    """What to run."""

    sources: tuple[Source, ...]
    conditions: tuple[Condition, ...]
    policies: tuple[str, ...]
    seeds: int
    max_queries: int | None
    jobs: int


def read_experiment(corpora: Sequence[str], given: dict[str, Any]) -> Experiment:
    """The experiment that the options describe; whatever is wrong with them is an error before the first trial."""
    base = Traits(**{name: given[name] for name in
                     ("stop_words", "count", "min_length", "substring", "operator", "page_size")})  # fmt: skip
    caps = [parse_cap(cap) for cap in given["cap"] or ["none"]]
    conditions = tuple(
        find_conditions(caps, given["rank"] or ["bm25"], base=base, robustness=given.get("robustness", False))
    )
    policies = split_policies(given["policies"])
    if given.get("figures"):
        new_axes()
    sources = [
        find_source(corpus, data=given["data"], limit=given["limit_documents"] or None)
        for corpus in dict.fromkeys(corpora)
    ]
    return Experiment(tuple(sources), conditions, policies, given["seeds"], given["max_queries"] or None, given["jobs"])


def show_results(rows: Sequence[Row], table: str, *, json: bool, csv: Path | None) -> None:
    """Prints the table, unless each row was already printed as JSON, and writes the CSV file."""
    if not json:
        show(table)
    if csv:
        write_csv(csv, rows)
        tell_written([csv])


def run_trials(
    measure: Callable[..., Iterable[T]], row_of: Callable[[T], Row], corpora: list[str], given: dict[str, Any]
) -> tuple[list[T], list[Row]]:
    """Runs an experiment of policies on simulated sites: what was measured, and its rows."""
    plan = read_experiment(corpora, given)
    found = measure(
        plan.sources, plan.conditions, plan.policies, seeds=plan.seeds, max_queries=plan.max_queries, jobs=plan.jobs
    )
    return collect(found, row_of, json=given["json"])


def collect(found: Iterable[T], row_of: Callable[[T], Row], *, json: bool) -> tuple[list[T], list[Row]]:
    """What an experiment finds and its rows; JSON is printed row by row: a long experiment can be followed and cut."""
    measured, rows = [], []
    for one in found:
        measured.append(one)
        rows.append(row_of(one))
        if json:
            show_json(rows[-1])
    return measured, rows
