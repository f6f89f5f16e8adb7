"""One experiment of a paper: what was published, what came out here."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from sonde.lab.tables import markdown_table

Cell = str | int | float | None  # None: not reached, or not measured
POINTS = 60  # of a curve: more can hardly be told apart in a figure


@dataclass(frozen=True, slots=True)
class Curve:
    """One line of a figure."""

    label: str
    x: tuple[float, ...]
    y: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Experiment:
    """A table, and curves where the paper has a figure."""

    name: str  # of its files, such as "ntoulas-pubmed-coverage"
    paper: str  # "Ntoulas 2005"
    figure: str  # the figure, table or section there, such as "Figure 10"
    published: str  # what the paper reports, in a sentence or two
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]  # the published value, where there is one, in a column of its own
    curves: tuple[Curve, ...] = ()
    axes: tuple[str, str] = ("queries", "coverage")
    grid: bool = False  # every row against every row, drawn as a map
    corpus: str = ""  # what stands for the paper's data
    note: str = ""  # where we differ, and why


def curve_of(label: str, x: Sequence[float], y: Sequence[float]) -> Curve:
    """A line through at most POINTS of these, evenly spaced, the first and the last among them."""
    count, last = min(len(x), POINTS), len(x) - 1
    places = [i * last // max(1, count - 1) for i in range(count)]
    return Curve(label, tuple(float(x[i]) for i in places), tuple(float(y[i]) for i in places))


def as_markdown(experiment: Experiment) -> str:
    """The experiment as a section of Markdown."""
    parts = [f"### {experiment.paper}, {experiment.figure}: {experiment.name}"]
    if experiment.corpus:
        parts.append(f"Corpus: {experiment.corpus}")
    parts.append(f"Published: {experiment.published}")
    parts.append(markdown_table(experiment.columns, [[_words(cell) for cell in row] for row in experiment.rows]))
    if experiment.note:
        parts.append(experiment.note)
    return "\n\n".join(parts) + "\n"


def as_csv(experiment: Experiment) -> str:
    """The table of the experiment; an empty cell was not reached or not measured."""
    return _csv([experiment.columns, *experiment.rows])


def curves_as_csv(experiment: Experiment) -> str:
    """The points of all curves, one per line."""
    points = [(curve.label, x, y) for curve in experiment.curves for x, y in zip(curve.x, curve.y, strict=True)]
    return _csv([("curve", *experiment.axes), *points])


def _csv(rows: Sequence[Sequence[Cell]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _words(cell: Cell) -> str:
    if cell is None:
        return "-"
    if isinstance(cell, float):
        return f"{cell:.3f}" if abs(cell) < 10 else f"{cell:,.0f}"
    return f"{cell:,}" if isinstance(cell, int) else cell.replace("|", "\\|")
