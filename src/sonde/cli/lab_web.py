"""`sonde lab web`: a simulated web of thousands of hosts on one port of the loopback."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from sonde.cli.terminal import show, tell_written
from sonde.lab.web.catalogue import CatalogueWeb
from sonde.lab.web.data import read_material
from sonde.lab.web.folder import write_web
from sonde.lab.web.lab_web import LabWeb
from sonde.lab.web.recipe import Recipe, read_recipe
from sonde.lab.web.server import Backlinks, serve_web


def web(
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="DIR", help="Folder of real pages to build from; without it, built-in ones."),
    ] = None,
    recipe: Annotated[
        Path | None,
        typer.Option(
            "--recipe", metavar="FILE", help="YAML file that says what the web is like; without it, defaults."
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Of everything that is random; without it, the recipe's.")
    ] = None,
    port: Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="0: any free port.")] = 0,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="DIR", help="Write seeds, examples and the truth here; without it, nowhere."
        ),
    ] = None,
) -> None:
    """Serve a web of thousands of hosts until Ctrl-C; clients reach it with the printed --resolve option.

    Each request is answered for the host in its Host header. Some hosts have a search form of one of the domains; with
    -o the folder of each domain holds what `sonde discover` needs, and every form there is.
    """
    chosen = read_recipe(recipe) if recipe else Recipe()
    if seed is not None:
        chosen = replace(chosen, seed=seed)
    made = LabWeb(chosen, read_material(data) if data else None)
    if output:
        tell_written(write_web(output, made))
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(made, port))


async def _serve(made: LabWeb, port: int) -> None:
    catalogue = CatalogueWeb()
    async with serve_web(made, made.training.web, Backlinks(lambda: made.training), catalogue, port=port) as server:
        show(f"*=127.0.0.1:{server.port}")
        await asyncio.Event().wait()
