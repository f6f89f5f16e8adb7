"""FindHubs, and the parts of a hub that list target documents (xCrawl 2008, section 4)."""

import re
from collections.abc import Iterable, Mapping

import numpy as np

from sonde.discover.model import Outlink
from sonde.discover.xcrawl.graph import Floats, WebGraph

MIN_AUTHORITIES = 5  # a page that points to fewer target documents lists nothing

_number = re.compile(r"\d+")


def find_hubs(graph: WebGraph, authorities: list[int], weights: Floats) -> set[int]:
    """Visited pages that point to several authorities and have at least the average hub weight."""
    if not authorities:
        return set()
    visited = np.asarray(graph.visited, dtype=np.int64)
    pointed = graph.edges @ graph.marks(authorities)  # authorities each visited page links to
    positive = weights[visited][weights[visited] > 0]
    least = positive.mean() if len(positive) else 0.0
    accepted = set(authorities)
    return {
        int(node)
        for node, count in zip(visited, pointed, strict=True)
        if count >= MIN_AUTHORITIES and weights[node] >= least and int(node) not in accepted
    }


def place_of(link: Outlink) -> str:
    """Where in its page a link is; numbers do not tell places of one list apart."""
    return _number.sub("0", link.path)


def listed(links: Iterable[Outlink], accepted: Mapping[str, bool]) -> list[str]:
    """The addresses in those parts of a hub that point to authorities: links with the same DOM parent."""
    links = list(links)
    places = {place_of(link) for link in links if accepted.get(link.url)}
    return [link.url for link in links if place_of(link) in places]
