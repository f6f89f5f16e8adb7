"""What is written for the eye: progress, log lines, messages, text that others wrote."""

import io
import json
import logging
from dataclasses import replace
from pathlib import Path

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from cli_run import sonde
from sonde.cli.exits import code_of_error, code_of_signal, code_of_stop
from sonde.cli.frame import framed
from sonde.cli.logs import JsonFormatter, LineFormatter
from sonde.cli.progress import budget_left, picture
from sonde.cli.terminal import one_line, printable
from sonde.crawl import Progress
from sonde.errors import ConfigError, FetchError, MissingExtraError, StoreError
from sonde.model import Budget, Coverage, Document, Outcome, Query


def record(message: str, *arguments: object) -> logging.LogRecord:
    return logging.LogRecord("sonde.crawl", logging.INFO, "crawl.py", 1, message, arguments, None)


def test_a_log_line_has_time_level_event_and_facts_on_one_line() -> None:
    line = LineFormatter().format(record("query answered words=%r new=%d", "a\nb\x1b[31m", 12))
    assert line[8:] == " INFO query answered words='a\\nb\\x1b[31m' new=12"
    assert "\n" not in LineFormatter().format(record("failed url=%s", "a\nb"))


def test_a_log_line_as_json_has_each_fact_under_its_name() -> None:
    entry = json.loads(JsonFormatter().format(record("query answered words=%r share=%.3f%s", "jazz", 0.5, "")))
    assert entry["event"] == "query answered"
    assert (entry["words"], entry["share"]) == ("jazz", 0.5)
    assert (entry["level"], entry["logger"]) == ("info", "sonde.crawl")


@pytest.mark.parametrize("arguments", [(), ("a", "b")])
def test_a_message_of_another_form_is_the_event(arguments: tuple[str, ...]) -> None:
    message = "100% of it" if not arguments else "%s met %s"
    entry = json.loads(JsonFormatter().format(record(message, *arguments)))
    assert entry["event"] == (message if not arguments else "a met b")


@given(st.text())
def test_text_of_others_cannot_steer_the_terminal(text: str) -> None:
    shown = printable(text)
    assert len(shown) == len(text)
    assert not any((ord(char) < 32 and char not in "\t\n") or 127 <= ord(char) < 160 for char in shown)
    assert "\n" not in one_line(text)


def test_a_long_line_is_cut_with_an_ellipsis() -> None:
    assert one_line("one two three", 8) == "one two…"
    assert one_line("one two", 7) == "one two"


def drawn(progress: Progress, budget: Budget) -> str:
    console = Console(file=io.StringIO(), width=100)
    console.print(picture(progress, budget))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_progress_shows_what_was_spent_what_it_brought_and_what_is_left() -> None:
    last = Outcome(Query("[bold]jazz"), new=(Document("http://a/1"), Document("http://a/2")))
    progress = Progress(
        queries=40, requests=900, documents=600, bytes=5_000_000, seconds=50.0,
        coverage=Coverage(0.75, 0.7, 0.8), last=last,
    )  # fmt: skip
    text = drawn(progress, Budget(max_queries=100, max_time_s=120.0))
    assert "40, 15.0 new documents each" in text
    peeked = drawn(replace(progress, peeks=7), Budget())
    assert "40 (of which 7 read only the first page), 15.0 new documents each" in peeked
    assert "the last, '[bold]jazz', brought 2" in text
    assert "900, 5.0 MB received" in text
    assert "75.0 % (70.0 % to 80.0 %)" in text
    assert "60 queries, 1 min 10 s" in text


def test_without_a_limit_there_is_no_budget_left() -> None:
    assert budget_left(Progress(), Budget()) == ""
    assert "budget" not in drawn(Progress(), Budget())
    assert budget_left(Progress(documents=9), Budget(max_documents=5)) == "0 documents"


def test_errors_and_stops_have_the_documented_exit_codes() -> None:
    assert code_of_error(ConfigError("x")) == code_of_error(MissingExtraError("x", extra="y")) == 2
    assert code_of_error(FetchError("x", url="u")) == code_of_error(StoreError("x", path=Path("p"))) == 1
    assert [code_of_stop(reason) for reason in ("exhausted", "estimate reached", "yield too low")] == [
        0,
        0,
        0,
    ]
    assert [code_of_stop(reason) for reason in ("budget", "blocked", "error", "interrupted")] == [
        3,
        1,
        1,
        130,
    ]
    assert (code_of_signal(2), code_of_signal(15)) == (130, 143)


def run(error: BaseException) -> int:
    def command() -> None:
        raise error

    with pytest.raises(typer.Exit) as caught:
        framed(command)(verbose=False, quiet=False, log_json=False)
    return int(caught.value.exit_code)


def test_tasks_that_fail_together_are_told_as_one_error(capsys: pytest.CaptureFixture[str]) -> None:
    errors = [ExceptionGroup("two", [FetchError("the disk is full", url="u")]), FetchError("too", url="u")]
    assert run(ExceptionGroup("tasks", errors)) == 1
    assert capsys.readouterr().err == "error: the disk is full\n"


def test_an_unknown_error_is_not_hidden() -> None:
    def command() -> None:
        raise ExceptionGroup("tasks", [FetchError("known", url="u"), ValueError("a bug")])

    with pytest.raises(ExceptionGroup):
        framed(command)(verbose=False, quiet=False, log_json=False)


def test_ctrl_c_in_any_command_is_130() -> None:
    assert run(KeyboardInterrupt()) == 130


def test_logging_is_left_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    before = list(logging.getLogger().handlers), logging.getLogger("sonde").level
    assert sonde("config", "show", "-v").code == 0
    assert (list(logging.getLogger().handlers), logging.getLogger("sonde").level) == before


def test_help_names_the_exit_codes() -> None:
    for arguments in (["--help"], ["crawl", "--help"], ["lab", "serve", "--help"]):
        assert "Exit codes: 0 done" in sonde(*arguments, env={"COLUMNS": "200"}).out
