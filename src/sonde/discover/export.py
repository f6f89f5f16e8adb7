"""The pages of a mining as JSON lines, or as a table with a column for every attribute."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from sonde.discover.folder import DiscoveryFolder
from sonde.discover.reader import mined_pages
from sonde.discover.tables import DISCOVERY
from sonde.store.export import ExportFormat, as_object, write_records
from sonde.store.reader import snapshot

COLUMNS = ("url", "title", "accepted")
_MOST_COLUMNS = 200  # attributes with a column of their own, the most frequent ones


def export_mined(
    folder: DiscoveryFolder, format: ExportFormat, file: Path | str, *, include_rejected: bool = False
) -> int:
    """Writes the accepted pages, or all, and says how many there were."""
    with snapshot(folder.database, DISCOVERY) as connection:

        def records() -> Iterator[dict[str, object]]:
            for page in mined_pages(connection):
                if page.accepted or include_rejected:
                    found = {"url": page.url, "title": page.title, "accepted": page.accepted}
                    stated = as_object(page.attributes)
                    yield {**found, "attributes": stated} if format == "jsonl" else {**stated, **found}

        names: Counter[str] = Counter()
        if format == "csv":
            names.update(name for record in records() for name in record if name not in COLUMNS)
        columns = [*COLUMNS, *(name for name, _ in names.most_common(_MOST_COLUMNS))]
        return write_records(records(), format, file, columns=columns)
