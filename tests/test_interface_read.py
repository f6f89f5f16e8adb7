"""Answers read with learned rules, and how the rules for counts and for "nothing found" are learned."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.interface.model import CountRule, Marker, ResultRule
from sonde.interface.read import document_url, read_results, result_nodes
from sonde.interface.results.count import learn_count
from sonde.interface.results.lines import Sounding
from sonde.interface.results.nothing import learn_nothing
from sonde.interface.said import numbers, numbers_besides, read_total, says_nothing_found, without_words
from sonde.page.dom import parse_html


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("12 results", [12]),
        ("1 - 20 of 1,234", [1, 20, 1234]),
        ("1.234 Treffer", [1234]),
        ("1 234 567 résultats", [1234567]),
        ("12'345 Einträge", [12345]),
        ("page 1 of 2, 2000 in all", [1, 2, 2000]),
        ("1\u202f204 documents", [1204]),
        ("12,34 and 1,2345", [12, 34, 1, 2345]),
        ("no number", []),
    ],
)
def test_numbers_are_read_with_the_thousands_separators_of_many_countries(text: str, found: list[int]) -> None:
    assert numbers(text) == found


@given(st.integers(0, 10**9), st.sampled_from([",", ".", " ", "'", "\u00a0", "\u202f"]))
def test_a_number_is_read_back_however_its_thousands_are_set(number: int, separator: str) -> None:
    assert numbers(f"about {number:,} hits".replace(",", separator)) == [number]


@given(st.text(max_size=80))
def test_any_text_has_numbers_that_are_not_negative(text: str) -> None:
    assert all(number >= 0 for number in numbers(text))


def test_a_number_that_was_asked_for_is_not_cut_out_of_a_larger_one() -> None:
    assert numbers_besides("Results 1 - 21 of 105 for 5", "5") == [1, 21, 105]
    assert numbers_besides("1,105 matches for 105", "105") == [1105]


def test_an_echo_of_the_words_is_taken_out_whatever_its_case() -> None:
    assert without_words("No results for Blue Moon!", "blue moon") == "No results for !"
    assert without_words("Nothing about moon or blue", "blue moon") == "Nothing about or"


def total(html: str, rule: CountRule, words: str = "ice") -> int | None:
    return read_total(parse_html(html), rule, words)


def test_the_total_is_the_learned_number_of_the_learned_place() -> None:
    html = "<p class=n>1 - 10 of 2,345</p><p>99</p>"
    assert total(html, CountRule("p.n", 2)) == 2345
    assert total(html, CountRule("p.n", -1)) == 2345
    assert total("<p class=n>1 of 1</p>", CountRule("p.n", -1)) == 1


def test_digits_of_the_query_are_not_taken_for_the_total() -> None:
    assert total("<p class=n>2004 was found 17 times</p>", CountRule("p.n", 0), "2004") == 17


def test_a_page_without_the_learned_number_has_no_total() -> None:
    assert total("<p class=n>Many</p>", CountRule("p.n", 0)) is None
    assert total("<p class=n>Many</p>", CountRule("p.n", -1)) is None
    assert total("<p>12</p>", CountRule("p.n", 0)) is None
    assert read_total(parse_html("<p>12</p>"), None, "ice") is None


def sounding(words: str, shown: int, html: str, *, more: bool = False) -> Sounding:
    """An answer with a line of text above its results."""
    items = "".join(f'<li><a href="/{words}{n}">A story of {words} and {n * 37} others</a></li>' for n in range(shown))
    tree = parse_html(f"<body><h1>Find</h1>{html}<ul id=r>{items}</ul><p>In print since 1998</p></body>")
    return Sounding(words, tree, shown, more, result_nodes(tree, [ResultRule("ul#r > li", "a")]))


def lines(template: str) -> list[Sounding]:
    """Answers of several sizes, the totals set into a template."""
    sizes = (("ice", 10, 345, True), ("elk", 10, 27, True), ("oak", 3, 3, False), ("fog", 1, 1, False))
    return [
        sounding(words, shown, template.format(shown=shown, total=total, words=words), more=more)
        for words, shown, total, more in sizes
    ]


@pytest.mark.parametrize(
    "template",
    [
        "<p>{total} results</p>",
        "<div><p>Results <b>1 - {shown}</b> of <b>{total}</b></p></div>",
        "<p>{words}: {total} found in 42 ms</p>",
        "<p>Page 1, showing {shown} out of {total:,}</p>",
        "<table><tr><td>Hits: {total}</td><td>Shelf 7</td></tr></table>",
        "<p>{total} results</p><p>Show <a href=/a>5</a> <a href=/b>50</a> <a href=/c>500</a></p>",
        "<ul><li><a href=/x>Maps</a> (400)</li><li><a href=/y>Letters</a> (900)</li></ul><p>{total} results</p>",
    ],
)
def test_the_count_is_learned_from_what_agrees_with_the_results(template: str) -> None:
    soundings = lines(template)
    rule = learn_count(soundings)
    assert rule is not None
    assert rule.exact
    totals = [read_total(each.tree, rule, each.words) for each in soundings]
    assert totals == [345, 27, 3, 1]


@pytest.mark.parametrize(
    "template",
    [
        "<p>Entries</p>",
        "<p>Entries 1 to {shown}</p>",
        "<p>{shown} on this page</p>",
        "<p>The library holds 90,000 entries</p>",
        "<ul><li><a href=/x>Maps</a> ({total})</li><li><a href=/y>Letters</a> (900)</li></ul>",
        "<p><a href=/1>1</a> <a href=/2>2</a> <a href=/35>35</a></p>",
    ],
)
def test_a_site_that_states_no_total_has_no_count(template: str) -> None:
    assert learn_count(lines(template)) is None


def test_a_count_that_was_never_seen_to_agree_is_not_called_exact() -> None:
    soundings = [sounding(words, 10, f"<p>{total} hits</p>", more=True) for words, total in (("ice", 345), ("elk", 27))]
    rule = learn_count(soundings)
    assert rule is not None
    assert not rule.exact


def test_an_estimate_is_not_called_exact() -> None:
    sizes = (("ice", 10, 400, True), ("oak", 6, 8, False), ("fog", 4, 5, False))
    rule = learn_count([sounding(word, shown, f"<p>about {n}</p>", more=more) for word, shown, n, more in sizes])
    assert rule is None or not rule.exact


def test_a_total_above_a_cap_on_the_results_is_believed() -> None:
    sizes = (("ice", 20, 345), ("elk", 20, 64), ("oak", 3, 3), ("fog", 12, 12))
    soundings = [sounding(word, shown, f"<p>1 to {shown} of {n}</p>") for word, shown, n in sizes]
    rule = learn_count(soundings)
    assert rule is not None
    assert [read_total(each.tree, rule, each.words) for each in soundings] == [345, 64, 3, 12]


def test_the_text_that_only_the_nonsense_word_shows_is_the_marker() -> None:
    blank = sounding("zqx", 0, "<div class=m><p>Sorry, nothing matches zqx.</p></div>")
    marker = learn_nothing(blank, lines("<p>{total} results</p>"))
    assert marker is not None
    assert marker.text == "Sorry, nothing matches ."
    assert not marker.decides
    assert says_nothing_found(blank.tree, Marker(marker.where, marker.text, decides=True), "zqx")


def test_a_marker_decides_where_the_nonsense_word_shows_records_too() -> None:
    blank = sounding("zqx", 4, "<p>0 results</p><p>Perhaps you like these</p>")
    marker = learn_nothing(blank, lines("<p>{total} results</p>"))
    assert marker is not None
    assert marker.decides


def test_a_text_that_other_empty_answers_confirm_is_preferred() -> None:
    blank = sounding("zqx", 0, "<p>Tip of the day: use short words</p><p>Nothing was found</p>")
    other = sounding("rare", 0, "<p>Tip of the day: try a synonym</p><p>Nothing was found</p>")
    marker = learn_nothing(blank, lines("<p>{total} results</p>"), [other])
    assert marker is not None
    assert marker.text == "Nothing was found"


def test_an_empty_facet_is_no_marker_of_nothing_found() -> None:
    facets = "<ul><li>books ({0})</li><li>maps ({1})</li><li>films ({0})</li></ul>"
    blank = sounding("zqx", 2, facets.format(0, 2))
    answered = [sounding(word, 5, facets.format(n, n + 1)) for word, n in (("ice", 3), ("elk", 7))]
    assert learn_nothing(blank, answered) is None


def test_no_marker_is_learned_where_nothing_tells_the_answers_apart() -> None:
    assert learn_nothing(sounding("zqx", 0, ""), lines("")) is None


def test_results_are_read_once_each_with_title_snippet_and_attributes() -> None:
    html = (
        "<table><tr><th>No.</th><th>Title</th><th>Year</th></tr>"
        '<tr class=x><td>1</td><td><a href="/d/1#top">First</a></td><td>1990</td></tr>'
        '<tr class=x><td>2</td><td><a href="/d/2?s=ice">Second</a></td><td>1991</td></tr>'
        '<tr class=x><td>3</td><td><a href="/d/1">First again</a></td><td>1990</td></tr>'
        "<tr class=x><td>4</td><td>No link</td><td></td></tr></table>"
    )
    rule = ResultRule("tr.x", "td:nth-child(2) > a")
    results = read_results(parse_html(html), "http://s.example/find", [rule], drop_parameters=("s",))
    assert [(result.url, result.title) for result in results] == [
        ("http://s.example/d/1", "First"),
        ("http://s.example/d/2", "Second"),
    ]
    assert results[0].attributes == (("No.", "1"), ("Title", "First"), ("Year", "1990"))
    assert results[0].snippet == "1 1990"


def test_a_flat_list_gives_each_record_what_stands_before_the_next() -> None:
    html = "<dl><dt><a href=/1>One</a></dt><dd>first</dd><dd>more</dd><dt><a href=/2>Two</a></dt><dd>second</dd></dl>"
    results = read_results(parse_html(html), "http://s.example/", [ResultRule("dl > dt", "a")])
    assert [result.snippet for result in results] == ["first more", "second"]


def test_links_on_lines_of_plain_text_have_the_line_as_snippet() -> None:
    html = "<pre>1. <a href=/1>One</a> by Ann\n   a tale\n2. <a href=/2>Two</a> by Bob\n   a song\n</pre><p>End</p>"
    results = read_results(parse_html(html), "http://s.example/", [ResultRule("pre > a")])
    assert [result.snippet for result in results] == ["by Ann a tale 2.", "by Bob a song"]


def test_only_the_named_parameters_are_dropped_from_an_address() -> None:
    url = "http://S.example/d?id=1&s%5B%5D=ice&s%5B%5D=age&b=2"
    assert document_url(url, ("s[]",)) == "http://s.example/d?id=1&b=2"
    assert document_url(url, ()) == "http://s.example/d?id=1&s%5B%5D=ice&s%5B%5D=age&b=2"
    assert document_url("http://s.example/d?s=x", ("s",)) == "http://s.example/d"


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ("<p class=facts>Author: Ada Brandt; Year: 1990</p>", (("Author", "Ada Brandt"), ("Year", "1990"))),
        ("<dl><dt>Author:</dt><dd>Ada Brandt</dd><dt>Year</dt><dd>1990</dd></dl>", (("Author", "Ada Brandt"), ("Year", "1990"))),
        ("<span><b>Town:</b> Calw</span>", (("Town", "Calw"),)),
        ("<p>It was ten: all slept.</p>", ()),
    ],
)  # fmt: skip
def test_records_state_attributes_in_lists_and_lines(facts: str, expected: tuple[tuple[str, str], ...]) -> None:
    tree = parse_html(f'<ul><li><a href="/1">One</a>{facts}</li><li><a href="/2">Two</a></li></ul>')
    results = read_results(tree, "http://example.org/", [ResultRule("li", "a")])
    assert results[0].attributes == expected
