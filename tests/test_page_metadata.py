"""What a page's head says."""

from sonde.page.dom import parse_html
from sonde.page.metadata import PageMetadata, metadata


def test_the_head_is_read() -> None:
    tree = parse_html(
        """<html lang="en-GB"><head><title> A
        title </title>
        <meta name="Description" content=" About it "><meta name="description" content="later">
        <meta property="og:site_name" content="The Site"><meta name="robots" content="NoIndex, follow">
        <link rel="alternate canonical" href=" /a "></head>"""
    )
    found = metadata(tree)
    assert found.title == "A title"
    assert found.description == "About it"
    assert found.language == "en-GB"
    assert found.canonical == "/a"
    assert found.site_name == "The Site"
    assert found.robots == "noindex, follow"
    assert found.meta["og:site_name"] == "The Site"


def test_an_empty_page_has_empty_metadata() -> None:
    assert metadata(parse_html("")) == PageMetadata()


def test_json_ld_comes_flat_and_in_order() -> None:
    tree = parse_html(
        """<script type="application/ld+json">{"@graph": [{"@type": "WebSite"}, {"@type": "Person"}]}</script>
        <script type="Application/LD+JSON">[{"@type": "Book", "name": "A
        B"}, "stray", 3]</script>"""
    )
    assert [entry["@type"] for entry in metadata(tree).json_ld] == ["WebSite", "Person", "Book"]


def test_broken_json_ld_is_left_out() -> None:
    deep = "[" * 100_000
    tree = parse_html(
        '<script type="application/ld+json">{"a": </script>'
        f'<script type="application/ld+json">{deep}</script>'
        '<script type="application/ld+json">{"@type": "Thing"}</script>'
    )
    assert metadata(tree).json_ld == [{"@type": "Thing"}]
