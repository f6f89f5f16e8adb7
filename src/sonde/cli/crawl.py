"""`sonde crawl`: a complete, resumable copy of a site behind a search box."""

import asyncio
from pathlib import Path
from typing import Annotated, Any

import typer

import sonde
from sonde.cli import options as o
from sonde.cli.crawl_all import crawl_all
from sonde.cli.follow import exit_code, follow
from sonde.cli.target import folder_of, site_of
from sonde.cli.terminal import show, show_json
from sonde.cli.words import next_steps, summary
from sonde.config import SETTINGS
from sonde.store.copy import Status


@o.with_settings(*SETTINGS)
def crawl(
    site: Annotated[
        str,
        typer.Argument(metavar="URL|interface.yaml|DIR", help="A site, a saved interface, or a crawl to resume."),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="DIR",
            help="The crawl's folder, new or to resume; may be left out for a DIR.",
        ),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every interface that the discovery in DIR has found, with one budget.")
    ] = False,
    as_json: o.Json = False,
    **flags: Any,
) -> None:
    """Download every document of a site that its search will show. Run it again to resume.

    It finds the search form, learns how to use it, chooses its own queries, and says how complete the copy
    is. Robots.txt is obeyed and one request is sent at a time unless told otherwise. Ctrl-C ends it cleanly.
    """
    settings = o.read_settings(flags)
    if everything:
        raise typer.Exit(crawl_all(site, out, o.crawl_options(settings), as_json=as_json))
    folder = folder_of(site, out)
    run = sonde.Crawl(site_of(site), into=folder, options=o.crawl_options(settings))
    signal = asyncio.run(follow(run))
    status = sonde.open(folder).status()
    lines = [summary(status), *([spent(run.options.costs, folder)] if settings.costs else []), next_steps(status)]
    show_json(as_object(status)) if as_json else show("\n".join(lines))
    raise typer.Exit(exit_code(status.stop, signal))


def spent(costs: sonde.Costs, folder: Path) -> str:
    """What the queries of a crawl have cost so far, all runs together."""
    queries = results = documents = 0
    for outcome in sonde.open(folder).outcomes():
        queries, results, documents = queries + 1, results + len(outcome.seen), documents + len(outcome.new)
    cost = costs.spent(queries=queries, results=results, documents=documents)
    return f"Spent {cost:g}: {queries} queries, {results} results, {documents} documents"


def as_object(status: Status) -> dict[str, object]:
    """The crawl in numbers, over all its runs, with the keys of --json."""
    return {
        "documents": status.documents,
        "queries": status.queries,
        "peeks": status.peeks,
        "requests": status.requests,
        "bytes": status.bytes,
        "seconds": round(status.seconds, 3),
        "coverage": {
            "estimate": round(status.coverage.estimate, 5),
            "low": round(status.coverage.low, 5),
            "high": round(status.coverage.high, 5),
        },
        "stopped_by": status.stop.reason if status.stop else None,
        "folder": str(status.folder),
    }
