"""From a form or a template to the request a browser would send, and what proposes them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.interface.ask import ask_by_form, ask_by_template, asked_anew, refreshed, request_for, same_form, set_alike
from sonde.interface.forms.candidates import (
    from_forms,
    from_opensearch,
    from_search_action,
    merged,
    opensearch_link,
    search_page_links,
)
from sonde.interface.model import Ask
from sonde.model import Form, Query
from sonde.page.dom import parse_html
from sonde.page.forms import find_forms

URL = "http://site.example/start?x=1"


def forms(html: str) -> tuple[Form, ...]:
    return find_forms(parse_html(html), URL)


def ask(html: str) -> Ask:
    return ask_by_form(forms(html)[0], URL)


def test_a_get_form_asks_with_its_hidden_fields_and_its_button() -> None:
    html = (
        '<form action="/find?old=1"><input type=hidden name=db value=all><input name=q value=before>'
        "<input type=checkbox name=exact><input type=checkbox name=full checked value=yes>"
        "<input type=submit name=go value=Find></form>"
    )
    request = request_for(ask(html), Query("blue moon"))
    assert request.url == "http://site.example/find?q=blue+moon&db=all&full=yes&go=Find"
    assert request.method == "GET"


def test_a_post_form_keeps_the_query_of_its_action() -> None:
    request = request_for(
        ask('<form method=post action="/find?lang=en"><input name=q><button>x</button></form>'), Query("ice")
    )
    assert (request.method, request.url, request.body) == (
        "POST",
        "http://site.example/find?lang=en",
        b"q=ice",
    )


def test_words_are_sent_in_the_charset_of_the_form() -> None:
    html = '<form accept-charset="iso-8859-1" action="/f"><input name=q></form>'
    assert request_for(ask(html), Query("Käse")).url == "http://site.example/f?q=K%E4se"


@pytest.mark.parametrize(
    ("options", "sent"),
    [
        ("<option value=title>Title</option><option value=''>All fields</option>", ""),
        ("<option value=t selected>Titles only</option><option value=all>Everywhere</option>", "all"),
        ("<option value=de>Deutsch</option><option value=x>Alle Sprachen</option>", "x"),
        ("<option value=1>One</option><option value=2 selected>Two</option>", "2"),
        ("<option value=1>One</option><option value=2>Two</option>", "1"),
    ],
)
def test_a_select_stands_on_its_widest_option_or_on_its_own(options: str, sent: str) -> None:
    html = f'<form action="/f"><input name=q><select name=in>{options}</select></form>'
    assert request_for(ask(html), Query("ice")).url == f"http://site.example/f?q=ice&in={sent}"


def test_a_page_size_is_not_taken_for_a_scope() -> None:
    html = '<form action="/f"><input name=q><select name=n><option value=10>10</option><option value=-1>all</option></select></form>'
    assert request_for(ask(html), Query("ice")).url.endswith("&n=-1")


def test_settings_of_a_query_replace_those_of_the_form() -> None:
    html = '<form action="/f"><input name=q><input type=hidden name=page value=1></form>'
    query = Query("ice", values=(("page", "3"), ("new", "yes")))
    assert request_for(ask(html), query).url == "http://site.example/f?q=ice&page=3&new=yes"


def test_a_form_with_a_blank_query_field_name_asks_by_its_address() -> None:
    found = ask_by_template("http://site.example/find/{term}/all", "{term}", URL)
    assert found is not None
    assert request_for(found, Query("a/b c")).url.split("?")[0] == "http://site.example/find/a%2Fb%20c/all"


def test_a_template_sends_the_fixed_parameters_and_leaves_the_open_ones_out() -> None:
    template = "http://site.example/s?q={searchTerms}&start={startIndex?}&format=html"
    found = ask_by_template(template, "{searchTerms}", URL)
    assert found is not None
    assert request_for(found, Query("ice")).url == "http://site.example/s?q=ice&format=html"


@pytest.mark.parametrize(
    "template", ["/s?q={searchTerms}", "http://site.example/s", "ftp://site.example/{searchTerms}", ""]
)
def test_a_template_without_a_place_for_words_is_none(template: str) -> None:
    assert ask_by_template(template, "{searchTerms}", URL) is None


@given(st.text(min_size=1, max_size=20))
def test_any_words_make_a_request_for_the_same_address(words: str) -> None:
    request = request_for(Ask(URL, "http://site.example/f", "q"), Query(words))
    assert request.url.startswith("http://site.example/f?q=")
    assert request.url.isascii()
    assert " " not in request.url


def test_hidden_values_are_read_again_and_the_words_of_others_are_kept() -> None:
    before = ask(
        "<form method=post action=/f><input type=hidden name=t value=one><input name=q><select name=s><option value=9></select></form>"
    )
    now = forms(
        "<form method=post action=/g><input type=hidden name=t value=two><input name=q><select name=s><option value=8></select></form>"
    )
    again = refreshed(before, now[0])
    assert again.send == (("t", "two"), ("s", "9"))
    assert again.action == "http://site.example/g"
    assert before.fresh == ("t",)


def test_the_same_form_is_found_again_among_others() -> None:
    html = "<form method=post><input name=user></form><form method=post><input type=hidden name=t value=1><input name=q></form>"
    found = forms(html)
    assert same_form(found, ask_by_form(found[1], URL)) is found[1]
    assert same_form(found[:1], ask_by_form(found[1], URL)) is None


def test_each_submit_button_with_a_name_is_a_proposal_of_its_own() -> None:
    html = "<form action=/f><input type=search name=q><input type=submit name=go value=Go><input type=submit name=full value=Search></form>"
    found = from_forms(forms(html), URL)
    assert [candidate.ask.send for candidate in found] == [(("go", "Go"),), (("full", "Search"),)]
    assert found[0].score > found[1].score


@pytest.mark.parametrize(
    ("buttons", "pressed"),
    [
        (
            "<input type=submit name=rm value=–><input type=submit name=add value=+><button name=go>Update</button>",
            "go",
        ),
        ("<button name=more>+</button><button name=find>Find »</button>", "find"),
        ("<button name=find>🔍</button><button name=reset_all>Start again</button>", "find"),
        ("<button name=find>»</button>", "find"),
    ],
)
def test_buttons_that_are_only_signs_are_pressed_where_there_is_no_other(buttons: str, pressed: str) -> None:
    found = from_forms(forms(f"<form action=/find><input type=search name=q>{buttons}</form>"), URL)
    assert [name for name, _ in found[0].ask.send] == [pressed]
    assert not {"rm", "add", "more"} & {name for candidate in found for name, _ in candidate.ask.send}


def test_of_many_buttons_a_few_are_tried() -> None:
    buttons = "".join(f"<button name=b{number}>Way {number}</button>" for number in range(9))
    assert len(from_forms(forms(f"<form action=/find><input type=search name=q>{buttons}</form>"), URL)) == 3


def test_an_option_without_a_value_between_others_is_not_any_of_them() -> None:
    how = "<select name=how><option value=~ selected>contains<option value=''>is<option value=!>is not</select>"
    shelf = "<select name=shelf><option value=''>Choose<option value=1>One<option value=2 selected>Two</select>"
    assert ask(f"<form><input name=q>{how}{shelf}</form>").send == (("how", "~"), ("shelf", ""))


def test_a_question_is_put_anew_with_its_button_and_its_menus() -> None:
    html = (
        "<form method=post action=/f><input type=hidden name=t value={}><input name=q>"
        "<select name=how><option value=1>is<option value=2>is not</select>"
        "<input type=submit name=a value=A><input type=submit name=b value=B></form>"
    )
    first = ask_by_form(forms(html.format("one"))[0], URL, button="b", chosen={"how": "2"})
    assert first.send == (("t", "one"), ("how", "2"), ("b", "B"))
    assert asked_anew(first, forms(html.format("two"))[0]).send == (("t", "two"), ("how", "2"), ("b", "B"))


def test_a_question_takes_over_the_settings_of_another_but_for_names_that_repeat() -> None:
    one = Ask(URL, URL, "q", send=(("how", "1"), ("col", "a"), ("col", "b")))
    other = Ask(URL, URL, "", send=(("q", ""), ("how", "2"), ("col", "a"), ("col", "b")))
    assert set_alike(one, other).send == (("how", "2"), ("col", "a"), ("col", "b"))


def test_of_two_forms_that_take_the_words_alike_the_one_with_the_other_inputs_is_meant() -> None:
    box = "<form action=/find><input name=q></form>"
    found = forms(f"{box}<form action=/find><input name=q><input name=author></form>")
    assert same_form(found, ask_by_form(found[1], URL)) is found[1]
    assert same_form(found, ask_by_form(found[0], URL)) is found[0]


def test_a_button_that_cannot_be_pressed_is_no_proposal() -> None:
    html = (
        "<form action=/f><input type=search name=q><input type=submit name=a><input type=submit name=b disabled></form>"
    )
    assert len(from_forms(forms(html), URL)) == 1


def test_an_opensearch_description_is_found_and_read() -> None:
    head = '<link rel="search" type="application/opensearchdescription+xml" href="/os.xml" title="Site">'
    assert opensearch_link(parse_html(f"<head>{head}</head>"), URL) == "http://site.example/os.xml"
    description = (
        '<?xml version="1.0"?><OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>S</ShortName>'
        '<Url type="text/html" template="http://site.example/s?lang=en&amp;q={searchTerms}"/>'
        '<Url type="application/x-suggestions+json" template="http://site.example/suggest?q={searchTerms}"/>'
        '<Url type="text/html" template="http://other.example/s?q={searchTerms}"/></OpenSearchDescription>'
    )
    asks = [candidate.ask for candidate in from_opensearch(description, URL)]
    assert [request_for(found, Query("ice")).url for found in asks] == ["http://site.example/s?q=ice&lang=en"]


@pytest.mark.parametrize(
    "data",
    [
        '{"@type": "WebSite", "potentialAction": {"@type": "SearchAction", "target": "http://site.example/s?q={term}"}}',
        '[{"@graph": [{"potentialAction": [{"@type": "SearchAction", "target": {"@type": "EntryPoint", "urlTemplate": "http://site.example/s?q={search_term_string}"}}]}]}]',
        '{"@type": ["SearchAction"], "target": ["http://site.example/s?q={q}"]}',
    ],
)  # fmt: skip
def test_a_search_action_is_read_wherever_it_stands(data: str) -> None:
    tree = parse_html(f'<script type="application/ld+json">{data}</script>')
    asks = [candidate.ask for candidate in from_search_action(tree, URL)]
    assert [request_for(found, Query("ice")).url for found in asks] == ["http://site.example/s?q=ice"]


@pytest.mark.parametrize(
    "data",
    [
        "{",
        "[]",
        '{"@type": "SearchAction"}',
        '{"@type": "SearchAction", "target": "http://x/"}',
        "null",
        '"x"',
    ],
)
def test_broken_data_proposes_nothing(data: str) -> None:
    assert from_search_action(parse_html(f'<script type="application/ld+json">{data}</script>'), URL) == []


def test_deeply_nested_data_proposes_nothing_and_does_not_crash() -> None:
    data = "[" * 3000 + "]" * 3000
    assert from_search_action(parse_html(f'<script type="application/ld+json">{data}</script>'), URL) == []


def test_links_to_a_search_page_are_ranked_and_stay_on_the_site() -> None:
    tree = parse_html(
        '<a href="/about">About</a><a href="/lookup">Catalogue</a><a href="/s">Advanced search</a>'
        '<a href="http://other.example/search">Search</a><a href="/search">Search</a>'
    )
    assert search_page_links(tree, URL) == [
        "http://site.example/search",
        "http://site.example/s",
        "http://site.example/lookup",
    ]


def test_two_proposals_that_send_the_same_are_one() -> None:
    html = "<form action=/f><input type=search name=q></form>" * 2
    assert len(merged(from_forms(forms(html), URL))) == 1
