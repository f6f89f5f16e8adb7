"""`sonde discover`: the search interfaces of a domain, found by following links."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from sonde.cli import discover_options as d
from sonde.cli import options as o
from sonde.cli.discover_words import as_object, next_steps, summary
from sonde.cli.follow import exit_code, watch
from sonde.cli.progress import live
from sonde.cli.terminal import show, show_json
from sonde.discover.ache.modes import MODES
from sonde.discover.examples import read_seeds, read_training
from sonde.discover.found import Findings
from sonde.discover.model import SiteLimits
from sonde.discover.run import CONNECTIONS, DiscoverOptions, DiscoveryRun


@o.with_settings("max_time", *o.NET)
def discover(
    out: d.Out,
    examples: d.Examples = None,
    negatives: d.Negatives = None,
    topic: d.Topic = None,
    seeds: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Addresses to start from, one on each line; - is stdin."),
    ] = None,
    mode: Annotated[str, typer.Option(metavar="MODE", help=f"How links are chosen: {', '.join(MODES)}.")] = "best",
    max_pages: d.MaxPages = 0,
    site_pages: d.SitePages = 100,
    site_forms: d.SiteForms = 10,
    connections: Annotated[
        int, typer.Option(metavar="N", min=1, help="Pages at a time, over all hosts.")
    ] = CONNECTIONS,
    as_json: o.Json = False,
    **flags: Any,
) -> None:
    """Find the search interfaces of a domain, from a few examples of them. Run it again to resume.

    It follows links from the seeds, learns which ones lead to such forms, and keeps every form it is sure of.
    Robots.txt is obeyed and each host is asked one thing at a time unless told otherwise. Ctrl-C ends it cleanly.
    """
    settings = o.read_settings({**flags, "topic": topic})
    is_told = examples is not None or bool(settings.topic)
    run = DiscoveryRun(
        out,
        seeds=read_seeds(seeds) if seeds is not None else (),
        training=read_training(examples, negatives, topic=settings.topic) if is_told else None,
        options=DiscoverOptions(
            mode=mode,
            max_pages=max_pages or None,
            max_time_s=settings.max_time_s,
            connections=connections,
            limits=SiteLimits(site_pages, site_forms),
            net=replace(o.net_options(settings), retries=1, timeout_s=20.0),
        ),
    )
    signal = asyncio.run(watch(run.run(), live(lambda: _picture(run))))
    status = Findings(out).status()
    show_json(as_object(status)) if as_json else show(f"{summary(status)}\n{next_steps(status)}")
    raise typer.Exit(exit_code(status.stop, signal))


def _picture(run: DiscoveryRun) -> list[tuple[str, str]]:
    at = run.progress
    return [
        ("discovering", str(run.folder)),
        ("pages", f"{at.pages:,} of {at.sites:,} sites, {at.on_topic:,} on topic, {at.failures:,} failed"),
        ("interfaces", f"{at.relevant:,} ({at.searchable:,} forms that search)"),
        ("links seen", f"{at.links:,}, ranked anew {at.iterations:,} times"),
        ("last", at.url),
    ]
