"""fastwarc, to read archives with: version 1.1 warns about old names of its own as it loads."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from fastwarc.warc import ArchiveIterator, WarcRecordType

__all__ = ["ArchiveIterator", "WarcRecordType"]
