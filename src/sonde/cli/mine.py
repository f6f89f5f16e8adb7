"""`sonde mine`: all pages of sites that are like a few examples."""

import asyncio
from typing import Annotated, Any

import typer

from sonde.cli import discover_options as d
from sonde.cli import options as o
from sonde.cli.follow import exit_code, watch
from sonde.cli.mine_words import as_object, summary
from sonde.cli.progress import live
from sonde.cli.terminal import show, show_json
from sonde.discover.examples import read_saved
from sonde.discover.found import Findings
from sonde.discover.mine_run import SITE_PAGES, MineOptions, MiningRun
from sonde.discover.validators.choose import VALIDATORS, make_validator
from sonde.discover.xcrawl.methods import DEFAULT_METHOD, METHODS


@o.with_settings("render", *o.NET)
def mine(
    out: d.Out,
    sites: Annotated[list[str] | None, typer.Argument(metavar="URL...", help="Sites that have such pages.")] = None,
    examples: d.Examples = None,
    negatives: d.Negatives = None,
    validator: Annotated[
        str,
        typer.Option(
            metavar="NAME", help=f"What says whether a page is one: {', '.join(VALIDATORS)}.", rich_help_panel=d.WHAT
        ),
    ] = "table",
    search: Annotated[
        str,
        typer.Option(metavar="URL", help="A search engine to find sites with; none: the URLs.", rich_help_panel=d.WHAT),
    ] = "",
    method: Annotated[
        str, typer.Option(metavar="NAME", help=f"How links are chosen: {', '.join(METHODS)}.")
    ] = DEFAULT_METHOD,
    max_pages: d.MaxPages = 0,
    site_pages: d.SitePages = SITE_PAGES,
    as_json: o.Json = False,
    **flags: Any,
) -> None:
    """Fetch all pages of sites that are like a few saved examples. Run it again to resume.

    It learns which links of a site lead to such pages, and keeps what they state as attributes:
    `sonde export DIR` writes them as a table. Robots.txt is obeyed. Ctrl-C ends it cleanly.
    """
    settings = o.read_settings(flags)
    pages = read_saved(examples) if examples is not None else ()
    others = read_saved(negatives) if negatives is not None else ()
    run = MiningRun(
        out,
        sites=sites or (),
        validator=make_validator(validator, pages, others),
        examples=pages,
        options=MineOptions(
            method, max_pages or None, site_pages, search, settings.render, net=o.net_options(settings)
        ),
    )
    signal = asyncio.run(watch(run.run(), live(lambda: _picture(run))))
    status = Findings(out).status()
    show_json(as_object(status)) if as_json else show(summary(status))
    raise typer.Exit(exit_code(status.stop, signal))


def _picture(run: MiningRun) -> list[tuple[str, str]]:
    at = run.progress
    return [
        ("mining", str(run.folder)),
        ("pages", f"{at.pages:,} of {at.sites:,} sites, {at.failures:,} failed"),
        ("accepted", f"{at.accepted:,}"),
        ("last", at.url),
    ]
