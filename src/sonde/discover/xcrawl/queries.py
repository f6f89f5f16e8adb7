"""Query generation: what to ask a search engine so that target documents answer (xCrawl 2008, section 4)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations


def search_weights(hits: Mapping[str, int]) -> dict[str, float]:
    """Hits of each token alone, normalised: a very general token is near 1, a very specific one near 0."""
    most = max(hits.values(), default=0) or 1
    return {token: count / most for token, count in hits.items()}


def harmonic_mean(search_weight: float, tf_idf: float) -> float:
    """The combined weight of Table 1: both have an equal say."""
    total = search_weight + tf_idf
    return 2 * search_weight * tf_idf / total if total else 0.0


def middle_out(weights: Mapping[str, float]) -> list[str]:
    """The tokens in ascending distance from the middle of the list ordered by weight, the weightier one first.

    So neither very specific nor very popular words come early.
    """
    ordered = sorted(weights, key=lambda token: (-weights[token], token))
    middle = len(ordered) // 2
    places = sorted(range(len(ordered)), key=lambda place: (abs(place - middle), place))
    return [ordered[place] for place in places]


def queries(tokens: Sequence[str], *, length: int = 3) -> Iterator[tuple[str, ...]]:
    """All combinations of so many tokens, those nearest to the centre first."""
    length = min(length, len(tokens))
    if length == 0:
        return
    for last in range(length - 1, len(tokens)):
        for others in combinations(range(last), length - 1):
            yield tuple(tokens[place] for place in (*others, last))
