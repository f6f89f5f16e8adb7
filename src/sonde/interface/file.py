"""interface.yaml: what was learned, with comments, for a person to read and correct."""

import dataclasses
import json
import re
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import yaml
from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from sonde.errors import ConfigError
from sonde.interface.json.model import JsonAnswer, JsonPaging, JsonPagingKind
from sonde.interface.model import Ask, CountRule, Marker, Paging, PagingKind, ResultRule, SearchInterface, Submit
from sonde.interface.read import OWN_TEXT
from sonde.model import Abilities, AttributeBox, Pairs, Range
from sonde.page.boilerplate import Boilerplate
from sonde.page.json_value import parse_json
from sonde.text.scale import point_of

VERSION = 1
_header = re.compile(r"[\w!#$%&'*+.^`|~-]+: [^\x00-\x08\x0a-\x1f\x7f]*\Z", re.ASCII)  # RFC 9110, 5.1 and 5.5
_SELECTORS = ("record", "link", "title", "where")

_COMMENTS = {
    "site": "The address the site was inspected from.",
    "ask": "How to put a question. `send` goes along with every query, in this order; the values of `fresh`\n"
    "are read again from `page` when they expire, before each query with fresh_each. With `redirects` false,\n"
    "a redirect to a page without results is taken for the one document that was found. With `rendered`, a browser\n"
    "opens `page`, presses `opener` if there is one, and types into the box `query_field` (CSS selectors); the page\n"
    "answers by `submit`: typing, enter or button. `headers` go along with every query.",
    "results": "Where the results of an answer are: CSS selectors. `link` and `title` are looked up inside `record`;\n"
    "an empty `title` is the text of the link.",
    "json": "How to read answers in JSON; null: answers are pages. `records`, `columns`, `total` and paging.where are\n"
    "paths: keys joined by dots, * for each entry. `key`, `url`, `title` and `text` are fields of a record. With\n"
    "`fetch`, records hold extracts only and each document is fetched from its address. `total` may be\n"
    "'header NAME'. paging.kind: none, header (Link), address, carry (send back what is at `where`), page, offset.",
    "count": "Where the hit count stands: the n-th number (from 0; -1: the last) in the text of `where`;\n"
    "with ::text at its end, in text that stands straight in that element. null: none is shown.",
    "nothing": "A text that is only there when nothing was found, without the words asked for.",
    "paging": "The way to the next page: none, rel, label, number or button; in a browser press or scroll, and with\n"
    "`keeps` earlier results stay on the page.",
    "not_results": "Addresses that are linked among the results of every answer, such as the start page.",
    "drop_parameters": "Parameters of result links that do not change the document.",
    "fixed_segments": "Places in the path of result links (1: the first) where what changes does not matter, and what\n"
    "is put there, so that a document has one address.",
    "seeds": "Words that are known to find something; the crawl starts with them.",
    "abilities": "What the search can do; empty, null and 1 mean that nothing else is known. `splits` are menus and\n"
    "check boxes that narrow an answer, with their values. `ranges` are pairs of inputs: `low` and `high` take\n"
    "values from `least` to `most`, counted in `unit` (1, 0.01 or a date format such as %Y-%m-%d), or only those\n"
    "of `steps`; with `shared`, a value given as upper bound is left out, or values lie between two steps.\n"
    "`boxes` are text inputs searched in one attribute of the documents; with `by_word` they take single words of\n"
    "its values. With `browse`, a query without words finds everything.",
    "language": "The site's language, empty when it does not say.",
    "found_by": "What proposed this interface.",
    "evidence": "What the soundings showed.",
    "boilerplate": "Text that stands on most document pages (place and text) and what surrounds their titles.\n"
    "It is left out of the documents.",
}


class _Dumper(yaml.SafeDumper):
    """Writes every text so that it is read back unchanged."""


def _quoted(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    # YAML folds line breaks in plain and single-quoted text, and knows more of them than "\n".
    breaks = any(char in text for char in "\n\r\x85\u2028\u2029\ufeff")
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"' if breaks else None)


_Dumper.add_representer(str, _quoted)


def dump_interface(interface: SearchInterface) -> str:
    """The interface as commented YAML."""
    data = _as_data(interface)
    parts = [
        "# How Sonde asks this site and reads its answers. Correct what is wrong and crawl with this file:\n"
        "# sonde crawl interface.yaml -o FOLDER. Nothing here is ever overwritten.\n"
        f"version: {VERSION}\n"
    ]
    for key, value in data.items():
        comment = "".join(f"# {line}\n" for line in _COMMENTS[key].split("\n"))
        text = yaml.dump({key: value}, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=110)
        parts.append(comment + text)
    return "\n".join(parts)


def save_interface(interface: SearchInterface, path: Path) -> None:
    """Writes interface.yaml; an existing file is replaced in one step."""
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(dump_interface(interface), encoding="utf-8")
    fresh.replace(path)


def load_interface(path: Path) -> SearchInterface:
    """Reads interface.yaml; a ConfigError names the file, the key and the nearest valid one."""
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ConfigError(f"{path} does not exist. Make it with: sonde inspect URL -o {path}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not valid YAML: {error}") from error
    if not isinstance(data, Mapping):
        raise ConfigError(f"{path} is not an interface: it holds no keys. Make one with: sonde inspect URL -o {path}")
    return _Reader(path).interface(data)


def _as_data(interface: SearchInterface) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(dataclasses.asdict(interface), default=sorted))
    data["boilerplate"] = json.loads(interface.boilerplate.to_json())
    last = data.pop("boilerplate")
    return {**data, "boilerplate": last}


