"""Which link of a record leads to its document."""

from sonde.interface.results.slots import find_anchors, main_slot
from sonde.page.dom import parse_html

BASE = "http://site.test/"


def slot_of(*rows: str) -> str | None:
    tree = parse_html(f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>")
    anchors = find_anchors(tree, BASE)
    records = []
    for node in tree.css("tr"):
        inside = {child.mem_id for child in node.css("a")}
        records.append((node, [anchor for anchor in anchors if anchor.node.mem_id in inside]))
    return main_slot(records)


def test_an_address_that_is_shown_is_not_taken_for_a_title() -> None:
    rows = (
        f'<td><a href="/r/{name}">{name}</a></td>'
        f'<td><a href="https://{name}.example/project/home">https://{name}.example/project/home</a></td>'
        for name in ("ant", "bee", "cat", "dog")
    )
    assert slot_of(*rows) == "td:nth-child(1) > a"


def test_the_longer_text_is_the_title_where_both_are_words() -> None:
    rows = (
        f'<td><a href="/by/{name}">{name}</a></td><td><a href="/r/{name}">A history of the {name} in art</a></td>'
        for name in ("ant", "bee", "cat", "dog")
    )
    assert slot_of(*rows) == "td:nth-child(2) > a"


def test_links_are_told_apart_by_what_outlasts_the_session_in_their_addresses() -> None:
    rows = (
        f'<td><a href="/s-4f21c/rec/{name}">A history of the {name} in art</a><a href="/s-4f21c/by?x={name}">{name}</a></td>'
        for name in ("ant", "bee", "cat", "dog")
    )
    assert slot_of(*rows) == 'td:nth-child(1) > a[href*="/rec/"]'
