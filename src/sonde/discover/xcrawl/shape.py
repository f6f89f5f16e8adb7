"""What addresses of one kind have in common."""

import re
from urllib.parse import parse_qsl, urlsplit

_digits = re.compile(r"\d+")
_word = re.compile(r"[^\W\d_]+")


def address_shape(url: str) -> str:
    """An address with its last segment reduced to its make: "/cameras/canon-a650.html" is "/cameras/a-a0.html"."""
    parts = urlsplit(url)
    folder, _, last = parts.path.rpartition("/")
    stem, dot, ending = last.rpartition(".")
    if not dot:
        stem, ending = last, ""
    made = _digits.sub("0", _word.sub("a", stem))
    names = "&".join(sorted({name for name, _ in parse_qsl(parts.query, keep_blank_values=True)}))
    return f"{_digits.sub('0', folder)}/{made}{dot}{ending}{'?' + names if names else ''}"


def directories(url: str) -> list[str]:
    """The folders an address lies in, from the outermost on."""
    segments = urlsplit(url).path.split("/")[1:-1]
    return ["/".join(segments[: end + 1]) for end in range(len(segments))]


def parameters(url: str) -> list[str]:
    """The parameters of an address: their names, and short values with them."""
    pairs = parse_qsl(urlsplit(url).query, keep_blank_values=True)
    return [name for name, _ in pairs] + [f"{name}={value}" for name, value in pairs if len(value) <= 20]
