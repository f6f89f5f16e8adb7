"""interface.yaml: what is written is read back, and a typo is named with the nearest valid key."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sonde.errors import ConfigError
from sonde.interface.model import Ask, CountRule, Marker, Paging, ResultRule, SearchInterface
from sonde.interface.yaml.file import dump_interface, load_interface, save_interface
from sonde.page.boilerplate import Boilerplate

texts = st.text(max_size=30)
selectors = st.sampled_from(["li", "ul.hits > li", "td:nth-child(2) > a", "main#main > div"])
interfaces = st.builds(
    SearchInterface,
    site=texts,
    ask=st.builds(
        Ask,
        page=texts,
        action=texts,
        query_field=texts,
        method=st.sampled_from(["GET", "POST"]),
        send=st.lists(st.tuples(texts, texts), max_size=3).map(tuple),
        fresh=st.lists(texts, max_size=2).map(tuple),
        fresh_each=st.booleans(),
        redirects=st.booleans(),
        enctype=texts,
        charset=texts,
        pause_s=st.integers(0, 3600) | st.floats(0, 3600),
    ),
    results=st.lists(
        st.builds(ResultRule, selectors, selectors | st.just(""), selectors | st.just("")), max_size=3
    ).map(tuple),
    count=st.none() | st.builds(CountRule, selectors, st.integers(-1, 5), st.booleans()),
    nothing=st.none() | st.builds(Marker, selectors, texts, st.booleans()),
    paging=st.builds(Paging, st.sampled_from(["none", "rel", "label", "number", "button"]), texts, st.integers(0, 500)),
    drop_parameters=st.lists(texts, max_size=3).map(tuple),
    seeds=st.lists(texts, max_size=3).map(tuple),
    language=texts,
    boilerplate=st.builds(
        Boilerplate,
        st.frozensets(st.tuples(texts, texts), max_size=3),
        texts,
        texts,
        texts,
        texts,
        st.integers(0, 9),
    ),
    found_by=texts,
    evidence=st.lists(texts, max_size=2).map(tuple),
)
EXAMPLE = SearchInterface(
    site="http://s.example/",
    ask=Ask("http://s.example/", "http://s.example/find", "q", send=(("db", "all"),)),
    results=(ResultRule("ul > li", "a"),),
    count=CountRule("p", 0),
    nothing=Marker("p", "Nothing found"),
    paging=Paging("label", "Next", 10),
    seeds=("river",),
)


@given(interface=interfaces)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_interface_is_read_back_as_it_was_written(interface: SearchInterface, tmp_path: Path) -> None:
    path = tmp_path / "interface.yaml"
    save_interface(interface, path)
    loaded = load_interface(path)
    assert loaded == interface
    assert loaded.evidence == interface.evidence


def test_every_part_of_the_file_has_a_comment_that_explains_it() -> None:
    blocks = dump_interface(EXAMPLE).split("\n\n")
    assert all(block.startswith("# ") for block in blocks)
    assert "sonde crawl interface.yaml" in blocks[0]


def test_a_file_that_is_replaced_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "interface.yaml"
    save_interface(EXAMPLE, path)
    save_interface(EXAMPLE, path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["interface.yaml"]


def edited(tmp_path: Path, pattern: str, replacement: str) -> Path:
    """The example file with one line changed by hand."""
    text = dump_interface(EXAMPLE)
    changed = re.sub(pattern, replacement, text, count=1, flags=re.MULTILINE)
    assert changed != text
    path = tmp_path / "interface.yaml"
    path.write_text(changed, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("pattern", "replacement", "key", "nearest"),
    [
        (r"^paging:", "pagin:", "pagin", "paging"),
        (r"^drop_parameters:", "drop_params:", "drop_params", "drop_parameters"),
        (r"^  query_field:", "  query_feild:", "ask.query_feild", "query_field"),
        (r"^  page_size:", "  pagesize:", "paging.pagesize", "page_size"),
        (r"^  where: p\n  number:", "  were: p\n  number:", "count.were", "where"),
        (r"^- record:", "- records:", "results.records", "record"),
        (r"^  decides:", "  decide:", "nothing.decide", "decides"),
    ],
)
def test_a_typo_is_named_with_the_nearest_key(
    tmp_path: Path, pattern: str, replacement: str, key: str, nearest: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        load_interface(edited(tmp_path, pattern, replacement))
    assert f"unknown key {key};" in str(caught.value)
    assert f"did you mean {nearest!r}?" in str(caught.value)
    assert "interface.yaml" in str(caught.value)


@pytest.mark.parametrize(
    ("pattern", "replacement", "message"),
    [
        (r"^  method: GET", "  method: PUT", "ask.method is 'PUT'; use one of GET, POST"),
        (r"^  kind: label", "  kind: labels", "paging.kind is 'labels'"),
        (r"^version: 1", "version: 2", "version 2; this Sonde reads up to 1"),
        (r"^version: 1", "version: one", "version one"),
        (r"^site:.*", "", "lacks the key 'site'"),
        (r"^  query_field:.*\n", "", "ask is incomplete"),
        (r"^  - - db\n    - all", "  - [db]", "must be [name, value], not ['db']"),
        (r"^seeds:\n- river", "seeds: river", "seeds must be a list, not 'river'"),
        (
            r"^count:\n  where: p\n  number: 0\n  exact: true",
            "count: [p, 0]",
            "count must hold keys, not ['p', 0]",
        ),
        (r"^  number: 0", "  number: first", "count.number must be a whole number, not 'first'"),
        (r"^  page_size: 10", "  page_size: ten", "paging.page_size must be a whole number, not 'ten'"),
        (r"^  fresh_each: false", "  fresh_each: maybe", "ask.fresh_each must be true or false, not 'maybe'"),
        (r"^  pause_s: 0.0", "  pause_s: soon", "ask.pause_s must be a number, not 'soon'"),
        (r"^  pause_s: 0.0", "  pause_s: .inf", "ask.pause_s must be from 0 to 3600 seconds, not inf"),
        (r"^  action: .*", "  action: [a, b]", "ask.action must be text, not ['a', 'b']"),
        (r"^- record: ul > li", "- record: 'ul >> li['", "results.record is no CSS selector"),
        (r"^  link: a", "  link: ':::'", "results.link is no CSS selector"),
    ],
)
def test_a_wrong_value_is_named_with_its_key(tmp_path: Path, pattern: str, replacement: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_interface(edited(tmp_path, pattern, replacement))
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["", "- a\n- b", "just words", "a: [", "\tx: 1", "42"])
def test_a_file_that_is_no_interface_says_how_to_make_one_or_what_is_wrong(tmp_path: Path, text: str) -> None:
    path = tmp_path / "interface.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=r"interface\.yaml"):
        load_interface(path)


def test_a_missing_file_says_how_to_make_it(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="sonde inspect URL -o"):
        load_interface(tmp_path / "interface.yaml")


def test_a_file_in_another_encoding_is_an_error_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "interface.yaml"
    path.write_bytes("site: http://müller.example/".encode("latin-1"))
    with pytest.raises(ConfigError, match=r"interface\.yaml"):
        load_interface(path)


def test_a_short_file_written_by_hand_is_enough(tmp_path: Path) -> None:
    path = tmp_path / "interface.yaml"
    path.write_text(
        "site: http://s.example/\nask:\n  page: http://s.example/\n  action: http://s.example/find\n  query_field: q\n"
        "results:\n- record: ul > li\n  link: a\nseeds: [2004, river]\n",
        encoding="utf-8",
    )
    interface = load_interface(path)
    assert interface.ask.method == "GET"
    assert interface.seeds == ("2004", "river")
    assert interface.count is None
