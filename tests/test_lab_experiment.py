"""The lab's experiments from the command line: tables, JSON, CSV, charts, and what is wrong before the first trial."""

import csv
import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from wordfreq import top_n_list

from cli_run import sonde
from sonde.errors import ConfigError
from sonde.lab.conditions import find_conditions, parse_cap
from sonde.lab.corpora.record import Record
from sonde.lab.cost import checkpoints, measure_cost
from sonde.lab.experiment import find_source, most_queries, open_engine
from sonde.lab.oracle import Limits
from sonde.lab.search.engine import Engine
from sonde.lab.tables import mean, text_table, write_csv
from sonde.lab.traits import Traits

LEVELS = ("50", "80", "90", "95", "99")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with one corpus."""
    path = tmp_path_factory.mktemp("data")
    rng, vocabulary = random.Random(3), [w for w in top_n_list("en", 600) if w.isascii() and w.isalpha()]
    weights = [1 / (rank + 5) for rank in range(len(vocabulary))]
    with (path / "letters.jsonl").open("w", encoding="utf-8") as file:
        for i in range(240):
            text = " ".join(rng.choices(vocabulary, weights, k=rng.randint(4, 30)))
            file.write(json.dumps({"title": f"Letter {i}", "text": text}) + "\n")
    (path / "one.jsonl").write_text('{"title": "alone", "text": "a single one"}\n')
    return path


def rows(*arguments: str | Path) -> list[dict[str, Any]]:
    ran = sonde("lab", *arguments, "--json", "-q")
    assert ran.code == 0, ran.err
    return [json.loads(line) for line in ran.out.splitlines()]


def test_coverage_gives_one_object_per_corpus_policy_and_seed(folder: Path) -> None:
    found = rows("coverage", "letters", "--data", folder, "--cap", "30", "--cap", "none", "--rank", "bm25",
                 "--rank", "static", "--seeds", "2")  # fmt: skip
    keys = [(row["policy"], row["cap"], row["rank"], row["seed"]) for row in found]
    assert len(set(keys)) == len(keys) == 2 * 2 * 2 * 2
    for row in found:
        assert row["corpus"] == "letters"
        assert list(row["queries"]) == list(row["ratio"]) == list(LEVELS)
        reached = [level for level in LEVELS if row["queries"][level] is not None]
        assert "80" in reached
        for level in reached:
            assert row["queries"][level] >= row["lower_bound"][level]
            assert row["ratio"][level] == pytest.approx(row["queries"][level] / row["oracle"][level], abs=1e-3)
            assert row["oracle"][level] >= row["lower_bound"][level]
            assert row["requests"][level] >= row["pages"][level] + 240 * int(level) // 100
        assert [row["queries"][level] for level in reached] == sorted(row["queries"][level] for level in reached)


def test_a_level_that_was_never_reached_is_null_and_a_dash(folder: Path) -> None:
    options = (
        "letters",
        "--data",
        folder,
        "--cap",
        "5",
        "--max-queries",
        "6",
        "--seeds",
        "1",
        "--policies",
        "adaptive",
    )
    [row] = rows("coverage", *options)
    assert row["asked"] == 6
    assert row["queries"]["50"] is None
    assert row["ratio"]["99"] is None
    assert row["stopped_by"] == "budget"
    table = sonde("lab", "coverage", *options, "-q").out.splitlines()
    assert table[1].split()[4:] == ["adaptive", *("-" * 5)]
    assert "(oracle)" in table[2]
    assert "(lower bound)" in table[3]


def test_csv_and_charts_are_written(folder: Path, tmp_path: Path) -> None:
    ran = sonde("lab", "coverage", folder / "letters.jsonl", "--cap", "30", "--seeds", "1", "-q",
                "--csv", tmp_path / "out" / "all.csv", "--figures", tmp_path / "charts")  # fmt: skip
    assert ran.code == 0, ran.err
    with (tmp_path / "out" / "all.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert [line["policy"] for line in lines] == ["sonde", "adaptive"]
    assert float(lines[0]["ratio.90"]) >= 1
    png, svg = sorted((tmp_path / "charts").iterdir())
    assert png.read_bytes().startswith(b"\x89PNG")
    assert "<svg" in svg.read_text()
    assert svg.name == "coverage-letters-30-bm25-plain.svg"


def test_several_processes_give_the_same_numbers(folder: Path) -> None:
    options = ("coverage", "letters", "--data", folder, "--cap", "30", "--seeds", "2", "--limit-documents", "100")
    alone, together = ([{**row, "cpu_s": 0} for row in rows(*options, "--jobs", jobs)] for jobs in ("1", "2"))
    assert alone == together
    assert alone[0]["documents"] == 100


def test_robustness_runs_every_difficulty(folder: Path) -> None:
    found = rows("coverage", "letters", "--data", folder, "--cap", "30", "--seeds", "1", "--policies", "sonde",
                 "--limit-documents", "80", "--robustness")  # fmt: skip
    assert [row["site"] for row in found] == [
        "plain", "unknown stop words", "hidden counts", "rounded counts", "3 letters", "substring", "or",
    ]  # fmt: skip
    assert all(row["reached"] > 0.5 for row in found)


def test_the_unknown_stop_list_is_made_of_the_words_of_the_corpus() -> None:
    engine = Engine([Record(str(i), "", "wub wub " + "gnarl " * (i % 2) + f"w{i}") for i in range(200)])
    unknown = next(c for c in find_conditions([10], ["bm25"], base=Traits(), robustness=True) if c.own_stop_words)
    site = unknown.site(engine)
    assert not len(site.search("wub").ids)
    assert not len(site.search("gnarl").ids)
    assert len(site.search("w199").ids)
    assert len(engine.search("wub").ids)


def test_completeness_compares_the_estimate_with_the_truth(folder: Path) -> None:
    options = ("letters", "--data", folder, "--cap", "30", "--seeds", "2", "--policies", "sonde")
    found = rows("completeness", *options)
    assert [row["seed"] for row in found] == [1, 2]
    for row in found:
        for share in ("50", "80", "95"):
            assert row["truth"][share] >= int(share) / 100
            assert row["error"][share] == pytest.approx(row["estimate"][share] - row["truth"][share], abs=1e-4)
            assert row["held"][share] == (row["low"][share] <= row["truth"][share] <= row["high"][share])
    table = sonde("lab", "completeness", *options, "-q").out.splitlines()
    errors = sorted(abs(row["error"]["80"]) for row in found)
    assert f"{50 * sum(errors):.1f}" in table[1].split()
    assert " of 2" in table[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("missing.jsonl",), "no corpus missing.jsonl"),
        (("leters",), "Did you mean letters?"),
        (("one",), "fewer than two documents"),
        (("letters", "--limit-documents", "1"), "fewer than two documents"),
        (("synthetic:many",), "synthetic:N"),
        (("synthetic:1",), "fewer than two documents"),
        (("letters", "--policies", "sond"), "did you mean 'sonde'"),
        (("letters", "--policies", ","), "no policy"),
        (("letters", "--cap", "0"), "neither a number above zero nor none"),
        (("letters", "--rank", "bm26"), "bm25"),
        (("letters", "--count", "exakt"), "exact"),
    ],
)
@pytest.mark.parametrize("command", ["coverage", "completeness"])
def test_what_is_wrong_is_told_before_the_first_trial(
    command: str, arguments: tuple[str, ...], message: str, folder: Path
) -> None:
    ran = sonde("lab", command, *arguments, "--data", folder)
    assert ran.code == 2
    assert message in ran.err
    assert "trial ended" not in ran.err
    assert not ran.out


def test_without_matplotlib_the_install_line_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    ran = sonde("lab", "coverage", "letters", "--data", folder, "--figures", "charts")
    assert ran.code == 2
    assert "pip install 'sonde[lab]'" in ran.err


def test_cost_grows_by_checkpoints_and_counts_what_was_described() -> None:
    assert list(checkpoints(10_000)) == [10_000]
    assert list(checkpoints(200_000)) == [10_000, 20_000, 50_000, 100_000, 200_000]
    [row] = measure_cost("sonde", documents=600, vocabulary=2_000)
    assert row["documents"] == 600
    assert 0 < int(str(row["terms"])) <= 2_000 + 1
    assert int(str(row["table_bytes_per_document"])) > 0
    assert {"choose_ms", "choose_ms_p95", "observe_us_per_document", "process_bytes_per_document"} < set(row)


def test_the_cost_command_refuses_an_unknown_policy() -> None:
    ran = sonde("lab", "cost", "--policies", "sond")
    assert ran.code == 2
    assert "did you mean 'sonde'" in ran.err


def test_a_corpus_is_opened_once_for_all_its_trials(folder: Path) -> None:
    source = find_source("letters", data=folder, limit=50)
    assert source.name == "letters"
    assert open_engine(source) is open_engine(find_source("letters", data=folder, limit=50))
    assert len(open_engine(source).records) == 50


def test_a_policy_is_given_up_far_beyond_the_oracle() -> None:
    limits = Limits(10, 10, {0.5: 70, 0.99: None}, {0.5: 60, 0.99: None}, {}, ())
    assert most_queries(limits) == 700
    assert most_queries(Limits(10, 10, {0.5: 1}, {0.5: 1}, {}, ())) == 300


def test_tables_align_numbers_and_flatten_objects(tmp_path: Path) -> None:
    assert text_table(["name", "n"], [["a", "1"], ["bcdef", "100"]]) == "name     n\na        1\nbcdef  100"
    write_csv(tmp_path / "t.csv", [{"a": {"x": 1, "y": None}}, {"a": {"x": 2, "z": 3}}])
    assert (tmp_path / "t.csv").read_text().splitlines() == ["a.x,a.y,a.z", "1,,", "2,,3"]
    with pytest.raises(ConfigError, match="Choose another file"):
        write_csv(tmp_path / "t.csv" / "u.csv", [])
    assert mean([1, 2]) == 1.5
    assert mean([1, None]) is None
    assert mean([]) is None
    assert parse_cap("None") is None
    assert parse_cap("20") == 20


def test_completeness_tells_where_crawls_stop_and_how_late_that_is(folder: Path) -> None:
    options = ("letters", "--data", folder, "--cap", "30", "--seeds", "2", "--policies", "sonde", "--stop")
    found = rows("completeness", *options)
    for row in found:
        assert row["reason"] in {"estimate reached", "yield too low", "exhausted", "all held"}
        assert 0.9 < row["coverage"] <= 1
        assert row["overshoot"] is None or 0 <= row["overshoot"] < row["queries"]
    table = sonde("lab", "completeness", *options, "-q").out.splitlines()
    assert f"{min(row['coverage'] for row in found):.1%}" in table[1].split()
