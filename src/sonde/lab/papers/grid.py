"""A table of shares, every row against every row, drawn as a map of shades."""

from collections.abc import Sequence
from pathlib import Path

from sonde.lab.figures import new_axes, save


def draw_grid(stem: Path, labels: Sequence[str], shares: Sequence[Sequence[float]], *, title: str) -> list[Path]:
    """Writes `stem`.png and `stem`.svg and returns their paths; dark is 1, columns are in the order of the rows."""
    figure, axes = new_axes()
    shown = axes.imshow(shares, vmin=0, vmax=1, cmap="Blues")
    axes.set_xticks([])
    axes.set_yticks(range(len(labels)), labels, fontsize=7)
    axes.set_title(title)
    figure.colorbar(shown)
    return save(figure, stem)
