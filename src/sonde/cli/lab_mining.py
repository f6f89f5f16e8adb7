"""`sonde lab mining`: how much of a site's pages of a kind crawlers find."""

from collections.abc import Iterable, Iterator
from typing import Annotated

import typer

from sonde.cli.lab_options import ChartFolder, CsvFile, collect, show_results
from sonde.cli.options import Json
from sonde.cli.terminal import tell, tell_written
from sonde.discover.xcrawl.methods import METHODS
from sonde.lab.figures import new_axes
from sonde.lab.mining import Mined, measure_mining, measure_parameters
from sonde.lab.mining_report import mined_row, mining_figures, parameters_table, recall_table, sites_table
from sonde.lab.names import split_names
from sonde.lab.web.catalogue import DOMAINS


def mining(
    domains: Annotated[
        str, typer.Option("--domains", metavar="A,B", help=f"Domains, of {', '.join(DOMAINS)}; empty: all.")
    ] = "",
    methods: Annotated[
        str, typer.Option("--methods", metavar="A,B", help=f"Methods, of {', '.join(METHODS)}; empty: all.")
    ] = "",
    sites: Annotated[int, typer.Option("--sites", metavar="N", min=1, help="Sites of each domain.")] = 6,
    seeds: Annotated[int, typer.Option("--seeds", metavar="N", min=1, help="Different webs.")] = 1,
    parameters: Annotated[
        bool, typer.Option("--parameters", help="Vary restart probability and iterations instead of methods.")
    ] = False,
    json: Json = False,
    csv: CsvFile = None,
    figures: ChartFolder = None,
) -> None:
    """Compare crawlers that look for all pages of a kind on one site, given the same number of pages.

    The sites are simulated: catalogues with hierarchies, year lists, menus drawn by script and sections that look
    alike, a hundred to nine hundred targets each. Our own method runs until it ends by itself; the published one is
    also shown at its own end.
    """
    chosen = split_names(domains, DOMAINS, "domain")
    names = split_names(methods, tuple(METHODS), "method")
    if figures:
        new_axes()
    webs = range(1, seeds + 1)
    measure = (
        measure_parameters(webs, chosen, sites=sites)
        if parameters
        else measure_mining(webs, chosen, names, sites=sites)
    )
    mined, rows = collect(_told(measure), mined_row, json=json)
    tables = [parameters_table(mined)] if parameters else [sites_table(mined), recall_table(mined)]
    show_results(rows, "\n\n".join(tables), json=json, csv=csv)
    if figures and not parameters:
        tell_written(mining_figures(figures, mined))


def _told(mined: Iterable[Mined]) -> Iterator[Mined]:
    for one in mined:
        tell(f"{one.host} ({one.seed}) {one.method}: {one.found} of {one.targets} in {one.pages} pages")
        yield one
