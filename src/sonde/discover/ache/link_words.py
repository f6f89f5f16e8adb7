"""What a link says, as features with names: its words by where they stand, and what they promise to the critic."""

import re
from collections import OrderedDict
from functools import lru_cache
from typing import Protocol, runtime_checkable

from sonde.discover.ache.link_terms import path_stems, stems, url_stems
from sonde.discover.ache.text_model import Counts
from sonde.discover.model import Critic, Outlink, host_of

_NEAR = 5  # words on either side of a link that tell of it
_HELD = 30_000  # links whose features are kept
_MOST_NAMES = 200_000
_MOST_HALVES = 3  # that a margin is told apart by
_ROOT = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*")


@runtime_checkable
class Evidence(Protocol):
    """A critic that also says what words promise."""

    def evidence(self, words: Counts) -> tuple[float, float]:
        """How much they speak for a form of the domain, and for a page on topic."""
        ...


class LinkWords:
    """Reads links; those met again and again are read once."""

    def __init__(self, critic: Critic) -> None:
        self._critic = critic if isinstance(critic, Evidence) else None
        self._held: OrderedDict[tuple[str, str], tuple[str, ...]] = OrderedDict()
        # Menus are much the same on every site.
        self._context = lru_cache(maxsize=_HELD)(self._read_context)

    def of(self, link: Outlink, *, hold: bool = True) -> tuple[str, ...]:
        """The features of a link that are in what it says, not in where it is; `hold` them for the next time."""
        key = (link.url, link.anchor)
        known = self._held.get(key)
        if known is None:
            known = self._read(link)
            if hold:
                self._held[key] = known
                if len(self._held) > _HELD:
                    self._held.popitem(last=False)
        return known

    def _read(self, link: Outlink) -> tuple[str, ...]:
        around = " ".join((*link.before.rsplit(None, _NEAR)[-_NEAR:], *link.after.split(None, _NEAR)[:_NEAR]))
        said = self._context(link.anchor, path_of(link.url), around)
        return (*said, *_host_names(host_of(link.url)))

    def _read_context(self, anchor: str, path: str, around: str) -> tuple[str, ...]:
        """What a link says wherever it is: its anchor, its address without the host, and the words around it."""
        # Each once, in an order that every process has: sums of floating point numbers depend on it.
        terms, near = dict.fromkeys(stems(anchor), 1), dict.fromkeys(stems(around), 1)
        name, _, query = path.partition("#")[0].partition("?")
        address = path_stems(f"{name} {query}")
        named = (
            *map(_names["anchor"].__getitem__, terms),
            *map(_names["around"].__getitem__, near),
            *map(_names["url"].__getitem__, dict.fromkeys(address)),
            "front page" if name in ("", "/") else "query" if query else "page",
            *(() if terms else ("no anchor",)),
        )
        if self._critic is None:
            return named
        for term in address:
            terms[term] = terms.get(term, 0) + 1
        return (*named, *self._promises("said", terms), *self._promises("around", near))

    def _promises(self, place: str, words: Counts) -> tuple[str, str]:
        assert self._critic is not None
        form, topic = self._critic.evidence(words)
        forms, topics = _promises[place]
        return forms[_step(form)], topics[_step(topic)]


def path_of(url: str) -> str:
    """What follows the host in an address."""
    return _ROOT.sub("", url, 1)


class _Names(dict[str, str]):
    """Terms named after where they stand, each made once."""

    def __init__(self, place: str) -> None:
        self._place = place

    def __missing__(self, term: str) -> str:
        if len(self) >= _MOST_NAMES:
            self.clear()
        name = self[term] = f"{self._place} {term}"
        return name


_names = {place: _Names(place) for place in ("anchor", "around", "host", "url")}
# By place, of a form and of the topic: what a margin of so many halves is called; the negative ones count from the end.
_promises = {
    place: [
        [f"{place} promises {what} {step / 2}" for step in (*range(_MOST_HALVES + 1), *range(-_MOST_HALVES, 0))]
        for what in ("a form", "the topic")
    ]
    for place in ("said", "around")
}


@lru_cache(maxsize=20_000)
def _host_names(host: str) -> tuple[str, ...]:
    return tuple(map(_names["host"].__getitem__, url_stems(f"http://{host}")))


def _step(margin: float) -> int:
    """A margin in halves."""
    halves = round(2 * margin)
    return halves if -_MOST_HALVES <= halves <= _MOST_HALVES else _MOST_HALVES if halves > 0 else -_MOST_HALVES
