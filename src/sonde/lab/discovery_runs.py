"""The runs of an experiment with discovery in a file, one line each: a long experiment can go on after a kill."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sonde.errors import ConfigError
from sonde.lab.discovery import Run

Key = tuple[str, str, str]  # web, domain, mode


class RunFile:
    """The runs with so many pages on webs of one scale and material; lines of others are passed over."""

    def __init__(self, path: Path, *, pages: int, scale: float, data: Path | None) -> None:
        self._path = path
        self._asked = {"asked": pages, "scale": scale, "data": data.name if data else ""}

    def known(self) -> dict[Key, Run]:
        """The runs that were made before; what a kill has torn is cut off."""
        if not self._path.is_file():
            return {}
        with _readable(self._path):
            whole, end, _ = self._path.read_text("utf-8").rpartition("\n")  # a kill may have torn the last line
            rows = map(json.loads, whole.splitlines())
            runs = [_run(row["run"]) for row in rows if {name: row[name] for name in self._asked} == self._asked]
            os.truncate(self._path, len((whole + end).encode()))
        return {(run.recipe, run.domain, run.mode): run for run in runs}

    def add(self, run: Run) -> None:
        """Keeps a run."""
        with _readable(self._path):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(self._asked | {"run": asdict(run)}, ensure_ascii=False) + "\n")


def _run(row: dict[str, Any]) -> Run:
    return Run(**row | {"curve": tuple(map(tuple, row["curve"])), "iterations": tuple(row["iterations"])})


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"cannot keep runs in {path}: {error}. Choose another file with --runs.") from error
