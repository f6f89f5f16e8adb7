"""The small models: plain weights, no training library at run time, and the features they weigh."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.interface import linear
from sonde.interface.forms.danger import Phrases, plain_words
from sonde.interface.forms.features import form_features
from sonde.interface.forms.score import query_field, search_score
from sonde.interface.linear import probability, read_weights
from sonde.interface.paging.features import page_number
from sonde.model import Choice, Field, Form

WEIGHTS = Path(linear.__file__).parent / "weights"


@pytest.mark.parametrize("name", ["forms", "pagers"])
def test_weights_are_a_small_file_that_a_person_can_read(name: str) -> None:
    text = (WEIGHTS / f"{name}.json").read_text(encoding="utf-8")
    assert len(text) < 20_000
    assert json.loads(text) == read_weights(name)
    assert "bias" in read_weights(name)


def test_scoring_needs_no_training_library() -> None:
    code = (
        "import sys, sonde; from sonde.interface.forms.score import search_score; from sonde.model import Form, Field;"
        "search_score(Form('http://a.example/', fields=(Field('q', 'search'),))); sys.exit('sklearn' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@given(
    st.dictionaries(st.text(max_size=5), st.floats(-1e6, 1e6)),
    st.dictionaries(st.text(max_size=5), st.floats(-1e3, 1e3)),
)
def test_a_probability_is_between_nothing_and_sure(features: dict[str, float], weights: dict[str, float]) -> None:
    assert 0.0 <= probability(features, {"bias": 0.0, **weights}) <= 1.0


_KINDS = st.sampled_from(
    ["text", "search", "hidden", "select", "radio", "checkbox", "submit", "button", "textarea", "number"]
)
_FIELDS = st.builds(
    Field, st.text(max_size=12), _KINDS, st.text(max_size=12), st.text(max_size=20),
    st.lists(st.builds(Choice, st.text(max_size=5), st.text(max_size=5)), max_size=3).map(tuple),
)  # fmt: skip


@given(st.lists(_FIELDS, max_size=6).map(tuple), st.sampled_from(["GET", "POST"]), st.text(max_size=30))
def test_any_form_has_a_score_and_a_field_of_its_own_or_none(fields: tuple[Field, ...], method: str, text: str) -> None:
    form = Form("http://site.example/x", "POST" if method == "POST" else "GET", fields, name=text, text=text)
    assert 0.0 <= search_score(form) <= 1.0
    field = query_field(form)
    assert field is None or field in fields


def test_what_a_form_says_is_told_apart_by_where_it_says_it() -> None:
    button = Form("http://a.example/x", fields=(Field("n", "text"), Field("", "submit", "Suchen", "Suchen")))
    label = Form("http://a.example/x", fields=(Field("n", "text", label="検索ワード"), Field("", "submit", "Go", "Go")))
    assert "button says search" in form_features(button)
    assert "label says search" not in form_features(button)
    assert "label says search" in form_features(label)


def test_phrases_are_whole_words_where_spaces_part_them_and_parts_where_not() -> None:
    phrases = Phrases(["log out, delete*, s'abonner", "削除, 로그아웃"])
    assert phrases.find(plain_words("Log-out now")) == "log out"
    assert phrases.find(plain_words("btnDeleted_all")) == "deleted"
    assert phrases.find(plain_words("S’abonner")) == "s abonner"
    assert phrases.find(plain_words("全部削除する")) == "削除"
    assert phrases.find(plain_words("catalog outline, undelete")) == ""


@pytest.mark.parametrize(
    ("url", "number"),
    [
        ("http://a.example/list?page=3&q=2", 3),
        ("http://a.example/list?q=2", None),
        ("http://a.example/blog/page/12/", 12),
        ("http://a.example/thread-p4.html", 4),
        ("http://a.example/2016/03/", None),
        ("http://a.example/list?start=40", 40),
    ],
)
def test_the_number_of_a_page_is_read_off_its_address(url: str, number: int | None) -> None:
    assert page_number(url) == number
