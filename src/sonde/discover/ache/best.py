"""Our own mode: links by the relevant new forms that fetching them is expected to bring.

Where ACHE 2007 learns what links on successful paths have in common, this learns what tells them from those that were
followed in vain: one logistic model over the words of a link, what they promise to the critic, where the link is and
leads, and how its site and the site that names it have done so far.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any
from zlib import crc32

from sonde.discover.ache.form_filter import ON_TOPIC
from sonde.discover.ache.link_words import LinkWords, path_of
from sonde.discover.ache.online_model import OnlineModel
from sonde.discover.ache.paths import Path
from sonde.discover.ache.site_history import SiteHistory
from sonde.discover.model import Candidate, Critic, Outlink, Rank, Visit, host_of
from sonde.interface.forms.features import says_search

_DISCOUNT = 0.5  # credit of a link that leads to a form one step later
_PRIOR = 0.02  # share of pages that bring a form, before anything is known
_FIRST, _GROWTH, _MOST = 25, 1.2, 200  # pages between two rankings of the frontier
_ASIDE = -2.0  # log odds that a link of a page about something else is given beforehand
_MANY = 3_000  # links ranked at once: all that wait, of which most were met long ago and will not be met soon
_TIE = 1e-3  # what links of equal worth may differ by, so that their order is not that of the page
_SEED = 1e6  # the score of a seed


class Best:
    """Expected reward of a link, learned from every page fetched, with a form or without."""

    is_batched = False

    def __init__(self, critic: Critic, training: Sequence[Path] = (), *, rng_seed: int = 0) -> None:
        self._words = LinkWords(critic)
        self._rng_seed = rng_seed
        self._model = OnlineModel(prior=_PRIOR)
        self._sites = SiteHistory()
        self._since = 0
        self._wait = float(_FIRST)
        for path in training:
            for steps, link in enumerate(path):
                self._model.learn(self._words.of(link), 1.0, weight=_DISCOUNT**steps)

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
        hold = len(candidates) < _MANY
        scores = [self._model.score(self._features(one, hold=hold)) for one in candidates]
        sites = [host_of(one.link.url) for one in candidates]
        before: Counter[str] = Counter()
        ranks = [Rank()] * len(candidates)
        for i in sorted(range(len(candidates)), key=scores.__getitem__, reverse=True):
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
                self._model.learn(self._words.of(link), 1.0, weight=_DISCOUNT**steps)
        self._sites.observe(site, host_of(visit.candidate.source_url), len(visit.new_forms))
        self._since += 1
        if self._since < self._wait:
            return False
        self._since, self._wait = 0, min(float(_MOST), self._wait * _GROWTH)
        return True

    def _features(self, candidate: Candidate, *, hold: bool = True) -> tuple[str, ...]:
        """All that is known of a link, but for how often its site was tried."""
        source, site = host_of(candidate.source_url), host_of(candidate.link.url)
        place = "inside" if source == site else "across"
        return (
            *self._words.of(candidate.link, hold=hold),
            f"source topic {round(5 * candidate.topic)}",
            place,
            f"{place} depth {min(candidate.site_depth, 4)}",
            self._sites.found(site),
            f"{place} {self._sites.named(source)}",
        )

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
    return says_search(link.anchor, path_of(link.url))
