"""Imports point one way: entry points, joining, decisions and shells, pure, ground."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "sonde"

# From the top down, as in docs/architecture.md.
LAYERS = (
    ("cli", "lab", "__main__"),
    ("__init__", "discover", "site_crawl", "saved_page", "crawl", "answer", "report"),
    ("interface", "planner", "net", "browser", "store", "index"),
    ("page", "text"),
    ("model", "errors", "config", "_version"),
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
SHELL_ONLY = {"asyncio", "aiohttp", "sqlite3", "dask"}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def part_of(path: Path) -> str:
    """The package or module right below sonde that a file belongs to."""
    first, *rest = path.relative_to(PACKAGE).parts
    return first if rest else first.removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    """The dotted names a file imports, also within functions; `from sonde import x` gives sonde.x."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path} has a relative import"
            yield from (f"{node.module}.{name.name}" for name in node.names)


def part_named(name: str) -> str:
    """The part of sonde that a dotted name leads to; a name of the package itself is in __init__."""
    second = name.split(".")[1] if "." in name else ""
    return second if second in RANK else "__init__"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down(path: Path) -> None:
    part = part_of(path)
    assert part in RANK, f"{part} is in no layer: name it here and in docs/architecture.md"
    for name in imported(path):
        if name.split(".")[0] == "sonde":
            assert RANK[part_named(name)] >= RANK[part], f"{part} imports {name}, which lies above it"
    if part in ("page", "text", "planner", "model", "errors", "config"):
        assert {name.split(".")[0] for name in imported(path)} & SHELL_ONLY == set()


def test_the_walk_sees_what_is_there(tmp_path: Path) -> None:
    assert {part_of(path) for path in modules()} == set(RANK)
    file = tmp_path / "module.py"
    file.write_text("import aiohttp.web\ndef f():\n    from sonde.net import client\n    from sonde import open\n")
    assert list(imported(file)) == ["aiohttp.web", "sonde.net.client", "sonde.open"]
    assert [part_named(name) for name in imported(file)][1:] == ["net", "__init__"]


def test_the_picture_of_the_layers_is_that_of_the_documentation() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.split("## Layers", 1)[1].split("\n## ", 1)[0]
    rows = [re.findall(r"`([\w./]+)`", line) for line in table.splitlines() if line.startswith("|")]
    drawn = [{name.rstrip("/").removesuffix(".py") for name in row} for row in rows if row]
    assert len(drawn) == len(LAYERS)
    for names, layer in zip(drawn, LAYERS, strict=True):
        assert names <= set(layer)


def test_every_module_is_on_the_map() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"[\w]+\.py", text))
    # Commands, the papers' experiments and what prints an experiment have one file each, named after it.
    alike = re.compile(r"cli/|lab/papers/|lab/\w+_report\.py|lab/ranking_experiment_|.*__\w+__\.py|_version\.py")
    paths = [str(path.relative_to(PACKAGE)) for path in modules()]
    missing = [path for path in paths if path.split("/")[-1] not in named and not alike.match(path)]
    assert missing == [], "say in docs/architecture.md what they are for"
