"""`sonde lab harvest`: what a discovery on the simulated web found and missed."""

from pathlib import Path
from typing import Annotated

import typer

from sonde.cli.options import Json
from sonde.cli.terminal import show, show_json
from sonde.lab.web.harvest import compare_harvest, harvest_summary, harvest_table


def harvest(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a discovery.")],
    truth: Annotated[Path, typer.Option("--truth", metavar="FILE", help="truth.jsonl of the domain.")],
    json: Json = False,
) -> None:
    """Compare a discovery on the simulated web, and the crawls of what it found, with what is really there."""
    compared = compare_harvest(folder, truth)
    if json:
        show_json(harvest_summary(compared))
    else:
        show(harvest_table(compared))
