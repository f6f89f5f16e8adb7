"""Settings: precedence, sources, and what is said about a wrong one."""

import dataclasses
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.config import SETTINGS, Config, load_config, parse_duration
from sonde.errors import ConfigError


def write(folder: Path, text: str) -> Path:
    file = folder / "sonde.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_without_anything_every_value_is_the_default(tmp_path: Path) -> None:
    config = load_config(env={}, folder=tmp_path)
    assert config == Config()
    assert config.sources == {}


def test_a_flag_counts_before_the_environment_before_the_file(tmp_path: Path) -> None:
    file = write(tmp_path, 'max_queries = 1\nmax_requests = 1\nmax_documents = 1\nseed = ["a"]\n')
    env = {"SONDE_MAX_QUERIES": "2", "SONDE_MAX_REQUESTS": "2", "HOME": "/home"}
    config = load_config({"max_queries": "3", "policy": None, "seed": []}, env=env, folder=tmp_path)
    assert (config.max_queries, config.max_requests, config.max_documents) == (3, 2, 1)
    assert config.seeds == ("a",)
    assert config.sources == {
        "max_queries": "--max-queries",
        "max_requests": "SONDE_MAX_REQUESTS",
        "max_documents": str(file),
        "seed": str(file),
    }


def test_every_value_can_be_set_in_every_place(tmp_path: Path) -> None:
    flags = {
        "max_queries": "5", "max_requests": "6", "max_documents": "7", "max_time": "30m", "target": "0.9",
        "policy": "adaptive", "seed": ["jazz", "blues"], "documents": "results", "delay": "0.5",
        "concurrency": "4", "ignore_robots": True, "contact": "desk@example.org",
        "resolve": ["*=127.0.0.1:80"], "cost": ["query=2", "document=0.5"], "render": "never",
        "ranking_weight": "0.7", "topic": ["opera"], "topic_examples": "texts",
        "topic_attribute": ["city", "town"],
    }  # fmt: skip
    assert set(flags) == set(SETTINGS)
    wanted = Config(
        5, 6, 7, 1800.0, "adaptive", ("jazz", "blues"), "results", 0.9, 0.5, 4, True, "desk@example.org",
        ("*=127.0.0.1:80",), costs={"query": 2.0, "document": 0.5}, render="never", ranking_weight=0.7,
        topic=("opera",), topic_examples="texts", topic_attributes=("city", "town"),
    )  # fmt: skip
    assert load_config(flags, env={}, folder=tmp_path) == wanted
    env = {
        SETTINGS[name].variable: ",".join(value) if isinstance(value, list) else str(value).lower()
        for name, value in flags.items()
    }
    assert load_config(env=env, folder=tmp_path) == wanted
    write(
        tmp_path,
        'max_queries = 5\nmax_requests = 6\nmax_documents = 7\nmax_time = "30m"\npolicy = "adaptive"\n'
        'seed = ["jazz", "blues"]\ndocuments = "results"\ntarget = 0.9\ndelay = 0.5\nconcurrency = 4\n'
        'ignore_robots = true\ncontact = "desk@example.org"\nresolve = ["*=127.0.0.1:80"]\n'
        'cost = { query = 2, document = 0.5 }\nrender = "never"\nranking_weight = 0.7\ntopic = ["opera"]\ntopic_examples = "texts"\n'
        'topic_attribute = ["city", "town"]\n',
    )
    assert load_config(env={}, folder=tmp_path) == wanted


def test_every_value_has_a_setting() -> None:
    values = {field.name for field in dataclasses.fields(Config)} - {"sources"}
    assert {setting.attribute or setting.name for setting in SETTINGS.values()} == values


def test_zero_and_auto_take_back_what_the_file_says(tmp_path: Path) -> None:
    write(tmp_path, "max_queries = 5\nmax_time = 60\ndelay = 2\ntarget = 0.9\nignore_robots = true\n")
    flags = {"max_queries": "0", "max_time": "0", "delay": "auto", "target": "0", "ignore_robots": False}
    config = load_config(flags, env={}, folder=tmp_path)
    assert (config.max_queries, config.max_time_s, config.delay_s) == (None, None, None)
    assert (config.target, config.ignore_robots) == (0.0, False)
    assert load_config({"delay": "0"}, env={}, folder=tmp_path).delay_s == 0.0


