"""Which held pages are not of the kind the site is about: help pages and listings among records.

A search often finds a few pages of the application itself. They differ from the documents in both
the shape of their address and the skeleton of their page, and they are few.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from sonde.interface.results.links import parameters_of
from sonde.page.template import similarity

_FEW_IN_ALL = 0.2
_FEW = 0.1  # a kind with a larger share of the documents is part of the collection
_ALIKE = 0.85
_SAMPLES = 12


@dataclass(frozen=True, slots=True)
class Kind:
    """Documents whose addresses have one shape."""

    pattern: str
    ids: tuple[int, ...]
    templates: tuple[str, ...]  # of a few of them


def minor_kinds(pages: Iterable[tuple[int, str, str]]) -> list[Kind]:
    """The kinds that are few and unlike the main one, from (id, url, template) of every document."""
    kinds = _by_pattern(list(pages))
    total = sum(len(kind.ids) for kind in kinds)
    main = max(kinds, key=lambda kind: len(kind.ids), default=None)
    if main is None or len(main.ids) < 0.5 * total or total < 50:
        return []
    minor = [kind for kind in kinds if kind is not main and len(kind.ids) <= _FEW * total and not _is_alike(kind, main)]
    # Many small kinds together are a varied collection, not a few strays.
    return minor if sum(len(kind.ids) for kind in minor) <= _FEW_IN_ALL * total else []


def _is_alike(kind: Kind, main: Kind) -> bool:
    scores = [max((similarity(mine, other) for other in main.templates), default=1.0) for mine in kind.templates]
    return not scores or sorted(scores)[len(scores) // 2] >= _ALIKE


def _by_pattern(pages: list[tuple[int, str, str]]) -> list[Kind]:
    """Groups addresses by host, parameters and those path segments that many of them share."""
    common: Counter[tuple[int, str]] = Counter()
    for _, url, _ in pages:
        common.update((place, part) for place, part in enumerate(_segments(url)) if not part.isdigit())
    often = {key for key, count in common.items() if count >= max(3, 0.02 * len(pages))}
    groups: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for number, url, template in pages:
        groups[_pattern(url, often)].append((number, template))
    return [
        Kind(pattern, tuple(number for number, _ in held), _spread([template for _, template in held if template]))
        for pattern, held in groups.items()
    ]


def _segments(url: str) -> list[str]:
    return [segment for segment in urlsplit(url).path.split("/") if segment]


def _pattern(url: str, often: set[tuple[int, str]]) -> str:
    parts = urlsplit(url)
    path = "/".join(part if (place, part) in often else "*" for place, part in enumerate(_segments(url)))
    names = "&".join(sorted({name for name, _ in parameters_of(url)}))
    return f"{parts.netloc}/{path}" + (f"?{names}" if names else "")


def _spread(templates: list[str]) -> tuple[str, ...]:
    step = max(1, len(templates) // _SAMPLES)
    return tuple(templates[::step][:_SAMPLES])
