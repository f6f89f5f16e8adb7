"""JSON of any shape: read safely, looked up by path, flattened into named texts.

A path is keys joined by dots; "*" is every entry of a list, or of an object used as a table.
"""

import html
import json
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from sonde.model import Page
from sonde.page.dom import body_text, parse_html

Json = Any  # what json.loads gives

MAX_DEPTH = 20  # records of real answers lie within the first ten levels
MAX_FIELDS = 400
MAX_VALUES = 500_000
_EXACT_DIGITS = 18  # longer whole numbers are identifiers: kept as text, digit by digit

_prefix = re.compile(r"\s*(?:\)\]\}'?,?|while\s*\(\s*1\s*\)\s*;|for\s*\(\s*;\s*;\s*\)\s*;)\s*")
_call = re.compile(r"\s*(?:/\*[^*]{0,80}\*/\s*)?[\w$.]{1,80}\s{0,9}\(")
# Elements of HTML, not every "<word>": plain texts have "<name@host>" and "List<int>".
_markup = re.compile(
    r"</?(?:p|br|a|b|i|em|strong|span|div|[uod]l|li|d[td]|h[1-6]|table|t[rdh]|thead|tbody|img|code|pre|blockquote|mark|"
    r"su[bp]|small|u|s|hr|section|article|figure|figcaption|header|footer|html|body|font|center|cite|q|abbr|time|kbd|wbr)"
    r"(?:\s[^<>]*)?/?>",
    re.I,
)
_dot = re.compile(r"(?<!\\)\.")


def parse_json(text: str) -> Json | None:
    """The value, also behind the guards and function calls some servers put around it; None when it is no JSON.

    Nesting that no parser of ours survives is no JSON either.
    """
    for candidate in _unwrapped(text):
        try:
            return json.loads(candidate, parse_int=_whole_number, parse_constant=lambda name: None)
        except (ValueError, RecursionError):
            continue
    return None


def _unwrapped(text: str) -> Iterator[str]:
    text = text.lstrip("\ufeff")
    guard = _prefix.match(text)
    yield text[guard.end() :] if guard else text
    call = _call.match(text)
    end = text.rstrip().removesuffix(";").rstrip() if call else ""
    if call and end.endswith(")"):
        yield end[call.end() : -1]


def _whole_number(digits: str) -> int | str:
    return int(digits) if len(digits) <= _EXACT_DIGITS else digits


def json_of(page: Page) -> Json | None:
    """The JSON object or list on a page, whatever its declared type; None when it is something else."""
    start = page.text[:200].lstrip("\ufeff \t\r\n")
    declared = page.media_type.endswith(("json", "javascript"))
    if not start or (not declared and start[0] not in "{["):
        return None
    value = parse_json(page.text)
    return value if isinstance(value, dict | list) else None


def path_of(keys: Sequence[str]) -> str:
    """Keys as one path."""
    return ".".join(key.replace(".", "\\.") for key in keys)


def keys_of(path: str) -> list[str]:
    """The keys of a path; none for the value itself."""
    return [key.replace("\\.", ".") for key in _dot.split(path)] if path else []


def values_at(value: Json, path: str) -> list[Json]:
    """Everything a path leads to, in order."""
    found = [value]
    for key in keys_of(path):
        found = [inner for outer in found for inner in _step(outer, key)]
    return found


def _step(value: Json, key: str) -> list[Json]:
    if isinstance(value, dict):
        if key in value:
            return [value[key]]
        return list(value.values()) if key == "*" else []
    if isinstance(value, list):
        if key == "*":
            return value
        return [value[int(key)]] if key.isdecimal() and len(key) < 8 and int(key) < len(value) else []
    return []


def text_of(value: Json) -> str:
    """A plain value as text; empty for null, objects and lists."""
    if isinstance(value, str):
        return value
    return "" if value is None or isinstance(value, dict | list) else json.dumps(value)


def walk(value: Json) -> Iterator[tuple[str, Json]]:
    """The values inside, with their paths, outermost first; entries of a list share the path "….*".

    Ends after MAX_VALUES of them: an answer of millions of brackets is no answer.
    """
    waiting: list[tuple[tuple[str, ...], Json]] = [((), value)]
    for keys, item in islice(waiting, MAX_VALUES):
        yield path_of(keys), item
        if len(keys) < MAX_DEPTH and len(waiting) < MAX_VALUES:
            if isinstance(item, dict):
                waiting.extend(((*keys, str(key)), inner) for key, inner in item.items())
            elif isinstance(item, list):
                waiting.extend(((*keys, "*"), inner) for inner in item)


def flat(record: Json, columns: Sequence[str] = ()) -> dict[str, str]:
    """The plain values of a record by dotted name, in order; values of one name are joined."""
    if isinstance(record, list) and columns:
        record = dict(zip(columns, record, strict=False))
    found: dict[str, list[str]] = {}
    waiting: list[tuple[str, int, Json]] = [("", 0, record)]
    count = 0
    while waiting and count < MAX_FIELDS:
        name, depth, value = waiting.pop()
        if isinstance(value, dict) and depth < MAX_DEPTH:
            inner = [(f"{name}.{key}" if name else str(key), depth + 1, item) for key, item in value.items()]
            waiting.extend(reversed(inner))
        elif isinstance(value, list) and depth < MAX_DEPTH:
            of_row = depth == 0  # a row of a table without column names: its places are the names
            waiting.extend(reversed([(str(i) if of_row else name, depth + 1, v) for i, v in enumerate(value)]))
        elif text := text_of(value):
            found.setdefault(name, []).append(text)
            count += 1
    return {name: ("\n" if any(len(v) > 80 for v in values) else ", ").join(values) for name, values in found.items()}


def plain_text(text: str) -> str:
    """A value as a person would read it: markup and character references resolved."""
    if not _markup.search(text):
        return html.unescape(text).strip() if "&" in text else text.strip()
    return body_text(parse_html(text))
