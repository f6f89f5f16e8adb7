"""The documents of the standard library, read once by each process that tests."""

from functools import cache

from sonde.lab.corpora.record import Record
from sonde.lab.corpora.stdlib import stdlib_corpus


@cache
def python_library() -> list[Record]:
    """All of them; not to be changed."""
    return stdlib_corpus()
