"""An answer in JSON, in one of the shapes that real services have: by the layout and paging of the site."""

from collections.abc import Callable, Sequence
from html import escape
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

from aiohttp import web

from sonde.lab.corpora.record import Record
from sonde.lab.served.address import Addresses, Ask
from sonde.lab.served.snippet import snippet
from sonde.lab.traits import Layout, Traits
from sonde.text.words import words

_Entry = tuple[int, Record, str, str]  # number, record, address and text


def json_answer(
    ask: Ask,
    ids: Sequence[int],
    total: int | None,
    *,
    traits: Traits,
    addresses: Addresses,
    records: Sequence[Record],
    url_of: Callable[[int, str], str],
    root: str,
) -> web.Response:
    """The part of an answer that `ask` wants out of all the documents found."""
    size = max(1, len(ids)) if traits.paging == "none" else ask.size
    shown = ids[ask.start : ask.start + size]
    asked = words(ask.words)
    texts = [
        snippet(records[i].text, asked, mark="b", whole=not traits.substring)
        if traits.answers == "extracts"
        else records[i].text
        for i in shown
    ]
    urls = [urljoin(root, url_of(i, ask.words)) for i in shown]
    onward = addresses.link(ask.at(ask.start + size)) if ask.start + size < len(ids) else ""
    next_url = urljoin(root, onward) if onward and traits.paging in ("next", "path", "cursor") else ""
    cursor = dict(parse_qsl(urlsplit(onward).query)).get("after") if traits.paging == "cursor" else None
    entries = list(zip(shown, [records[i] for i in shown], urls, texts, strict=True))
    if traits.layout == "cards":
        headers = {} if total is None else {"X-Total-Count": str(total)}
        if next_url:
            headers["Link"] = f'<{urljoin(root, "/")}>; rel="first", <{next_url}>; rel="next"'
        return web.json_response([_card(*entry) for entry in entries], headers=headers)
    names = [name for name, _ in records[0].attributes] if records else []
    value = _shaped(traits.layout, entries, ask.words, total, names)
    if traits.paging == "cursor":
        value["next_cursor"] = cursor
    elif traits.paging in ("next", "path"):
        value["links"] = {"next": next_url or None}
    return web.json_response(value)


def _shaped(
    layout: Layout, entries: Sequence[_Entry], asked: str, total: int | None, names: Sequence[str]
) -> dict[str, Any]:
    """The records and their number as an object; `names` are those of attributes."""
    counted = {} if total is None else {"total": total}
    if layout == "table":
        rows = [[i + 1, r.title, text, *(r.attribute(name) for name in names)] for i, r, _, text in entries]
        return {"columns": ["number", "name", "description", *names], "rows": rows, **counted}
    if layout == "definitions":
        hits = [_hit(*entry) for entry in entries]
        return {"took": 3, "hits": {"total": {"value": total} if counted else {}, "hits": hits}}
    return {"query": asked, "results": [_plain(*entry) for entry in entries], **counted}


def _plain(number: int, record: Record, url: str, text: str) -> dict[str, Any]:
    return {"id": number + 1, "url": url, "title": record.title, "text": text, "attributes": dict(record.attributes)}


def _card(number: int, record: Record, url: str, text: str) -> dict[str, Any]:
    body = "".join(f"<p>{escape(part)}</p>" for part in text.split("\n\n"))
    return {"id": number + 1, "link": url, "headline": {"shown": record.title}, "body": {"shown": body}}


def _hit(number: int, record: Record, url: str, text: str) -> dict[str, Any]:
    source = {"name": record.title, "description": text, "about": dict(record.attributes), "tags": ["a", "b"]}
    return {"_id": f"d{number + 1}", "_score": 1.0 / (number + 1), "_source": source}
