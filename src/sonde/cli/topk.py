"""`sonde topk`: answer from the copy like the site would."""

from dataclasses import asdict
from typing import Annotated

import typer

import sonde
from sonde.cli import options as o
from sonde.cli.terminal import one_line, show, show_json, tell

_BASES = {
    "asked": "the site itself answered this query",
    "complete": "every document with one of these words is held",
    "learned": "in the order learned from its other answers",
    "words": "by the words alone: the crawl has no answers to learn from",
}


def topk(
    folder: o.Folder,
    words: Annotated[list[str], typer.Argument(metavar="WORDS", help="What to ask, as the site would be asked.")],
    k: Annotated[int, typer.Option("-k", metavar="N", min=1, help="At most so many documents, at least 1.")] = 10,
    as_json: o.Json = False,
) -> None:
    """Answer from the copy like the site would, with a confidence.

    The order is learned from the answers the site gave during the crawl: words, attributes such as views or
    dates, and which documents it prefers whatever the words. The confidence is the share of the site's own
    first documents that should be among these, measured by answering the crawl's queries as if they were new.
    """
    answer = sonde.open(folder).topk(" ".join(words), k=k)
    if as_json:
        show_json(asdict(answer))
        return
    for hit in answer.hits:
        show(f"{hit.rank:3}. {one_line(hit.title) or '(no title)'}\n     {hit.url}")
    if answer.hits:
        show(f"confidence {answer.confidence:.2f}, order {answer.order:.2f}: {_BASES[answer.basis]}")
    else:
        tell("nothing found")
