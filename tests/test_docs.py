"""The documentation is complete and runs: commands, options, settings, exit codes, the README's program."""

import ast
import functools
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
import typer

import sonde
from cli_run import DOCUMENTS, small_site
from sonde.cli import app
from sonde.cli.exits import EXPLAINED, code_of_stop
from sonde.config import SETTINGS
from sonde.lab.process import SiteProcess
from sonde.model import StopReason

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CLI = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
LIBRARY = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
EVERYWHERE = {"--verbose", "-v", "--quiet", "-q", "--log-json", "--help"}


def commands(group: Any = None, name: str = "sonde") -> Iterator[tuple[str, Any]]:
    """Every command that does something, by its full name."""
    group = group or typer.main.get_command(app)
    for word, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{name} {word}")
        else:
            yield f"{name} {word}", command


def options(command: Any) -> set[str]:
    """The options of a command as they are typed."""
    found = {option for p in command.params for option in (*p.opts, *p.secondary_opts) if option.startswith("-")}
    return found | {"--help"}


COMMANDS = dict(commands())


def section(name: str) -> str:
    return CLI.split(f"\n## {name}\n", 1)[1].split("\n## ", 1)[0]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_a_command_is_documented(name: str) -> None:
    documented = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", section(name)))
    assert options(COMMANDS[name]) - EVERYWHERE - documented == set()
    assert documented - options(COMMANDS[name]) == set()
    assert f"`{name}`" in CLI.split("\n## ", 1)[0]


def test_options_that_every_command_has_are_documented_once() -> None:
    shared = section("Streams and exit codes")
    assert all(f"`{option}`" in shared for option in EVERYWHERE)
    assert all(options(command) >= EVERYWHERE for command in COMMANDS.values())
    assert all(f"`sonde {option}`" in CLI for option in options(typer.main.get_command(app)) - {"--help"})


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_is_documented_with_its_flag_variable_and_key(name: str) -> None:
    setting = SETTINGS[name]
    row = next(line for line in section("Settings").splitlines() if f"`{setting.variable}`" in line)
    assert f"`{setting.flag}" in row
    assert f"`{name}`" in row


def test_exit_codes_are_in_the_help_and_in_the_documentation() -> None:
    for code in ("0", "1", "2", "3", "130"):
        assert re.search(rf"\b{code} ", EXPLAINED)
        assert f"\n| {code} | " in section("Streams and exit codes")
    for reason in get_args(StopReason):
        row = next(line for line in section("sonde crawl").splitlines() if line.startswith(f"| `{reason}` |"))
        assert f"| {code_of_stop(reason)} " in row


def shown_commands() -> list[str]:
    """The `sonde` command lines that the documents show."""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))]
    joined = [text.replace("\\\n", " ") for text in texts]
    return [line for text in joined for line in re.findall(r"^\$ (sonde .*)$", text, re.MULTILINE)]


def test_the_commands_shown_exist() -> None:
    assert len(shown_commands()) >= 3
    for line in shown_commands():
        words = shlex.split(line)
        name = next(name for name in COMMANDS if name.split() == words[: len(name.split())])
        assert {word for word in words if word.startswith("-")} <= options(COMMANDS[name]), line


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProcess]:
    with small_site(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.mark.parametrize("text", [README, LIBRARY], ids=["README.md", "docs/library.md"])
async def test_the_program_in_the_document_runs(
    text: str,
    site: SiteProcess,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    [program] = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert "https://example.org" in program
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sonde, "NetOptions", functools.partial(sonde.NetOptions, delay_s=0, concurrency=8))
    names: dict[str, Any] = {}
    source = program.replace("https://example.org", site.url).replace("liver cirrhosis", "report")
    code = compile(source, "the document", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    await eval(code, names)
    assert len(capsys.readouterr().out.splitlines()) == DOCUMENTS
    assert len(names["found"]) == 10


def test_the_readme_and_the_make_file_agree() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert {"demo", "test", "lint", "bench", "clean"} <= targets
    assert set(re.findall(r"make ([a-z]+)`", README)) | {"demo"} <= targets
    assert len(README.splitlines()) <= 110


def test_links_between_the_documents_lead_somewhere() -> None:
    for path in (ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name} links to {target}"
