"""`sonde lab completeness`: how far the coverage estimate is from the truth."""

from typing import Any

from sonde.cli.lab_options import Corpora, run_trials, show_results
from sonde.lab.estimates import estimates_row, estimates_table, measure_estimates


def completeness(corpora: Corpora, **given: Any) -> None:
    """Compare the estimated coverage with the true one when 50, 80 and 95 % of a corpus are held.

    Errors are medians over the trials, in points; the interval is the one that should hold the truth in nine of
    ten cases.
    """
    measured, rows = run_trials(measure_estimates, estimates_row, corpora, given)
    show_results(rows, estimates_table(measured), given)
