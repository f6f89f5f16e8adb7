"""The skeleton of a page as a short signature, to tell kinds of pages apart."""

import re
from zlib import crc32

MAX_FEATURES = 64

_tag = re.compile(r"<([a-zA-Z][a-zA-Z0-9]*)")
# Patterns that begin with a literal are searched for fastest; other spellings are rare.
_classes = (
    re.compile(r'class="([^"]*)"'),
    re.compile(r"class='([^']*)'"),
    re.compile(r"""class=([^\s"'>]+)"""),
)
_unstable = re.compile(r"\d|.{31}")  # class names with numbers or of great length belong to one page


def template(html: str) -> str:
    """A signature of the page's tags and class names, whatever its text: up to 256 hex digits.

    Compare two with `similarity`; pages of one kind are rarely equal, since content has tags too.
    """
    features = {f"<{name.lower()}" for name in set(_tag.findall(html))}
    for pattern in _classes:
        for names in set(pattern.findall(html)):
            features.update(name for name in names.split() if not _unstable.search(name))
    hashes = sorted({crc32(feature.encode("utf-8", "replace")) & 0xFFFF for feature in features})
    return "".join(f"{value:04x}" for value in hashes[:MAX_FEATURES])


def similarity(a: str, b: str) -> float:
    """How much two pages share their skeleton, from 0 to 1. An empty signature is like no other."""
    if not a or not b:
        return 0.0
    mine = {a[i : i + 4] for i in range(0, len(a), 4)}
    theirs = {b[i : i + 4] for i in range(0, len(b), 4)}
    # The smallest hashes of a union are a fair sample of it (bottom-k sketch).
    sample = sorted(mine | theirs)[:MAX_FEATURES]
    return sum(1 for feature in sample if feature in mine and feature in theirs) / len(sample)
