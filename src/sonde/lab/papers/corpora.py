"""The corpora that stand for the papers' sites, whole or thinned."""

from collections.abc import Sequence
from pathlib import Path

from sonde.lab.corpora.corpus import open_corpus
from sonde.lab.corpora.record import Record
from sonde.lab.experiment import find_source


def open_records(corpus: str, data: Path, documents: int | None) -> list[Record]:
    """A corpus of the folder `data`, at most so many of its documents."""
    return thinned(open_corpus(find_source(corpus, data=data).address), documents)


def thinned(records: Sequence[Record], documents: int | None) -> list[Record]:
    """At most so many, evenly spaced: many files are sorted, and their first documents are of one kind."""
    if documents is None or documents >= len(records):
        return list(records)
    return [records[i * len(records) // documents] for i in range(documents)]
