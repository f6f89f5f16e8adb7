"""`sonde lab cost`: time and memory of the planner as a crawl grows."""

from pathlib import Path
from typing import Annotated

import typer

from sonde.cli.options import Json
from sonde.cli.terminal import show, show_json, tell
from sonde.lab.cost import SMALLEST, cost_table, measure_alone
from sonde.lab.experiment import split_policies
from sonde.lab.tables import write_csv
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
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Also write the results to this file.")
    ] = None,
) -> None:
    """Measure CPU time per choice and per document, and memory per document, on generated documents.

    Numbers hold for the documents since the line before; memory is what the whole process has grown by.
    """
    rows = []
    for policy in split_policies(policies):
        for row in measure_alone(policy, documents=documents, vocabulary=vocabulary):
            rows.append(row)
            if json:
                show_json(row)
    if not json:
        show(cost_table(rows))
    if csv:
        write_csv(csv, rows)
        tell(f"written: {csv}")
