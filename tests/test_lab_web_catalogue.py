"""Catalogues to mine: every target can be reached, and nothing else looks exactly like one."""

import pytest

from sonde.discover.read import read_page
from sonde.errors import ConfigError, FetchError
from sonde.lab.web.catalogue import SEARCH, CatalogueRecipe, CatalogueWeb
from sonde.page.dom import parse_html

RECIPE = CatalogueRecipe(seed=3, sites=4, targets=(40, 60), news=15)
WEB = CatalogueWeb(RECIPE)


def crawl(root: str) -> set[str]:
    queue, seen = [root], {root}
    while queue:
        for link in read_page(WEB.page(queue.pop())).links:
            if link.url.startswith(root) and "?" not in link.url and link.url not in seen:
                seen.add(link.url)
                queue.append(link.url)
    return seen


@pytest.mark.parametrize("domain", ["camera", "phone"])
def test_every_target_can_be_reached_by_links(domain: str) -> None:
    for root in WEB.sites(domain):
        host = root.split("/")[2]
        targets = WEB.targets(domain)[host]
        assert RECIPE.targets[0] <= len(targets) <= RECIPE.targets[1]
        assert targets <= crawl(root)


def test_lists_lead_straight_to_targets() -> None:
    for host, targets in WEB.targets("laptop").items():
        shop = WEB._shops[host]
        lists = [path for path, place in shop.pages.items() if place.kind == "list" and place.section == "laptop"]
        linked = {link.url for path in lists for link in read_page(WEB.page(f"http://{host}{path}")).links}
        assert targets <= linked


def test_only_targets_hold_the_attributes_of_their_domain() -> None:
    root = WEB.sites("camera")[0]
    targets = WEB.targets("camera")[root.split("/")[2]]
    for url in sorted(crawl(root)):
        cells = [node.text() for node in parse_html(WEB.page(url).text).css("table.spec th")]
        assert ("Sensor size" in cells) == (url in targets)


def test_examples_come_from_a_site_outside_the_web() -> None:
    for domain in RECIPE.domains:
        hosts = {page.url.split("/")[2] for page in (*WEB.examples(domain), *WEB.negatives(domain))}
        assert len(hosts) == 1
        assert not hosts & WEB.targets(domain).keys()
        assert len(WEB.examples(domain)) == 20


def test_a_scripted_menu_hides_its_lists_from_who_does_not_run_scripts() -> None:
    web = CatalogueWeb(CatalogueRecipe(sites=1, targets=(30, 30), scripted=1.0, domains=("player",)))
    page = web.page(web.sites("player")[0] + "music-players/")
    drawn = {path for _, path in web._shops["player-1.example"].parts["player"].lists}
    assert not any(link.url.endswith(tuple(drawn)) for link in read_page(page).links)
    assert all(path in page.text for path in drawn)


def test_the_search_engine_finds_products_of_all_sites() -> None:
    page = read_page(WEB.page(f"http://{SEARCH}/search?q=sensor+zoom+viewfinder"))
    found = {link.url for link in page.links if "example/search" not in link.url}
    assert len(found) == 10
    assert all(any(url in urls for urls in WEB.targets("camera").values()) for url in found)


def test_unknown_domains_and_hosts_are_errors() -> None:
    with pytest.raises(ConfigError, match="no products for 'boat'"):
        CatalogueRecipe(domains=("boat",))
    with pytest.raises(ConfigError, match="no domain 'lens'"):
        WEB.sites("lens")
    with pytest.raises(FetchError, match="no host"):
        WEB.page("http://camera-99.example/")
