"""The simulated web: the same from the same seed, with exactly the forms that its truth names."""

from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode, urljoin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sonde.discover.model import FoundForm
from sonde.discover.read import read_page
from sonde.errors import ConfigError, FetchError, StatusError
from sonde.interface.forms.score import query_field
from sonde.lab.web.lab_web import LabWeb
from sonde.lab.web.material import builtin_material
from sonde.lab.web.recipe import Domain, Recipe, read_recipe, write_recipe
from sonde.model import Request

MATERIAL = builtin_material()
SMALL = Recipe(seed=5, examples=6).scaled(0.03)


@pytest.fixture(scope="module")
def web() -> LabWeb:
    return LabWeb(SMALL, MATERIAL)


def reachable(web: LabWeb, seeds: list[str], most: int) -> dict[str, str]:
    """The pages found by following links from the seeds, by their final address."""
    queue, seen = list(seeds), set(seeds)
    pages: dict[str, str] = {}
    while queue and len(pages) < most:
        url = queue.pop(0)
        try:
            page = web.page(url)
        except FetchError:
            continue
        pages[page.url] = page.text
        new = [link.url for link in read_page(page).links if link.url not in seen and "/calendar/" not in link.url]
        seen.update(new)
        queue += new
    return pages


def test_the_same_seed_gives_the_same_pages_and_another_seed_gives_others(web: LabWeb) -> None:
    url = web.seeds("book")[0]
    assert LabWeb(SMALL, MATERIAL).page(url).text == web.page(url).text
    other = LabWeb(replace(SMALL, seed=6), MATERIAL)
    assert other.seeds("book") != web.seeds("book")


def test_pages_do_not_depend_on_the_order_they_are_asked_for(web: LabWeb) -> None:
    urls = list(reachable(web, web.seeds("job"), 60))
    fresh = LabWeb(SMALL, MATERIAL)
    assert {url: fresh.page(url).text for url in reversed(urls)} == {url: web.page(url).text for url in urls}


@pytest.mark.parametrize("domain", list(SMALL.domains))
def test_every_form_of_the_truth_stands_on_its_page(web: LabWeb, domain: str) -> None:
    truth = web.truth(domain)
    assert truth.forms
    for form in truth.forms.values():
        if not form.is_reachable:
            continue
        found = [FoundForm(one, 1.0, 1.0) for one in read_page(web.page(form.page_url)).forms]
        own = [one for one in found if one.form.action == form.action]
        assert len(own) == 1
        assert truth.is_relevant(own[0])
        assert truth.found(found) == {form.host}
        assert any(one.kind in ("text", "search") for one in own[0].form.fields)


def test_no_other_page_has_a_form_of_a_site(web: LabWeb) -> None:
    truth = web.truth("job")
    pages = reachable(web, web.seeds("job"), 600)
    for url, text in pages.items():
        actions = {urljoin(url, one.action) for one in read_page(replace(web.page(url), text=text)).forms}
        for form in truth.forms.values():
            assert (form.action in actions) == (url == form.page_url and form.is_reachable)


def test_forms_lie_one_to_three_links_from_a_directory(web: LabWeb) -> None:
    for form in web.truth("auto").forms.values():
        if not form.is_reachable:
            continue
        at = {f"http://{form.host}/"}
        for _ in range(form.distance - 1):
            assert form.page_url not in at
            at = {link.url for url in at for link in read_page(web.page(url)).links if form.host in link.url}
        assert form.page_url in at


def test_a_form_beside_another_domains_site_counts_for_its_own_domain() -> None:
    web = LabWeb(replace(SMALL, other_forms=1.0, failing=0.0), MATERIAL)
    beside = [
        (host.name, path, number, form.domain)
        for host in web.atlas.hosts.values()
        for path, forms in web.site(host).beside.items()
        for number, form in enumerate(forms)
        if form.domain and host.domain != form.domain
    ]
    host, path, _, domain = beside[0]
    forms = [FoundForm(one, 1.0, 1.0) for one in read_page(web.page(f"http://{host}{path}")).forms]
    assert any(web.truth(domain).is_relevant(one) for one in forms)
    assert not any(web.truth(web.atlas.hosts[host].domain or "book").is_relevant(one) for one in forms[-1:])


