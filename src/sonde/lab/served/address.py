"""How a page of an answer is written in an address, and read back: the paging styles of real sites."""

import base64
import binascii
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from sonde.lab.search.engine import Order
from sonde.lab.traits import Layout, Traits
from sonde.model import Pairs

# Every application calls its box something else.
QUERY_FIELD: dict[Layout, str] = {"list": "q", "cards": "query", "table": "words", "definitions": "term"}
PAGE_SIZES = (10, 20, 50, 100)
FACET_PREFIX = "in_"


class BadAddressError(ValueError):
    """An address this site never gave to anybody."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One part of an answer, however it was asked for."""

    words: str = ""
    start: int = 0  # position of the first result on the page
    size: int = 20
    order: Order = "rank"
    where: Pairs = ()

    def at(self, start: int) -> "Ask":
        """Another part of the same answer."""
        return replace(self, start=start)


def record_url(document: int) -> str:
    """The one true address of a document, without host."""
    return f"/record/{document + 1}"


class Addresses:
    """Writes and reads the addresses of one site."""

    def __init__(self, traits: Traits) -> None:
        self.traits = traits
        self.field = QUERY_FIELD[traits.layout]

    def link(self, ask: Ask, *, token: str = "") -> str:
        """The address of a part of an answer. Sites asked by POST hide the words in a search number."""
        path, pairs = "/search", self.settings(ask)
        if self.traits.method == "POST":
            path, pairs = "/results", [("s", _seal(ask.words)), *pairs[self.traits.box :]]
        style = self.traits.paging
        if style == "path" and ask.start:
            path += f"/page/{self._page(ask)}"
        elif style == "offset" and ask.start:
            pairs.append(("start", str(ask.start)))
        elif style == "cursor" and ask.start:
            pairs.append(("after", _seal(f"{ask.start} {ask.words}")))
        elif ask.start:
            pairs.append(("page", str(self._page(ask))))
        if token and self.traits.method == "GET":
            pairs.append(("token", token))
        return f"{path}?{urlencode(pairs, encoding=self.traits.charset, errors='xmlcharrefreplace')}"

    def settings(self, ask: Ask) -> list[tuple[str, str]]:
        """The fields that make up the question, without the page."""
        pairs = [(self.field, ask.words)] if self.traits.box else []
        if ask.size != self.traits.page_size:
            pairs.append(("size", str(ask.size)))
        if ask.order != "rank":
            pairs.append(("sort", ask.order))
        return pairs + [(FACET_PREFIX + name, value) for name, value in ask.where]

    def read(self, path: str, params: Mapping[str, str]) -> Ask | None:
        """What an address or a submitted form asks for; None when that is nothing. Raises BadAddressError."""
        traits = self.traits
        sealed = params.get("s", "") if traits.method == "POST" else ""
        words = _open(sealed) if sealed else params.get(self.field, None if traits.box else "")
        if words is None:
            return None
        size = traits.page_size
        if traits.per_page_links and params.get("size", "").isdecimal():
            size = min(max(1, int(params["size"])), traits.max_page_size)
        has_filters = traits.facets or traits.selects or traits.ranges or traits.fields
        where = tuple(
            (name.removeprefix(FACET_PREFIX), value)
            for name, value in params.items()
            if has_filters and name.startswith(FACET_PREFIX) and value
        )
        order: Order = "title" if traits.sort_links and params.get("sort") == "title" else "rank"
        return Ask(words.strip(), self._start(path, params, words, size), size, order, where)

    def _page(self, ask: Ask) -> int:
        return ask.start // ask.size + 1

    def _start(self, path: str, params: Mapping[str, str], words: str, size: int) -> int:
        style = self.traits.paging
        if style == "none":
            return 0
        if style == "offset":
            return _number(params.get("start", ""), least=0)
        if style == "cursor":
            return _after(params.get("after", ""), words)
        text = path.rpartition("/page/")[2] if style == "path" and "/page/" in path else params.get("page", "")
        return (_number(text, least=1) - 1) * size


def _number(text: str, *, least: int) -> int:
    """What a lenient site reads: the number, or the least one when it is none."""
    return max(least, int(text)) if text.isdecimal() and len(text) < 10 else least


def _after(cursor: str, words: str) -> int:
    if not cursor:
        return 0
    start, _, asked = _open(cursor).partition(" ")
    if not start.isdecimal() or asked.strip() != words.strip():
        raise BadAddressError("This cursor belongs to another search.")
    return int(start)


def _seal(text: str) -> str:
    """An opaque, checked form of a text: people can pass it on but not make one up."""
    data = text.encode()
    return base64.urlsafe_b64encode(zlib.crc32(data).to_bytes(4, "big") + data).decode().rstrip("=")


def _open(sealed: str) -> str:
    try:
        data = base64.urlsafe_b64decode(sealed + "=" * (-len(sealed) % 4))
        if zlib.crc32(data[4:]).to_bytes(4, "big") == data[:4]:
            return data[4:].decode()
    except (binascii.Error, ValueError):
        pass
    raise BadAddressError("This search number is not known.")
