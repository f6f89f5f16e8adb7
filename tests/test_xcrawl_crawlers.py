"""The crawlers of one site: xCrawl as published, the baseline it is compared with, and our own."""

import os
import subprocess
import sys

import pytest

from mining_site import ROOT, START, pages, recall, targets
from sonde.discover.model import Outlink
from sonde.discover.xcrawl.apprentice import Apprentice, ApprenticeCrawler, link_features
from sonde.discover.xcrawl.link_value import LinkValue
from sonde.discover.xcrawl.shape import address_shape, directories
from sonde.discover.xcrawl.walk import XCrawl

SIZE = len(pages())
LISTS = 6


@pytest.mark.parametrize("seed", range(3))
def test_xcrawl_finds_the_targets_by_way_of_the_lists(seed: int) -> None:
    assert recall(XCrawl([START], rng_seed=seed), SIZE) >= 0.8


def test_xcrawl_ends_by_itself_before_the_whole_site_is_fetched() -> None:
    crawler = XCrawl([START])
    site, fetched = pages(), 0
    while (url := crawler.choose()) is not None:
        crawler.observe(url, site[url], accepted=url in targets())
        fetched += 1
    assert fetched < SIZE


def test_the_lists_are_the_hubs_and_the_other_section_is_not() -> None:
    crawler = XCrawl([START])
    recall(crawler, SIZE)
    hubs = {crawler.graph.urls[node] for node in crawler.hubs}
    lists = {f"{ROOT}/cameras/year{year}.html" for year in range(2001, 2007)}
    assert len(hubs & lists) >= LISTS - 1
    assert not any("printers" in url for url in hubs)


def test_a_larger_restart_probability_makes_shorter_walks_and_still_ends() -> None:
    assert 0 < recall(XCrawl([START], restart=0.9, max_iterations=5), SIZE) <= 1


def test_the_same_seed_walks_the_same_way() -> None:
    ways = []
    for _ in range(2):
        crawler, way = XCrawl([START], rng_seed=4), []
        site = pages()
        for _ in range(40):
            url = crawler.choose()
            assert url is not None
            way.append(url)
            crawler.observe(url, site[url], accepted=url in targets())
        ways.append(way)
    assert ways[0] == ways[1]


def test_our_crawler_finds_nearly_all_with_few_pages_more_than_there_are_targets() -> None:
    assert recall(LinkValue([START]), len(targets()) + 40) >= 0.95


def test_our_crawler_gets_everything_in_the_end() -> None:
    assert recall(LinkValue([START]), SIZE) == 1


def test_a_page_that_cannot_be_had_stops_no_crawler() -> None:
    for crawler in (XCrawl([START]), LinkValue([START]), ApprenticeCrawler([START])):
        assert crawler.choose() == START
        crawler.observe(START, None, accepted=False)
        assert crawler.choose() is None


def test_no_crawler_leaves_the_site_or_asks_twice() -> None:
    site = pages()
    for crawler in (XCrawl([START]), LinkValue([START]), ApprenticeCrawler([START])):
        asked: list[str] = []
        while (url := crawler.choose()) is not None:
            asked.append(url)
            page = site[url]
            outside = Outlink("http://elsewhere.test/", "partner")
            changed = type(page)(page.url, links=(*page.links, outside))
            crawler.observe(url, changed, accepted=url in targets())
        assert len(asked) == len(set(asked))
        assert all(url.startswith(ROOT) for url in asked)


def test_the_apprentice_says_the_same_in_every_process() -> None:
    program = """
import random
from sonde.discover.xcrawl.apprentice import Apprentice

rng, apprentice = random.Random(1), Apprentice()
links = [[(rng.randrange(-5, 6), f"word{rng.randrange(300)}") for _ in range(9)] for _ in range(400)]
for number, features in enumerate(links):
    apprentice.learn(features, accepted=number % 3 == 0)
print([apprentice.score(features).hex() for features in links])
"""
    said = {
        subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(said) == 1


def test_the_apprentice_weighs_words_by_their_distance_as_worked_by_hand() -> None:
    # One accepted link says "camera", one rejected says "printer": P = 2/3 and 1/3 each, priors 2/2.
    apprentice = Apprentice()
    apprentice.learn([(0, "camera")], accepted=True)
    apprentice.learn([(0, "printer")], accepted=False)
    assert apprentice.score([(0, "camera")]) == pytest.approx(0.6931, abs=1e-4)
    assert apprentice.score([(0, "printer")]) == pytest.approx(-0.6931, abs=1e-4)
    assert apprentice.score([(1, "camera")]) == pytest.approx(0.0)


def test_features_of_a_link_tell_how_far_words_are_from_it() -> None:
    link = Outlink("/x", "Canon", before="price of", after="read all about it")
    assert link_features(link)[:4] == [(0, "canon"), (-1, "of"), (-2, "price"), (1, "read")]


def test_addresses_of_one_kind_have_one_shape() -> None:
    assert address_shape(f"{ROOT}/cameras/canon-a650.html") == address_shape(f"{ROOT}/cameras/nikon-d40.html")
    assert address_shape(f"{ROOT}/cameras/canon-a650.html") != address_shape(f"{ROOT}/printers/canon-a650.html")
    assert address_shape(f"{ROOT}/list?page=2") == address_shape(f"{ROOT}/list?page=17")
    assert directories(f"{ROOT}/a/b/c.html") == ["a", "a/b"]
