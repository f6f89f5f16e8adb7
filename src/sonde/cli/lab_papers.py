"""`sonde lab papers`: the experiments of the papers on the closest corpora, the published figure beside ours."""

from pathlib import Path
from typing import Annotated, cast

import typer

from sonde.cli.terminal import show, tell_written
from sonde.errors import ConfigError
from sonde.lab.figures import Line, draw_lines, new_axes
from sonde.lab.papers.experiment import Experiment, as_csv, as_markdown, curves_as_csv
from sonde.lab.papers.grid import draw_grid
from sonde.lab.papers.known import PAPERS, run_papers


def papers(
    data: Annotated[Path, typer.Option("--data", metavar="DIR", help="Folder of the corpora.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="DIR", help="Also write Markdown, CSV and figures into this folder."),
    ] = None,
    paper: Annotated[
        list[str] | None,
        typer.Option("--paper", metavar="NAME", help=f"Only this one, repeatable; none: {', '.join(PAPERS)}."),
    ] = None,
    documents: Annotated[
        int | None,
        typer.Option("--documents", metavar="N", min=1000, help="At most so many of each corpus, evenly spaced."),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Few documents and queries, to try it.")] = False,
) -> None:
    """Run the experiments of the papers behind the policies and print them as Markdown, one after the other."""
    if out is not None:
        new_axes()  # a missing extra is an error before the first trial
    for experiment in run_papers(paper or [], data, documents=documents, quick=quick):
        show(as_markdown(experiment))
        if out is not None:
            tell_written(write(experiment, out))


def write(experiment: Experiment, folder: Path) -> list[Path]:
    """Writes one experiment: its section, its table, and its curves with their points."""
    texts = {".md": as_markdown(experiment), ".csv": as_csv(experiment)}
    if experiment.curves:
        texts["-curves.csv"] = curves_as_csv(experiment)
    stem = folder / experiment.name
    paths = [stem.with_name(stem.name + ending) for ending in texts]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in zip(paths, texts.values(), strict=True):
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"cannot write to {folder}: {error.strerror}. Choose another folder.") from error
    title = f"{experiment.paper}, {experiment.figure}"
    if experiment.grid:
        labels, shares = [str(row[0]) for row in experiment.rows], [[*row[1:]] for row in experiment.rows]
        paths += draw_grid(stem, labels, cast(list[list[float]], shares), title=title)
    if experiment.curves:
        lines = [Line(curve.label, curve.x, curve.y) for curve in experiment.curves]
        x, y = experiment.axes
        paths += draw_lines(stem, lines, title=title, x_label=x, y_label=y)
    return paths
