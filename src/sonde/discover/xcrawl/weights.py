"""CalculateWeights: how near each node is to the target documents, by HITS and PageRank (xCrawl 2008, section 4)."""

from typing import Literal

import numpy as np

from sonde.discover.xcrawl.graph import Floats, WebGraph

Proximity = Literal["hits", "hits+pagerank", "hits+topic"]

DAMPING = 0.85  # c
TOLERANCE = 1e-6
MAX_ROUNDS = 100


def hits(graph: WebGraph, authorities: list[int], *, start: Floats | None = None) -> Floats:
    """The hub weight of every node; a good hub points to many authorities that good hubs point to.

    Which pages are authorities is the validator's word: accepted pages weigh 1 and other visited pages 0 in every
    round, so only pages not visited yet get their weight from hubs. (Kleinberg's H sums over the nodes a hub points
    to, A over the nodes that point to an authority.) `start` are hub weights from before, which save rounds.
    """
    edges = graph.edges
    visited = np.asarray(graph.visited, dtype=np.int64)
    accepted = graph.marks(authorities)
    hub = np.zeros(len(graph))
    if start is not None:
        hub[: len(start)] = start
    for _ in range(MAX_ROUNDS):
        authority = _normalised(edges.T @ hub[visited])  # A
        authority[visited] = 0.0
        authority += accepted
        before, hub = hub, np.zeros(len(graph))
        hub[visited] = edges @ authority  # H
        hub = _normalised(hub)
        if np.abs(hub - before).max() < TOLERANCE:
            break
    hub[np.asarray(authorities, dtype=np.int64)] = 0.0
    return hub


def pagerank(graph: WebGraph, jump: Floats, *, start: Floats | None = None) -> Floats:
    """PageRank whose jumps land where `jump` says: on all nodes alike, or on those near the topic (Haveliwala).

    weight(e(v_i, v_j)) = weight(v_i) / outdegree(v_i), and weight(v_j) = c * the sum over the edges that end in it.
    """
    edges = graph.edges
    visited = np.asarray(graph.visited, dtype=np.int64)
    degrees = np.maximum(graph.out_degrees(), 1.0)
    jump = jump / (jump.sum() or 1.0)
    weight = jump.copy()
    if start is not None:
        weight[: len(start)] = start
    for _ in range(MAX_ROUNDS):
        passed: Floats = DAMPING * (edges.T @ (weight[visited] / degrees))
        after: Floats = passed + (1 - passed.sum()) * jump  # what unvisited pages would pass on jumps too
        if np.abs(after - weight).sum() < TOLERANCE:
            return after
        weight = after
    return weight


def initial_weights(graph: WebGraph, authorities: list[int], hub: Floats) -> Floats:
    """Formula 1: an authority weighs 1, a hub its hub weight, every other node 1/n."""
    size = max(1, len(graph))
    weights = np.where(hub > 0, hub, 1 / size)
    weights[np.asarray(authorities, dtype=np.int64)] = 1.0
    return weights


def calculate_weights(
    graph: WebGraph,
    authorities: list[int],
    *,
    proximity: Proximity = "hits+topic",
    hub: Floats,
    start: Floats | None = None,
) -> Floats:
    """The weight of every node under one of the paper's three proximity measures, from hub weights of `hits`.

    `start` is what was calculated before, from where few rounds are needed.
    """
    near = initial_weights(graph, authorities, hub)
    if proximity == "hits":
        return near
    if proximity == "hits+pagerank":
        rank = pagerank(graph, np.ones(len(graph)), start=start)
        return 2 * near * rank / (near + rank)
    return pagerank(graph, near, start=start)


def _normalised(weights: Floats) -> Floats:
    length = float(np.sqrt((weights * weights).sum()))
    return weights / length if length else weights