def test_an_empty_variable_is_not_set(tmp_path: Path) -> None:
    assert load_config(env={"SONDE_MAX_QUERIES": "", "SONDE_CONFIG": ""}, folder=tmp_path) == Config()


def test_unknown_names_are_errors_with_the_nearest_valid_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"'SONDE_DELY'.*'SONDE_DELAY'"):
        load_config(env={"SONDE_DELY": "1"}, folder=tmp_path)
    file = write(tmp_path, "max-querys = 3\n")
    with pytest.raises(ConfigError, match=rf"{file} sets 'max-querys'.*'max_queries'"):
        load_config(env={}, folder=tmp_path)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("max_queries = 1.5", "whole number"),
        ("max_queries = -1", "at least 0"),
        ("max_queries = true", "whole number"),
        ('max_queries = "many"', "whole number"),
        ("concurrency = 0", "at least 1"),
        ('max_time = "soon"', "30m"),
        ("max_time = false", "30m"),
        ("delay = -1", "30s"),
        ("target = 99.5", "0.995"),
        ("target = [1]", "0.995"),
        ('target = "most"', "0.995"),
        ("contact = 3", "text"),
        ("seed = [1]", "list of texts"),
        ('ignore_robots = "perhaps"', "true or false"),
        ('documents = "some"', "full or results"),
        ("cost = { query = 0 }", "above zero"),
        ("cost = { result = -1 }", "above zero"),
        ("cost = { document = true }", "above zero"),
        ("cost = { query = inf }", "above zero"),
        ('cost = ["query"]', "above zero"),
        ('cost = "query=much"', "above zero"),
        ("cost = { documents = 1 }", "did you mean 'document'"),
        ("cost = 3", "list of texts"),
    ],
)
def test_a_wrong_value_is_named_with_its_place_and_the_remedy(line: str, said: str, tmp_path: Path) -> None:
    file = write(tmp_path, line)
    with pytest.raises(ConfigError) as caught:
        load_config(env={}, folder=tmp_path)
    assert str(caught.value).startswith(line.split(" ")[0] + " is ")
    assert str(file) in str(caught.value)
    assert said in str(caught.value)


def test_the_file_may_be_elsewhere_but_must_then_be_there(tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    with pytest.raises(ConfigError, match=r"other\.toml"):
        load_config(env={}, file=other)
    with pytest.raises(ConfigError, match=r"other\.toml"):
        load_config(env={"SONDE_CONFIG": str(other)})
    other.write_text("concurrency = 3\n")
    write(tmp_path, "concurrency = 4\n")
    assert load_config(env={"SONDE_CONFIG": str(other)}, folder=tmp_path).concurrency == 3
    assert load_config(env={"SONDE_CONFIG": "unused"}, folder=tmp_path, file=other).concurrency == 3


@pytest.mark.parametrize("content", [b"a = = 1", b"\xff\xfe", b"max_time = 1\nmax_time = 2"])
def test_a_file_that_is_not_toml_is_a_clear_error(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "sonde.toml").write_bytes(content)
    with pytest.raises(ConfigError, match="is not valid TOML"):
        load_config(env={}, folder=tmp_path)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("90", 90), ("30s", 30), ("30m", 1800), ("2h", 7200), ("1h30m", 5400), ("1h 30m", 5400),
        ("1.5h", 5400), ("250ms", 0.25), (" 5 M ", 300), ("0", 0), ("0.5", 0.5),
    ],
)  # fmt: skip
def test_times_are_read_as_people_write_them(text: str, seconds: float) -> None:
    assert parse_duration(text) == seconds


@pytest.mark.parametrize("text", ["", "soon", "-5", "-5m", "5d", "1h30", "h", "nan", "inf", "1e400", "5 5m"])
def test_what_is_no_time_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="1h30m"):
        parse_duration(text)


@given(st.integers(0, 99), st.integers(0, 59), st.integers(0, 59))
def test_a_time_is_the_sum_of_its_parts(hours: int, minutes: int, seconds: int) -> None:
    assert parse_duration(f"{hours}h{minutes}m{seconds}s") == 3600 * hours + 60 * minutes + seconds


@given(st.text())
def test_any_text_is_a_time_or_a_clear_error(text: str) -> None:
    outcome: float | str
    try:
        outcome = parse_duration(text)
    except ValueError as error:
        outcome = str(error)
    assert "1h30m" in outcome if isinstance(outcome, str) else outcome >= 0
