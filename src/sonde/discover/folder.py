"""One folder per discovery: where its files are, and who may write to it."""

from pathlib import Path
from typing import Self

from sonde.discover.tables import DISCOVERY
from sonde.errors import StoreError
from sonde.store.locked_folder import LockedFolder
from sonde.store.schema import connect_to_read


class DiscoveryFolder(LockedFolder):
    """The folder of one discovery; from `open_for_discovery` or `open_to_read`."""

    @property
    def database(self) -> Path:
        """The discovery itself."""
        return self.path / "discovery.db"

    @property
    def sites(self) -> Path:
        """The crawls of the interfaces that were found, a folder for each."""
        return self.path / "sites"

    @classmethod
    def is_one(cls, path: Path | str) -> bool:
        """Whether a folder holds a discovery."""
        return cls(Path(path)).database.is_file()

    @classmethod
    def open_for_discovery(cls, path: Path | str) -> Self:
        """The folder, new or to be resumed, locked against every other process until it is closed."""
        return cls._open_locked(path, holds="discovery", database="discovery.db", harmless=frozenset())

    @classmethod
    def open_to_read(cls, path: Path | str) -> Self:
        """The folder of an existing discovery, also while it is running. Nothing is locked."""
        folder = cls(Path(path))
        if not folder.database.is_file():
            raise StoreError(
                f"no discovery in {folder.path}. Make one with: sonde discover --examples DIR --seeds FILE -o "
                f"{folder.path}",
                path=folder.path,
            )
        connect_to_read(folder.database, DISCOVERY).close()
        return folder
