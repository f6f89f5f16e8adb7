"""`sonde interfaces`: what a discovery has found."""

from pathlib import Path
from typing import Annotated

import typer

from sonde.cli import options as o
from sonde.cli.terminal import one_line, show, show_json
from sonde.discover.found import Findings


def interfaces(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a discovery.")], as_json: o.Json = False
) -> None:
    """List the search interfaces that a discovery has found, in the order it found them. Also while it runs."""
    for number, one in enumerate(Findings(folder).interfaces(), 1):
        if as_json:
            show_json(
                {
                    "url": one.page_url, "action": one.action, "method": one.method, "domain": round(one.domain, 4),
                    "searchable": round(one.searchable, 4), "page": one.page, "path": list(one.path),
                }
            )  # fmt: skip
        else:
            show(f"{number:>4}  {one.domain:.2f}  {one_line(one.page_url)}")
            show(f"      form  {one.method} {one_line(one.action)}")
            show(f"      by    {one_line(' > '.join(one.path[:-1]) or 'a seed', 300)}")
