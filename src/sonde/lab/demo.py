"""The site of `sonde demo`: the standard library's docstrings behind a search box, with the truth at hand."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from sonde.lab.corpora.corpus import stdlib_corpus
from sonde.lab.corpora.record import Record
from sonde.lab.process import SiteProcess, site_process
from sonde.lab.traits import Traits

DEMO_NAME = "Python Library Reading Room"
DEMO_TRAITS = Traits(cap=200, page_size=20, paging="numbered", stop_words="short", layout="list")


@dataclass(frozen=True, slots=True)
class DemoSite:
    """A running demonstration. `records` is everything it has; compare a crawl with it by `truth.compare`."""

    url: str
    records: tuple[Record, ...]
    process: SiteProcess

    @property
    def titles(self) -> frozenset[str]:
        """The titles a complete crawl holds."""
        return frozenset(record.title for record in self.records)


@contextmanager
def demo_site() -> Iterator[DemoSite]:
    """Serves the demonstration from another process until the block ends; ready after about three seconds."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        records = pool.submit(stdlib_corpus)  # while the other process does the same
        with site_process("stdlib", DEMO_TRAITS, name=DEMO_NAME) as process:
            yield DemoSite(process.url, tuple(records.result()), process)
