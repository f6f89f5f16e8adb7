"""Filled forms as requests, byte for byte as a browser sends them."""

from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.errors import FormError
from sonde.model import Choice, Field, Form, Request
from sonde.page.dom import parse_html
from sonde.page.forms import find_forms
from sonde.page.submit import fill


def form(html: str, charset: str = "utf-8") -> Form:
    return find_forms(parse_html(html), "http://example.org/page", charset)[0]


def query(html: str, values: dict[str, str | list[str]] | None = None, button: str | None = None) -> str:
    """The query string that a GET form of these controls sends."""
    request = fill(form(f"<form action=/s>{html}</form>"), values or {}, button=button)
    assert request.url.startswith("http://example.org/s?")
    return request.url.partition("?")[2]


def test_controls_are_sent_in_document_order() -> None:
    html = (
        "<input type=hidden name=t value=1><input name=q><select name=s><option>a</select><textarea name=x>y</textarea>"
    )
    assert query(html, {"q": "two words"}) == "t=1&q=two+words&s=a&x=y"


def test_get_replaces_the_query_string_of_the_action() -> None:
    assert fill(form("<form action='/s?a=1#x'><input name=q value=2>"), {}) == Request("http://example.org/s?q=2")


def test_post_keeps_the_query_string_of_the_action() -> None:
    request = fill(form("<form method=post action='/s?a=1#x'><input name=q value='ä b'>"), {})
    assert request == Request("http://example.org/s?a=1", "POST", b"q=%C3%A4+b", "application/x-www-form-urlencoded")


def test_what_is_off_disabled_or_nameless_is_not_sent() -> None:
    html = (
        "<input type=checkbox name=a><input type=checkbox name=b checked><input name=c disabled>"
        "<input value=x><input type=radio name=d value=1><input type=button name=e value=1>"
        "<input type=reset name=f value=1><input name=g readonly value=1>"
    )
    assert query(html) == "b=on&g=1"


def test_the_first_submit_button_is_pressed() -> None:
    html = "<input name=q><input type=submit name=go value=Find><button name=lucky value=1>Lucky</button>"
    assert query(html) == "q=&go=Find"
    assert query(html, button="lucky") == "q=&lucky=1"
    assert query(html, button="") == "q="


def test_a_disabled_button_is_passed_over() -> None:
    assert query("<button name=a disabled></button><button name=b></button>") == "b="


def test_the_button_is_sent_at_its_place() -> None:
    assert query("<input type=submit name=go value=1><input name=q value=2>") == "go=1&q=2"


def test_an_image_button_sends_where_it_was_pressed() -> None:
    assert query("<input type=image name=go>") == "go.x=0&go.y=0"
    assert query("<input type=image>") == "x=0&y=0"
    assert query("<input type=image name=go><input type=submit name=b value=1>", button="b") == "b=1"


def test_an_unknown_button_is_an_error_that_names_the_others() -> None:
    with pytest.raises(FormError, match=r"no submit button named 'x' .* 'go'"):
        query("<input type=submit name=go>", button="x")


def test_a_button_with_its_own_action_and_method() -> None:
    found = form("<form action=/s><input name=q value=1><button name=b formaction=/t?x formmethod=post>")
    assert fill(found, {}) == Request("http://example.org/t?x", "POST", b"q=1&b=", "application/x-www-form-urlencoded")


def test_selects_send_what_is_chosen() -> None:
    single = "<select name=s><option value=1>one<option value=2>two</select>"
    several = "<select name=m multiple><option>a<option>b<option>c</select>"
    assert query(single) == "s=1"
    assert query(single, {"s": "2"}) == "s=2"
    assert query(several) == ""
    assert query(several, {"m": ["a", "c"]}) == "m=a&m=c"


def test_radio_buttons_send_the_one_that_is_on() -> None:
    html = "<input type=radio name=r value=1><input name=q><input type=radio name=r value=2 checked>"
    assert query(html) == "q=&r=2"
    assert query(html, {"r": "1"}) == "q=&r=1"


def test_check_boxes_of_one_name_are_set_together() -> None:
    html = "".join(f"<input type=checkbox name=c value={v} {'checked' if v == 'a' else ''}>" for v in "abc")
    assert query(html) == "c=a"
    assert query(html, {"c": ["b", "c"]}) == "c=b&c=c"
    assert query(html, {"c": []}) == ""
    assert query(html, {"c": "new"}) == "c=new"


def test_a_hidden_field_before_a_box_of_its_name_stays() -> None:
    html = "<input type=hidden name=c value=0><input type=checkbox name=c value=1>"
    assert query(html) == "c=0"
    assert query(html, {"c": "1"}) == "c=0&c=1"


