"""Small charts as inline SVG: lines with a band, and bars. Colours come from the page's style sheet."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sonde.report.words import safe

WIDTH, HEIGHT = 720, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 72, 20, 12, 44
_MOST_POINTS = 400
_MOST_BARS = 180
QUERIES = "queries answered"

Label = Callable[[float], str]


@dataclass(frozen=True, slots=True)
class Line:
    """One curve: values at x = 1, 2, 3, …"""

    name: str
    values: Sequence[float]
    style: str  # CSS class


@dataclass(frozen=True, slots=True)
class Band:
    """The area between two curves."""

    name: str
    low: Sequence[float]
    high: Sequence[float]


@dataclass(frozen=True, slots=True)
class _Frame:
    """Maps data to the drawing."""

    x_max: float
    y_max: float

    def x(self, value: float) -> float:
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * value / self.x_max

    def y(self, value: float) -> float:
        share = min(1.0, max(0.0, value / self.y_max)) if math.isfinite(value) else 0.0
        return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * share


def line_chart(
    title: str,
    lines: Sequence[Line],
    *,
    label: Label,
    band: Band | None = None,
    y_max: float | None = None,
    along: str = QUERIES,
) -> str:
    """Curves over the queries, or what else `along` names, with an optional band behind them.

    The last point is always drawn.
    """
    count = max(len(line.values) for line in lines)
    highest = max((value for line in lines for value in line.values if math.isfinite(value)), default=0.0)
    frame = _Frame(x_max=max(1, count), y_max=y_max or _headroom(highest))
    shown = _thinned(count)
    parts = [_axes(frame, label, along)]
    if band is not None:
        edge = [(at, band.high[at]) for at in shown] + [(at, band.low[at]) for at in reversed(shown)]
        parts.append(f'<path class="band" d="{_path(frame, edge)}Z"/>')
    for line in lines:
        points = [(at, line.values[at]) for at in shown if at < len(line.values)]
        parts.append(f'<path class="line {line.style}" d="{_path(frame, points)}"/>')
        x, y = frame.x(points[-1][0] + 1), frame.y(points[-1][1])
        parts.append(f'<circle class="dot {line.style}" cx="{x:.1f}" cy="{y:.1f}" r="3"/>')
    return _svg(title, "".join(parts))


def bar_chart(title: str, values: Sequence[float], *, label: Label) -> str:
    """A bar for each query; many queries share a bar, which then shows their mean."""
    size = math.ceil(len(values) / _MOST_BARS)
    groups = [values[start : start + size] for start in range(0, len(values), size)]
    means = [sum(group) / len(group) for group in groups]
    frame = _Frame(x_max=len(values), y_max=_headroom(max(means)))
    parts = [_axes(frame, label)]
    for at, mean in enumerate(means):
        left, right = frame.x(at * size), frame.x(min(len(values), (at + 1) * size))
        gap = min(1.0, (right - left) / 5)
        top = frame.y(mean)
        parts.append(
            f'<rect class="bar" x="{left + gap / 2:.2f}" y="{top:.1f}" width="{right - left - gap:.2f}" '
            f'height="{HEIGHT - _BOTTOM - top:.1f}"><title>{safe(_span(at, size, len(values)))}: '
            f"{safe(label(mean))}</title></rect>"
        )
    return _svg(title, "".join(parts))


def bar_width(count: int) -> int:
    """How many queries share one bar."""
    return max(1, math.ceil(count / _MOST_BARS))


def ticks(highest: float, *, most: int = 6) -> list[float]:
    """Round numbers from 0 up to `highest`, a handful of them."""
    if not highest > 0 or not math.isfinite(highest):
        return [0.0]
    rough = highest / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999)
    return [step * at for at in range(int(highest / step + 1.001))]


def _headroom(highest: float) -> float:
    return highest * 1.05 if highest > 0 else 1.0


def _thinned(count: int) -> list[int]:
    step = max(1, math.ceil(count / _MOST_POINTS))
    chosen = list(range(0, count, step))
    if chosen and chosen[-1] != count - 1:
        chosen.append(count - 1)
    return chosen


def _path(frame: _Frame, points: Sequence[tuple[int, float]]) -> str:
    steps = (f"{frame.x(at + 1):.1f} {frame.y(value):.1f}" for at, value in points)
    return "M" + "L".join(steps)


def _axes(frame: _Frame, label: Label, along: str = QUERIES) -> str:
    bottom = HEIGHT - _BOTTOM
    parts = [_mark(WIDTH / 2, HEIGHT - 6, along)]
    for value in ticks(frame.y_max):
        y = frame.y(value)
        parts.append(f'<line class="grid" x1="{_LEFT}" y1="{y:.1f}" x2="{WIDTH - _RIGHT}" y2="{y:.1f}"/>')
        parts.append(_mark(_LEFT - 8, y + 4, label(value), anchor="end"))
    for value in ticks(frame.x_max, most=8):
        if value == int(value):
            parts.append(_mark(frame.x(value), bottom + 18, f"{value:,.0f}"))
    parts.append(f'<line class="axis" x1="{_LEFT}" y1="{bottom}" x2="{WIDTH - _RIGHT}" y2="{bottom}"/>')
    return "".join(parts)


def _mark(x: float, y: float, text: str, *, anchor: str = "middle") -> str:
    return f'<text class="tick" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{safe(text)}</text>'


def _span(at: int, size: int, count: int) -> str:
    first, last = at * size + 1, min(count, (at + 1) * size)
    return f"query {first:,}" if first == last else f"queries {first:,} to {last:,}, mean"


def _svg(title: str, content: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{safe(title)}">'
        f"<title>{safe(title)}</title>{content}</svg>"
    )
