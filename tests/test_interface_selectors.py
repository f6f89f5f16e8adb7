"""Selectors that mean "all nodes like these", and lists of records found by structure."""

from hypothesis import given
from hypothesis import strategies as st

from sonde.interface.results.record_rule import make_rule
from sonde.interface.results.records import find_record_lists
from sonde.interface.results.selectors import common_selector, common_step, relative_selector, tag_path
from sonde.interface.results.slots import find_anchors
from sonde.page.dom import Node, parse_html

PAGE = """<body><div class="page wide"><ul id="r2"><li class="hit odd" id="h1"><h3><a href="/1">One</a></h3></li>
<li class="hit even" id="h2"><h3><a href="/2">Two</a></h3></li></ul></div></body>"""


def nodes(html: str, selector: str) -> list[Node]:
    return list(parse_html(html).css(selector))


def test_a_step_holds_what_the_nodes_share_and_no_numbered_names() -> None:
    tree = parse_html(PAGE)
    assert common_step(tree.css("li")) == "li.hit"
    assert common_step(tree.css("ul")) == "ul"
    assert common_step([*tree.css("li"), *tree.css("h3")]) == "*"


def test_names_that_no_selector_can_hold_are_left_out() -> None:
    tree = parse_html('<div class="a:b 2col ok" id="9"><p>x</p></div>')
    assert common_step(tree.css("div")) == "div.ok"


def test_tags_that_no_selector_can_hold_are_left_open() -> None:
    tree = parse_html(
        '<o:p><st1:city><a href="/1">One</a></st1:city></o:p><o:p><st1:city><a href="/2">Two</a></st1:city></o:p>'
    )
    assert common_selector([link.parent for link in tree.css("a") if link.parent is not None], depth=2) == "* > *"
    lists = find_record_lists(find_anchors(tree, "http://s.example/"), lambda url: True)
    assert len(tree.css(make_rule(lists, pages=[tree]).record)) >= 2


def test_a_selector_matches_all_its_nodes_and_stops_at_the_body() -> None:
    tree = parse_html(PAGE)
    selector = common_selector(tree.css("li"), depth=9)
    assert selector == "body > div.page.wide > ul > li.hit"
    assert [node.mem_id for node in tree.css(selector)] == [node.mem_id for node in tree.css("li")]


def test_columns_of_a_table_are_told_apart_by_position() -> None:
    tree = parse_html('<table><tr><td>1</td><td><a href="/a">A</a></td><td><a href="/b"><b>B</b></a></td></tr></table>')
    row = tree.css("tr")[0]
    assert [relative_selector(link, row) for link in tree.css("a")] == [
        "td:nth-child(2) > a",
        "td:nth-child(3) > a",
    ]
    found = [row.css(relative_selector(link, row))[0].attributes["href"] for link in tree.css("a")]
    assert found == ["/a", "/b"]


def test_a_relative_selector_names_one_class_without_digits() -> None:
    tree = parse_html('<li><p class="x9 title big"><a class="t2" href="/a">A</a></p></li>')
    assert relative_selector(tree.css("a")[0], tree.css("li")[0]) == "p.big > a"


def test_the_tag_path_is_the_same_for_all_nodes_of_a_list() -> None:
    assert {tag_path(node) for node in nodes(PAGE, "li")} == {("body", "div", "ul", "li")}


@given(st.lists(st.sampled_from(["a", "b", "c1", "d-e", "f:g", ""]), max_size=4), st.integers(1, 6))
def test_a_common_selector_always_finds_the_nodes_it_was_made_from(names: list[str], depth: int) -> None:
    tree = parse_html(f'<div class="{" ".join(names)}"><ul class="x {" ".join(names)}"><li>1</li><li>2</li></ul></div>')
    items = tree.css("li")
    found = {node.mem_id for node in tree.css(common_selector(items, depth=depth))}
    assert {node.mem_id for node in items} <= found


def found_urls(html: str, skip: str = "") -> list[list[str]]:
    anchors = find_anchors(parse_html(html), "http://s.example/find")
    lists = find_record_lists(anchors, lambda url: not skip or skip not in url)
    return [[url.removeprefix("http://s.example") for url in found.urls] for found in lists]


def test_links_that_leave_the_page_are_anchors_and_jumps_within_it_are_not() -> None:
    tree = parse_html('<a href="#x">x</a><a href="/a#y">a</a><a href="mailto:b@c">m</a><area href="/b">')
    assert [anchor.url for anchor in find_anchors(tree, "http://s.example/")] == [
        "http://s.example/a",
        "http://s.example/b",
    ]


def test_records_with_an_author_beside_the_title_are_one_list_of_titles() -> None:
    html = (
        "<ul>"
        + "".join(f'<li><a href="/d/{n}">Title {n}</a> by <a href="/u/ann">Ann</a></li>' for n in range(4))
        + "</ul>"
    )
    assert found_urls(html)[0] == ["/d/0", "/d/1", "/d/2", "/d/3"]


def test_titles_win_over_pictures_and_read_more() -> None:
    html = "".join(
        f'<div class=c><a href="/d/{n}?pic"><img></a><h3><a href="/d/{n}">Title {n}</a></h3><a class=m href="/d/{n}">Read more</a></div>'
        for n in range(4)
    )
    assert found_urls(f"<main>{html}</main>")[0] == ["/d/0", "/d/1", "/d/2", "/d/3"]


def test_groups_that_mostly_hold_one_item_are_read_item_by_item() -> None:
    html = (
        '<div><h2>A</h2><ul><li><a href="/1">One and more</a></li></ul><h2>B</h2><ul><li><a href="/2">Two and more</a></li>'
        '<li><a href="/3">Three and more</a></li></ul><h2>C</h2><ul><li><a href="/4">Four and more</a></li></ul></div>'
    )
    assert found_urls(html)[0] == ["/1", "/2", "/3", "/4"]


def test_only_links_that_matter_make_a_list() -> None:
    html = '<ul><li><a href="/d/1">One</a></li><li><a href="/d/2">Two</a></li></ul><p><a href="/x/1">a</a><a href="/x/2">b</a></p>'
    assert found_urls(html, skip="/x/") == [["/d/1", "/d/2"]]


def test_a_rule_is_made_long_enough_to_leave_out_other_tables_of_the_page() -> None:
    html = (
        '<table><tr><td><a href="/home">Home</a></td><td><div><table>'
        '<tr><td><a href="/d/1">One</a></td></tr><tr><td><a href="/d/2">Two</a></td></tr></table></div></td></tr></table>'
    )
    tree = parse_html(html)
    lists = find_record_lists(find_anchors(tree, "http://s.example/"), lambda url: "/d/" in url)
    assert len(tree.css(make_rule(lists, pages=[tree]).record)) == 2