def test_a_sites_form_finds_its_records_and_nothing_for_nonsense(web: LabWeb) -> None:
    form = next(one for one in web.truth("book").forms.values() if one.is_reachable)
    page = read_page(web.page(form.page_url))
    box = next(query_field(one) for one in page.forms if one.action == form.action)
    records = web.records(form.host)
    assert box is not None
    wanted = records[0].title
    answer = web.page(f"{form.action}?{urlencode({box.name: wanted})}")
    urls = web.record_urls(form.host)
    linked = [link.url for link in read_page(answer).links]
    assert urls[0] in linked
    assert wanted in web.page(urls[0]).text
    assert "Nothing was found" in web.page(f"{form.action}?{urlencode({box.name: 'zzqx'})}").text


def test_all_records_can_be_reached_page_by_page(web: LabWeb) -> None:
    form = next(one for one in web.truth("auto").forms.values() if one.is_reachable)
    page = read_page(web.page(form.page_url))
    box = next(query_field(one) for one in page.forms if one.action == form.action)
    assert box is not None
    records = web.records(form.host)
    makes = {record.attribute("make") for record in records}
    found: set[str] = set()
    for make in makes:
        url = f"{form.action}?{urlencode({box.name: make})}"
        while url:
            answer = read_page(web.page(url))
            found |= {link.url for link in answer.links if "/item/" in link.url}
            url = next((link.url for link in answer.links if link.anchor == "Next page"), "")
    assert found == set(web.record_urls(form.host))


def test_failing_hosts_missing_pages_and_unknown_hosts_raise_like_the_network() -> None:
    web = LabWeb(replace(SMALL, failing=0.5), MATERIAL)
    failing = next(host.name for host in web.atlas.hosts.values() if web.site(host).is_failing)
    healthy = next(host.name for host in web.atlas.hosts.values() if not web.site(host).is_failing)
    with pytest.raises(StatusError) as caught:
        web.page(f"http://{failing}/")
    assert caught.value.status == 503
    with pytest.raises(StatusError) as caught:
        web.page(f"http://{healthy}/no-such-page")
    assert caught.value.status == 404
    with pytest.raises(FetchError, match="no host"):
        web.page("http://nowhere.invalid/")


def test_a_calendar_never_ends() -> None:
    web = LabWeb(replace(SMALL, traps=1.0, failing=0.0), MATERIAL)
    url = f"http://{next(iter(web.atlas.hosts))}/calendar/2026/11"
    for _ in range(30):
        links = [link for link in read_page(web.page(url)).links if "/calendar/" in link.url]
        url = links[-1].url
    assert "/calendar/2029/5" in url


async def test_detours_lead_to_the_other_site(web: LabWeb) -> None:
    one, other = list(web.atlas.hosts)[:2]
    page = await web.fetch(Request(f"http://{one}/out/{other}"))
    assert (page.url, page.requested_url) == (f"http://{other}/", f"http://{one}/out/{other}")


def test_the_training_set_shares_no_host_with_the_web(web: LabWeb) -> None:
    examples = web.examples("movie")
    hosts = {example.page.url.split("/")[2] for example in examples}
    assert not hosts & set(web.atlas.hosts)
    assert sum(bool(example.forms) for example in examples) == SMALL.examples
    assert any(not example.is_positive for example in examples)


def test_training_paths_end_at_the_example_forms(web: LabWeb) -> None:
    training = web.training
    ends = {example.page.url for example in training.examples("camera") if example.forms}
    paths = training.paths("camera")
    assert paths
    for path in paths:
        assert 1 <= len(path) <= 3
        assert training.web.page(path[0].url).url in ends
    url = paths[0][0].url
    assert any(link.url == url for _, link in training.backlinks(url))


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.floats(0, 1), st.floats(0, 1))
def test_a_recipe_survives_its_file(
    tmp_path_factory: pytest.TempPathFactory, seed: int, noise: float, lure: float
) -> None:
    path = tmp_path_factory.mktemp("recipe") / "recipe.yaml"
    recipe = replace(SMALL, seed=seed, noise=noise, lure=lure, sections=(2, 3))
    write_recipe(path, recipe)
    assert read_recipe(path) == recipe


def test_a_recipe_with_a_wrong_key_names_the_right_one(tmp_path: Path) -> None:
    path = tmp_path / "recipe.yaml"
    path.write_text("sead: 3\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="Did you mean seed"):
        read_recipe(path)
    path.write_text("noise: 3\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="from 0 to 1"):
        read_recipe(path)
    with pytest.raises(ConfigError, match="no material for 'hotel'"):
        LabWeb(Recipe(domains={"hotel": Domain(hosts=3)}), MATERIAL)
