"""From the keys of interface.yaml to a SearchInterface: names and types are checked, a mistake is named."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from sonde.errors import ConfigError
from sonde.interface.json.model import JsonAnswer, JsonBatch, JsonPaging, JsonPagingKind
from sonde.interface.model import Ask, CountRule, Marker, Paging, PagingKind, ResultRule, SearchInterface, Submit
from sonde.interface.yaml.check import FileCheck
from sonde.model import Abilities, AttributeBox, Pairs, Range
from sonde.page.boilerplate import Boilerplate
from sonde.page.json_value import parse_json
from sonde.text.scale import point_of

VERSION = 1  # of the file's format
_HEADER = re.compile(r"[\w!#$%&'*+.^`|~-]+: [^\x00-\x08\x0a-\x1f\x7f]*\Z", re.ASCII)  # RFC 9110, 5.1 and 5.5
_LONGEST_PAUSE_S = 3600


def read_interface(data: Mapping[str, Any], path: Path) -> SearchInterface:
    """The interface that a file holds; raises ConfigError that names the key and the nearest valid one."""
    check, data = FileCheck(path), dict(data)
    version = data.pop("version", VERSION)
    if not isinstance(version, int) or version > VERSION:
        raise ConfigError(f"{path} has version {version}; this Sonde reads up to {VERSION}. Update Sonde.")
    check.keys("", data, SearchInterface)
    for needed in ("site", "ask"):
        if needed not in data:
            raise ConfigError(f"{path} lacks the key {needed!r}. Make a whole one with: sonde inspect URL -o FILE")
    return SearchInterface(
        site=check.text("site", data["site"]),
        ask=_ask(check, data["ask"]),
        results=tuple(check.part("results", rule, ResultRule) for rule in check.items("results", data)),
        json=_json(check, data["json"]) if data.get("json") else None,
        count=check.part("count", data["count"], CountRule) if data.get("count") else None,
        nothing=check.part("nothing", data["nothing"], Marker) if data.get("nothing") else None,
        paging=_paging(check, data.get("paging") or {}),
        not_results=check.texts("not_results", data),
        drop_parameters=check.texts("drop_parameters", data),
        fixed_segments=_segments(check, data),
        seeds=check.texts("seeds", data),
        abilities=_abilities(check, data.get("abilities") or {}),
        language=check.text("language", data.get("language") or ""),
        boilerplate=_boilerplate(check, data.get("boilerplate")),
        found_by=check.text("found_by", data.get("found_by") or ""),
        evidence=check.texts("evidence", data),
    )


def _ask(check: FileCheck, data: object) -> Ask:
    found = check.mapping("ask", data)
    pairs = tuple(_pair(check, item) for item in check.items("send", found))
    headers = tuple(_pair(check, item, "headers") for item in check.items("headers", found))
    found |= {"send": pairs, "headers": headers, "fresh": check.texts("fresh", found)}
    ask = check.part("ask", found, Ask)
    check.choice("ask.method", ask.method, ("GET", "POST"))
    if ask.body and not isinstance(parse_json(ask.body), dict):
        raise check.mistake(f"ask.body is no JSON object: {ask.body[:60]!r}")
    check.choice("ask.submit", ask.submit, get_args(Submit))
    if not 0 <= ask.pause_s <= _LONGEST_PAUSE_S:
        raise check.mistake(f"ask.pause_s must be from 0 to {_LONGEST_PAUSE_S} seconds, not {ask.pause_s}")
    if ask.rendered and not ask.query_field:
        raise check.mistake("ask.rendered needs the selector of the box in ask.query_field")
    return ask


def _segments(check: FileCheck, data: Mapping[str, Any]) -> Pairs:
    found = check.items("fixed_segments", data)
    for item in found:
        if not isinstance(item, list | tuple) or len(item) != 2 or not re.fullmatch(r"[1-9]\d?", str(item[0])):
            raise check.mistake(f"an entry of fixed_segments must be [place, value], not {item!r}")
    return tuple((str(place), str(value)) for place, value in found)


def _paging(check: FileCheck, data: object) -> Paging:
    paging = check.part("paging", data, Paging)
    check.choice("paging.kind", paging.kind, get_args(PagingKind))
    return paging


def _json(check: FileCheck, data: object) -> JsonAnswer:
    found = check.mapping("json", data)
    paging = check.part("json.paging", found.get("paging") or {}, JsonPaging)
    check.choice("json.paging.kind", paging.kind, get_args(JsonPagingKind))
    several = check.mapping("json.batch", found.get("batch") or {})
    batch = check.part("json.batch", several | {"text": check.texts("text", several)}, JsonBatch)
    found |= {"paging": paging, "batch": batch, "text": check.texts("text", found)}
    return check.part("json", found, JsonAnswer)


def _abilities(check: FileCheck, data: object) -> Abilities:
    found = check.mapping("abilities", data)
    found |= {
        "splits": tuple(_split(check, item) for item in check.items("splits", found)),
        "ranges": tuple(_range(check, item) for item in check.items("ranges", found)),
        "boxes": tuple(_box(check, item) for item in check.items("boxes", found)),
        "stop_words": check.texts("stop_words", found),
    }
    check.keys("abilities.", found, Abilities)
    hints = get_type_hints(Abilities)
    for name, value in found.items():
        if get_origin(hints[name]) is Literal:
            check.choice(f"abilities.{name}", value, get_args(hints[name]))
        plain = {int: (int,), bool: (bool,), str: (str,), int | None: (int, NoneType)}.get(hints[name])
        if plain and type(value) not in plain:
            raise check.mistake(f"abilities.{name} cannot be {value!r}")
    return Abilities(**found)


def _split(check: FileCheck, item: object) -> tuple[str, tuple[str, ...]]:
    if not isinstance(item, list | tuple) or len(item) != 2 or not isinstance(item[1], list | tuple):
        raise check.mistake(f"an entry of abilities.splits must be [name, [values]], not {item!r}")
    return str(item[0]), tuple(map(str, item[1]))


def _range(check: FileCheck, item: object) -> Range:
    found = check.mapping("abilities.ranges", item)
    given = check.part("abilities.ranges", found | {"steps": check.texts("steps", found)}, Range)
    if not given.steps and (point_of(given.least, given.unit) is None or point_of(given.most, given.unit) is None):
        raise check.mistake(
            f"abilities.ranges: {given.least!r} to {given.most!r} cannot be counted in "
            f"{given.unit!r}; use 1, 0.01 or a date format such as %Y-%m-%d for `unit`"
        )
    return given


def _box(check: FileCheck, item: object) -> AttributeBox:
    found = check.mapping("abilities.boxes", item)
    return check.part("abilities.boxes", found | {"samples": check.texts("samples", found)}, AttributeBox)


def _boilerplate(check: FileCheck, data: object) -> Boilerplate:
    if not data:
        return Boilerplate()
    try:
        return Boilerplate.from_json(json.dumps(data))
    except (KeyError, TypeError, ValueError) as error:
        raise check.mistake(f"boilerplate cannot be read ({error}); delete the key to do without") from error


def _pair(check: FileCheck, item: object, key: str = "send") -> tuple[str, str]:
    if not isinstance(item, list | tuple) or len(item) != 2:
        raise check.mistake(f"an entry of ask.{key} must be [name, value], not {item!r}")
    if key == "headers" and not _HEADER.match(f"{item[0]}: {item[1]}"):
        raise check.mistake(f"ask.headers cannot hold {item[0]!r}: {item[1]!r}")
    return str(item[0]), str(item[1])
