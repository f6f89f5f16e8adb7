"""The repository of successful paths (ACHE 2007, section 3.2): the links that led to relevant forms."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from sonde.discover.ache.link_classifier import LEVELS
from sonde.discover.ache.link_terms import SPACES, Terms, link_terms
from sonde.discover.model import Outlink

Path = tuple[Outlink, ...]  # the link to the page with the form first, then the one before it
KEPT = 100  # paths, as many as the paper learns from at a time; or as many as were known beforehand, if these are more


class Paths:
    """Successful paths, the newest ones: what was known beforehand fades as the crawl finds its own."""

    def __init__(self, paths: Iterable[Path] = (), *, kept: int = KEPT) -> None:
        known = list(paths)
        self._paths: deque[tuple[Terms, ...]] = deque(maxlen=max(kept, len(known)))
        for path in known:
            self.add(path)

    def __len__(self) -> int:
        return len(self._paths)

    def add(self, path: Path) -> None:
        """Keeps the path to a page with a relevant form; a seed has none."""
        if path:
            self._paths.append(tuple(link_terms(link) for link in path[:LEVELS]))

    def levels(self) -> list[list[Terms]]:
        """The links by their distance from the form, level 1 first (Algorithm 1, collectPaths).

        Each once: many paths share the links of one directory, whose name is no pattern.
        """
        return [_distinct(path[level] for path in self._paths if len(path) > level) for level in range(LEVELS)]

    def state(self) -> list[Any]:
        """The paths as JSON."""
        return [[{space: sorted(terms) for space, terms in link.items()} for link in path] for path in self._paths]

    def restore(self, state: Sequence[Any]) -> None:
        """Takes up the paths of another run."""
        self._paths.clear()
        for path in state:
            self._paths.append(tuple({space: frozenset(terms) for space, terms in link.items()} for link in path))


def _distinct(links: Iterable[Terms]) -> list[Terms]:
    return list({tuple(link[space] for space in SPACES): link for link in links}.values())