def test_several_fields_of_one_name_take_values_in_turn() -> None:
    html = "<input name=q value=x><select name=op><option>and<option>or</select><input name=q value=y>"
    assert query(html, {"q": "a"}) == "q=a&op=and&q=y"
    assert query(html, {"q": ["a", "b", "c"]}) == "q=a&op=and&q=b&q=c"


def test_names_the_form_lacks_are_sent_last() -> None:
    assert query("<input name=q value=1>", {"page": "2"}) == "q=1&page=2"


def test_the_value_of_the_pressed_button_can_be_set() -> None:
    assert query("<input type=submit name=page value=1><input name=q>", {"page": "2"}) == "page=2&q="


def test_line_breaks_are_sent_as_carriage_return_and_line_feed() -> None:
    assert query("<textarea name=t>\na\nb</textarea>", {}) == "t=a%0D%0Ab"
    assert query("<textarea name=t></textarea>", {"t": "a\r\nb\rc"}) == "t=a%0D%0Ab%0D%0Ac"


def test_the_charset_field_names_the_encoding() -> None:
    found = form("<form action=/s accept-charset=windows-1251><input type=hidden name=_charset_><input name=q>")
    assert fill(found, {"q": "Да €☃"}).url.partition("?")[2] == "_charset_=windows-1251&q=%C4%E0+%88%26%239731%3B"


def test_latin_1_means_windows_1252() -> None:
    found = form("<form action=/s><input name=q>", charset="iso-8859-1")
    assert fill(found, {"q": "é€"}).url == "http://example.org/s?q=%E9%80"


def test_only_these_characters_are_sent_as_they_are() -> None:
    assert query("<input name=q>", {"q": "aZ09*-._~!'()"}) == "q=aZ09*-._%7E%21%27%28%29"


def test_multipart_has_a_part_for_each_entry() -> None:
    found = form("<form method=post enctype=multipart/form-data><input name='a\"b' value='x\ny'><input name=c>")
    request = fill(found, {"c": "ü"})
    boundary = request.content_type.removeprefix("multipart/form-data; boundary=")
    assert request.body.decode() == (
        f'--{boundary}\r\nContent-Disposition: form-data; name="a%22b"\r\n\r\nxy\r\n'
        f'--{boundary}\r\nContent-Disposition: form-data; name="c"\r\n\r\nü\r\n--{boundary}--\r\n'
    )
    assert fill(found, {"c": "ü"}) == request


def test_an_empty_file_field_is_sent_as_an_empty_file() -> None:
    found = form("<form method=post enctype=multipart/form-data><input type=file name=f>")
    assert (
        b'Content-Disposition: form-data; name="f"; filename=""\r\n'
        b"Content-Type: application/octet-stream\r\n\r\n\r\n" in fill(found, {}).body
    )
    assert query("<input type=file name=f>") == "f="


def test_plain_text_has_a_line_for_each_entry() -> None:
    request = fill(form("<form method=post enctype=text/plain><input name=a value=1><input name=b>"), {"b": "x y"})
    assert request.body == b"a=1\r\nb=x y\r\n"
    assert request.content_type.startswith("text/plain")


_texts = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\r\n"), max_size=20)
_names = st.text(st.sampled_from("abc[]é &="), min_size=1, max_size=5).filter(lambda name: name != "_charset_")


@given(st.lists(st.tuples(_names, _texts), max_size=6))
def test_a_server_reads_back_what_was_filled_in(pairs: list[tuple[str, str]]) -> None:
    found = Form("http://example.org/s", fields=tuple(Field(name, "text", value) for name, value in pairs))
    url = fill(found, {}).url
    assert parse_qsl(urlsplit(url).query, keep_blank_values=True) == pairs


@given(st.dictionaries(_names, st.lists(_texts, max_size=3), max_size=4), st.data())
def test_every_given_value_is_sent(values: dict[str, list[str]], data: st.DataObject) -> None:
    kinds = st.sampled_from(["text", "hidden", "checkbox", "select", "radio", "submit", "image", "button"])
    names = st.sampled_from(sorted(values)) if values else st.just("n")
    fields = data.draw(
        st.lists(
            st.builds(
                Field,
                names,
                kinds,
                _texts,
                choices=st.just((Choice("x", "x", True),)),
                disabled=st.booleans(),
            ),
            max_size=5,
        )
    )
    url = fill(Form("http://example.org/s", fields=tuple(fields)), values).url
    sent = parse_qsl(urlsplit(url).query, keep_blank_values=True)
    for name, texts in values.items():
        of_name = [value for key, value in sent if key == name]
        for text in texts:
            assert text in of_name
