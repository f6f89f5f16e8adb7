"""`sonde lab discovery`: how many forms of a domain the modes of discovery find on simulated webs."""

from collections.abc import Container, Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from sonde.cli.lab_options import ChartFolder, CsvFile, collect, show_results
from sonde.cli.options import Json
from sonde.cli.terminal import tell, tell_written
from sonde.lab.discovery import RECIPES, Run, known_modes, measure_discovery
from sonde.lab.discovery_report import (
    discovery_figures,
    feature_table,
    forms_table,
    precision_table,
    recipe_table,
    run_row,
)
from sonde.lab.discovery_runs import RunFile
from sonde.lab.figures import new_axes
from sonde.lab.names import split_names
from sonde.lab.web.data import read_material
from sonde.lab.web.recipe import DOMAINS


def discovery(
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="DIR", help="Folder of real pages to build webs from; without it, built-in."),
    ] = None,
    pages: Annotated[int, typer.Option("--pages", metavar="N", min=10, help="Pages that each mode may fetch.")] = 5000,
    domains: Annotated[
        str, typer.Option("--domains", metavar="A,B", help=f"Domains, of {', '.join(DOMAINS)}; empty: all.")
    ] = "",
    modes: Annotated[str, typer.Option("--modes", metavar="A,B", help="Modes to compare; empty: all.")] = "",
    webs: Annotated[
        str, typer.Option("--webs", metavar="A,B", help=f"Webs to run on, of {', '.join(RECIPES)}; empty: all.")
    ] = "",
    scale: Annotated[
        float, typer.Option("--scale", metavar="X", min=0.01, help="Times as many hosts; 1: about 15,000.")
    ] = 1.0,
    kept: Annotated[
        Path | None,
        typer.Option("--runs", metavar="FILE", help="Keep each run here as it ends; those there are not made again."),
    ] = None,
    json: Json = False,
    csv: CsvFile = None,
    figures: ChartFolder = None,
) -> None:
    """Count the relevant forms that each mode finds for the same number of pages.

    Every mode is given the same seeds, examples and critic; what it brings is compared with the truth of the web.
    Prints the forms by mode and domain, how many of the harvest are relevant, each web by itself, and the features
    that were learned.
    """
    chosen = (
        split_names(webs, tuple(RECIPES), "web"),
        split_names(domains, tuple(DOMAINS), "domain"),
        split_names(modes, known_modes(), "mode"),
    )
    if figures:
        new_axes()
    file = RunFile(kept, pages=pages, scale=scale, data=data) if kept else None
    known = file.known() if file else {}
    material = read_material(data) if data else None
    found = measure_discovery(*chosen, pages=pages, material=material, scale=scale, known=known)
    runs, rows = collect(_told(found, file, known), run_row, json=json)
    show_results(rows, _report(runs), json=json, csv=csv)
    if figures:
        tell_written(discovery_figures(figures, runs))


def _told(runs: Iterable[Run], file: RunFile | None, known: Container[tuple[str, str, str]]) -> Iterator[Run]:
    """Each run as it ends, told and kept."""
    for run in runs:
        if file and (run.recipe, run.domain, run.mode) not in known:
            file.add(run)
        tell(f"{run.recipe} {run.domain} {run.mode}: {run.relevant} forms in {run.pages} pages, {run.seconds:.0f} s")
        yield run


def _report(runs: list[Run]) -> str:
    parts = [
        f"Relevant forms in {max(run.pages for run in runs):,} pages\n\n{forms_table(runs)}",
        f"Relevant among the harvested forms, %\n\n{precision_table(runs)}",
        f"On each web\n\n{recipe_table(runs)}",
    ]
    learned = [run for run in runs if run.mode in ("online", "offline-online") and run.iterations]
    for mode in dict.fromkeys(run.mode for run in learned):
        run = max((run for run in learned if run.mode == mode), key=lambda run: run.relevant)
        parts.append(f"Features of {mode} in {run.domain} ({run.recipe})\n\n{feature_table(run)}")
    return "\n\n".join(parts)
