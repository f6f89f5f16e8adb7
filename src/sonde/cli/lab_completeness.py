"""`sonde lab completeness`: how far the coverage estimate is from the truth."""

from typing import Annotated, Any

import typer

from sonde.cli.lab_options import Corpora, run_trials, show_results
from sonde.lab.estimates import estimates_row, estimates_table, measure_estimates
from sonde.lab.stops import measure_stops, stops_row, stops_table

Stop = Annotated[
    bool, typer.Option("--stop", help="Run until the crawl would stop by itself, and tell what it holds then.")
]


def completeness(corpora: Corpora, *, stop: Stop = False, **given: Any) -> None:
    """Compare the estimated coverage with the true one when 50, 80 and 95 % of a corpus are held.

    Errors and widths are medians over the trials, in points; the interval is the one that should hold the truth in
    nine of ten cases.
    """
    if stop:
        stopped, rows = run_trials(measure_stops, stops_row, corpora, given)
        show_results(rows, stops_table(stopped), json=given["json"], csv=given["csv"])
    else:
        measured, rows = run_trials(measure_estimates, estimates_row, corpora, given)
        show_results(rows, estimates_table(measured), json=given["json"], csv=given["csv"])
