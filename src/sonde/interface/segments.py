"""Parts of result addresses that change from answer to answer and do not matter: sessions within the path."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, takewhile
from urllib.parse import urlsplit, urlunsplit

from sonde.interface.results.links import parameters_of
from sonde.model import Pairs, Result

_MIN_PAIRS = 2

Twins = tuple[str, str]  # two addresses of what seems to be one result


def twins(answers: Sequence[Sequence[Result]]) -> list[Twins]:
    """Addresses of results of two answers that are called alike, as nothing else in either is."""
    named = [_by_title(results) for results in answers]
    found = [(one[title], other[title]) for one, other in combinations(named, 2) for title in one if title in other]
    return list(dict.fromkeys(found))


def _by_title(results: Sequence[Result]) -> dict[str, str]:
    counts = Counter(result.title for result in results)
    return {result.title: result.url for result in results if result.title and counts[result.title] == 1}


def changing_parameters(pairs: Sequence[Twins]) -> dict[tuple[str, ...], Twins]:
    """Parameters that are all that tells such addresses apart, those that change together, with an example."""
    found: dict[tuple[str, ...], Twins] = {}
    for one, other in pairs:
        if urlsplit(one)._replace(query="") == urlsplit(other)._replace(query=""):
            differing = {name for name, _ in set(parameters_of(one)) ^ set(parameters_of(other))}
            if differing:
                found.setdefault(tuple(sorted(differing)), (one, other))
    return found


def changing_segments(pairs: Sequence[Twins], answers: Sequence[Sequence[Result]]) -> Iterator[tuple[int, Twins]]:
    """Places in the path that are all that tells most such addresses apart, with an example.

    A place without which one address would stand for several results is where their key is, or a part of it.
    """
    places = [(place_of_change(one, other), (one, other)) for one, other in pairs if one != other]
    counts = Counter(place for place, _ in places)
    for place, count in counts.most_common():
        if place is None or count < max(_MIN_PAIRS, 0.5 * len(places)):
            continue
        if _tells_nothing(place, answers):
            yield place, next(example for where, example in places if where == place)


def _tells_nothing(place: int, answers: Sequence[Sequence[Result]]) -> bool:
    """Whether results can still be told apart without a place, and all that share an address are called alike."""
    titles: dict[str, str] = {}
    for results in answers:
        bare = {result.url: with_segments(result.url, ((str(place), ""),)) for result in results}
        if len(set(bare.values())) < len(bare):
            return False
        if any(titles.setdefault(bare[result.url], result.title) != result.title for result in results):
            return False
    return True


def place_of_change(one: str, other: str) -> int | None:
    """The one segment that two addresses differ in; None when they differ in more, or otherwise."""
    if urlsplit(one)._replace(path="") != urlsplit(other)._replace(path=""):
        return None
    a, b = urlsplit(one).path.split("/"), urlsplit(other).path.split("/")
    differing = [place for place, (x, y) in enumerate(zip(a, b, strict=False)) if x != y]
    return differing[0] if len(a) == len(b) and len(differing) == 1 else None


def segment_at(url: str, place: int) -> str:
    """What stands at a place in the path of an address."""
    return urlsplit(url).path.split("/")[place]


def with_segments(url: str, fixed: Pairs) -> str:
    """The address with other segments at some places of its path; a shorter one stays as it is."""
    parts = urlsplit(url)
    segments = parts.path.split("/")
    for place, value in fixed:
        if int(place) < len(segments):
            segments[int(place)] = value
    return urlunsplit(parts._replace(path="/".join(segments)))


def shares_session(url: str, other: str) -> bool:
    """Whether two addresses begin alike, with a segment in it that may be a session's: it has a digit."""
    a, b = urlsplit(url), urlsplit(other)
    pairs = zip(a.path.split("/")[:-1], b.path.split("/")[:-1], strict=False)
    shared = takewhile(lambda pair: pair[0] == pair[1], pairs)
    return a.netloc == b.netloc and any(any(map(str.isdigit, segment)) for segment, _ in shared)


def in_session(url: str, other: str) -> str | None:
    """The address in the session of another one, which differs at the first segment with a digit; None: it is there."""
    own, there = urlsplit(url).path.split("/")[:-1], urlsplit(other).path.split("/")[:-1]
    for place, (one, now) in enumerate(zip(own, there, strict=False)):
        if one != now:
            both = any(map(str.isdigit, one)) and any(map(str.isdigit, now))
            return with_segments(url, ((str(place), now),)) if both else None
    return None
