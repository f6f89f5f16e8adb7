"""Options that `sonde discover` and `sonde mine` share."""

from pathlib import Path
from typing import Annotated

import typer

WHAT, LIMITS = "What is looked for", "Budget"

Out = Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Folder to write to, new or to resume.")]
Examples = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Saved pages of what is looked for, *.html.", rich_help_panel=WHAT)
]
Negatives = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Saved pages that are not looked for; none: any.", rich_help_panel=WHAT),
]
Topic = Annotated[
    list[str] | None,
    typer.Option(metavar="WORDS", help="Words of the domain, repeatable; none: examples.", rich_help_panel=WHAT),
]
MaxPages = Annotated[
    int, typer.Option(metavar="N", min=0, help="Stop after so many pages; 0: no limit.", rich_help_panel=LIMITS)
]
SitePages = Annotated[int, typer.Option(metavar="N", min=1, help="Pages of one site at most.", rich_help_panel=LIMITS)]
SiteForms = Annotated[
    int, typer.Option(metavar="N", min=1, help="Leave a site after so many search forms.", rich_help_panel=LIMITS)
]
