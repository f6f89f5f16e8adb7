"""`sonde report`: one HTML file that tells how a crawl went."""

import shutil
from pathlib import Path
from typing import Annotated

import typer

import sonde
from sonde.cli import options as o
from sonde.cli.terminal import show
from sonde.discover.folder import DiscoveryFolder
from sonde.discover.report import write_report as write_discovery_report
from sonde.errors import ConfigError
from sonde.interface.yaml.file import load_interface
from sonde.report.write import write_report
from sonde.store.folder import CrawlFolder


def report(
    folder: o.Folder,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="A copy of the report; without it DIR/report.html only."),
    ] = None,
) -> None:
    """Write the report of a crawl or a discovery, one HTML file that needs nothing else, and print where it is."""
    if DiscoveryFolder.is_one(folder):
        path = write_discovery_report(DiscoveryFolder.open_to_read(folder))
    else:
        crawled = sonde.open(folder).folder
        path = write_report(crawled, interface=_interface_in_words(crawled))
    if out is not None:
        try:
            path = Path(shutil.copyfile(path, out))
        except OSError as error:
            raise ConfigError(f"cannot write {out}: {error.strerror}.") from error
    show(str(path))


def _interface_in_words(folder: CrawlFolder) -> str:
    try:
        return str(load_interface(folder.interface))
    except ConfigError:
        return ""  # missing or with a typo: the report then shows the file as it is
