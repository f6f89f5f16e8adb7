"""Our own mode: links by the relevant new forms that fetching them is expected to bring.

Where ACHE 2007 learns what links on successful paths have in common, this learns what tells them from those that were
followed in vain: one logistic model over the words of a link, what they promise to the critic, where the link is and
leads, and how its site and the site that names it have done so far.
"""

import re
from collections import Counter, OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol, runtime_checkable
from zlib import crc32

from sonde.discover.ache.form_filter import ON_TOPIC
from sonde.discover.ache.link_terms import path_stems, stems, url_stems
from sonde.discover.ache.online_model import OnlineModel
from sonde.discover.ache.paths import Path
from sonde.discover.ache.site_history import SiteHistory
from sonde.discover.ache.text_model import Counts
from sonde.discover.model import Candidate, Critic, Outlink, Rank, Visit, host_of
from sonde.interface.forms.features import says_search

_DISCOUNT = 0.5  # credit of a link that leads to a form one step later
_PRIOR = 0.02  # share of pages that bring a form, before anything is known
_FIRST, _GROWTH, _MOST = 25, 1.2, 200  # pages between two rankings of the frontier
_ASIDE = -2.0  # log odds that a link of a page about something else is given beforehand
_HELD = 30_000  # links whose features are kept
_MOST_NAMES = 200_000
_MOST_HALVES = 3  # that a margin is told apart by
_TIE = 1e-3  # what links of equal worth may differ by, so that their order is not that of the page
_SEED = 1e6  # the score of a seed
_ROOT = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*")


@runtime_checkable
class Evidence(Protocol):
    """A critic that also says what words promise."""

    def evidence(self, words: Counts) -> tuple[float, float]:
        """How much they speak for a form of the domain, and for a page on topic."""
        ...


class Best:
    """Expected reward of a link, learned from every page fetched, with a form or without."""

    is_batched = False

    def __init__(self, critic: Critic, training: Sequence[Path] = (), *, rng_seed: int = 0) -> None:
        self._critic = critic if isinstance(critic, Evidence) else None
        self._rng_seed = rng_seed
        self._model = OnlineModel(prior=_PRIOR)
        self._sites = SiteHistory()
        self._since = 0
        self._wait = float(_FIRST)
        self._held: OrderedDict[tuple[str, str], tuple[str, ...]] = OrderedDict()
        # Menus are much the same on every site.
        self._context = lru_cache(maxsize=_HELD)(self._read_context)
        for path in training:
            for steps, link in enumerate(path):
                self._model.learn(self._words(link), 1.0, weight=_DISCOUNT**steps)

    def links(self, visit: Visit) -> Sequence[Outlink]:
        """All of pages on topic and of those with a relevant form; of others that these name, the way to a search.

        A site about something else may well have a form of the domain beside its own.
        """
        if visit.verdict.is_on_topic or visit.verdict.relevant:
            return visit.page.links
        if visit.candidate.topic < ON_TOPIC:
            return ()
        site = host_of(visit.page.url)
        return [one for one in visit.page.links if host_of(one.url) == site and _calls_itself_a_search(one)]

    def rank(self, candidates: Sequence[Candidate]) -> list[Rank]:
        """One queue, by the log odds that a fetch brings a form.

        Of several links of one site the best is followed first: the others are worth what they will be then.
        """
        scores = [self._model.score(self._features(one)) for one in candidates]
        sites = [host_of(one.link.url) for one in candidates]
        before: Counter[str] = Counter()
        ranks = [Rank()] * len(candidates)
        for i in sorted(range(len(candidates)), key=lambda i: (-scores[i], i)):
            later = self._model.weight(self._sites.tried(sites[i], before[sites[i]]))
            before[sites[i]] += 1
            aside = _ASIDE if candidates[i].topic < ON_TOPIC else 0.0
            worth = scores[i] + later + aside if candidates[i].source_url else _SEED
            ranks[i] = Rank(1, worth + self._tie(candidates[i].link.url))
        return ranks

    def _tie(self, url: str) -> float:
        return _TIE * crc32(f"{self._rng_seed} {url}".encode()) / 2**32

    def observe(self, visit: Visit) -> bool:
        """Learns from each page, whether it had a form or not; now and then the frontier is to be ranked anew."""
        site = host_of(visit.page.url)
        if visit.candidate.source_url:
            features = (*self._features(visit.candidate), self._sites.tried(site))
            self._model.learn(features, float(bool(visit.new_forms)))
        if visit.new_forms:
            # The links before were followed in vain as far as was known then.
            for steps, link in enumerate(visit.path[1:], 1):
                self._model.learn(self._words(link), 1.0, weight=_DISCOUNT**steps)
        self._sites.observe(site, host_of(visit.candidate.source_url), len(visit.new_forms))
        self._since += 1
        if self._since < self._wait:
            return False
        self._since, self._wait = 0, min(float(_MOST), self._wait * _GROWTH)
        return True

    def _features(self, candidate: Candidate) -> tuple[str, ...]:
        """All that is known of a link, but for how often its site was tried."""
        source, site = host_of(candidate.source_url), host_of(candidate.link.url)
        place = "inside" if source == site else "across"
        return (
            *self._words(candidate.link),
            f"source topic {round(5 * candidate.topic)}",
            place,
            f"{place} depth {min(candidate.site_depth, 4)}",
            self._sites.found(site),
            f"{place} {self._sites.named(source)}",
        )

    def _words(self, link: Outlink) -> tuple[str, ...]:
        key = (link.url, link.anchor)
        known = self._held.get(key)
        if known is None:
            known = self._held[key] = self._read(link)
            if len(self._held) > _HELD:
                self._held.popitem(last=False)
        return known

    def _read(self, link: Outlink) -> tuple[str, ...]:
        said = self._context(link.anchor, _ROOT.sub("", link.url, 1), f"{link.before} {link.after}")
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
        return _promises[place, "a form", _step(form)], _promises[place, "the topic", _step(topic)]

    def features(self) -> dict[str, Any]:
        """The features that speak most for a link."""
        return {"strongest": [name for name, _ in self._model.strongest(20)]}

    def state(self) -> dict[str, Any]:
        """All that was learned, as JSON."""
        return {"model": self._model.state(), "sites": self._sites.state(), "since": self._since, "wait": self._wait}

    def restore(self, state: dict[str, Any]) -> None:
        """Takes up what another run learned."""
        self._model.restore(state["model"])
        self._sites.restore(state["sites"])
        self._since, self._wait = state["since"], state["wait"]


def _calls_itself_a_search(link: Outlink) -> bool:
    return says_search(link.anchor, _ROOT.sub("", link.url, 1))


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
_promises = {
    (name, what, step): f"{name} promises {what} {step / 2}"
    for name in ("said", "around")
    for what in ("a form", "the topic")
    for step in range(-_MOST_HALVES, _MOST_HALVES + 1)
}


@lru_cache(maxsize=20_000)
def _host_names(host: str) -> tuple[str, ...]:
    return tuple(map(_names["host"].__getitem__, url_stems(f"http://{host}")))


def _step(margin: float) -> int:
    """A margin in halves."""
    return max(-_MOST_HALVES, min(_MOST_HALVES, round(2 * margin)))