class _Reader:
    """Checks keys and types while it reads, so that a typo is named before anything starts."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def interface(self, data: Mapping[str, Any]) -> SearchInterface:
        data = dict(data)
        version = data.pop("version", VERSION)
        if not isinstance(version, int) or version > VERSION:
            raise ConfigError(f"{self.path} has version {version}; this Sonde reads up to {VERSION}. Update Sonde.")
        self.check_keys("", data, SearchInterface)
        for needed in ("site", "ask"):
            if needed not in data:
                raise ConfigError(f"{self.path} lacks the key {needed!r}")
        return SearchInterface(
            site=self.text("site", data["site"]),
            ask=self.ask(data["ask"]),
            results=tuple(self.part("results", rule, ResultRule) for rule in self.items("results", data)),
            json=self.json(data["json"]) if data.get("json") else None,
            count=self.part("count", data["count"], CountRule) if data.get("count") else None,
            nothing=self.part("nothing", data["nothing"], Marker) if data.get("nothing") else None,
            paging=self.paging(data.get("paging") or {}),
            not_results=self.texts("not_results", data),
            drop_parameters=self.texts("drop_parameters", data),
            fixed_segments=self.segments(data),
            seeds=self.texts("seeds", data),
            abilities=self.abilities(data.get("abilities") or {}),
            language=self.text("language", data.get("language") or ""),
            boilerplate=self.boilerplate(data.get("boilerplate")),
            found_by=self.text("found_by", data.get("found_by") or ""),
            evidence=self.texts("evidence", data),
        )

    def ask(self, data: object) -> Ask:
        found = self.mapping("ask", data)
        pairs = tuple(self.pair(item) for item in self.items("send", found))
        headers = tuple(self.pair(item, "headers") for item in self.items("headers", found))
        found |= {"send": pairs, "headers": headers, "fresh": self.texts("fresh", found)}
        ask: Ask = self.part("ask", found, Ask)
        if ask.method not in ("GET", "POST"):
            raise ConfigError(f"{self.path}: ask.method is {ask.method!r}; use GET or POST")
        if ask.body and not isinstance(parse_json(ask.body), dict):
            raise ConfigError(f"{self.path}: ask.body is no JSON object: {ask.body[:60]!r}")
        if ask.submit not in get_args(Submit):
            raise ConfigError(f"{self.path}: ask.submit is {ask.submit!r}; use typing, enter or button")
        if ask.rendered and not ask.query_field:
            raise ConfigError(f"{self.path}: ask.rendered needs the selector of the box in ask.query_field")
        return ask

    def segments(self, data: Mapping[str, Any]) -> Pairs:
        found = self.items("fixed_segments", data)
        for item in found:
            if not isinstance(item, list | tuple) or len(item) != 2 or not re.fullmatch(r"[1-9]\d?", str(item[0])):
                raise ConfigError(f"{self.path}: an entry of fixed_segments must be [place, value], not {item!r}")
        return tuple((str(place), str(value)) for place, value in found)

    def paging(self, data: object) -> Paging:
        paging: Paging = self.part("paging", data, Paging)
        if paging.kind not in get_args(PagingKind):
            raise ConfigError(
                f"{self.path}: paging.kind is {paging.kind!r}; use one of {', '.join(get_args(PagingKind))}"
            )
        return paging

    def json(self, data: object) -> JsonAnswer:
        found = self.mapping("json", data)
        paging: JsonPaging = self.part("json.paging", found.get("paging") or {}, JsonPaging)
        if paging.kind not in get_args(JsonPagingKind):
            kinds = ", ".join(get_args(JsonPagingKind))
            raise ConfigError(f"{self.path}: json.paging.kind is {paging.kind!r}; use one of {kinds}")
        found |= {"paging": paging, "text": self.texts("text", found)}
        answer: JsonAnswer = self.part("json", found, JsonAnswer)
        return answer

    def abilities(self, data: object) -> Abilities:
        found = self.mapping("abilities", data)
        splits = tuple(self.split(item) for item in self.items("splits", found))
        ranges = tuple(self.range(item) for item in self.items("ranges", found))
        boxes = tuple(self.box(item) for item in self.items("boxes", found))
        found |= {"splits": splits, "ranges": ranges, "boxes": boxes, "stop_words": self.texts("stop_words", found)}
        self.check_keys("abilities.", found, Abilities)
        hints = get_type_hints(Abilities)
        for name, value in found.items():
            choices = get_args(hints[name]) if get_origin(hints[name]) is Literal else ()
            if choices and value not in choices:
                listed = ", ".join(choice or "''" for choice in choices)
                raise ConfigError(f"{self.path}: abilities.{name} is {value!r}; use one of {listed}")
            plain = {int: (int,), bool: (bool,), str: (str,), int | None: (int, NoneType)}.get(hints[name])
            if plain and type(value) not in plain:
                raise ConfigError(f"{self.path}: abilities.{name} cannot be {value!r}")
        return Abilities(**found)

    def split(self, item: object) -> tuple[str, tuple[str, ...]]:
        if not isinstance(item, list | tuple) or len(item) != 2 or not isinstance(item[1], list | tuple):
            raise ConfigError(f"{self.path}: an entry of abilities.splits must be [name, [values]], not {item!r}")
        return str(item[0]), tuple(map(str, item[1]))

    def range(self, item: object) -> Range:
        found = self.mapping("abilities.ranges", item)
        given: Range = self.part("abilities.ranges", found | {"steps": self.texts("steps", found)}, Range)
        if not given.steps and (point_of(given.least, given.unit) is None or point_of(given.most, given.unit) is None):
            raise ConfigError(
                f"{self.path}: abilities.ranges: {given.least!r} to {given.most!r} cannot be counted in "
                f"{given.unit!r}; use 1, 0.01 or a date format such as %Y-%m-%d for `unit`"
            )
        return given

    def box(self, item: object) -> AttributeBox:
        found = self.mapping("abilities.boxes", item)
        given: AttributeBox = self.part(
            "abilities.boxes", found | {"samples": self.texts("samples", found)}, AttributeBox
        )
        return given

    def boilerplate(self, data: object) -> Boilerplate:
        if not data:
            return Boilerplate()
        try:
            return Boilerplate.from_json(json.dumps(data))
        except (KeyError, TypeError, ValueError) as error:
            message = f"{self.path}: boilerplate cannot be read ({error}); delete the key to do without"
            raise ConfigError(message) from error

    def part(self, where: str, data: object, kind: type[Any]) -> Any:
        found = self.mapping(where, data)
        self.check_keys(f"{where}.", found, kind)
        for field in dataclasses.fields(kind):
            if field.name in found:
                self.check_value(f"{where}.{field.name}", found[field.name], field)
        try:
            return kind(**found)
        except TypeError as error:
            raise ConfigError(f"{self.path}: {where} is incomplete: {error}") from error

    def check_value(self, where: str, value: object, field: "dataclasses.Field[Any]") -> None:
        kinds = {int: "a whole number", bool: "true or false", str: "text"}
        wanted = field.type if field.type in kinds else str
        if field.type in (Pairs, tuple[str, ...], JsonPaging):
            return  # checked when they were read
        if type(value) is not wanted:
            raise ConfigError(f"{self.path}: {where} must be {kinds[wanted]}, not {value!r}")
        if field.name in _SELECTORS and value and not where.startswith("json."):
            try:
                LexborHTMLParser("").css(str(value).removesuffix(OWN_TEXT))
            except SelectolaxError as error:
                raise ConfigError(f"{self.path}: {where} is no CSS selector: {value!r}") from error

    def check_keys(self, where: str, data: Mapping[str, Any], kind: type[Any]) -> None:
        known = {field.name for field in dataclasses.fields(kind)}
        for key in data:
            if key not in known:
                near = get_close_matches(str(key), known, n=1, cutoff=0.0)
                raise ConfigError(f"{self.path}: unknown key {where}{key}; did you mean {near[0]!r}?")

    def mapping(self, where: str, data: object) -> dict[str, Any]:
        if not isinstance(data, Mapping):
            raise ConfigError(f"{self.path}: {where} must hold keys, not {data!r}")
        return {str(key): value for key, value in data.items()}

    def items(self, key: str, data: Mapping[str, Any]) -> list[Any]:
        value = data.get(key) or []
        if not isinstance(value, list | tuple):
            raise ConfigError(f"{self.path}: {key} must be a list, not {value!r}")
        return list(value)

    def texts(self, key: str, data: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(self.text(key, item) for item in self.items(key, data))

    def pair(self, item: object, key: str = "send") -> tuple[str, str]:
        if not isinstance(item, list | tuple) or len(item) != 2:
            raise ConfigError(f"{self.path}: an entry of ask.{key} must be [name, value], not {item!r}")
        if key == "headers" and not _header.match(f"{item[0]}: {item[1]}"):
            raise ConfigError(f"{self.path}: ask.headers cannot hold {item[0]!r}: {item[1]!r}")
        return str(item[0]), str(item[1])

    def text(self, key: str, value: object) -> str:
        if isinstance(value, dict | list):
            raise ConfigError(f"{self.path}: {key} must be text, not {value!r}")
        return str(value)
