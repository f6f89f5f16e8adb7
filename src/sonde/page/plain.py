"""Answers that are not HTML, read as documents: text, JSON, XML, and files of other kinds."""

import html
import json
import re
from typing import Any
from urllib.parse import unquote, urlsplit

from sonde.model import Page, Pairs
from sonde.page.title import first_words

MAX_LEAVES = 10_000
MAX_PAIRS = 100
MAX_VALUE_CHARS = 2000

_html_start = re.compile(r"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S)
_html_types = frozenset({"", "text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"})
_title_keys = ("title", "name", "headline", "label", "subject", "heading")
_file_name = re.compile(r"filename\*?=(?:UTF-8'[^']*')?\"?([^\";]+)", re.I)
_xml_noise = re.compile(
    r"<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)|<!DOCTYPE[^>\[]{0,1000}(?:\[.{0,10000}?\])?\s*>", re.S | re.I
)
_cdata = re.compile(r"<!\[CDATA\[(.*?)(?:\]\]>|\Z)", re.S)
_xml_title = re.compile(r"<(?:\w+:)?(title|name|headline)\b[^>]*>([^<]*[^\s<][^<]*)<", re.I)


def is_html(page: Page) -> bool:
    """Whether to read a page as HTML: it says so, or begins like it."""
    kind = page.media_type.partition(";")[0].strip().lower()
    if kind in _html_types:
        return kind != "" or "<" in page.text[:1000]
    return bool(_html_start.match(page.text[:2000]))


def read_plain(page: Page, *, title_hint: str = "") -> tuple[str, str, Pairs]:
    """Title, text and attributes of a page that is not HTML. A file without text is known by its name."""
    kind = page.media_type.partition(";")[0].strip().lower()
    text = page.text.replace("\x00", "").strip()
    if not text:
        return title_hint or file_name(page) or page.url, "", ()
    if kind.endswith("json") or (kind == "" and text[0] in "{["):
        read = _read_json(text)
        if read is not None:
            title, text, pairs = read
            return title or title_hint or file_name(page) or first_words(text), text, pairs
    if kind.endswith("xml") or text.startswith("<?xml"):
        title, text = _read_xml(text)
        return title or title_hint or first_words(text), text, ()
    return title_hint or first_words(text), text, ()


def file_name(page: Page) -> str:
    """The name a browser would save the page under, if it has one."""
    match = _file_name.search(page.header("content-disposition"))
    try:
        path = match[1] if match else urlsplit(page.url).path
    except ValueError:
        return ""
    return unquote(path).rstrip("/").rpartition("/")[2].strip()


def _read_json(text: str) -> tuple[str, str, Pairs] | None:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    while isinstance(data, list) and len(data) == 1:
        data = data[0]
    leaves = _leaves(data)
    top = {key: value for key, value in leaves if "." not in key and value}
    lowered = {key.lower(): value for key, value in reversed(top.items())}
    title = next((lowered[key] for key in _title_keys if key in lowered), "")
    pairs = tuple((key, value[:MAX_VALUE_CHARS]) for key, value in top.items() if key)
    return title, "\n".join(value for _, value in leaves if value), pairs[:MAX_PAIRS]


def _leaves(data: Any) -> list[tuple[str, str]]:
    """The plain values inside nested JSON in order, with dotted keys."""
    found: list[tuple[str, str]] = []
    waiting: list[tuple[str, Any]] = [("", data)]
    while waiting and len(found) < MAX_LEAVES:
        key, value = waiting.pop()
        if isinstance(value, dict):
            waiting.extend((f"{key}.{name}" if key else str(name), value[name]) for name in reversed(value))
        elif isinstance(value, list):
            waiting.extend((f"{key}.", item) for item in reversed(value))
        elif value is not None:
            found.append((key, value if isinstance(value, str) else json.dumps(value)))
    return found


def _read_xml(text: str) -> tuple[str, str]:
    text = _cdata.sub(lambda match: html.escape(match[1]), _xml_noise.sub(" ", text))
    title = _xml_title.search(text)
    lines = (" ".join(html.unescape(part).split()) for part in re.split(r"<[^<>]*>", text))
    return " ".join(html.unescape(title[2]).split()) if title else "", "\n".join(filter(None, lines))
