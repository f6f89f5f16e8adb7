"""Cuts the torn record off the end of a WARC file whose writer was killed.

Every record is a gzip member, so a whole file ends where a member ends. The usual case is decided from the
last member alone. Only a file that is really torn is walked from its start, because a page that is itself an
archive can hold bytes that look like the start of a record.
"""

import logging
import mmap
import zlib
from pathlib import Path

from sonde.store.disk import os_errors

logger = logging.getLogger(__name__)

_GZIP = 31
_MAGIC = b"\x1f\x8b\x08"
_RECORD_START = b"WARC/1."
_CHUNK = 1 << 18
_TAIL = 8 << 20

_Bytes = bytes | mmap.mmap


def repair_tail(path: Path) -> int:
    """Cuts a torn last record off and says how many bytes went; a file with no whole record is removed.

    Damage that has readable records behind it is no torn tail: it is left alone, with a warning.
    """
    with os_errors(path):
        size = path.stat().st_size
        end = _whole_end(path) if size else 0
        if end == 0:
            path.unlink()
        elif end < size:
            with path.open("r+b") as file:
                file.truncate(end)
    if end < size:
        logger.warning("archive repaired file=%s cut_bytes=%d", path, size - end)
    return size - end


def _whole_end(path: Path) -> int:
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        size = len(data)
        if _ends_whole(data):
            return size
        end, is_damaged = _walk(data)
        if is_damaged and _find_record(data, end + 1) is not None:
            logger.warning("archive damaged file=%s offset=%d: later records are kept", path, end)
            return size
        return end


def _ends_whole(data: _Bytes) -> bool:
    """Whether the last thing that looks like a record ends exactly where the file does."""
    lowest = max(0, len(data) - _TAIL)
    at = len(data)
    while (at := data.rfind(_MAGIC, lowest, at)) >= 0:
        if _starts_record(data, at):
            return _record_end(data, at) == len(data)
    return False


def _walk(data: _Bytes) -> tuple[int, bool]:
    """The end of the last whole member from the start on, and whether what follows is damaged.

    What follows a kill is not damaged, it merely ends too early.
    """
    at = 0
    try:
        while (end := _member_end(data, at)) is not None:
            at = end
    except zlib.error:
        return at, True
    return at, False


def _find_record(data: _Bytes, at: int) -> int | None:
    """Where the next whole record begins at or after an offset."""
    while (at := data.find(_MAGIC, at)) >= 0:
        if _starts_record(data, at) and _record_end(data, at) is not None:
            return at
        at += 1
    return None


def _starts_record(data: _Bytes, at: int) -> bool:
    try:
        beginning = zlib.decompressobj(_GZIP).decompress(data[at : at + 4096], len(_RECORD_START))
    except zlib.error:
        return False
    return beginning == _RECORD_START


def _record_end(data: _Bytes, at: int) -> int | None:
    try:
        return _member_end(data, at)
    except zlib.error:
        return None


def _member_end(data: _Bytes, at: int) -> int | None:
    """The offset behind the gzip member that starts here, or None when the file ends within it."""
    member = zlib.decompressobj(_GZIP)
    for start in range(at, len(data), _CHUNK):
        # The output is bounded at each step: an archived bomb must not burst here.
        member.decompress(data[start : start + _CHUNK], _CHUNK)
        while member.unconsumed_tail and not member.eof:
            member.decompress(member.unconsumed_tail, _CHUNK)
        if member.eof:
            return min(start + _CHUNK, len(data)) - len(member.unused_data)
    return None
