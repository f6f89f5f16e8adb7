"""`sonde inspect`: what search interface a site has, or what a saved page holds."""

import asyncio
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
import yaml

import sonde
from sonde.cli import options as o
from sonde.cli.saved_page import as_object, in_words
from sonde.cli.target import is_address
from sonde.cli.terminal import is_live, show, show_json, stderr_console, tell
from sonde.config import Config
from sonde.errors import ConfigError
from sonde.interface.yaml.file import dump_interface, save_interface
from sonde.net.decode import decode_text


@o.with_settings("render", *o.NET)
def inspect(
    target: Annotated[
        str,
        typer.Argument(metavar="URL|FILE", help="A site's address, or a saved page; - reads it from stdin."),
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Save the interface for `sonde crawl`; - prints it."),
    ] = None,
    url: Annotated[
        str,
        typer.Option("--url", metavar="BASE", help="The address a saved page came from; needed for a FILE."),
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Replace an existing FILE.")] = False,
    as_json: o.Json = False,
    **flags: Any,
) -> None:
    """Find the search interface of a site, learn how to use it, and say what was learned.

    With a FILE nothing is fetched: its forms, its next page and its results are shown as they stand there.
    """
    settings = o.read_settings(flags)
    if is_address(target):
        _check_free(out, force=force)
        _show_interface(_learn(target, settings), out, as_json=as_json)
    elif out is not None:
        raise ConfigError("an interface is learned from a site, not from a saved page; leave -o out, or give a URL.")
    else:
        page = _read(target, url)
        show_json(as_object(page)) if as_json else show(in_words(page))


def _check_free(out: Path | None, *, force: bool) -> None:
    """An interface that somebody may have corrected is not overwritten; nor is a site asked for nothing."""
    if out is None or str(out) == "-":
        return
    if out.is_dir() or not out.parent.is_dir():
        raise ConfigError(f"{out} cannot be written: name a file in a folder that exists.")
    if not force and out.is_file() and out.stat().st_size:
        raise ConfigError(f"{out} exists, perhaps with corrections. Choose another name, or replace it with --force.")


def _learn(url: str, settings: Config) -> sonde.SearchInterface:
    learning = sonde.inspect(url, net=o.net_options(settings), render=settings.render)
    if not is_live.get():
        return asyncio.run(learning)
    with stderr_console().status(f"getting to know {url}"):
        return asyncio.run(learning)


def _show_interface(interface: sonde.SearchInterface, out: Path | None, *, as_json: bool) -> None:
    text = dump_interface(interface)
    if out is not None and str(out) != "-":
        save_interface(interface, out)
        tell(f"saved {out}; crawl with: sonde crawl {out} -o DIR")
    if as_json:
        show_json(yaml.safe_load(text))
    else:
        show(text if str(out) == "-" else str(interface))


def _read(target: str, url: str) -> sonde.SavedPage:
    if not is_address(url):
        raise ConfigError(
            f"{target} is read as a saved page: say where it came from with --url https://… "
            "(or write the site's address in full)."
        )
    try:
        body = sys.stdin.buffer.read() if target == "-" else Path(target).read_bytes()
    except OSError as error:
        raise ConfigError(f"cannot read {target}: {error.strerror}.") from error
    return sonde.inspect_page(decode_text(body, ""), url)
