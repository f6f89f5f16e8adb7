"""Line charts as PNG and SVG. Needs matplotlib, which only the lab does."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

from sonde.errors import ConfigError, MissingExtraError

SIZE_INCHES = (7.0, 4.5)
_COLOURS = ("#1b6ca8", "#d1495b", "#2e933c", "#8e5ea2", "#e08e0b", "#4d4d4d", "#17a2a2", "#a0522d")


@dataclass(frozen=True, slots=True)
class Line:
    """One line; lines of the same label share colour and legend."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    dashed: bool = False


def draw_lines(
    stem: Path, lines: Sequence[Line], *, title: str, x_label: str, y_label: str,
    y_range: tuple[float, float] | None = None,
) -> list[Path]:  # fmt: skip
    """Writes `stem`.png and `stem`.svg and returns their paths."""
    figure, axes = new_axes()
    colours = dict(zip(dict.fromkeys(line.label for line in lines), cycle(_COLOURS), strict=False))
    labelled: set[str] = set()
    for line in lines:
        label = line.label if line.label not in labelled else None
        labelled.add(line.label)
        style = "--" if line.dashed else "-"
        axes.plot(line.x, line.y, style, color=colours[line.label], label=label, linewidth=1.6, alpha=0.9)
    axes.set(title=title, xlabel=x_label, ylabel=y_label)
    if y_range is not None:
        axes.set_ylim(*y_range)
    axes.grid(True, alpha=0.3)
    if labelled:
        axes.legend(frameon=False)
    return save(figure, stem)


def new_axes() -> tuple[Any, Any]:
    """A matplotlib figure and its axes, drawn without a screen."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtraError("figures need matplotlib: pip install 'sonde[lab]'", extra="lab") from error
    figure = Figure(figsize=SIZE_INCHES, layout="constrained")
    return figure, figure.subplots()


def save(figure: Any, stem: Path) -> list[Path]:
    """Writes a figure in both formats; the same figure gives the same files."""
    from matplotlib import rc_context

    paths = [stem.with_name(f"{stem.name}.{ending}") for ending in ("png", "svg")]
    try:
        stem.parent.mkdir(parents=True, exist_ok=True)
        with rc_context({"svg.hashsalt": stem.name}):
            figure.savefig(paths[0], dpi=150)
            figure.savefig(paths[1], metadata={"Date": None})
    except OSError as error:
        raise ConfigError(f"cannot write {stem}: {error.strerror or error}. Choose another folder.") from error
    return paths
