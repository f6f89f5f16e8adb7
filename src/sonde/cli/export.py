"""`sonde export`: the documents of a crawl for other programs."""

from typing import Annotated, cast

import typer

import sonde
from sonde.cli import options as o
from sonde.cli.terminal import tell
from sonde.discover.export import export_mined
from sonde.discover.folder import DiscoveryFolder
from sonde.store.export import ExportFormat


def export(
    folder: o.Folder,
    out: Annotated[str, typer.Option("--out", "-o", metavar="FILE", help="Where to; - is stdout.")] = "-",
    format: Annotated[str, typer.Option("--format", metavar="jsonl|csv", help="JSON lines or CSV.")] = "jsonl",
    everything: Annotated[bool, typer.Option("--all", help="Also pages that were set aside, or not accepted.")] = False,
) -> None:
    """Write the documents of a crawl: url, title, text, attributes, query, rank, fetched_at.

    Of mined sites the accepted pages are written: url, title, accepted, attributes; in CSV each attribute is a column.
    """
    form = cast(ExportFormat, format)
    if DiscoveryFolder.is_one(folder):
        number = export_mined(DiscoveryFolder.open_to_read(folder), form, out, include_rejected=everything)
    else:
        number = sonde.open(folder).export(out, form, include_aside=everything)
    if out != "-":
        tell(f"{number:,} documents written to {out}")
