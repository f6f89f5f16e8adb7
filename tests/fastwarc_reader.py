"""Archives as fastwarc reads them. Its version 1.1 warns about old names of its own as it loads."""

import warnings
from pathlib import Path

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from fastwarc.warc import ArchiveIterator, WarcRecordType

__all__ = ["ArchiveIterator", "WarcRecordType", "answered_urls"]


def answered_urls(archive: Path) -> set[str]:
    """The addresses of all answers in an archive, whose digests are checked."""
    urls: set[str] = set()
    for path in sorted(archive.iterdir()):
        with path.open("rb") as file:
            for record in ArchiveIterator(file, record_types=WarcRecordType.any_type, verify_digests=True):
                record.reader.consume()
                if record.record_type == WarcRecordType.response:
                    urls.add(record.headers["WARC-Target-URI"])
    return urls
