"""Forms and their fields, as a browser sees them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.model import Choice, Field, Form
from sonde.page.controls import Button
from sonde.page.dom import parse_html
from sonde.page.forms import find_forms

PAGE = "http://example.org/dir/page?x=1#top"


def forms(html: str, charset: str = "utf-8") -> tuple[Form, ...]:
    return find_forms(parse_html(html), PAGE, charset)


def form(html: str) -> Form:
    (found,) = forms(f"<form>{html}</form>")
    return found


def field(html: str) -> Field:
    (found,) = form(html).fields
    return found


@pytest.mark.parametrize(
    ("html", "action"),
    [
        ("<form>", "http://example.org/dir/page?x=1"),
        ("<form action=''>", "http://example.org/dir/page?x=1"),
        ("<form action=search>", "http://example.org/dir/search"),
        ("<form action='?y=2'>", "http://example.org/dir/page?y=2"),
        ("<base href=/shop/><form action=find>", "http://example.org/shop/find"),
        ("<base href=/shop/><form>", "http://example.org/dir/page?x=1"),
        ("<form action='javascript:void(0)'>", "http://example.org/dir/page?x=1"),
    ],
)
def test_the_action_is_absolute(html: str, action: str) -> None:
    assert forms(html)[0].action == action


@pytest.mark.parametrize(
    ("method", "sent"), [("", "GET"), ("POST", "POST"), ("dialog", "GET"), ("put", "GET"), (" post ", "POST")]
)
def test_an_unknown_method_is_get(method: str, sent: str) -> None:
    assert forms(f"<form method='{method}'>")[0].method == sent


def test_a_form_tells_what_it_is() -> None:
    found = forms(
        "<div role=search><form id=f name=n class='a b' enctype='Multipart/Form-Data'>Find <b>it</b></form></div>"
        "<form role=login enctype=x>two</form><search><form>three</form></search>"
    )
    assert [f.index for f in found] == [0, 1, 2]
    assert [f.role for f in found] == ["search", "login", "search"]
    assert found[0].name == "f n a b"
    assert found[0].text == "Find it"
    assert found[0].enctype == "multipart/form-data"
    assert found[1].enctype == "application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    ("accepted", "page", "charset"),
    [
        ("", "iso-8859-1", "iso-8859-1"),
        ("nonsense, windows-1251 utf-8", "utf-8", "windows-1251"),
        ("UTF-8", "latin1", "utf-8"),
        ("utf-16", "utf-8", "utf-8"),
        ("", "nonsense", "utf-8"),
    ],
)
def test_the_charset_is_the_first_known_one(accepted: str, page: str, charset: str) -> None:
    assert forms(f"<form accept-charset='{accepted}'>", page)[0].charset == charset


@pytest.mark.parametrize(
    ("html", "kind", "value"),
    [
        ("<input name=a>", "text", ""),
        ("<input name=a type=unheard value='x\ny'>", "text", "xy"),
        ("<input name=a type=SEARCH value=' x '>", "search", " x "),
        ("<input name=a type=email value=' x@y '>", "email", "x@y"),
        ("<input name=a type=hidden value='x\ny'>", "hidden", "x\ny"),
        ("<input name=a type=checkbox>", "checkbox", "on"),
        ("<input name=a type=checkbox value=''>", "checkbox", ""),
        ("<input name=a type=number value=12a>", "number", ""),
        ("<input name=a type=number value=-1.5e3>", "number", "-1.5e3"),
        ("<input name=a type=range>", "range", "50"),
        ("<input name=a type=range min=10 max=20>", "range", "15"),
        ("<input name=a type=date value=2020-02-30x>", "date", ""),
        ("<input name=a type=month value=2020-02>", "date", "2020-02"),
        ("<input name=a type=color>", "other", "#000000"),
        ("<input name=a type=file value=x>", "file", ""),
        ("<textarea name=a>\n\nx\n</textarea>", "textarea", "\nx\n"),
        ("<button name=a value=b>c</button>", "submit", "b"),
        ("<button name=a type=bogus>c</button>", "submit", ""),
        ("<button name=a type=button value=b>c</button>", "button", "b"),
        ("<input name=a type=image value=b>", "image", "b"),
        ("<input name=a type=reset value=b>", "reset", "b"),
    ],
)
def test_kinds_and_values_are_those_of_a_browser(html: str, kind: str, value: str) -> None:
    found = field(html)
    assert (found.name, found.kind, found.value) == ("a", kind, value)


def test_flags_are_read() -> None:
    found = field("<input name=a maxlength=5 required disabled>")
    assert (found.max_length, found.required, found.disabled) == (5, True, True)
    assert field("<input name=a maxlength=-1>").max_length is None
    assert field("<input type=checkbox checked>").checked


@pytest.mark.parametrize(
    ("attributes", "options", "selected"),
    [
        ("", "<option>a<option>b", ["a"]),
        ("", "<option disabled>a<option>b", ["b"]),
        ("", "<option selected>a<option selected>b", ["b"]),
        ("", "<option disabled selected>a<option>b", []),
        ("multiple", "<option>a<option>b", []),
        ("multiple", "<option selected>a<option selected>b", ["a", "b"]),
        ("size=4", "<option>a<option>b", []),
        ("size=1", "<option>a<option>b", ["a"]),
        ("", "<optgroup label=g disabled><option>a</optgroup><option>b", ["b"]),
    ],
)
def test_a_select_shows_what_a_browser_shows(attributes: str, options: str, selected: list[str]) -> None:
    choices = field(f"<select name=s {attributes}>{options}</select>").choices
    assert [choice.value for choice in choices if choice.selected] == selected


def test_options_have_values_and_labels() -> None:
    html = "<select><option value=''>All<optgroup label=G><option label=B> b  c <option value=d>D</select>"
    assert field(html).choices == (Choice("", "All", True), Choice("b c", "B"), Choice("d", "D"))


def test_radio_buttons_of_one_name_are_one_field() -> None:
    found = form(
        "<fieldset><legend>Where</legend><label><input type=radio name=r value=1> here</label>"
        "<label><input type=radio name=r value=2 checked> there</label>"
        "<input type=radio name=r value=3 disabled></fieldset><input type=radio name=other>elsewhere"
    ).fields
    assert [f.name for f in found] == ["r", "other"]
    assert found[0].label == "Where"
    assert found[0].choices == (Choice("1", "here"), Choice("2", "there", True))
    assert (found[0].value, found[0].checked) == ("2", True)
    assert found[1].choices == (Choice("on", "elsewhere"),)
    assert not found[1].checked


def test_a_disabled_fieldset_disables_all_but_its_first_legend() -> None:
    found = form(
        "<fieldset disabled><legend><input name=a></legend><legend><input name=b></legend><input name=c>"
        "<fieldset><legend><input name=d></legend></fieldset></fieldset><input name=e>"
    ).fields
    assert [f.name for f in found if f.disabled] == ["b", "c", "d"]


def test_controls_belong_to_the_form_they_name() -> None:
    one, two = forms(
        "<input name=a form=x><form id=x><input name=b><input name=c form=y><input name=d form=nobody></form>"
        "<form id=y></form><input name=e form=x><input name=outside>"
    )
    assert [f.name for f in one.fields] == ["a", "b", "e"]
    assert [f.name for f in two.fields] == ["c"]


def test_a_form_inside_a_form_does_not_count() -> None:
    (found,) = forms("<form action=/a><input name=a><form action=/b><input name=b></form>")
    assert found.action == "http://example.org/a"
    assert [f.name for f in found.fields] == ["a", "b"]


@pytest.mark.parametrize(
    "html",
    [
        "<table><form action=/a><tr><td><input name=q><!-- <input name=no> --></td></tr></form></table><input name=z>",
        "<div><form action=/a></div><input name=q></form><input name=z>",
    ],
)
def test_a_form_that_the_parser_closed_early_keeps_its_controls(html: str) -> None:
    (found,) = forms(html)
    assert [f.name for f in found.fields] == ["q"]


def test_controls_in_a_data_list_are_not_part_of_the_form() -> None:
    assert form("<datalist><input name=a><select name=b><option>x</select></datalist>").fields == ()


def test_a_page_without_forms_has_none() -> None:
    assert forms("<input name=q>") == ()


@pytest.mark.parametrize(
    ("html", "label"),
    [
        ("<label for=q>Words</label><input id=q title=t>", "Words"),
        ("<label>Words <input></label>", "Words"),
        ("<label>Words <select><option>x</select></label>", "Words"),
        ("<input aria-label='Words' title=t>", "Words"),
        ("<b id=l1>Find</b> <b id=l2>words</b><input aria-labelledby='l1 l2'>", "Find words"),
        ("<input title='Words' placeholder=p>", "Words"),
        ("<input placeholder='Words'>", "Words"),
        ("Words: <input>", "Words:"),
        ("<p>Words</p><div><input></div>", "Words"),
        ("<table><tr><td>Words<td><input></table>", "Words"),
        ("Other <br> Words <input type=hidden><input>", "Words"),
        ("<input type=checkbox> Remember me <br> more", "Remember me"),
        ("<input type=submit value=Go>", "Go"),
        ("<button><img alt=Search></button>", "Search"),
        ("<button aria-label=Search></button>", "Search"),
        ("<button><span>Search</span> now</button>", "Search now"),
        ("<input type=image alt=Go src=x>", "Go"),
        ("<input>", ""),
    ],
)
def test_a_label_is_what_a_person_reads(html: str, label: str) -> None:
    assert form(html).fields[-1].label == label


def test_a_button_that_closes_a_dialog_sends_nothing() -> None:
    assert field("<button name=a formmethod=dialog>x</button>").kind == "button"


def test_the_text_of_a_check_box_is_not_the_label_of_what_follows() -> None:
    assert form("<input type=checkbox> new only <input name=q>").fields[1].label == ""


def test_text_before_another_control_is_not_a_label() -> None:
    assert form("Words <input name=a><input name=b>").fields[1].label == ""


def test_a_button_may_send_its_form_elsewhere() -> None:
    plain, other = form(
        "<button name=a>x</button><button name=b formaction=/b formmethod=post formenctype=text/plain>y</button>"
    ).fields
    assert not isinstance(plain, Button)
    assert isinstance(other, Button)
    assert (other.action, other.method, other.enctype) == ("http://example.org/b", "POST", "text/plain")


def test_dirname_adds_the_direction_of_the_text() -> None:
    found = form("<div dir=rtl><input name=q dirname=q.dir></div><input name=r dirname=r.dir>").fields
    assert [(f.name, f.value) for f in found] == [("q", ""), ("q.dir", "rtl"), ("r", ""), ("r.dir", "ltr")]


_soup = st.lists(
    st.sampled_from(
        "<form> </form> <form\u00a0id=x> <input> <input\u00a0name=q> <input\u00a0form=x\u00a0name=y> <select> "
        "<option> </select> <table> <tr> <td> </table> <div> </div> <label> <textarea> </textarea> <button> "
        "<input\u00a0type=radio\u00a0name=r> <fieldset\u00a0disabled> <legend> text".split(" ")
    ),
    max_size=30,
)


@given(_soup)
def test_any_soup_has_forms_and_each_control_at_most_one(tokens: list[str]) -> None:
    html = "".join(tokens).replace("\u00a0", " ")
    found = forms(html)
    assert [f.index for f in found] == list(range(len(found)))
    shown = sum(len(f.choices) if f.kind == "radio" else 1 for form in found for f in form.fields)
    assert shown <= sum(token.startswith(("<input", "<select", "<textarea", "<button")) for token in tokens)
