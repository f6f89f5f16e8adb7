"""The papers whose experiments can be run."""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, cast

from sonde.errors import ConfigError, unknown_name
from sonde.lab.papers.experiment import Experiment

PAPERS = tuple(name for name in ("ntoulas", "liakos", "valkanas") if find_spec(f"sonde.lab.papers.{name}"))


class Paper(Protocol):
    """A module with a paper's experiments."""

    def experiments(self, data: Path, *, documents: int | None = None, quick: bool = False) -> Iterator[Experiment]:
        """Every experiment of the paper, on corpora of the folder `data`, at most so many `documents` of each.

        `quick` takes few documents and asks few queries.
        """


def run_papers(
    papers: list[str], data: Path, *, documents: int | None = None, quick: bool = False
) -> Iterator[Experiment]:
    """The experiments of these papers, of all for none, one by one as they are done. Raises ConfigError at once
    for a paper that is not known and a folder that is not there."""
    for name in papers:
        if name not in PAPERS:
            raise unknown_name("paper", name, PAPERS)
    if not data.is_dir():
        raise ConfigError(f"there is no folder {data}. Name the one that holds the corpora with --data.")
    return (
        experiment
        for name in papers or PAPERS
        for experiment in _paper(name).experiments(data, documents=documents, quick=quick)
    )


def _paper(name: str) -> Paper:
    return cast(Paper, import_module(f"sonde.lab.papers.{name}"))
