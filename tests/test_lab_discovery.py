"""The experiment with discovery: every mode on the same web, counted against its truth."""

from dataclasses import replace
from pathlib import Path

import pytest

from sonde.discover.model import Verdict, WebPage
from sonde.errors import ConfigError
from sonde.lab.discovery import Remembering, Run, measure_discovery
from sonde.lab.discovery_report import (
    by_density,
    discovery_figures,
    feature_table,
    forms_table,
    precision_table,
    ratio,
    recipe_table,
    run_row,
)
from sonde.lab.discovery_runs import RunFile
from sonde.lab.names import split_names

FEATURES = {"url": {"book": 3, "shop": 2}, "anchor": {"search": 4}, "around": {"titl": 1, "author": 1}}


def run(domain: str, mode: str, relevant: int, *, recipe: str = "usual", harvested: int = 0) -> Run:
    return Run(
        recipe, domain, mode, 1000, relevant, harvested or relevant, 900, 50, 100, 60, ((100, 1), (900, relevant)),
        ({"pages": 0, "paths": 3, "features": FEATURES}, {"pages": 500, "paths": 9, "features": FEATURES}),
    )  # fmt: skip


RUNS = [
    run("movie", "baseline", 1),
    run("movie", "baseline", 3, recipe="noisy"),
    run("movie", "best", 10),
    run("movie", "best", 6, recipe="noisy", harvested=10),
    run("job", "baseline", 20),
    run("job", "best", 30),
]


def test_every_mode_is_measured_on_every_domain_against_the_truth() -> None:
    runs = list(measure_discovery(["usual"], ["job"], ["baseline", "online"], pages=120, scale=0.05))
    assert [(one.recipe, one.domain, one.mode) for one in runs] == [
        ("usual", "job", "baseline"),
        ("usual", "job", "online"),
    ]
    for one in runs:
        assert 100 <= one.pages <= 120
        assert 0 < one.relevant <= one.harvested <= one.searchable
        assert one.curve[-1][1] == one.relevant == one.at(one.pages)
        assert one.at(0) == 0
    again = next(measure_discovery(["usual"], ["job"], ["baseline"], pages=120, scale=0.05))
    assert replace(again, seconds=0.0) == replace(runs[0], seconds=0.0)


def test_forms_are_compared_by_their_mean_over_the_webs() -> None:
    assert by_density(RUNS) == ["job", "movie"]
    assert ratio(RUNS, "movie", "best", "baseline") == 4.0
    assert ratio(RUNS, "job", "best", "online") is None
    table = forms_table(RUNS).splitlines()
    assert table[1].split() == ["job", "2.00", "20.0", "30.0"]
    assert table[2].split() == ["movie", "0.20", "2.0", "8.0"]
    assert table[3].split() == ["all", "22.0", "38.0"]
    assert precision_table(RUNS).splitlines()[2].split() == ["movie", "100.0", "80.0"]
    assert recipe_table(RUNS).split()[:2] == ["web", "domain"]
    assert run_row(RUNS[3])["precision"] == 0.6


def test_features_are_shown_by_iteration_the_most_frequent_first() -> None:
    lines = feature_table(RUNS[0]).splitlines()
    assert lines[1].split("  ")[-3:] == ["book, shop", "search", "author, titl"]
    assert lines[2].split()[1:3] == ["500", "9"]


def test_charts_are_drawn_in_both_formats(tmp_path: Path) -> None:
    runs = [*RUNS, run("job", "online", 25)]
    paths = discovery_figures(tmp_path, runs)
    assert {path.name for path in paths} >= {"forms-by-mode.png", "forms-over-pages-job.svg", "features-url.svg"}
    assert all(path.stat().st_size > 1000 for path in paths)


def test_a_page_is_judged_once() -> None:
    class Counting:
        calls = 0

        def judge(self, page: WebPage) -> Verdict:
            self.calls += 1
            return Verdict(topic=0.7)

    critic = Counting()
    judge = Remembering(critic)
    assert judge.judge(WebPage("http://a.example/")) is judge.judge(WebPage("http://a.example/"))
    judge.judge(WebPage("http://b.example/"))
    assert critic.calls == 2


def test_an_unknown_name_is_an_error() -> None:
    assert split_names("", ("a", "b"), "mode") == ("a", "b")
    assert split_names("b, b", ("a", "b"), "mode") == ("b",)
    with pytest.raises(ConfigError, match="no mode 'c'"):
        split_names("c", ("a", "b"), "mode")


def test_runs_that_were_kept_are_not_made_again(tmp_path: Path) -> None:
    path = tmp_path / "runs" / "runs.jsonl"
    file = RunFile(path, pages=40, scale=0.05, data=None)
    assert file.known() == {}
    whole = list(measure_discovery(["usual"], ["job"], ["baseline", "best"], pages=40, scale=0.05))
    file.add(whole[0])
    with path.open("a") as torn:
        torn.write('{"asked": 40, "sc')
    known = file.known()
    assert known == {("usual", "job", "baseline"): whole[0]}
    again = list(measure_discovery(["usual"], ["job"], ["baseline", "best"], pages=40, scale=0.05, known=known))
    assert again[0] == whole[0]
    assert [replace(run, seconds=0.0) for run in again] == [replace(run, seconds=0.0) for run in whole]
    file.add(again[1])
    assert len(file.known()) == 2
    assert RunFile(path, pages=50, scale=0.05, data=None).known() == {}


def test_a_file_of_something_else_is_no_file_of_runs(tmp_path: Path) -> None:
    (tmp_path / "runs.jsonl").write_text('{"some": "object"}\n')
    with pytest.raises(ConfigError, match="--runs"):
        RunFile(tmp_path / "runs.jsonl", pages=50, scale=1.0, data=None).known()
