"""HITS, PageRank and the hubs of xCrawl 2008, with numbers worked by hand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.discover.model import Outlink
from sonde.discover.xcrawl.graph import WebGraph
from sonde.discover.xcrawl.hubs import find_hubs, listed
from sonde.discover.xcrawl.weights import DAMPING, calculate_weights, hits, initial_weights, pagerank


def graph_of(**links: str) -> WebGraph:
    """A graph of visited pages: a="bc" is a page a that links to b and c."""
    graph = WebGraph()
    for page, targets in links.items():
        graph.add_page(page, targets)
    return graph


def by_name(graph: WebGraph, weights: np.ndarray) -> dict[str, float]:
    return {url: float(weight) for url, weight in zip(graph.urls, weights, strict=True)}


def test_a_page_that_lists_all_authorities_has_the_greatest_hub_weight() -> None:
    # h lists x, y and z; m lists x only. H: h = 1+1+1 = 3, m = 1; normalised by sqrt(10).
    graph = graph_of(h="xyz", m="x", x="", y="", z="")
    weights = by_name(graph, hits(graph, [graph.ids[name] for name in "xyz"]))
    assert weights["h"] == pytest.approx(3 / math.sqrt(10))
    assert weights["m"] == pytest.approx(1 / math.sqrt(10))
    assert weights["x"] == weights["y"] == weights["z"] == 0


def test_an_unvisited_page_listed_with_authorities_raises_its_hub() -> None:
    # Both list two authorities; h also lists w, not visited yet, m also lists r, visited and rejected.
    graph = graph_of(h="xyw", m="xyr", x="", y="", r="")
    weights = by_name(graph, hits(graph, [graph.ids["x"], graph.ids["y"]]))
    assert weights["h"] > weights["m"] > 0


def test_pagerank_of_two_pages_that_link_to_each_other_is_one_half_each() -> None:
    graph = graph_of(a="b", b="a")
    assert by_name(graph, pagerank(graph, np.ones(2))) == {"a": pytest.approx(0.5), "b": pytest.approx(0.5)}


def test_topic_sensitive_pagerank_as_worked_by_hand() -> None:
    # a -> b, b has no links, all jumps land on a:  a = 1 - c*a, b = c*a.  So a = 1/(1+c).
    graph = graph_of(a="b", b="")
    weights = by_name(graph, pagerank(graph, np.array([1.0, 0.0])))
    assert weights["a"] == pytest.approx(1 / (1 + DAMPING), abs=1e-5)
    assert weights["b"] == pytest.approx(DAMPING / (1 + DAMPING), abs=1e-5)


def test_formula_1_gives_authorities_1_and_unknown_pages_one_nth() -> None:
    graph = graph_of(h="xy", x="h", y="")
    hub = np.array([0.4, 0.0, 0.0])
    assert by_name(graph, initial_weights(graph, [graph.ids["x"]], hub)) == {"h": 0.4, "x": 1.0, "y": 1 / 3}


def test_the_walk_of_the_example_is_drawn_to_the_hub_that_three_pages_refer_to() -> None:
    # Figure 2: authorities 3, 5 and 6 all link to the index page 4, each also to a page of its own.
    graph = graph_of(**{"3": "4a", "5": "4b", "6": "4c"})
    authorities = [graph.ids[name] for name in "356"]
    weights = by_name(graph, calculate_weights(graph, authorities, hub=hits(graph, authorities)))
    assert weights["4"] > max(weights[name] for name in "abc")


@given(st.lists(st.lists(st.integers(0, 9), max_size=5), min_size=1, max_size=10), st.sets(st.integers(0, 9)))
def test_pagerank_always_sums_to_one_and_does_not_depend_on_where_it_starts(
    rows: list[list[int]], accepted: set[int]
) -> None:
    graph = WebGraph()
    for number, targets in enumerate(rows):
        graph.add_page(str(number), [str(target) for target in targets])
    authorities = [graph.ids[str(number)] for number in accepted if str(number) in graph.ids]
    jump = initial_weights(graph, authorities, hits(graph, authorities))
    cold = pagerank(graph, jump)
    assert cold.sum() == pytest.approx(1.0)
    warm = pagerank(graph, jump, start=np.full(len(graph), 1 / len(graph)))
    assert np.allclose(cold, warm, atol=1e-3)


def test_hubs_point_to_several_authorities_and_are_none_themselves() -> None:
    graph = graph_of(h="uvxyz", once="x", four="uvxy", x="uvyz", far="h", **dict.fromkeys("uvyz", ""))
    authorities = [graph.ids[name] for name in "uvxyz"]
    assert find_hubs(graph, authorities, hits(graph, authorities)) == {graph.ids["h"]}
    assert find_hubs(graph, [], hits(graph, [])) == set()


def test_only_the_part_of_a_hub_that_lists_authorities_is_taken() -> None:
    links = [
        Outlink("/1", path="html body ul.cameras li"),
        Outlink("/2", path="html body ul.cameras li"),
        Outlink("/about", path="html body div.foot"),
    ]
    assert listed(links, {"/1": True}) == ["/1", "/2"]
    assert listed(links, {"/1": False}) == []


def test_lists_whose_items_are_numbered_are_one_list() -> None:
    links = [Outlink("/1", path="ul li#item-1"), Outlink("/2", path="ul li#item-2")]
    assert listed(links, {"/1": True}) == ["/1", "/2"]
