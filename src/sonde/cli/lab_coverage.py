"""`sonde lab coverage`: how many queries each policy needs on simulated sites, beside the least that could do."""

from typing import Any

from sonde.cli.lab_options import Corpora, run_trials, show_results
from sonde.cli.terminal import tell_written
from sonde.lab.coverage import coverage_figures, coverage_row, coverage_table, measure_coverage


def coverage(corpora: Corpora, **given: Any) -> None:
    """Count the queries that policies need to hold 50, 80, 90, 95 and 99 % of a corpus.

    The same loop and policies as in a crawl run in this process against a simulated site. Each number of queries
    comes with its ratio to the oracle, which knows every answer and always asks the word that brings most, and
    to a bound that no choice of words can beat.
    """
    measured, rows = run_trials(measure_coverage, coverage_row, corpora, given)
    show_results(rows, coverage_table(measured), json=given["json"], csv=given["csv"])
    if given["figures"]:
        tell_written(coverage_figures(given["figures"], measured))
