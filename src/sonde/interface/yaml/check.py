"""Checks of what interface.yaml holds: keys and types. A mistake is named with its place and the nearest valid name."""

import dataclasses
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar, cast

from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from sonde.errors import ConfigError
from sonde.interface.json.model import JsonBatch, JsonPaging
from sonde.interface.said import OWN_TEXT
from sonde.model import Pairs

T = TypeVar("T")

_SELECTORS = ("record", "link", "title", "moves", "where")


class FileCheck:
    """Reads parts of one file and raises ConfigError for what cannot be meant."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def mistake(self, text: str) -> ConfigError:
        """The error to raise."""
        return ConfigError(f"{self.path}: {text}")

    def part(self, where: str, data: object, kind: type[T]) -> T:
        """A dataclass of the keys given for it."""
        found = self.mapping(where, data)
        self.keys(f"{where}.", found, kind)
        for field in dataclasses.fields(cast(Any, kind)):
            if field.name in found:
                self.value(f"{where}.{field.name}", found[field.name], field)
        try:
            return kind(**found)
        except TypeError as error:
            raise self.mistake(f"{where} is incomplete: {error}") from error

    def value(self, where: str, value: object, field: "dataclasses.Field[Any]") -> None:
        """Whether a value is what its field takes."""
        kinds = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}
        wanted = field.type if field.type in kinds else str
        if field.type in (Pairs, tuple[str, ...], JsonPaging, JsonBatch):
            return  # checked when they were read
        if type(value) is not wanted and not (wanted is float and type(value) is int):
            raise self.mistake(f"{where} must be {kinds[wanted]}, not {value!r}")
        if field.name in _SELECTORS and value and not where.startswith("json."):
            try:
                LexborHTMLParser("").css(str(value).removesuffix(OWN_TEXT))
            except SelectolaxError as error:
                raise self.mistake(f"{where} is no CSS selector: {value!r}") from error

    def keys(self, where: str, data: Mapping[str, Any], kind: type[Any]) -> None:
        """Whether a dataclass has all these keys."""
        known = {field.name for field in dataclasses.fields(kind)}
        for key in data:
            if key not in known:
                near = get_close_matches(str(key), known, n=1, cutoff=0.0)
                raise self.mistake(f"unknown key {where}{key}; did you mean {near[0]!r}?")

    def choice(self, where: str, value: object, choices: Iterable[str]) -> None:
        """Whether a value is one of those that can be chosen."""
        listed = tuple(choices)
        if value not in listed:
            names = ", ".join(choice or "''" for choice in listed)
            raise self.mistake(f"{where} is {value!r}; use one of {names}")

    def mapping(self, where: str, data: object) -> dict[str, Any]:
        """Keys with their values."""
        if not isinstance(data, Mapping):
            raise self.mistake(f"{where} must hold keys, not {data!r}")
        return {str(key): value for key, value in data.items()}

    def items(self, key: str, data: Mapping[str, Any]) -> list[Any]:
        """The list under a key; empty where there is none."""
        value = data.get(key) or []
        if not isinstance(value, list | tuple):
            raise self.mistake(f"{key} must be a list, not {value!r}")
        return list(value)

    def texts(self, key: str, data: Mapping[str, Any]) -> tuple[str, ...]:
        """The texts under a key."""
        return tuple(self.text(key, item) for item in self.items(key, data))

    def text(self, key: str, value: object) -> str:
        """One text, also where YAML takes it for a number."""
        if isinstance(value, dict | list):
            raise self.mistake(f"{key} must be text, not {value!r}")
        return str(value)
