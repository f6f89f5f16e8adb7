"""Links that a heading has to itself are no part of a document's title."""

import pytest

from sonde.model import Page
from sonde.page.document import read_document


def title_of(heading: str) -> str:
    html = f"<html><head><title>Handbook</title></head><body><h1>{heading}</h1><p>Some text.</p></body></html>"
    return read_document(Page(url="http://site.example/a", text=html)).title


@pytest.mark.parametrize("mark", ["¶", "#", "§", "🔗"])
def test_a_mark_that_links_to_the_heading_itself_is_left_out(mark: str) -> None:
    assert title_of(f'Sails and ropes<a class="x" href="#sails-and-ropes">{mark}</a>') == "Sails and ropes"
    assert title_of(f'<a href="#sails-and-ropes">{mark}</a> Sails and ropes') == "Sails and ropes"


def test_signs_that_are_part_of_a_heading_stay() -> None:
    assert title_of("Programs in C#") == "Programs in C#"
    assert title_of('<a href="#top">Sails and ropes</a>') == "Sails and ropes"
