"""`sonde lab ranking`: how well the copies that policies make answer like the site."""

from dataclasses import replace
from typing import Annotated, Any

import typer

from sonde.cli.lab_options import (
    Corpora,
    collect,
    experiment_options,
    figures_option,
    read_experiment,
    show_results,
)
from sonde.cli.terminal import tell_written
from sonde.lab.ranking_experiment import QUESTIONS, measure_ranking
from sonde.lab.ranking_experiment_report import ranking_figures, ranking_row, ranking_table
from sonde.planner.ranking.distances import DISTANCES
from sonde.planner.ranking.weight import checked_weight

POLICIES = ",".join(["ranking", "sonde", "adaptive", *(f"rank-{name}" for name in DISTANCES)])
BUDGETS = (100, 200, 400)


def ranking_options() -> dict[str, tuple[object, object]]:
    """The shared options that this experiment has a use for, with its own policies."""
    shared = {name: option for name, option in experiment_options().items() if name not in ("max_queries", "jobs")}
    return {**shared, "policies": (shared["policies"][0], POLICIES), **figures_option()}


def ranking(
    corpora: Corpora,
    queries: Annotated[
        list[int] | None,
        typer.Option("--queries", metavar="N", min=1, help="Queries after which the copy is tried; repeatable."),
    ] = None,
    popularity: Annotated[
        str,
        typer.Option(
            "--popularity",
            metavar="FIELD",
            help="The attribute that --rank popularity mixes in; empty: one drawn at random that no page shows.",
        ),
    ] = "",
    ranking_weight: Annotated[
        float, typer.Option("--ranking-weight", metavar="W", help="w of ranking and rank-…: 0 coverage, 1 ranking.")
    ] = 0.5,
    questions: Annotated[
        int, typer.Option("--questions", metavar="N", min=2, help="Questions of one and of two words, in turn.")
    ] = QUESTIONS,
    **given: Any,
) -> None:
    """Let policies crawl simulated sites and compare what their copies answer with what the site answers.

    Questions of one and two words are drawn from the corpus, as often as documents hold the words, and leave out
    whatever any of the policies has asked. Overlap@10 is the share of the site's first ten documents that the
    copy answers with; distance is Kendall's; held is the most that any order could reach.
    """
    plan = read_experiment(corpora, {**given, "rank": given["rank"] or ["popularity"], "max_queries": 0, "jobs": 1})
    sites = [replace(one, traits=replace(one.traits, popularity=popularity)) for one in plan.conditions]
    found = measure_ranking(
        plan.sources, sites, plan.policies, seeds=plan.seeds, budgets=sorted(set(queries or BUDGETS)),
        weight=checked_weight(ranking_weight), questions=questions,
    )  # fmt: skip
    measured, rows = collect(found, ranking_row, json=given["json"])
    show_results(rows, ranking_table(measured), json=given["json"], csv=given["csv"])
    if given["figures"]:
        tell_written(ranking_figures(given["figures"], measured))
