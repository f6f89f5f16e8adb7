"""What a link says, as features with names: its words by where they stand, and what they promise to the critic."""

import re
from collections import OrderedDict
from functools import lru_cache
from typing import Protocol, runtime_checkable

from sonde.discover.ache.link_terms import path_stems, stems, url_stems
from sonde.discover.ache.text_model import Counts
from sonde.discover.model import Critic, Outlink, host_of

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
        # Menus and lists say much the same again and again, beside other words.
        self._said = lru_cache(maxsize=_HELD)(self._read_said)

    def of(self, link: Outlink) -> tuple[str, ...]:
        """The features of a link that are in what it says, not in where it is."""
        key = (link.url, link.anchor)
        known = self._held.get(key)
        if known is None:
            known = self._held[key] = self._read(link)
            if len(self._held) > _HELD:
                self._held.popitem(last=False)
        return known

    def _read(self, link: Outlink) -> tuple[str, ...]:
        anchor, address = self._said(link.anchor, path_of(link.url))
        # Each word once, in an order that every process has: sums of floating point numbers depend on it.
        near = dict.fromkeys(stems(f"{link.before} {link.after}"), 1)
        return (
            *anchor,
            *map(_around, near),
            *address,
            *self._promises("around", near),
            *_host_names(host_of(link.url)),
        )

    def _read_said(self, anchor: str, path: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What a link itself says: its anchor; and its address without the host, with what both promise."""
        terms = dict.fromkeys(stems(anchor), 1)
        in_anchor = tuple(map(_in_anchor, terms))
        name, _, query = path.partition("#")[0].partition("?")
        address = path_stems(f"{name} {query}")
        for term in address:
            terms[term] = terms.get(term, 0) + 1
        return in_anchor, (
            *map(_in_url, dict.fromkeys(address)),
            "front page" if name in ("", "/") else "query" if query else "page",
            *(() if in_anchor else ("no anchor",)),
            *self._promises("said", terms),
        )

    def _promises(self, place: str, words: Counts) -> tuple[str, ...]:
        if self._critic is None:
            return ()
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


_in_anchor, _around, _in_host, _in_url = (_Names(place).__getitem__ for place in ("anchor", "around", "host", "url"))
# By where the words stand: what they promise, for each step.
_promises = {
    name: [
        [f"{name} promises {what} {step / 2}" for step in range(-_MOST_HALVES, _MOST_HALVES + 1)]
        for what in ("a form", "the topic")
    ]
    for name in ("said", "around")
}


@lru_cache(maxsize=20_000)
def _host_names(host: str) -> tuple[str, ...]:
    return tuple(map(_in_host, url_stems(f"http://{host}")))


def _step(margin: float) -> int:
    """A margin in halves, counted from the least."""
    halves = round(2 * margin) + _MOST_HALVES
    return 0 if halves < 0 else halves if halves <= 2 * _MOST_HALVES else 2 * _MOST_HALVES
