"""`sonde lab cost`: time and memory of the planner as a crawl grows."""

from typing import Annotated

import typer

from sonde.cli.lab_options import CsvFile, collect, show_results
from sonde.cli.options import Json
from sonde.lab.cost import SMALLEST, cost_table, measure_alone
from sonde.lab.experiment import split_policies
from sonde.planner import DEFAULT_POLICY


def cost(
    policies: Annotated[
        str, typer.Option("--policies", metavar="A,B", help="Policies to measure, with commas between them.")
    ] = DEFAULT_POLICY,
    documents: Annotated[
        int, typer.Option("--documents", metavar="N", min=SMALLEST, help="How many documents to go up to.")
    ] = 2_000_000,
    vocabulary: Annotated[
        int, typer.Option("--vocabulary", metavar="N", min=100, help="Different words to make them of.")
    ] = 300_000,
    json: Json = False,
    csv: CsvFile = None,
) -> None:
    """Measure CPU time per choice and per document, and memory per document, on generated documents.

    Numbers hold for the documents since the line before; memory is what the whole process has grown by.
    """
    found = (
        row
        for policy in split_policies(policies)
        for row in measure_alone(policy, documents=documents, vocabulary=vocabulary)
    )
    rows, _ = collect(found, lambda row: row, json=json)
    show_results(rows, cost_table(rows), json=json, csv=csv)
