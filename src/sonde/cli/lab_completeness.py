"""`sonde lab completeness`: how far the coverage estimate is from the truth."""

from typing import Any

from sonde.cli.lab_options import Corpora, read_experiment, show_results, show_row
from sonde.lab.estimates import estimates_row, estimates_table, measure_estimates


def completeness(corpora: Corpora, **given: Any) -> None:
    """Compare the estimated coverage with the true one when 50, 80 and 95 % of a corpus are held.

    Errors are medians over the trials, in points; the interval is the one that should hold the truth in nine of
    ten cases.
    """
    plan = read_experiment(corpora, given)
    measured, rows = [], []
    for one in measure_estimates(
        plan.sources, plan.conditions, plan.policies, seeds=plan.seeds, max_queries=plan.max_queries, jobs=plan.jobs
    ):
        measured.append(one)
        rows.append(estimates_row(one))
        show_row(rows[-1], given)
    show_results(rows, estimates_table(measured), given)
