"""`sonde demo`: a hidden-web site on this machine, crawled like a stranger's and compared with the truth."""

import asyncio
import shutil
from pathlib import Path
from typing import Annotated

import typer

import sonde
from sonde.cli.exits import code_of_signal, code_of_stop
from sonde.cli.follow import follow
from sonde.cli.terminal import show, tell
from sonde.cli.words import summary
from sonde.errors import ConfigError
from sonde.lab.demo import DemoSite, demo_site
from sonde.lab.truth import Truth, compare
from sonde.report.words import interval, number, percent
from sonde.store.copy import Copy

_MARK = "demo.txt"  # a folder with it was made here and may be made anew
_MAX_TIME_S = 150.0


def demo(
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="DIR", help="The crawl's folder; an earlier demo in it is removed."),
    ] = Path("demo"),
) -> None:
    """Crawl a site on this machine: thousands of documents behind a search box. Takes up to three minutes.

    The documents are the docstrings of this Python's standard library. At the end the truth is opened:
    what is held, and what Sonde believed without knowing it.
    """
    _clear(out)
    with demo_site() as site:
        tell(f"{number(len(site.records))} docstrings of Python's standard library are served at {site.url}")
        stop_code = asyncio.run(_crawl(site, out))
        copy = sonde.open(out)
        show(summary(copy.status()))
        if stop_code in (0, 3):
            show(verdict(compare(copy.documents(), site.records), copy))
    raise typer.Exit(0 if stop_code == 3 else stop_code)


def _clear(folder: Path) -> None:
    """Removes an earlier demonstration, and nothing that is not one."""
    if folder.exists() and not folder.is_dir():
        raise ConfigError(f"{folder} is a file, not a folder. Choose another folder with -o.")
    if folder.is_dir() and any(folder.iterdir()):
        if not (folder / _MARK).is_file():
            raise ConfigError(f"{folder} holds something else than a demo. Choose another folder with -o.")
        shutil.rmtree(folder)


async def _crawl(site: DemoSite, folder: Path) -> int:
    # The site is our own, so it need not be spared.
    net = sonde.NetOptions(delay_s=0.0, concurrency=8)
    interface = await sonde.inspect(site.url, net=net)
    tell(str(interface))
    crawl = sonde.crawl(interface, into=folder, max_time_s=_MAX_TIME_S, net=net)
    try:
        signal = await follow(crawl)
    finally:
        if folder.is_dir():
            (folder / _MARK).write_text("Made by `sonde demo`, which removes this folder when it runs again.\n")
    assert crawl.stop is not None
    return code_of_stop(crawl.stop.reason) if signal is None else code_of_signal(signal)


def verdict(truth: Truth, copy: Copy) -> str:
    """What is really held beside what was believed."""
    folder, estimate = copy.folder.path, copy.status().coverage
    held = f"{number(truth.held)} of {number(truth.records)}"
    return "\n".join(
        [
            "",
            f"True coverage       {percent(truth.coverage)}: {held} documents held with title and text",
            f"Estimated coverage  {interval(estimate)}, without knowing the truth",
            f"Not documents       {number(len(truth.extra))} of {number(truth.exported)} exported",
            "",
            "Try next:",
            f'  sonde search {folder} "temporary file"',
            f"  sonde report {folder}        then open {folder}/report.html",
            f"  sonde export {folder} --format csv -o documents.csv",
        ]
    )
