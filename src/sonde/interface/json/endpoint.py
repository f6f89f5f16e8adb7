"""Which request of a page's own traffic fetches the records? The one that holds the words and whose JSON changes."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol
from urllib.parse import parse_qsl, unquote_plus, urlsplit, urlunsplit

from sonde.interface.ask import PLACEHOLDER
from sonde.interface.json.records import JsonSounding, find_records, records_at
from sonde.interface.json.sound import main_texts
from sonde.interface.json.ways import Way
from sonde.interface.model import Ask
from sonde.model import Page, Request
from sonde.page.json_value import Json, json_of, parse_json

_MOSTLY = 0.5


class Exchange(Protocol):
    """One request that a page made, and its answer."""

    @property
    def request(self) -> Request: ...

    @property
    def page(self) -> Page: ...


def learn_endpoint(seen: Sequence[tuple[str, Exchange]]) -> Way | None:
    """The way to ask for JSON that a page used itself, from (words typed, exchange) pairs; None when there is none.

    `learn_way` verifies it and learns the rest.
    """
    return next(iter(learn_endpoints(seen)), None)


def learn_endpoints(seen: Sequence[tuple[str, Exchange]]) -> list[Way]:
    """All such ways, the one whose records say most first; a page may ask several for one answer."""
    groups: dict[object, list[tuple[Ask, JsonSounding]]] = defaultdict(list)
    for words, exchange in seen:
        ask = ask_of(exchange.request, words) if words.strip() and json_of(exchange.page) is not None else None
        if ask is not None:
            ask = replace(ask, headers=exchange.request.headers)
            sounding = JsonSounding(words, exchange.request, exchange.page)
            groups[ask.method, ask.action, ask.query_field, _names(ask)].append((ask, sounding))
    promises = [(_promise([sounding for _, sounding in group]), group[-1][0]) for group in groups.values()]
    ranked = sorted((pair for pair in promises if pair[0]), key=lambda pair: -pair[0])
    return [Way(ask, found_by="traffic") for _, ask in ranked]


def _promise(soundings: Sequence[JsonSounding]) -> int:
    """How much the records of these answers say; 0 when they do not depend on the words."""
    if len({sounding.words for sounding in soundings}) > 1:
        path = find_records(None, soundings)
        if path is None:
            return 0
        return sum(len(json.dumps(records_at(sounding.value, path))) for sounding in soundings)
    best = 0
    for sounding in soundings:
        texts = main_texts(sounding)
        holding = sum(sounding.words.casefold() in text.casefold() for text in texts)
        if holding and holding >= _MOSTLY * len(texts):
            best = max(best, sum(map(len, texts)))
    return best


def ask_of(request: Request, words: str) -> Ask | None:
    """The request as a question with a place for the words; None when it does not hold them."""
    parts = urlsplit(request.url)
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    action = urlunsplit(parts._replace(query="", fragment=""))
    field = next((name for name, value in pairs if _same(value, words)), "")
    others = tuple((name, value) for name, value in pairs if name != field)
    if field and request.method == "GET":
        return Ask(request.url, action, field, send=others)
    if request.method == "POST":
        return _ask_by_body(request, words, action, tuple(pairs))
    segments = parts.path.split("/")
    place = next((i for i, segment in enumerate(segments) if _same(unquote_plus(segment), words)), None)
    if place is None:
        return None
    segments[place] = PLACEHOLDER
    return Ask(request.url, urlunsplit(parts._replace(path="/".join(segments), query="", fragment="")), "", send=others)


def _ask_by_body(request: Request, words: str, action: str, in_address: tuple[tuple[str, str], ...]) -> Ask | None:
    text = request.body.decode("utf-8", "replace")
    body = parse_json(text) if text[:1] in "{[" else None
    if isinstance(body, dict):
        marked = _marked(body, words)
        if marked == body:
            return None
        sent = json.dumps(marked, ensure_ascii=False)
        return Ask(request.url, action, "", "POST", send=in_address, enctype="application/json", body=sent)
    fields = parse_qsl(text, keep_blank_values=True)
    name = next((name for name, value in fields if _same(value, words)), "")
    if not name:
        return None
    send = tuple((other, value) for other, value in fields if other != name)
    return Ask(request.url, request.url, name, "POST", send=send)


def _marked(value: Json, words: str) -> Any:
    """A body with a mark in place of the words."""
    if isinstance(value, dict):
        return {key: _marked(inner, words) for key, inner in value.items()}
    if isinstance(value, list):
        return [_marked(inner, words) for inner in value]
    if isinstance(value, str) and words.strip() in value:
        return value.replace(words.strip(), PLACEHOLDER)
    return value


def _same(value: str, words: str) -> bool:
    return " ".join(value.split()).casefold() == " ".join(words.split()).casefold()


def _names(ask: Ask) -> tuple[str, ...]:
    """What two requests of one kind have in common: their parameters, not the values."""
    members: dict[str, Any] = json.loads(ask.body) if ask.body else {}
    return (*(name for name, _ in ask.send), *sorted(members))
