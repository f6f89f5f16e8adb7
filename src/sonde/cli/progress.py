"""Live progress of a crawl on a terminal."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from sonde import Budget, Coverage, Crawl
from sonde.cli.terminal import is_live, one_line, stderr_console
from sonde.crawl import Progress
from sonde.report.words import amount, duration, interval, number, peeks_in_words

_BAR_WIDTH = 30


@contextmanager
def live_progress(crawl: Crawl) -> Iterator[None]:
    """Draws how far the crawl is, four times a second, where somebody can see it."""
    if not is_live.get():
        yield
        return
    view = _View(crawl)
    with Live(get_renderable=view.render, console=stderr_console(), refresh_per_second=4, transient=True):
        yield


@contextmanager
def live(facts: Callable[[], Sequence[tuple[str, str]]]) -> Iterator[None]:
    """Draws what is going on, the first fact beside a spinner and the others below, where somebody can see it."""
    if not is_live.get():
        yield
        return
    spinner, started = Spinner("dots"), time.monotonic()

    def picture() -> RenderableType:
        (doing, what), *others = facts()
        spinner.update(text=Text(f"{doing} · {duration(time.monotonic() - started)} · {what}"))
        rows = Table.grid(padding=(0, 2))
        for name, value in others:
            rows.add_row(f"  {name}", Text(one_line(value, 100)))
        return Group(spinner, rows)

    with Live(get_renderable=picture, console=stderr_console(), refresh_per_second=4, transient=True):
        yield


class _View:
    """A crawl as it looks right now; the spinner keeps its phase from one picture to the next."""

    def __init__(self, crawl: Crawl) -> None:
        self._crawl = crawl
        self._spinner = Spinner("dots")
        self._started = time.monotonic()

    def render(self) -> RenderableType:
        elapsed_s = time.monotonic() - self._started
        progress = self._crawl.progress
        doing = "crawling" if progress.queries else "getting to know the site"
        self._spinner.update(text=Text(f"{doing} · {duration(elapsed_s)} · {self._crawl.folder}"))
        if not progress.queries:
            return self._spinner
        return Group(self._spinner, picture(progress, self._crawl.options.budget))


def picture(progress: Progress, budget: Budget) -> RenderableType:
    """The numbers of a crawl: what was spent, what it brought, how complete it is, what is left."""
    rows = Table.grid(padding=(0, 2))
    average = progress.documents / max(1, progress.queries)
    rows.add_row(
        "  queries", f"{number(progress.queries)}{peeks_in_words(progress.peeks)}, {average:.1f} new documents each"
    )
    if progress.last is not None:
        words = one_line(progress.last.query.words, 40)
        rows.add_row("", Text(f"the last, {words!r}, brought {number(len(progress.last.new))}"))
    rows.add_row("  requests", f"{number(progress.requests)}, {amount(progress.bytes)} received")
    rows.add_row("  documents", number(progress.documents))
    rows.add_row("  coverage", _bar(progress.coverage))
    if left := budget_left(progress, budget):
        rows.add_row("  budget left", left)
    return rows


def _bar(coverage: Coverage) -> RenderableType:
    row = Table.grid(padding=(0, 2))
    bar = ProgressBar(total=1.0, completed=coverage.estimate, width=_BAR_WIDTH)
    row.add_row(bar, f"{interval(coverage)}, estimated")
    return row


def budget_left(progress: Progress, budget: Budget) -> str:
    """What may still be spent, in words; empty without a limit."""
    parts = [
        f"{number(max(0, limit - used))} {what}"
        for what, used, limit in (
            ("queries", progress.queries, budget.max_queries),
            ("requests", progress.requests, budget.max_requests),
            ("documents", progress.documents, budget.max_documents),
        )
        if limit is not None
    ]
    if budget.max_time_s is not None:
        parts.append(duration(max(0.0, budget.max_time_s - progress.seconds)))
    return ", ".join(parts)
