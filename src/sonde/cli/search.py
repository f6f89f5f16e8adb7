"""`sonde search`: find documents of a crawl by words."""

from dataclasses import asdict
from typing import Annotated

import typer

import sonde
from sonde.cli import options as o
from sonde.cli.terminal import one_line, show, show_json, tell
from sonde.index.search import Hit

_SNIPPET_CHARACTERS = 200


def search(
    folder: o.Folder,
    words: Annotated[
        list[str],
        typer.Argument(metavar="WORDS", help="What to look for; words in double quotes stand together."),
    ],
    k: Annotated[int, typer.Option("-k", metavar="N", min=1, help="At most so many documents, at least 1.")] = 10,
    as_json: o.Json = False,
) -> None:
    """Find documents of a crawl by words, best first. The index is built when first asked."""
    hits = sonde.open(folder).search(" ".join(words), k=k)
    for hit in hits:
        show_json(asdict(hit)) if as_json else show(_in_words(hit))
    if not hits:
        tell("nothing found")


def _in_words(hit: Hit) -> str:
    title = one_line(hit.title) or "(no title)"
    return f"{title}\n  {hit.url}\n  {one_line(hit.snippet, _SNIPPET_CHARACTERS)}\n"
