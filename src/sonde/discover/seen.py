"""The addresses met so far, in about eight bytes each."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sonde.page.url import canonical_url

_RECENT = 65_536
_SHORT = 200  # characters of an address whose key is worth remembering


def key_of(url: str) -> int:
    """What an address is known by while a program runs, however it is spelled."""
    return _short_key(url) if len(url) <= _SHORT else hash(canonical_url(url))


@lru_cache(maxsize=50_000)  # the menus of a site are on each of its pages
def _short_key(url: str) -> int:
    return hash(canonical_url(url))


class Seen:
    """A set of addresses by their hash: the latest in a set, the others in one sorted array."""

    def __init__(self, urls: Iterable[str] = (), *, recent: int = _RECENT) -> None:
        self._recent: set[int] = set()
        self._most_recent = recent
        self._sorted: NDArray[np.int64] = np.zeros(0, np.int64)
        self.add(urls)

    def __len__(self) -> int:
        return len(self._sorted) + len(self._recent)

    def __contains__(self, url: str) -> bool:
        return not self.fresh([url])[0]

    def fresh(self, urls: Sequence[str]) -> list[bool]:
        """Of each address whether it was never added."""
        return self.fresh_keys([key_of(url) for url in urls])

    def fresh_keys(self, keys: Sequence[int]) -> list[bool]:
        """Of the key of each address whether it was never added."""
        if not len(self._sorted):
            return [key not in self._recent for key in keys]
        wanted = np.fromiter(keys, np.int64, len(keys))
        places = np.minimum(np.searchsorted(self._sorted, wanted), len(self._sorted) - 1)
        is_old = (self._sorted[places] == wanted).tolist()
        return [not old and key not in self._recent for key, old in zip(keys, is_old, strict=True)]

    def add(self, urls: Iterable[str]) -> None:
        """Takes addresses in."""
        self.add_keys(map(key_of, urls))

    def add_keys(self, keys: Iterable[int]) -> None:
        """Takes addresses in by their keys."""
        for key in keys:
            self._recent.add(key)
            if len(self._recent) >= self._most_recent:
                self._sort()

    def _sort(self) -> None:
        latest = np.fromiter(self._recent, np.int64, len(self._recent))
        self._sorted = np.union1d(self._sorted, latest)
        self._recent.clear()
