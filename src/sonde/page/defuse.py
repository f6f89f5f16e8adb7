"""Rewrites a page so that no parser needs long for it: excess depth, attributes and formatting cut."""

import re

from sonde.page.elements import HTML_ROOTS, RAW
from sonde.page.open_elements import OpenElements

MAX_DEPTH = 500
MAX_ATTRIBUTES = 200
MAX_FORMATTING = 100  # unclosed <b>, <font>, …: a parser repeats them all in every following block
MAX_ROOTS = 10  # <html> and <body> tags: each adds its attributes to the first
TAG_NAME = r"[a-zA-Z][^\t\n\f\r />]*+"

_SPACE = r"[\t\n\f\r ]"
# One attribute as the tokenizer of the HTML standard splits them, quotes in odd places included.
_ATTRIBUTE = (
    r"[\t\n\f\r /]*+(?:=?+[^\t\n\f\r />=]++|=)"
    rf"(?:{_SPACE}*+=(?:{_SPACE}*+(?:\"[^\"]*+\"?+|'[^']*+'?+|[^\t\n\f\r >\"'][^\t\n\f\r >]*+))?+)?+"
)


def attributes_pattern(count: int) -> str:
    """A pattern for exactly so many attributes."""
    return rf"(?:{_ATTRIBUTE}){{{count}}}"


_token = re.compile(
    rf"<(?P<end>/?)(?P<name>{TAG_NAME})(?P<kept>(?:{_ATTRIBUTE}){{0,{MAX_ATTRIBUTES}}}+)"
    rf"(?P<excess>(?:{_ATTRIBUTE})*+)[\t\n\f\r /]*+(?P<closed>>?)"
    r"|<!--(?:-?>|[\s\S]*?(?:--!?>|\Z))"
    r"|</>|<(?:[!?]|/[^a-zA-Z])[^>]*+>?"
)
_raw_end = {name: re.compile(rf"</{name}(?=[\t\n\f\r />])[^>]*+>?", re.I) for name in RAW}
# Tags that change the meaning of all that follows; no page of many tags needs them.
_refused = frozenset({"plaintext", "frameset", "annotation-xml"})


def defuse(text: str) -> str:
    """The page with opening tags and attributes dropped where they go beyond the limits; its text stays.

    Returns the same text when nothing has to go. Takes about a microsecond a tag.
    """
    tags = text.count("<")
    # Parsing costs tags times depth, and nodes are tags times unclosed formatting: bound both products.
    elements = OpenElements(
        max_depth=max(100, min(MAX_DEPTH, 200_000_000 // (tags + 1))),
        max_formatting=max(10, min(MAX_FORMATTING, 4_000_000 // (tags + 1))),
    )
    out: list[str] = []
    position = copied = roots = 0
    while match := _token.search(text, position):
        start, position = match.span()
        end, name, kept, excess, closed = match.groups()
        if name is None:
            # Where a CDATA section ends depends on what is open; without its start it is plain text.
            replacement = "" if text.startswith("<![CDATA[", start) else None
        elif not closed:
            replacement = ""  # the page ends inside a tag, which no parser shows
        elif end:
            replacement = None if elements.end(name.lower()) else ""
        else:
            name = name.lower()
            roots += name in HTML_ROOTS
            is_kept = name not in _refused and (name not in HTML_ROOTS or roots <= MAX_ROOTS)
            if is_kept and name in RAW and not elements.in_foreign_content:
                position = _end_of_raw(text, name, position)
                is_kept = not excess
            elif is_kept:
                is_kept = elements.start(name, kept, is_self_closing=text[position - 2] == "/")
            replacement = (f"<{name}{kept}>" if excess else None) if is_kept else ""
        if replacement is not None:
            out += (text[copied:start], replacement)
            copied = position
    if not out:
        return text
    out.append(text[copied:])
    return "".join(out)


def _end_of_raw(text: str, name: str, position: int) -> int:
    """Where an element whose content is not markup ends."""
    match = _raw_end[name].search(text, position)
    return match.end() if match else len(text)
