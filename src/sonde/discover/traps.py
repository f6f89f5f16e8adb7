"""Addresses that lead nowhere or without end, told by their form alone. Pure."""

import re
from itertools import pairwise
from urllib.parse import SplitResult, parse_qsl, urlsplit

LONGEST = 300  # characters
DEEPEST = 12  # segments of a path
MOST_PARAMETERS = 8
REPEATS = 3  # of one segment

_FILES = re.compile(
    r"\.(?:jpe?g|png|gif|svg|webp|ico|bmp|tiff?|css|js|mjs|json|xml|rss|atom|pdf|ps|djvu|epub|docx?|xlsx?|pptx?|odt|csv"
    r"|zip|gz|tgz|bz2|xz|7z|rar|tar|iso|dmg|exe|msi|apk|deb|rpm|jar|mp3|m4a|ogg|wav|flac|mp4|m4v|avi|mov|mkv|webm|wmv"
    r"|woff2?|ttf|eot|swf)$",
    re.IGNORECASE,
)
# Most addresses: three segments at most, each a plain name, and nothing else.
_HARMLESS = re.compile(r"https?://[a-z0-9.:-]+(?:/[A-Za-z0-9_~-]*){0,3}\Z")
_NUMBER = re.compile(r"\d+")
_MIXED = re.compile(r"(?=[^/]*\d)(?=[^/]*[a-z])[0-9a-z_-]{12,}", re.IGNORECASE)  # a session, a hash


def is_trap(url: str) -> bool:
    """Whether an address is of the kind that goes on for ever, or of a file that is no page."""
    if len(url) > LONGEST:
        return True
    if _HARMLESS.match(url):
        return False
    parts = _split(url)
    if parts is None or _FILES.search(parts.path):
        return True
    segments = [segment for segment in parts.path.split("/") if segment]
    if len(segments) > DEEPEST or any(segments.count(one) >= REPEATS for one in set(segments)):
        return True
    if _runs_in_circles(segments):
        return True
    names = [name for name, _ in parse_qsl(parts.query, keep_blank_values=True)] if parts.query else []
    return len(names) > MOST_PARAMETERS or len(names) - len(set(names)) >= REPEATS


def shape_of(url: str) -> str:
    """What addresses made by one program share: numbers and sessions left out, parameters by name only."""
    parts = _split(url)
    if parts is None:
        return ""
    path = _NUMBER.sub("0", _MIXED.sub("x", parts.path))
    names = (
        ",".join(sorted({name for name, _ in parse_qsl(parts.query, keep_blank_values=True)})) if parts.query else ""
    )
    return f"{parts.netloc.lower()}{path}?{names}"


def _runs_in_circles(segments: list[str]) -> bool:
    """Whether a pair of segments comes again right after itself: /a/b/a/b."""
    pairs = list(pairwise(segments))
    return any(first == second for first, second in zip(pairs, pairs[2:], strict=False))


def _split(url: str) -> SplitResult | None:
    try:
        return urlsplit(url)
    except ValueError:
        return None
