"""`sonde lab serve`: a hidden-web site over any corpus, with a switch for each trait sites differ in."""

import asyncio
from contextlib import suppress
from dataclasses import Field, fields
from typing import Annotated, Any, get_args, get_type_hints

import typer

from sonde.cli.terminal import show
from sonde.lab.served.webapp import LabServer
from sonde.lab.server import serve_forever
from sonde.lab.traits import Decoy, Traits

# Every trait with what its switch means; zero and empty are explained where they are special.
MEANINGS = {
    "method": "How the form is sent: GET or POST.",
    "token": "The form has a hidden field that must echo the session's token.",
    "token_once": "Each token is good for one search.",
    "redirect_post": "A POST is answered by a redirect to an address that can be fetched again.",
    "box": "The form has a box for words.",
    "selects": "Menus in the form, each narrows by one attribute; 0: none.",
    "menus": "What menus look like.",
    "ranges": "Pairs of inputs, from and to, each for one attribute of numbers or dates; 0: none.",
    "fields": "Text inputs that each search one attribute; 0: none.",
    "blank": "What a form without words and choices finds: nothing, everything.",
    "operator": "Several words: and, or.",
    "not_": "A word after a minus is excluded.",
    "stop_words": "Words that find nothing: none, short, english, or the words themselves; empty: none.",
    "min_length": "Shorter words find nothing; 1: no word is too short.",
    "unusable": "What happens to a query with such words: they are ignored, or it is refused.",
    "substring": "A word matches every word that contains it.",
    "stemming": "A word matches its other forms.",
    "phrase": "Words in quotes must stand side by side.",
    "wildcard": "A word that ends in a star matches every word that begins so.",
    "either": "OR between words finds either of them.",
    "rank": "Order of the results: bm25, static, or popularity: bm25 mixed with it.",
    "popularity": "The attribute that is the popularity; empty: one drawn at random that no page shows.",
    "cap": "Results that can be reached for one query; without it all of them.",
    "too_many": "A query that matches more documents is refused; without it none is.",
    "count": "The hit count is exact, rounded or hidden.",
    "title_redirect": "A query that is a document's title leads straight to it.",
    "paging": "Way to the next page: next, numbered, offset, cursor, path, buttons, none.",
    "page_size": "Results per page.",
    "past_end": "What lies behind the last page: empty, repeat, 404.",
    "layout": "How results look: list, cards, table, definitions.",
    "answers": "What /search answers: html, json, or extracts (JSON without whole texts).",
    "two_lists": "Matches in titles first, then matches in texts.",
    "duplicate_urls": "Results link to one document under several addresses.",
    "canonical": "Documents name their one true address.",
    "decoys": f"A form that does not search comes first; repeatable: {', '.join(get_args(Decoy))}.",
    "per_page_links": "Links that change the page size.",
    "max_page_size": "Results on one page at most, whatever such a link asks for.",
    "sort_links": "Links that change the order.",
    "facets": "Links that narrow the results.",
    "listing": "All documents can be browsed.",
    "featured": "Documents shown on the front page; 0: none.",
    "robots": "The text of robots.txt; without it there is none.",
    "charset": "The encoding of the pages.",
    "delay_s": "Seconds every answer takes at least; 0: none.",
    "error_rate": "Share of the requests that are answered by 500; 0: none.",
    "throttle_every": "Every n-th request is answered by 429; 0: none.",
    "retry_after_s": "Seconds that such a 429 asks to wait; 0: none.",
    "drop_rate": "Share of the connections that are cut; 0: none.",
    "seed": "Of everything that is random.",
}


def serve(
    corpus: Annotated[
        str,
        typer.Argument(
            metavar="CORPUS",
            help="A .jsonl or .jsonl.zst file, stdlib, characters, or synthetic:N for N generated documents.",
        ),
    ],
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="0: any free port.")] = 0,
    **traits: Any,
) -> None:
    """Serve a corpus as a hidden-web site with a search form until Ctrl-C; its address is printed when ready.

    Each line of the file is an object with a title and a text; other keys become attributes.
    """
    given = {**traits, "decoys": tuple(traits["decoys"] or ())}
    with suppress(KeyboardInterrupt):
        asyncio.run(serve_forever(corpus, Traits(**given), port, host=host, ready=_announce))


def _announce(server: LabServer) -> None:
    show(server.url)


def trait_options() -> dict[str, tuple[object, object]]:
    """One option per trait: its annotation for typer and its default."""
    hints = get_type_hints(Traits)
    return {trait.name: (_option(trait, hints[trait.name]), _default(trait.default)) for trait in fields(Traits)}


def _default(value: object) -> object:
    return None if value == () else value


def _option(trait: Field[Any], hint: object) -> object:
    switch = switch_of(trait.name)
    if trait.default is True:
        switch += "/" + switch.replace("--", "--no-")
    info = typer.Option(switch, help=MEANINGS[trait.name], rich_help_panel="Traits of the site")
    return Annotated[_plain(trait.name, hint), info]


def switch_of(trait: str) -> str:
    """The option that sets a trait."""
    word = {"decoys": "decoy"}.get(trait, trait)
    return "--" + word.removesuffix("_s").rstrip("_").replace("_", "-")


def _plain(name: str, hint: object) -> Any:
    """The type typer reads; the names a trait may take are checked by Traits, which knows the nearest."""
    if name == "decoys":
        return list[str] | None
    plain = [part for part in (bool, int, float) if hint in (part, part | None)]
    if plain:
        return hint
    return str | None if type(None) in get_args(hint) else str
