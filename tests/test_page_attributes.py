"""Label-value pairs of a page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.model import Pairs
from sonde.page.attributes import MAX_LABEL_CHARS, MAX_PAIRS, MAX_VALUE_CHARS, attributes
from sonde.page.dom import parse_html


def read(html: str) -> Pairs:
    return attributes(parse_html(html))


def test_a_definition_list_pairs_terms_and_definitions() -> None:
    html = "<dl><dt>Author:<dd>Ann<dd>Bob<dt>ISBN<dt>EAN<dd>123<dt>Empty</dl>"
    assert read(html) == (("Author", "Ann; Bob"), ("ISBN", "123"), ("EAN", "123"))


def test_a_definition_list_may_wrap_its_groups() -> None:
    assert read("<dl><div><dt>A<dd>1</div><div><dt>B<dd>2</div></dl>") == (("A", "1"), ("B", "2"))


@pytest.mark.parametrize("label", ["td", "th"])
def test_a_two_column_table_pairs_its_cells(label: str) -> None:
    rows = "".join(f"<tr><{label}>{k}:</{label}><td>{v}</td></tr>" for k, v in (("Name", "x"), ("Size", "1 kB")))
    assert read(f"<table>{rows}<tr><td colspan=2>note</td></tr></table>") == (("Name", "x"), ("Size", "1 kB"))


def test_a_row_may_hold_several_pairs() -> None:
    html = "<table><tr><th>Owner:<td>Ann<th>Status:<td>open</tr><tr><th>Kind:<td>bug<th>Due:<td></tr></table>"
    assert read(html) == (("Owner", "Ann"), ("Status", "open"), ("Kind", "bug"))


def test_one_record_under_headings_is_read_by_column() -> None:
    html = "<table><thead><tr><th>id<th>name</thead><tbody><tr><td>7<td>Elm</table>"
    assert read(html) == (("id", "7"), ("name", "Elm"))


def test_a_list_of_records_has_no_attributes() -> None:
    rows = "".join(f"<tr><td>{name}<td>{i}</tr>" for i, name in enumerate("abcdef"))
    assert read(f"<table><tr><th>name<th>count</tr>{rows}</table>") == ()


def test_a_layout_table_has_no_attributes_of_its_own() -> None:
    inner = "<table><tr><td>Colour<td>red</tr><tr><td>Weight<td>3 kg</tr></table>"
    html = f"<table><tr><td>menu menu<td>{inner}</tr></table>"
    assert read(html) == (("Colour", "red"), ("Weight", "3 kg"))


def test_list_items_and_bold_labels_state_pairs() -> None:
    html = (
        "<ul><li>Version: 1.2<li><div>Licence: MIT</div><li>plain</ul>"
        "<p><b>Author:</b> Ann <i>Lee</i><br><strong>Year</strong>: 1999</p>"
    )
    assert set(read(html)) == {
        ("Version", "1.2"),
        ("Licence", "MIT"),
        ("Author", "Ann Lee"),
        ("Year", "1999"),
    }


def test_microdata_is_read() -> None:
    html = (
        "<div itemscope><span itemprop=name>Lamp</span><meta itemprop=price content='9.99'>"
        "<time itemprop=released datetime=2020-01-02>last year</time>"
        "<div itemprop=brand itemscope><b itemprop=name>Acme</b></div></div>"
    )
    assert read(html) == (("name", "Lamp"), ("price", "9.99"), ("released", "2020-01-02"), ("name", "Acme"))


@pytest.mark.parametrize("around", ["nav", "footer", "aside", "header", "form"])
def test_menus_and_forms_state_nothing(around: str) -> None:
    html = f"<{around}><dl><dt>A<dd>1</dl><ul><li>B: 2</ul></{around}>"
    assert read(html) == ()


def test_a_label_needs_a_letter_and_a_value() -> None:
    assert read("<table><tr><td>12<td>x</tr><tr><td>13<td>y</tr></table>") == ()
    assert read("<dl><dt>A<dd></dl>") == ()


def test_count_and_length_are_limited() -> None:
    rows = "".join(f"<dt>label {i}<dd>{'v' * 5000}" for i in range(300))
    pairs = read(f"<dl>{rows}<dt>{'l' * 500}<dd>x</dl>")
    assert len(pairs) == MAX_PAIRS
    assert all(len(label) <= MAX_LABEL_CHARS and len(value) <= MAX_VALUE_CHARS for label, value in pairs)


_cells = st.lists(st.lists(st.sampled_from(["a", "B:", "", "1"]), max_size=5), max_size=6)


@given(_cells, st.sampled_from(["td", "th"]))
def test_any_table_is_read(rows: list[list[str]], tag: str) -> None:
    html = "".join("<tr>" + "".join(f"<{tag}>{cell}<td>" for cell in row) for row in rows)
    for label, value in read(f"<table>{html}</table>"):
        assert label
        assert value
