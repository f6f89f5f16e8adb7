"""One folder per crawl: where its files are, whose it is, and who may write to it."""

import time
import uuid
from contextlib import closing
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from sonde._version import VERSION
from sonde.errors import StoreError
from sonde.store.disk import sqlite_errors
from sonde.store.locked_folder import LockedFolder
from sonde.store.reader import read_meta
from sonde.store.schema import connect_to_read
from sonde.store.writer import Writer

_HARMLESS = {"interface.yaml"}  # may lie in a folder that holds no crawl yet: learned beforehand
_DEFAULT_PORTS = {"http": 80, "https": 443}


class CrawlFolder(LockedFolder):
    """The folder of one crawl; from `open_for_crawl` or `open_to_read`."""

    @property
    def database(self) -> Path:
        """The crawl itself."""
        return self.path / "crawl.db"

    @property
    def interface(self) -> Path:
        """How to ask the site and how to read its answers."""
        return self.path / "interface.yaml"

    @property
    def index(self) -> Path:
        """The folder of the full-text index; derived, may be deleted."""
        return self.path / "index"

    @property
    def site_url(self) -> str:
        """The address the crawl was started with."""
        with sqlite_errors(self.database), closing(connect_to_read(self.database)) as connection:
            return str(read_meta(connection, "site_url") or "")

    @classmethod
    def open_for_crawl(cls, path: Path | str, *, site_url: str) -> Self:
        """The folder, new or to be resumed, locked against every other crawl until it is closed.

        Raises FolderInUseError when another process writes to it, SchemaVersionError when a newer Sonde made
        it, and StoreError when it belongs to another site, holds something else, or cannot be written. A folder in
        which nothing was learned or stored belongs to nobody: its address may have been mistyped.
        """
        folder = cls._open_locked(path, holds="crawl", database="crawl.db", harmless=_HARMLESS)
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

    def _claim(self, site_url: str) -> None:
        writer = Writer(self.database)
        try:
            owner = read_meta(writer.connection, "site_url")
            is_same = owner is not None and _identity(str(owner)) == _identity(site_url)
            if owner is None or (not is_same and not self.interface.exists() and writer.is_bare()):
                writer.forget_runs()
                writer.set_meta("crawl_id", uuid.uuid4().hex)
                writer.set_meta("created_at", time.time())
                writer.set_meta("created_by", VERSION)
                writer.set_meta("site_url", site_url)
            elif not is_same:
                raise StoreError(
                    f"{self.path} holds the crawl of {owner}, not of {site_url}. Choose another folder with -o.",
                    path=self.path,
                )
        finally:
            writer.close()


def _identity(url: str) -> tuple[str, str, str]:
    """What two addresses of one site share: http or https, a default port or a final slash do not matter."""
    parts = urlsplit(url)
    port = parts.port if parts.port != _DEFAULT_PORTS.get(parts.scheme) else None
    host = (parts.hostname or "") + (f":{port}" if port else "")
    return host, parts.path.rstrip("/"), parts.query
