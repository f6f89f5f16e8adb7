"""A real corpus on every machine: the docstrings of the running Python's standard library."""

import ast
import sysconfig
import warnings
from collections.abc import Iterator
from pathlib import Path

from sonde.errors import ConfigError
from sonde.lab.corpora.record import Record
from sonde.model import Pairs

# Third-party or bundled code, tests, generated data, and what newer Pythons no longer have.
_LEFT_OUT = frozenset({
    "__pycache__", "_bundled", "dist-packages", "distutils", "idlelib", "lib-dynload", "lib2to3",
    "__phello__", "pydoc_data", "site-packages", "test", "tests", "turtledemo",
})  # fmt: skip
_MAX_SIGNATURE = 300
_LEAST_WORDS = 3  # "Internal function." tells nobody anything

_Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def stdlib_corpus(root: str | Path | None = None) -> list[Record]:
    """Every documented module, class, function and method, ordered by dotted name.

    Files are read, never imported. The first of several definitions with one name or one docstring wins.
    Raises ConfigError where Python is installed without its source files.
    """
    root = Path(root or sysconfig.get_path("stdlib"))
    records: dict[str, Record] = {}
    texts: set[str] = set()
    for path in _source_files(root):
        for record in _documented(path, module=_module_name(path.relative_to(root))):
            if record.title not in records and record.text not in texts:
                records[record.title] = record
                texts.add(record.text)
    if not records:
        raise ConfigError(
            f"this Python has no library sources in {root}. Serve a corpus of your own: sonde lab serve FILE."
        )
    return sorted(records.values(), key=lambda record: record.title)


def _source_files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.is_dir():
            if path.name not in _LEFT_OUT and not path.name.startswith("config-"):
                yield from _source_files(path)
        elif path.suffix == ".py" and not path.name.startswith(("_sysconfigdata", "test_")):
            yield path


def _module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _documented(path: Path, *, module: str) -> Iterator[Record]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # old escapes in old modules are not our news
            tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError, OSError):
        return  # a template or an unreadable file: the library has thousands of others
    if text := _docstring(tree):
        yield Record(module, module, text, (("kind", "module"), ("module", module)))
    yield from _members(tree, prefix=module, module=module)


def _members(parent: ast.Module | ast.ClassDef, *, prefix: str, module: str) -> Iterator[Record]:
    for node in parent.body:
        if not isinstance(node, _Definition):
            continue
        name = f"{prefix}.{node.name}"
        if text := _docstring(node):
            yield Record(name, name, text, _attributes(node, parent=parent, module=module))
        if isinstance(node, ast.ClassDef):
            yield from _members(node, prefix=name, module=module)


def _docstring(node: ast.Module | _Definition) -> str:
    text = (ast.get_docstring(node) or "").strip()
    return text if len(text.split()) >= _LEAST_WORDS else ""


def _attributes(node: _Definition, *, parent: ast.AST, module: str) -> Pairs:
    if isinstance(node, ast.ClassDef):
        kind = "class"
        signature = f"{node.name}({', '.join(map(ast.unparse, node.bases))})"
    else:
        kind = "method" if isinstance(parent, ast.ClassDef) else "function"
        signature = f"{node.name}({ast.unparse(node.args)})"
    return (("kind", kind), ("module", module), ("signature", signature[:_MAX_SIGNATURE]))
