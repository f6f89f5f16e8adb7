"""The curves of a crawl: how complete it was after each query, and what each query brought."""

from collections.abc import Sequence

from sonde.report.facts import Point
from sonde.report.svg import Band, Line, bar_chart, bar_width, line_chart
from sonde.report.words import interval, number, percent, safe


def charts(points: Sequence[Point]) -> str:
    """The three figures, or a line that says there is nothing to draw."""
    if not points:
        return "<p class=soft>No query has been answered yet.</p>"
    return _coverage(points) + _held(points) + _yield(points)


def _coverage(points: Sequence[Point]) -> str:
    last = points[-1].coverage
    chart = line_chart(
        f"Estimated coverage after each query, {interval(last)} at the end",
        [Line("estimate", [point.coverage.estimate for point in points], "first")],
        band=Band(
            "90 % interval",
            [point.coverage.low for point in points],
            [point.coverage.high for point in points],
        ),
        label=lambda value: f"{100 * value:.0f} %",
        y_max=1.0,
    )
    key = "<span class=key></span>estimate &nbsp; <span class='key area'></span>90 % interval"
    return _figure("Coverage", f"Share of the site that is held, by Sonde’s own estimate. {key}", chart)


def _held(points: Sequence[Point]) -> str:
    size = points[-1].coverage.size
    lines = [Line("held", [point.held for point in points], "first")]
    key = "<span class=key></span>documents held"
    if size > 0:
        # Early estimates of the size can be many times too large; they would flatten the curve that matters.
        highest = 1.3 * max(size, points[-1].held)
        lines.append(Line("size", [min(point.coverage.size, highest) for point in points], "second"))
        key += " &nbsp; <span class='key second'></span>estimated size of the site"
    title = f"Documents held after each query, {number(points[-1].held)} at the end"
    return _figure("Documents", key, line_chart(title, lines, label=number))


def _yield(points: Sequence[Point]) -> str:
    new = [point.new for point in points]
    width = bar_width(len(new))
    note = "Each bar is one query." if width == 1 else f"Each bar is the mean of {width} queries."
    fruitless = sum(1 for value in new if value == 0) / len(new)
    title = "New documents per query"
    return _figure(
        "New documents per query",
        safe(f"{note} {percent(fruitless)} of the queries brought nothing new."),
        bar_chart(title, new, label=lambda value: f"{value:,.1f}".removesuffix(".0")),
    )


def _figure(heading: str, caption: str, chart: str) -> str:
    return f"<h2>{safe(heading)}</h2><figure><figcaption>{caption}</figcaption>{chart}</figure>"
