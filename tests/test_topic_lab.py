"""`sonde lab topic`: topics by label, one object per trial, errors before the first one."""

import json
from pathlib import Path

import pytest

from cli_run import sonde
from sonde.errors import ConfigError
from sonde.lab.corpora.record import Record
from sonde.lab.topic import find_topic
from sonde.lab.topic_policies import split_topic_policies


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Forty documents about fish among a hundred and sixty about money."""
    path = tmp_path / "stories.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for i in range(200):
            fish = i % 5 == 0
            words = "trout salmon river boat lake".split() if fish else "bond stock market bank fund".split()
            text = f"{words[i % 5]} {words[(i // 5) % 5]} {words[(i // 7) % 5]} word{i % 30} people"
            file.write(json.dumps({"title": f"s{i}", "text": text, "kind": "fish" if fish else "money"}) + "\n")
    return path


def test_one_object_per_policy_and_seed(corpus: Path, tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    ran = sonde("lab", "topic", corpus, "--topics", "fish", "--examples", "5", "--cap", "10", "--seeds", "1",
                "--policies", "topic,perfect,cosine", "--json", "--csv", table)  # fmt: skip
    assert ran.code == 0, ran.err
    rows = [json.loads(line) for line in ran.out.splitlines()]
    assert [row["policy"] for row in rows] == ["topic", "perfect", "cosine"]
    for row in rows:
        assert row["documents"] == 40
        if row["queries"]["70"] is not None:
            assert row["queries"]["70"] >= row["queries"]["50"]
            assert row["downloaded"]["70"] >= 28
            assert row["ratio"]["70"] == pytest.approx(row["queries"]["70"] / row["oracle"]["70"], abs=1e-3)
    assert table.read_text(encoding="utf-8").count("\n") == 4


def test_the_table_has_the_oracle_last(corpus: Path) -> None:
    ran = sonde("lab", "topic", corpus, "--topics", "kind=fish", "--examples", "5", "--cap", "10", "--seeds", "1",
                "--policies", "topic")  # fmt: skip
    assert ran.code == 0, ran.err
    assert "(oracle)" in ran.out.splitlines()[-1]


def test_examples_may_come_from_another_corpus(corpus: Path, tmp_path: Path) -> None:
    letters = tmp_path / "letters.jsonl"
    lines = [json.dumps({"title": f"l{i}", "text": f"dear trout river word{i}", "kind": "letter"}) for i in range(6)]
    letters.write_text("\n".join(lines), encoding="utf-8")
    common = [
        "lab",
        "topic",
        corpus,
        "--topics",
        "fish",
        "--cap",
        "10",
        "--seeds",
        "1",
        "--policies",
        "topic",
        "--json",
    ]
    own, theirs, few = (
        sonde(*common, *more)
        for more in (
            ["--examples", "5"],
            ["--examples", "5", "--examples-from", f"{letters}:letter"],
            ["--examples", "7", "--examples-from", f"{letters}:letter"],
        )
    )
    assert (own.code, theirs.code) == (0, 0), theirs.err
    assert own.out != theirs.out
    assert few.code == 2
    assert "6 documents, too few to take 7 as examples" in few.err


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (["--topics", "birds"], "no corpus has the label 'birds'"),
        (["--topics", " , "], "names no topic"),
        (["--topics", "fish", "--policies", "cosin"], "did you mean 'cosine'"),
        (["--topics", "fish", "--examples", "39"], "fewer with --examples"),
        (["--topics", "fish", "--examples-from", "birds"], "is not CORPUS:LABEL"),
        (["--topics", "fish", "--examples-from", "birds:song"], "there is no corpus birds"),
    ],
)
def test_what_is_wrong_is_told(corpus: Path, wrong: list[str], message: str) -> None:
    ran = sonde("lab", "topic", corpus, *wrong)
    assert ran.code == 2
    assert message in ran.err


def test_a_label_is_found_alone_or_in_a_list() -> None:
    records = [
        Record("1", "a", attributes=(("tags", "red, dark blue"),)),
        Record("2", "b", attributes=(("tags", "blue"), ("note", "blue"))),
        Record("3", "c", attributes=(("tags", "dark blue"),)),
    ]
    assert find_topic(records, "dark blue").tolist() == [True, False, True]
    assert find_topic(records, "note=blue").tolist() == [False, True, False]
    with pytest.raises(ConfigError, match="no document"):
        find_topic(records, "green")


def test_a_list_of_policies_must_name_one() -> None:
    with pytest.raises(ConfigError, match="names no policy"):
        split_topic_policies(" ,")
