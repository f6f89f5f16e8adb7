"""A folder that one process at a time may write to, with what every kind of crawl keeps in it."""

import fcntl
import os
import time
from collections.abc import Set
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from sonde.errors import FolderInUseError, StoreError
from sonde.store.disk import os_errors

_LOCK = "crawl.lock"
_LOCK_TRIES = 10


class LockedFolder:
    """A folder, locked until it is closed where it was opened for writing."""

    def __init__(self, path: Path, *, lock: int | None = None) -> None:
        self.path = path
        self._lock = lock

    @property
    def archive(self) -> Path:
        """The folder of WARC files: every exchange."""
        return self.path / "archive"

    @property
    def report(self) -> Path:
        """The report for a person."""
        return self.path / "report.html"

    @property
    def lock_file(self) -> Path:
        """Locked while somebody writes; holds the process id of the last one that did."""
        return self.path / _LOCK

    def is_running(self) -> bool:
        """Whether some process has the folder open for writing right now."""
        return is_locked(self.lock_file)

    def size_bytes(self) -> int:
        """What the folder takes on disk."""
        return folder_bytes(self.path)

    @classmethod
    def _open_locked(cls, path: Path | str, *, holds: str, database: str, harmless: Set[str]) -> Self:
        """The folder, made where there is none, locked until it is closed.

        Raises StoreError where it holds other things than its database, the lock and what is `harmless`.
        """
        path = Path(path)
        with os_errors(path):
            if path.exists() and not path.is_dir():
                raise StoreError(f"{path} is a file, not a folder. Choose another folder with -o.", path=path)
            path.mkdir(parents=True, exist_ok=True)
            names = {entry.name for entry in path.iterdir()}
            others = names - harmless - {_LOCK}
            if database not in names and others:
                raise StoreError(
                    f"{path} is not empty and holds no {holds} (there is {min(others)!r}). "
                    "Choose a new folder with -o.",
                    path=path,
                )
            folder = cls(path)
            folder._lock = acquire_lock(folder.lock_file)
        return folder

    def close(self) -> None:
        """Lets others in."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def is_locked(path: Path) -> bool:
    """Whether some process holds the lock right now."""
    with suppress(FileNotFoundError, PermissionError):
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(handle)
    return False


def folder_bytes(path: Path) -> int:
    """What a folder takes on disk."""
    total = 0
    for file in path.rglob("*"):
        with suppress(FileNotFoundError):  # a running crawl makes and removes files
            total += file.lstat().st_size if file.is_file() else 0
    return total


def acquire_lock(path: Path) -> int:
    """A locked file handle. Readers test the lock for an instant, so a refusal is tried again a few times."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        for attempt in range(_LOCK_TRIES):
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                if attempt + 1 == _LOCK_TRIES:
                    holder = os.pread(handle, 32, 0).decode("ascii", "replace").strip() or "unknown"
                    raise FolderInUseError(
                        f"{path.parent} is in use by another crawl (process {holder}). "
                        "Wait for it, stop it, or choose another folder with -o.",
                        path=path.parent,
                    ) from error
                time.sleep(0.01)
            else:
                break
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
    except BaseException:
        os.close(handle)
        raise
    return handle
