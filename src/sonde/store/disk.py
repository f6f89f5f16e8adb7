"""Trouble with the disk or the database, told as a StoreError that names the path and what to do."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sonde.errors import StoreError

_FULL = (
    "disk full: {path} could not be written. Free some space and run the same command again; what was stored is kept."
)
_DENIED = "no permission to use {path}. Choose another folder with -o, or change its permissions."
_DAMAGED = "{path} is damaged or not a database. Restore it from a copy, or start again in another folder."
_NO_PLACE = "{path} cannot be used: the folder it would be in does not exist. Make it, or choose another place with -o."
_FOLDER = "{path} is a folder, and a file is to be written there. Choose another name with -o."
_BUSY = "{path} is locked by another program. Close it and run the same command again."

_OS_MESSAGES = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: _FULL,
    errno.EACCES: _DENIED,
    errno.EPERM: _DENIED,
    errno.EROFS: _DENIED,
    errno.ENOENT: _NO_PLACE,
    errno.ENOTDIR: _NO_PLACE,
    errno.EISDIR: _FOLDER,
}

_SQLITE_MESSAGES = {
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_PERM: _DENIED,
    sqlite3.SQLITE_READONLY: _DENIED,
    sqlite3.SQLITE_CANTOPEN: _DENIED,
    sqlite3.SQLITE_AUTH: _DENIED,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
}


@contextmanager
def sqlite_errors(path: Path) -> Iterator[None]:
    """Turns the errors of SQLite inside the block into a StoreError."""
    try:
        yield
    except sqlite3.Error as error:
        # The low byte is the primary result code; the rest refines it.
        primary = getattr(error, "sqlite_errorcode", 0) & 0xFF
        raise _store_error(_SQLITE_MESSAGES.get(primary), error, path) from error


@contextmanager
def os_errors(path: Path) -> Iterator[None]:
    """Turns the errors of the operating system inside the block into a StoreError."""
    try:
        yield
    except OSError as error:
        raise _store_error(_OS_MESSAGES.get(error.errno or 0), error, path) from error


def _store_error(message: str | None, error: Exception, path: Path) -> StoreError:
    if message is None:
        return StoreError(f"{path} cannot be used: {error}", path=path)
    return StoreError(message.format(path=path), path=path)
