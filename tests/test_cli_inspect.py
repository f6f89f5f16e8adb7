"""`sonde inspect`: a site over HTTP, a saved page without asking anyone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli_run import small_site, sonde
from sonde.interface.yaml.file import load_interface
from sonde.lab.process import SiteProcess

PAGE = """<!doctype html><title>Finds</title>
<form action="/login" method="post"><input name="user"><input type="password" name="secret"></form>
<form action="/find" role="search"><input type="search" name="q" value="jazz" aria-label="Search">
<select name="in"><option value="all" selected>Everything<option value="new">New</select>
<button name="go" value="1">Search</button></form>
<ol>
<li><h3><a href="/r/1">Blue &amp; Green</a></h3>
<p>A record of ten songs that were played in one night in a hall.</p>
<li><h3><a href="/r/2">Kind of Red</a></h3>
<p>The second one, of which only a handful were ever sold.</p>
<li><h3><a href="/r/3">Grey Train</a></h3>
<p>A third one, about trains and the people who wait for them.</p>
</ol>
<p><a href="/find?q=jazz&amp;page=2" rel="next">Next page</a></p>
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProcess]:
    with small_site(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture(autouse=True)
def working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_saved_page_is_one_object_in_document_order() -> None:
    Path("page.html").write_text(PAGE)
    ran = sonde("inspect", "page.html", "--url", "https://songs.example/find?q=jazz", "--json")
    assert ran.code == 0, ran.err
    assert list(ran.last) == ["forms", "next", "results"]
    login, search = ran.last["forms"]
    assert list(search) == ["searchable", "score", "query_field", "method", "action", "fields"]
    assert (login["searchable"], login["method"]) == (False, "POST")
    assert (search["searchable"], search["query_field"], search["method"]) == (True, "q", "GET")
    assert 0.5 <= search["score"] <= 1
    assert search["action"] == "https://songs.example/find"
    assert [field["name"] for field in search["fields"]] == ["q", "in", "go"]
    assert search["fields"][1]["choices"][1] == {"value": "new", "label": "New"}
    assert ran.last["next"] == "https://songs.example/find?q=jazz&page=2"
    assert ran.last["results"] == [
        {"url": "https://songs.example/r/1", "title": "Blue & Green"},
        {"url": "https://songs.example/r/2", "title": "Kind of Red"},
        {"url": "https://songs.example/r/3", "title": "Grey Train"},
    ]


def test_a_saved_page_comes_from_stdin_in_any_charset() -> None:
    page = '<meta charset="iso-8859-1"><form action="/s"><input type="search" name="wörter"></form>'
    ran = sonde("inspect", "-", "--url", "https://songs.example/", "--json", stdin=page.encode("iso-8859-1"))
    assert ran.code == 0, ran.err
    assert ran.last["forms"][0]["query_field"] == "wörter"
    assert (ran.last["next"], ran.last["results"]) == (None, [])


@pytest.mark.parametrize("body", [b"", b"\x00\xff\x89PNG" * 100, b"<form" * 10_000, b"<div>" * 50_000])
def test_anything_can_be_a_saved_page(body: bytes) -> None:
    ran = sonde("inspect", "-", "--url", "https://songs.example/", "--json", stdin=body)
    assert ran.code == 0, ran.err
    assert set(ran.last) == {"forms", "next", "results"}


def test_a_saved_page_is_told_in_words() -> None:
    Path("page.html").write_text(PAGE + "<h1>\x1b[31mred</h1>")
    ran = sonde("inspect", "page.html", "--url", "https://songs.example/")
    assert "does not search (it asks for a password" in ran.out
    assert "searches, score" in ran.out
    assert "Blue & Green" in ran.out
    assert "\x1b" not in ran.out


def test_a_missing_page_is_a_usage_error() -> None:
    ran = sonde("inspect", "nowhere.html", "--url", "https://songs.example/")
    assert (ran.code, ran.out) == (2, "")
    assert "cannot read nowhere.html" in ran.err


def test_a_site_is_explained_and_saved(site: SiteProcess) -> None:
    ran = sonde("inspect", site.url, "-o", "site.yaml", "--delay", "0")
    assert ran.code == 0, ran.err
    assert ran.out.startswith(f"Search interface of {site.url}")
    assert "sonde crawl site.yaml" in ran.err
    assert str(load_interface(Path("site.yaml"))) in ran.out


def test_a_site_as_json_has_the_keys_of_the_file(site: SiteProcess) -> None:
    ran = sonde("inspect", site.url, "--json", "--delay", "0")
    assert ran.code == 0, ran.err
    assert len(ran.out.splitlines()) == 1
    assert ran.last["site"] == site.url
    assert ran.last["ask"]["query_field"] == "q"


def test_a_corrected_interface_is_not_overwritten(site: SiteProcess) -> None:
    Path("site.yaml").write_text("# corrected by hand\n")
    ran = sonde("inspect", site.url, "-o", "site.yaml", "--delay", "0")
    assert ran.code == 2
    assert "--force" in ran.err
    assert Path("site.yaml").read_text() == "# corrected by hand\n"
    assert sonde("inspect", site.url, "-o", "site.yaml", "--delay", "0", "--force").code == 0
    assert load_interface(Path("site.yaml")).site == site.url
