"""The ways to crawl that ACHE 2007 compares (section 4), and our own."""

from collections.abc import Sequence
from typing import Any

from sonde.discover.ache.apprentice import Apprentice
from sonde.discover.ache.best import Best
from sonde.discover.ache.link_learner import LearningThreshold, LinkLearner
from sonde.discover.ache.link_terms import link_terms
from sonde.discover.ache.paths import Path
from sonde.discover.model import Candidate, Critic, Outlink, Rank, Strategy, Visit
from sonde.errors import ConfigError

MODES = ("baseline", "offline", "online", "offline-online", "best")


def make_strategy(
    mode: str,
    *,
    critic: Critic,
    training: Sequence[Path] = (),
    rng_seed: int = 0,
    threshold: LearningThreshold | None = None,
    apprentice: bool = False,
) -> Strategy:
    """The strategy of this name; `training` are paths to relevant forms known beforehand, the last link first."""
    check_mode(mode, training)
    helper = Apprentice() if apprentice else None
    if mode == "baseline":
        return Baseline(helper)
    if mode == "best":
        return Best(critic, training, rng_seed=rng_seed)
    learner = LinkLearner(training if mode != "online" else (), threshold=threshold)
    return Levelled(learner, learns=mode != "offline", apprentice=helper)


def check_mode(mode: str, training: Sequence[Path] | None = None) -> None:
    """Raises ConfigError for a mode that is not known, and for one that these paths, if they are known, cannot do."""
    if mode not in MODES:
        raise ConfigError(f"no mode {mode!r}. Choose one of {', '.join(MODES)}.")
    if mode.startswith("offline") and training is not None and not any(training):
        raise ConfigError(
            f"the mode {mode!r} starts from links that are known to lead to relevant forms, and none was given. "
            "Add paths to the examples' index.jsonl, or choose 'online' or 'best', which learn while they crawl."
        )


class Baseline:
    """Best first: the links of a page on topic, by how much it is on topic."""

    is_batched = False

    def __init__(self, apprentice: Apprentice | None = None) -> None:
        self._apprentice = apprentice

    def links(self, visit: Visit) -> Sequence[Outlink]:
        """Only pages on topic are followed up."""
        return visit.page.links if visit.verdict.is_on_topic else ()

    def rank(self, candidates: Sequence[Candidate]) -> list[Rank]:
        """One queue, by the topic of the source page, or by what the apprentice expects of the target."""
        return [Rank(1, _topic(candidate, self._apprentice)) for candidate in candidates]

    def observe(self, visit: Visit) -> bool:
        """Nothing to learn, but for the apprentice."""
        if self._apprentice:
            self._apprentice.observe(visit)
        return False

    def state(self) -> dict[str, Any]:
        """What the apprentice learned."""
        return {"apprentice": self._apprentice.state() if self._apprentice else None}

    def restore(self, state: dict[str, Any]) -> None:
        """Takes up what another run learned."""
        if self._apprentice and state["apprentice"]:
            self._apprentice.restore(state["apprentice"])


class Levelled:
    """One queue per level of the link classifier; as the baseline until there is one."""

    def __init__(self, learner: LinkLearner, *, learns: bool, apprentice: Apprentice | None = None) -> None:
        self.learner = learner
        self.is_batched = learner.classifier is not None  # as soon as there are levels (section 2.2)
        self._learns = learns
        self._apprentice = apprentice

    def links(self, visit: Visit) -> Sequence[Outlink]:
        """Only pages on topic are followed up."""
        return visit.page.links if visit.verdict.is_on_topic else ()

    def rank(self, candidates: Sequence[Candidate]) -> list[Rank]:
        """By level and likelihood; seeds are in queue 1."""
        return [self._rank(candidate) for candidate in candidates]

    def _rank(self, candidate: Candidate) -> Rank:
        classifier = self.learner.classifier
        if classifier is None or not candidate.source_url:
            return Rank(1, _topic(candidate, self._apprentice))
        rank = classifier.rank(link_terms(candidate.link))
        if self._apprentice:
            return Rank(rank.level, rank.score * self._apprentice.probability(candidate))
        return rank

    def observe(self, visit: Visit) -> bool:
        """True when the links are to be ranked anew by a new link classifier."""
        if self._apprentice:
            self._apprentice.observe(visit)
        if not self._learns or not self.learner.observe(visit):
            return False
        self.is_batched = True
        return True

    def features(self) -> dict[str, Any]:
        """The features of the latest iteration."""
        return dict(self.learner.iterations[-1]["features"]) if self.learner.iterations else {}

    def state(self) -> dict[str, Any]:
        """All that was learned, as JSON."""
        return {
            "learner": self.learner.state(),
            "apprentice": self._apprentice.state() if self._apprentice else None,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Takes up what another run learned."""
        self.learner.restore(state["learner"])
        self.is_batched = self.learner.classifier is not None
        if self._apprentice and state["apprentice"]:
            self._apprentice.restore(state["apprentice"])


def _topic(candidate: Candidate, apprentice: Apprentice | None) -> float:
    return apprentice.probability(candidate) if apprentice and candidate.source_url else candidate.topic
