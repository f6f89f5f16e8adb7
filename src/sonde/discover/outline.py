"""A mined page as it is kept: whether it was accepted, its attributes, and all its links in a few bytes."""

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from sonde.discover.model import Outlink
from sonde.model import Pairs


@dataclass(frozen=True, slots=True)
class MinedPage:
    """One page that a validator judged."""

    asked: str  # the address that was fetched
    url: str  # the one it was served from
    title: str
    accepted: bool
    attributes: Pairs = ()
    links: tuple[Outlink, ...] = ()
    is_answered: bool = True  # False: it could not be fetched


def outline_blob(links: Sequence[Outlink]) -> bytes:
    """The links of a page, compressed."""
    rows = [[link.url, link.anchor, link.before, link.after, link.path] for link in links]
    return zlib.compress(json.dumps(rows).encode(), 6)


def outline_links(blob: bytes | None) -> tuple[Outlink, ...]:
    """The links that were kept."""
    if blob is None:
        return ()
    return tuple(Outlink(*row) for row in json.loads(zlib.decompress(blob)))
