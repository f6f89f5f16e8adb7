"""Pages of every kind read as documents."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sonde.model import Document, Page
from sonde.page.boilerplate import Boilerplate, learn_boilerplate
from sonde.page.document import read_document
from sonde.page.dom import parse_html
from sonde.page.hashes import content_hash, near_hash

URL = "http://example.org/records/17"


def read(html: str, *, boilerplate: Boilerplate | None = None, hint: str = "", kind: str = "text/html") -> Document:
    return read_document(Page(URL, html, media_type=kind), boilerplate=boilerplate, title_hint=hint)


def record(name: str, text: str, status: str = "active", head: str = "Register") -> str:
    return (
        f"<title>{head}</title><ul><li><a href=/>Home</a></ul><h1>Register</h1><h2>{name}</h2>"
        f"<table><tr><td>Status<td>{status}</table><p>{text}</p><p>Printed by the register office</p>"
    )


SAMPLES = [record(f"Name {i}", f"Text number {i}", status="active" if i else "struck") for i in range(6)]


@pytest.fixture(scope="module")
def known() -> Boilerplate:
    return learn_boilerplate(parse_html(html) for html in SAMPLES)


def test_the_text_is_what_the_page_does_not_share(known: Boilerplate) -> None:
    assert read(record("Anna", "Two lines\nat most."), boilerplate=known).text == "Anna\nTwo lines at most."


def test_a_record_of_one_word_is_not_lost(known: Boilerplate) -> None:
    document = read(record("Anna", "Yes"), boilerplate=known)
    assert document.text.splitlines() == ["Anna", "Yes"]
    assert document.attributes == (("Status", "active"),)


def test_a_page_that_is_all_template_keeps_its_visible_text(known: Boilerplate) -> None:
    html = "<ul><li><a href=/>Home</a></ul><h1>Register</h1><p>Printed by the register office</p>"
    assert read(html, boilerplate=known).text == "Home\nRegister\nPrinted by the register office"


def test_a_title_that_all_pages_share_is_no_title(known: Boilerplate) -> None:
    assert read(record("Anna", "x"), boilerplate=known).title == "Anna"
    assert read(record("Anna", "x"), boilerplate=known, hint="Anna B.").title == "Anna B."


def test_without_boilerplate_a_short_record_is_read_whole() -> None:
    html = "<title>17</title><div class=sidebar><table><tr><td>Name<td>Anna</tr><tr><td>Born<td>1899</table></div>"
    document = read(html)
    assert {"Name", "Anna", "Born", "1899"} <= set(document.text.split())
    assert document.attributes == (("Name", "Anna"), ("Born", "1899"))


@pytest.mark.parametrize(
    ("html", "hint", "title"),
    [
        ("<title>Elm - Trees</title><h1>Elm</h1>", "", "Elm"),
        ("<title>wood:elm [Trees]</title><h1>Trees</h1><h1>elm</h1>", "", "elm"),
        ("<title>Trees: Elm</title><h1><a href=/>Trees</a></h1><h1>Elm</h1>", "", "Elm"),
        ("<title>Elm - Trees</title><p>x", "", "Elm - Trees"),
        ("<title>#12 (Fix the door)</title><h1>#12 new task</h1>", "Fix the door", "#12 (Fix the door)"),
        ("<meta property=og:title content='Elm'><p>x", "", "Elm"),
        ("<p>x", "The hint", "The hint"),
        ("<h2>Sub</h2><p>x", "", "Sub"),
        ("<p>Only some text here", "", "Only some text here"),
        ("<h1>Two<br>lines</h1>", "", "Two lines"),
        ("<title> </title><h1> </h1><p>x", "", "x"),
        ("", "", ""),
    ],
)
def test_a_single_page_gets_a_sensible_title(html: str, hint: str, title: str) -> None:
    assert read(html, hint=hint).title == title


def test_a_heading_that_differs_is_the_title() -> None:
    def page(name: str) -> str:
        return f"<title>{name} – Wiki</title><h1>Wiki</h1><h1>trees: {name}</h1><p>About {name}."

    known = learn_boilerplate(parse_html(page(name)) for name in ("Ash", "Beech", "Cedar"))
    assert read(page("Elm"), boilerplate=known).title == "Elm"


def test_a_title_without_heading_loses_the_site_part() -> None:
    def page(name: str) -> str:
        return f"<title>{name} – Wiki</title><h1>Wiki</h1><p>About {name}."

    known = learn_boilerplate(parse_html(page(name)) for name in ("Ash", "Beech", "Cedar"))
    assert read(page("Elm"), boilerplate=known).title == "Elm"


def test_first_words_are_cut_between_words() -> None:
    title = read("<p>" + "word " * 100).title
    assert len(title) <= 81
    assert title.endswith("word…")


def test_fingerprints_and_address_come_along() -> None:
    page = Page(URL, "<h1>A</h1><p class=c>b c d</p>", fetched_at=12.5)
    document = read_document(page)
    assert (document.url, document.fetched_at, document.id) == (URL, 12.5, -1)
    assert document.content_hash == content_hash(document.title, document.text)
    assert document.near_hash == near_hash(document.text)
    assert document.template


def test_plain_text_is_its_own_text() -> None:
    document = read("First line\n\n  second <b> & more\n", kind="text/plain; charset=utf-8")
    assert (document.title, document.text) == ("First line", "First line\n\n  second <b> & more")
    assert document.template == ""


def test_html_sent_as_plain_text_is_html() -> None:
    assert read("<!DOCTYPE html><title>x</title><h1>A</h1><p>b", kind="text/plain").title == "A"


def test_json_is_read_by_its_values() -> None:
    html = '[{"id": 7, "Title": "Elm", "tags": ["tree", "old"], "size": {"m": 30.5}, "gone": null, "ok": true}]'
    document = read(html, kind="application/vnd.api+json")
    assert document.title == "Elm"
    assert document.text == "7\nElm\ntree\nold\n30.5\ntrue"
    assert document.attributes == (("id", "7"), ("Title", "Elm"), ("ok", "true"))


@pytest.mark.parametrize("text", ["{broken", "[" * 100_000])
def test_broken_json_is_plain_text(text: str) -> None:
    assert read(text, kind="application/json").text == text


def test_xml_is_read_without_its_tags() -> None:
    html = (
        "<?xml version='1.0'?><!DOCTYPE r [<!ENTITY a 'b'>]><r><!-- no --><dc:title>Elm &amp; Ash</dc:title>"
        "<p><![CDATA[a < b]]></p><q/></r>"
    )
    document = read(html, kind="application/xml")
    assert (document.title, document.text) == ("Elm & Ash", "Elm & Ash\na < b")


def test_a_file_without_text_is_known_by_its_name() -> None:
    page = Page("http://example.org/files/a%20report.pdf?x=1", "", media_type="application/pdf")
    document = read_document(page)
    assert (document.title, document.text) == ("a report.pdf", "")
    named = Page(URL, "", media_type="image/png", headers=(("content-disposition", 'attachment; filename="b.png"'),))
    assert read_document(named).title == "b.png"
    assert read_document(Page("http://example.org/", "", media_type="image/png"), title_hint="Map").title == "Map"


@settings(deadline=None)
@given(
    st.text(),
    st.sampled_from(["text/html", "", "text/plain", "application/json", "text/xml", "image/png"]),
    st.text(max_size=10),
)
def test_any_page_is_a_document(text: str, kind: str, hint: str) -> None:
    document = read(text, kind=kind, hint=hint)
    assert "\x00" not in document.text
    assert len(document.title) <= 300


_pieces = st.lists(
    st.sampled_from(["<h1>", "</h1>", "<p>", "<table>", "<tr>", "<td>", "<th>", "<dl>", "<dt>", "<dd>", "<title>"])
    | st.text(st.characters(categories=("L", "N", "Z")), max_size=8),
    max_size=25,
)


@settings(deadline=None)
@given(_pieces, _pieces)
def test_any_soup_is_read_with_and_without_boilerplate(one: list[str], other: list[str]) -> None:
    htmls = ["".join(one), "".join(other)]
    known = learn_boilerplate(map(parse_html, htmls))
    for html in htmls:
        visible = (parse_html(html).body or parse_html("x").root).text().strip()  # type: ignore[union-attr]
        for document in (read(html), read(html, boilerplate=known)):
            assert bool(document.text.strip()) == bool(visible)
