"""A check before the parser, whose time grows with the square of nesting depth and of attributes per tag."""

import re

from sonde.page.defuse import MAX_ATTRIBUTES, MAX_DEPTH, MAX_FORMATTING, MAX_ROOTS, TAG_NAME, defuse
from sonde.page.defuse import attributes_pattern as _attributes
from sonde.page.elements import FORMATTING, VOID

MAX_CHARS = 20_000_000
# Up to these, even a page made to fool the quick count parses within about half a second.
TRUSTED_TAGS = 10_000
TRUSTED_COPIES = 1_000_000  # tags times formatting tags: how many elements a parser may have to add

_too_many_attributes = re.compile(rf"<{TAG_NAME}{_attributes(MAX_ATTRIBUTES + 1)}")
# A second <body> adds its attributes to the first, so many of them make one tag with many attributes.
_root = re.compile(r"<[bBhH][oOtT][dDmM][yYlL][\t\n\f\r /]")
_tag = re.compile(rf"<(/?{TAG_NAME})")


def safe_html(text: str) -> str:
    """The page itself when it parses quickly, otherwise as much of it as does.

    What is cut: text beyond 20 million characters, attributes beyond 200 in a tag, and opening tags
    (not their text, nor any link) nested deeper than 500. A normal page comes back unchanged.
    """
    if len(text) > MAX_CHARS:
        text = text[:MAX_CHARS]
    return text if _is_harmless(text) else defuse(text)


def _is_harmless(text: str) -> bool:
    """Whether the page is certainly or, for a small page, very likely within the limits."""
    tags = text.count("<")
    if tags > MAX_DEPTH:
        tags -= text.count("</")
    if len(text) > 8000 and _too_many_attributes.search(text):
        return False
    if len(text) > 20_000 and len(_root.findall(text)) > MAX_ROOTS:
        return False
    return tags <= MAX_DEPTH or (tags <= TRUSTED_TAGS and _is_shallow(text, tags))


def _is_shallow(text: str, tags: int) -> bool:
    """Whether no more elements than allowed are open at once, when every end tag is taken at its word."""
    names = _tag.findall(text)
    if not "".join(names).islower():
        names = [name.lower() for name in names]
    opened: dict[str, int] = {}  # by end tag
    depth = 0
    for name in names:
        if name[0] == "/":
            if opened.get(name):
                opened[name] -= 1
                depth -= 1
        elif name not in VOID:
            end = f"/{name}"
            opened[end] = opened.get(end, 0) + 1
            depth += 1
            if depth > MAX_DEPTH:
                return False
    unclosed = sum(opened.get(f"/{name}", 0) for name in FORMATTING)
    formatting = sum(name in FORMATTING for name in names)
    return unclosed <= MAX_FORMATTING and formatting * tags <= TRUSTED_COPIES
