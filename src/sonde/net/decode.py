"""From bytes to text: what kind of content it is, and in which charset. Pure, and it never raises.

A byte order mark decides; then the charset that the header, the page's <meta> or its XML declaration names;
then what the bytes look like. A declared charset that the bytes contradict is not believed.
"""

import codecs
import re
from functools import lru_cache

from resiliparse.parse.encoding import detect_encoding, map_encoding_to_html5

TEXT_TYPES = re.compile(
    r"text/(?!rtf).+|application/(?:xhtml\+xml|xml|json|javascript|x-javascript|ecmascript|rss|.+\+(?:xml|json))"
)
_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_META = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([A-Za-z0-9._:-]{2,40})""", re.IGNORECASE)
_XML = re.compile(rb"""<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._:-]{2,40})""")
_CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([^\s;"',]+)""", re.IGNORECASE)
_META_REACH = 4096  # browsers look at the first 1024 bytes; long comments before it are common
# One byte a character: nearly any bytes decode, so valid UTF-8 is better evidence than these names.
_SINGLE_BYTE = re.compile(r"cp125\d|iso-?8859-?\d+|latin.*|koi8.*|mac.*|cp866|ascii")
# What is sent under these names often uses the extensions (Encoding standard).
_WIDER = {"shift_jis": "cp932", "euc_kr": "cp949", "euc-kr": "cp949", "big5": "big5hkscs", "gbk": "gb18030"}


def media_type(content_type: str, body: bytes) -> str:
    """The type in lower case without parameters. A missing one is guessed; text with NULs is not text."""
    declared = content_type.partition(";")[0].strip().lower()
    if not declared or "/" not in declared:
        declared = guess_type(body)
    if is_text(declared) and looks_binary(body, charset_of(content_type)):
        return "application/octet-stream"
    return declared


@lru_cache(maxsize=256)
def is_text(media: str) -> bool:
    """Whether content of this type is read as text."""
    return media == "text/html" or TEXT_TYPES.fullmatch(media) is not None


def guess_type(body: bytes) -> str:
    """The type of content that came without one."""
    start = body[:512].lstrip().lower()
    if not start.startswith(b"<"):
        return "text/plain"
    return "application/xml" if start.startswith(b"<?xml") and b"<html" not in start else "text/html"


def looks_binary(body: bytes, charset: str) -> bool:
    """Whether bytes declared as text cannot be: NULs without UTF-16, or the start of a known file type."""
    if body.startswith((b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"%PDF-", b"PK\x03\x04", b"\x1f\x8b")):
        return True
    return b"\0" in body[:1024] and "16" not in charset and "32" not in charset and bom_of(body) == ("", 0)


@lru_cache(maxsize=256)
def charset_of(content_type: str) -> str:
    """The charset a Content-Type names, as a codec Python knows, or an empty string."""
    found = _CHARSET.search(content_type) if ";" in content_type else None
    return codec_name(found[1]) if found else ""


def codec_name(label: str) -> str:
    """The codec behind a label, as browsers read it (latin-1 means windows-1252); empty when unknown."""
    name = map_encoding_to_html5(label.strip(), fallback_utf8=False) or ""
    return _WIDER.get(name, name)


def declared_in(body: bytes) -> str:
    """The charset a page names in its own first bytes, or an empty string."""
    head = body[:_META_REACH]
    found = _META.search(head) or _XML.search(head)
    name = codec_name(found[1].decode("ascii")) if found else ""
    # If the declaration could be read byte by byte, it was not UTF-16 (HTML standard).
    return "utf-8" if name.startswith("utf-16") else name


def bom_of(body: bytes) -> tuple[str, int]:
    """The charset and length of a byte order mark, or ("", 0)."""
    return next(((name, len(mark)) for mark, name in _BOMS if body.startswith(mark)), ("", 0))


def decode_text(body: bytes, content_type: str = "") -> str:
    """The body as text. Bytes that fit no charset become U+FFFD."""
    mark, length = bom_of(body)
    if mark:
        return body[length:].decode(mark, "replace")
    named = charset_of(content_type) or ("" if body.isascii() and b"\x1b" not in body else declared_in(body))
    if named in ("", "utf-8") or _SINGLE_BYTE.fullmatch(named):
        text = strictly(body, "utf-8")
        if text is not None:
            return text
    for name in (named, declared_in(body)):
        if name and name != "utf-8" and (text := strictly(body, name)) is not None:
            return text
    return salvaged(body, named)


def strictly(body: bytes, codec: str) -> str | None:
    """The text if every byte fits the codec, else None."""
    try:
        return body.decode(codec)
    except (UnicodeError, LookupError):
        return None


def salvaged(body: bytes, named: str) -> str:
    """Text from bytes that contradict what was declared: damaged UTF-8, or another charset altogether."""
    text = body.decode("utf-8", "replace")
    damaged = text.count("\ufffd")
    foreign = len(text) - len(text.encode("ascii", "ignore")) - damaged
    if damaged * 10 <= foreign:
        return text
    guess = detect_encoding(body, html5_compatible=False) or ""
    for codec in (codec_name(guess) or guess, named, "cp1252"):
        if codec and codec != "utf-8" and is_codec(codec):
            return body.decode(codec, "replace")
    return text


def is_codec(name: str) -> bool:
    """Whether Python can decode this."""
    try:
        codecs.lookup(name)
    except LookupError:
        return False
    return True
