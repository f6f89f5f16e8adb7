"""JSON of any shape, read safely: whatever a server sends, nothing crashes and nothing is lost."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.model import Page
from sonde.page.json_value import flat, json_of, keys_of, parse_json, path_of, plain_text, values_at, walk

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=20,
)


@given(values)
def test_any_json_is_walked_and_flattened(value: object) -> None:
    read = parse_json(json.dumps(value))
    assert all(isinstance(path, str) for path, _ in walk(read))
    assert all(isinstance(text, str) and text for text in flat(read).values())


@given(st.lists(st.text(min_size=1, max_size=6).filter(lambda key: "\\" not in key), max_size=5))
def test_keys_with_dots_survive_in_a_path(keys: list[str]) -> None:
    assert keys_of(path_of(keys)) == keys


def test_a_path_leads_through_lists_and_objects() -> None:
    value = {"groups": [{"hits": [1, 2]}, {"hits": [3]}], "a.b": {"*": "literal", "x": 1}, "table": {"7": {"n": 1}}}
    assert values_at(value, "groups.*.hits") == [[1, 2], [3]]
    assert values_at(value, "groups.1.hits") == [[3]]
    assert values_at(value, "a\\.b.*") == ["literal"]
    assert values_at(value, "table.*") == [{"n": 1}]
    assert values_at(value, "no.such.path") == values_at(value, "groups.9") == []
    assert values_at(value, "table.*.n")[0] == 1


@pytest.mark.parametrize(
    "text",
    [
        ")]}',\n{\"a\": 1}",
        "while(1);{\"a\": 1}",
        "for (;;); {\"a\": 1}",
        'found({"a": 1});',
        '/**/ jQuery1.back({"a": 1})',
        '\ufeff{"a": 1}',
    ],
)  # fmt: skip
def test_json_behind_a_guard_or_inside_a_call_is_read(text: str) -> None:
    assert parse_json(text) == {"a": 1}


@pytest.mark.parametrize("text", ["", "hello", "{'a': 1}", "[1,", "<p>{}</p>", "f(", "1e", "nul"])
def test_what_is_no_json_is_none(text: str) -> None:
    assert parse_json(text) is None


def test_deep_nesting_is_no_json_and_no_crash() -> None:
    for depth in (900, 5_000, 100_000):
        for text in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth):
            value = parse_json(text)
            assert value is None or (flat(value) is not None and list(walk(value)))
    assert json_of(Page("http://a/", "[" * 100_000 + "]" * 100_000, media_type="application/json")) is None


def test_millions_of_brackets_are_walked_in_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sonde.page.json_value.MAX_VALUES", 1000)
    value = parse_json("[" + ",".join(["[[],{}]"] * 5000) + "]")
    assert sum(1 for _ in walk(value)) <= 1000


def test_huge_numbers_are_kept_digit_by_digit() -> None:
    digits = "9" * 10_000
    value = parse_json('{"id": ' + digits + ', "n": 123456789012345678, "x": NaN, "y": 1e999}')
    assert value is not None
    assert value["id"] == digits
    assert value["n"] == 123456789012345678
    assert value["x"] is None
    assert flat(value)["id"] == digits


def test_json_is_known_by_its_text_where_the_type_is_wrong() -> None:
    assert json_of(Page("http://a/", ' {"a": [1]}', media_type="text/html")) == {"a": [1]}
    assert json_of(Page("http://a/", "<html>{}</html>")) is None
    assert json_of(Page("http://a/", "42", media_type="application/json")) is None
    assert json_of(Page("http://a/", "{not json", media_type="application/json")) is None


def test_records_become_named_texts() -> None:
    record = {"id": 7, "title": {"shown": "Tea"}, "by": [{"n": "Ann"}, {"n": "Bo"}], "tags": ["x", "y"], "gone": None}
    assert flat(record) == {"id": "7", "title.shown": "Tea", "by.n": "Ann, Bo", "tags": "x, y"}
    assert flat([1, "Tea"], ["id", "name"]) == {"id": "1", "name": "Tea"}
    assert flat([1, "Tea"]) == {"0": "1", "1": "Tea"}


def test_markup_is_taken_out_and_angle_brackets_of_plain_texts_stay() -> None:
    assert plain_text("<p>One &amp; <b>two</b></p><p>three</p>") == "One & two three"
    assert plain_text("see <http://a.example/> or List<int> by A <a@b.example>") == (
        "see <http://a.example/> or List<int> by A <a@b.example>"
    )
    assert plain_text("Tom &amp; Jerry") == "Tom & Jerry"
