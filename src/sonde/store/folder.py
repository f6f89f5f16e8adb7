"""One folder per crawl: where its files are, whose it is, and who may write to it."""

import fcntl
import os
import time
import uuid
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from sonde._version import VERSION
from sonde.errors import FolderInUseError, StoreError
from sonde.store.disk import os_errors, sqlite_errors
from sonde.store.reader import read_meta
from sonde.store.schema import connect_to_read
from sonde.store.writer import Writer

# May lie in a folder that holds no crawl yet: a lock left by a kill, an interface learned beforehand.
_HARMLESS = {"crawl.lock", "interface.yaml"}
_DEFAULT_PORTS = {"http": 80, "https": 443}
_LOCK_TRIES = 10


class CrawlFolder:
    """The folder of one crawl; from `open_for_crawl` or `open_to_read`."""

    def __init__(self, path: Path, *, lock: int | None = None) -> None:
        self.path = path
        self._lock = lock

    @property
    def database(self) -> Path:
        """The crawl itself."""
        return self.path / "crawl.db"

    @property
    def archive(self) -> Path:
        """The folder of WARC files: every exchange."""
        return self.path / "archive"

    @property
    def interface(self) -> Path:
        """How to ask the site and how to read its answers."""
        return self.path / "interface.yaml"

    @property
    def report(self) -> Path:
        """The report for a person."""
        return self.path / "report.html"

    @property
    def index(self) -> Path:
        """The folder of the full-text index; derived, may be deleted."""
        return self.path / "index"

    @property
    def lock_file(self) -> Path:
        """Locked while a crawl writes; holds the process id of the last one that did."""
        return self.path / "crawl.lock"

    @property
    def site_url(self) -> str:
        """The address the crawl was started with."""
        with sqlite_errors(self.database), closing(connect_to_read(self.database)) as connection:
            return str(read_meta(connection, "site_url") or "")

    @classmethod
    def open_for_crawl(cls, path: Path | str, *, site_url: str) -> Self:
        """The folder, new or to be resumed, locked against every other crawl until it is closed.

        Raises FolderInUseError when another process writes to it, SchemaVersionError when a newer Sonde made
        it, and StoreError when it belongs to another site, holds something else, or cannot be written.
        """
        path = Path(path)
        with os_errors(path):
            if path.exists() and not path.is_dir():
                raise StoreError(f"{path} is a file, not a folder. Choose another folder with -o.", path=path)
            path.mkdir(parents=True, exist_ok=True)
            _check_contents(path)
            folder = cls(path)
            folder._lock = _acquire(folder.lock_file)
        try:
            folder._claim(site_url)
        except BaseException:
            folder.close()
            raise
        return folder

    @classmethod
    def open_to_read(cls, path: Path | str) -> Self:
        """The folder of an existing crawl, also while it is running. Nothing is locked."""
        folder = cls(Path(path))
        if not folder.database.is_file():
            raise StoreError(
                f"no crawl in {folder.path}. Make one with: sonde crawl URL -o {folder.path}",
                path=folder.path,
            )
        connect_to_read(folder.database).close()
        return folder

    def close(self) -> None:
        """Lets other crawls in."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def is_being_crawled(self) -> bool:
        """Whether some process has the folder open for a crawl right now."""
        with suppress(FileNotFoundError, PermissionError):
            handle = os.open(self.lock_file, os.O_RDONLY | os.O_CLOEXEC)
            try:
                fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
            finally:
                os.close(handle)
        return False

    def size_bytes(self) -> int:
        """What the folder takes on disk."""
        total = 0
        for file in self.path.rglob("*"):
            with suppress(FileNotFoundError):  # a running crawl makes and removes files
                total += file.lstat().st_size if file.is_file() else 0
        return total

    def _claim(self, site_url: str) -> None:
        writer = Writer(self.database)
        try:
            owner = read_meta(writer.connection, "site_url")
            if owner is None:
                writer.set_meta("crawl_id", uuid.uuid4().hex)
                writer.set_meta("created_at", time.time())
                writer.set_meta("created_by", VERSION)
                writer.set_meta("site_url", site_url)
            elif _identity(str(owner)) != _identity(site_url):
                raise StoreError(
                    f"{self.path} holds the crawl of {owner}, not of {site_url}. Choose another folder with -o.",
                    path=self.path,
                )
        finally:
            writer.close()


def _check_contents(path: Path) -> None:
    names = {entry.name for entry in path.iterdir()}
    if "crawl.db" not in names and names - _HARMLESS:
        other = min(names - _HARMLESS)
        raise StoreError(
            f"{path} is not empty and holds no crawl (there is {other!r}). Choose a new folder with -o.",
            path=path,
        )


def _acquire(path: Path) -> int:
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


def _identity(url: str) -> tuple[str, str, str]:
    """What two addresses of one site share: http or https, a default port or a final slash do not matter."""
    parts = urlsplit(url)
    port = parts.port if parts.port != _DEFAULT_PORTS.get(parts.scheme) else None
    host = (parts.hostname or "") + (f":{port}" if port else "")
    return host, parts.path.rstrip("/"), parts.query
