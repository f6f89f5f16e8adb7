"""Descriptions of a service that say which parameters it takes: OpenAPI, Swagger, OpenSearch."""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from sonde.interface.ask import ask_by_template
from sonde.interface.forms.candidates import is_related
from sonde.interface.forms.score import says_search
from sonde.interface.json.ask import sounds_like_search
from sonde.interface.model import Ask
from sonde.page.dom import attribute, parse_html
from sonde.page.json_value import Json

_PLACES = ("openapi.json", "swagger.json")
_number_types = ("integer", "number")
_open = re.compile(r"\{[^{}/]+\}")


@dataclass(frozen=True, slots=True)
class Operation:
    """One address of a service and the parameters it takes in its query."""

    url: str
    words: tuple[str, ...]  # those that may take words, best first
    numbers: tuple[str, ...]
    filters: tuple[tuple[str, tuple[str, ...]], ...] = ()  # all of them, with their values where these are listed


def description_places(url: str) -> list[str]:
    """Where the description of a service usually is: at its root and beside an address of it."""
    folders = (urljoin(url, "/"), urljoin(url, "."))
    return list(dict.fromkeys(urljoin(folder, name) for folder in folders for name in _PLACES))


def is_description(value: Json) -> bool:
    """Whether JSON describes a service (OpenAPI 3 or Swagger 2)."""
    return (
        isinstance(value, dict) and ("openapi" in value or "swagger" in value) and isinstance(value.get("paths"), dict)
    )


def operations(description: Json, url: str) -> list[Operation]:
    """The addresses a description lists that can be asked by GET with nothing but a query, most promising first."""
    if not is_description(description):
        return []
    found = []
    for path, item in description["paths"].items():
        get = item.get("get") if isinstance(item, dict) else None
        if not isinstance(get, dict) or "{" in path:
            continue
        parameters = [*_parameters(item, description), *_parameters(get, description)]
        names = {str(p.get("name")): p for p in parameters if p.get("in") == "query" and p.get("name")}
        numbers = tuple(name for name, p in names.items() if _type(p) in _number_types)
        texts = [name for name, p in names.items() if _type(p) in ("string", "") and not _is_choice(p)]
        texts.sort(
            key=lambda name: (not sounds_like_search(name), not says_search(str(names[name].get("description", ""))))
        )
        if texts:
            score = (not sounds_like_search(texts[0]), not says_search(path, str(get.get("summary", ""))))
            filters = tuple((name, _choices(p)) for name, p in names.items())
            found.append((score, Operation(_server(description, url) + path, tuple(texts), numbers, filters)))
    return [operation for _, operation in sorted(found, key=lambda pair: pair[0])]


def operation_at(description: Json, url: str, endpoint: str) -> Operation | None:
    """What a description says about one address."""
    path = urlsplit(endpoint).path
    return next((found for found in operations(description, url) if urlsplit(found.url).path == path), None)


def document_addresses(description: Json, url: str, endpoint: str) -> list[str]:
    """Addresses with {key} for the one part that a description leaves open, those nearest to the endpoint first."""
    if not is_description(description):
        return []
    paths = [path for path, item in description["paths"].items() if isinstance(item, dict) and "get" in item]
    found = [_server(description, url) + _open.sub("{key}", path) for path in paths if len(_open.findall(path)) == 1]
    return sorted(found, key=lambda address: -_shared(address.split("/"), endpoint.split("/")))


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """How many parts two addresses begin with together."""
    return next((at for at, parts in enumerate(zip(one, other, strict=False)) if parts[0] != parts[1]), len(one))


def _parameters(item: dict[str, Json], description: Json) -> Iterator[dict[str, Json]]:
    listed = item.get("parameters")
    for entry in listed if isinstance(listed, list) else []:
        if isinstance(entry, dict):
            reference = entry.get("$ref")
            found = _referred(description, reference) if isinstance(reference, str) else entry
            if isinstance(found, dict):
                yield found


def _referred(description: Json, reference: str) -> Json:
    value = description
    for key in reference.removeprefix("#/").split("/"):
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _schema(parameter: dict[str, Json]) -> dict[str, Json]:
    schema = parameter.get("schema")
    return schema if isinstance(schema, dict) else parameter


def _type(parameter: dict[str, Json]) -> str:
    schema = _schema(parameter)
    options = schema.get("anyOf")
    if isinstance(options, list) and options and isinstance(options[0], dict):
        schema = options[0]
    return str(schema.get("type") or "")


def _choices(parameter: dict[str, Json]) -> tuple[str, ...]:
    listed = _schema(parameter).get("enum")
    return tuple(str(value) for value in listed) if isinstance(listed, list) else ()


def _is_choice(parameter: dict[str, Json]) -> bool:
    schema = _schema(parameter)
    return bool(schema.get("enum")) or schema.get("format") in ("date", "date-time", "uuid")


def _server(description: Json, url: str) -> str:
    """The address that the paths of a description are appended to; another site's is not taken."""
    servers = description.get("servers")
    stated = servers[0].get("url") if isinstance(servers, list) and servers and isinstance(servers[0], dict) else None
    base = urljoin(url, str(stated if stated is not None else description.get("basePath") or "/"))
    return (base if is_related(base, url) else urljoin(url, "/")).rstrip("/")


def json_templates(text: str, page_url: str) -> list[Ask]:
    """The answers in JSON that an OpenSearch description offers."""
    found = []
    for node in parse_html(text).css("url[template]"):
        if re.search(r"json", attribute(node, "type"), re.I):
            template = html.unescape(attribute(node, "template"))
            ask = ask_by_template(template, "{searchTerms}", page_url)
            if ask is not None and is_related(ask.action, page_url):
                found.append(ask)
    return found
