"""The repository of successful paths (ACHE 2007, section 3.2): the links that led to relevant forms."""

import random
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from sonde.discover.ache.link_classifier import LEVELS
from sonde.discover.ache.link_terms import SPACES, Terms, link_terms
from sonde.discover.model import Outlink

Path = tuple[Outlink, ...]  # the link to the page with the form first, then the one before it
KEPT = 100  # paths of the crawl, as many as the paper learns from at a time
# The paper forgets all paths known beforehand with the first 100 of its own; who learns sooner, from fewer, still needs
# some of them. Each path of the crawl takes the place of so many,
FADES = 4
# but all of them last for so many pages: where paths are found quickly, what was known has not done badly.
LASTS = 3_000


class Paths:
    """Successful paths, the newest ones of the crawl; what was known beforehand fades as they come."""

    def __init__(self, known: Iterable[Path] = (), *, kept: int = KEPT) -> None:
        self._known = [_terms(path) for path in known if path]
        # In no order, so that a sample of all is left, whatever the examples are sorted by.
        random.Random("known paths").shuffle(self._known)
        self._forgotten = 0  # of the known ones, the first
        self._found: deque[tuple[Terms, ...]] = deque(maxlen=kept)
        self._added = 0

    def __len__(self) -> int:
        return len(self._known) - self._forgotten + len(self._found)

    def add(self, path: Path) -> None:
        """Keeps the path to a page with a relevant form; a seed has none."""
        if path:
            self._found.append(_terms(path))
            self._added += 1

    def fade(self, pages: int) -> None:
        """Forgets what of the known paths is to be forgotten after so many pages."""
        self._forgotten = min(FADES * self._added, len(self._known) * min(pages, LASTS) // LASTS, len(self._known))

    def levels(self) -> list[list[Terms]]:
        """The links by their distance from the form, level 1 first (Algorithm 1, collectPaths).

        Each once: many paths share the links of one directory, whose name is no pattern.
        """
        paths = [*self._known[self._forgotten :], *self._found]
        return [_distinct(path[level] for path in paths if len(path) > level) for level in range(LEVELS)]

    def state(self) -> dict[str, Any]:
        """The paths as JSON."""
        known, found = ([*map(_plain, paths)] for paths in (self._known, self._found))
        return {"known": known, "forgotten": self._forgotten, "found": found, "added": self._added}

    def restore(self, state: dict[str, Any]) -> None:
        """Takes up the paths of another run."""
        self._known, self._forgotten = [*map(_restored, state["known"])], state["forgotten"]
        self._found = deque(map(_restored, state["found"]), maxlen=self._found.maxlen)
        self._added = state["added"]


def _terms(path: Path) -> tuple[Terms, ...]:
    return tuple(link_terms(link) for link in path[:LEVELS])


def _distinct(links: Iterable[Terms]) -> list[Terms]:
    return list({tuple(link[space] for space in SPACES): link for link in links}.values())


def _plain(path: Sequence[Terms]) -> list[Any]:
    return [{space: sorted(terms) for space, terms in link.items()} for link in path]


def _restored(path: Sequence[Any]) -> tuple[Terms, ...]:
    return tuple({space: frozenset(terms) for space, terms in link.items()} for link in path)
