"""The apprentice (Chakrabarti 2002): learns from the words in and around links which ones lead to pages on topic."""

from typing import Any

from sonde.discover.ache.link_terms import SPACES, link_terms
from sonde.discover.ache.online_model import OnlineModel
from sonde.discover.model import Candidate, Outlink, Visit


class Apprentice:
    """Predicts what the page classifier, its critic, will say of a page before it is fetched."""

    def __init__(self) -> None:
        self._model = OnlineModel()

    def probability(self, candidate: Candidate) -> float:
        """The probability that a link leads to a page on topic; before any lesson that of its source."""
        if not self._model.seen:
            return candidate.topic
        return self._model.probability(_features(candidate))

    def observe(self, visit: Visit) -> None:
        """One lesson: the link, and whether its page was on topic."""
        if visit.candidate.source_url:
            self._model.learn(_features(visit.candidate), visit.verdict.topic)

    def state(self) -> dict[str, Any]:
        """All that was learned, as JSON."""
        return self._model.state()

    def restore(self, state: dict[str, Any]) -> None:
        """Takes up what another run learned."""
        self._model.restore(state)


def link_features(link: Outlink) -> list[str]:
    """The words of a link, each named after where it stands."""
    terms = link_terms(link)
    return [f"{space} {term}" for space in SPACES for term in sorted(terms[space])]


def _features(candidate: Candidate) -> list[str]:
    return [*link_features(candidate.link), f"source {round(10 * candidate.topic)}"]
