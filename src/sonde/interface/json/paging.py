"""How is the next part of a JSON answer asked for? Proposals from the answer itself; probing decides."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from sonde.interface.json.ask import CURSOR_NAMES, empty_names, json_request, related
from sonde.interface.json.model import JsonPaging
from sonde.interface.json.records import JsonSounding
from sonde.interface.model import Ask
from sonde.model import Query, Request
from sonde.page.json_value import Json, keys_of, text_of, values_at, walk
from sonde.page.links import resolve
from sonde.page.url import same_site

_link = re.compile(r"<([^<>]*)>((?:\s*;\s*[\w*-]+\s*=\s*(?:\"[^\"]*\"|[^\s\",;]+))*)")
_next = re.compile(r";\s*rel\s*=\s*(?:\"[^\"]*\bnext\b[^\"]*\"|next\b)", re.I)
_onward = re.compile(r"next|cursor|token|continu|after|scroll|more|suivant|weiter|siguiente", re.I)
_back = re.compile(r"prev|first|self|before", re.I)
_MAX_CURSORS = 3
_MAX_MEMBERS = 12
_SHALLOW = 3  # keys of a path


def linked_next(sounding: JsonSounding) -> str | None:
    """The address that the answer's Link header calls the next one (RFC 8288)."""
    for name, value in sounding.page.headers:
        if name == "link":
            for match in _link.finditer(value):
                if _next.search(match[2]):
                    return resolve(sounding.page.url, match[1])
    return None


def changes_for_size(paging: JsonPaging) -> dict[str, str]:
    """What to send so that as many records come as were found to be honoured."""
    return {paging.size_parameter: str(paging.size)} if paging.size_parameter and paging.size else {}


def following(
    sounding: JsonSounding, paging: JsonPaging, ask: Ask, query: Query, *, number: int, shown: int
) -> Request | None:
    """The request for what comes after page `number`, when `shown` records were read so far."""
    size = changes_for_size(paging)
    if paging.kind == "header":
        url = linked_next(sounding)
        return Request(url, headers=ask.headers) if url is not None and same_site(url, ask.action) else None
    if paging.kind == "address":
        text = _plain_at(sounding.value, paging.where)
        url = resolve(sounding.page.url, text) if text else None
        return Request(url, headers=ask.headers) if url is not None and same_site(url, ask.action) else None
    if paging.kind == "carry":
        members = _to_carry(sounding.value, paging)
        texts = [name for name in members if _is_text(sounding.value, paging.where)]
        return json_request(ask, query, size | members, texts=texts) if members else None
    if paging.kind == "page":
        return json_request(ask, query, size | {paging.parameter: str(paging.first + number)})
    if paging.kind == "offset":
        return json_request(ask, query, size | {paging.parameter: str(paging.first + shown)})
    return None


def _is_text(value: Json, where: str) -> bool:
    """Whether a value stands there as text: it goes back as it came, also where it is a number."""
    return all(isinstance(found, str) for found in values_at(value, where))


def _plain_at(value: Json, where: str) -> str:
    found = values_at(value, where)
    return text_of(found[0]) if len(found) == 1 and found[0] not in (False, True) else ""


def _to_carry(value: Json, paging: JsonPaging) -> dict[str, str]:
    found = values_at(value, paging.where)
    if len(found) != 1:
        return {}
    if paging.parameter:
        text = _plain_at(value, paging.where)
        return {paging.parameter: text} if text else {}
    members = found[0] if isinstance(found[0], dict) else {}
    return {name: text_of(inner) for name, inner in members.items() if text_of(inner)}


def proposed(sounding: JsonSounding, blank: JsonSounding | None, ask: Ask, records: str) -> Iterator[JsonPaging]:
    """Ways onward that the answer itself offers, surest first."""
    if linked_next(sounding) is not None:
        yield JsonPaging("header")
    outside = _outside(sounding.value, records)
    for_nonsense = dict(_outside(blank.value, records)) if blank is not None else {}
    for path, value in sorted(outside, key=lambda pair: (not _onward.search(_tail(pair[0])), len(keys_of(pair[0])))):
        if isinstance(value, str) and _leads_on(value, sounding, path):
            yield JsonPaging("address", where=path)
    for path, value in outside:
        if isinstance(value, dict) and _is_to_carry(value) and path and not for_nonsense.get(path):
            yield JsonPaging("carry", where=path)
    cursors = [
        path
        for path, value in outside
        if text_of(value)
        and not isinstance(value, bool)
        and _onward.search(_tail(path))
        and for_nonsense.get(path) != value
    ]
    # What a nonsense word has none of comes first: it is where there is something to go on with.
    for path in sorted(cursors, key=lambda path: bool(for_nonsense.get(path)))[:_MAX_CURSORS]:
        value = values_at(sounding.value, path)[0]
        if not (isinstance(value, str) and "://" in value):
            for name in dict.fromkeys([*empty_names(ask), _tail(path), *related(_names_like(path), ask)]):
                yield JsonPaging("carry", where=path, parameter=name)


def _names_like(path: str) -> list[str]:
    """Parameter names for a cursor: its own name without "next", then the usual ones."""
    bare = re.sub(r"^next_?", "", _tail(path))
    own = [bare, bare[:1].lower() + bare[1:]] if bare else []
    return [*own, *CURSOR_NAMES[:8]]


def echoing_names(sounding: JsonSounding, records: str, number: int) -> list[str]:
    """Names under which an answer repeats a number of the question, as parameters may spell them."""
    keys = [_tail(path) for path, value in _outside(sounding.value, records) if value == number and value is not True]
    return [spelled for key in dict.fromkeys(keys) for spelled in dict.fromkeys(_spellings(key))]


def _spellings(key: str) -> Iterator[str]:
    parts = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", key).lower().replace("-", "_").split("_")
    yield key
    yield "_".join(parts)
    yield "-".join(parts)
    yield parts[0] + "".join(part.capitalize() for part in parts[1:])


def _outside(value: Json, records: str) -> list[tuple[str, Json]]:
    """What an answer says besides its records."""
    inside = f"{records}." if records else "*"
    return [
        (path, item)
        for path, item in walk(value)
        if path and path != records and not path.startswith(inside) and "*" not in keys_of(path)
    ]


def _tail(path: str) -> str:
    keys = keys_of(path)
    return keys[-1] if keys else ""


def _leads_on(text: str, sounding: JsonSounding, path: str) -> bool:
    """Whether a text is an address of the same endpoint with other parameters."""
    if not text.startswith(("http://", "https://", "/", "?")) or any(char.isspace() for char in text):
        return False
    url = resolve(sounding.page.url, text)
    if url is None or url == sounding.page.url or not same_site(url, sounding.page.url):
        return False
    is_here = urlsplit(url).path == urlsplit(sounding.page.url).path
    named = bool(_onward.search(path))
    return (is_here or named) and not _back.search(_tail(path)) and (named or not _is_menu(path))


def _is_menu(path: str) -> bool:
    """Whether an address lies so deep that it is one of many, as those that narrow an answer."""
    return len(keys_of(path)) > _SHALLOW


def _is_to_carry(members: dict[str, Json]) -> bool:
    return 0 < len(members) <= _MAX_MEMBERS and all(text_of(value) for value in members.values())
