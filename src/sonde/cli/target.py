"""What a command's argument means: an address, a file or a folder."""

import re
from pathlib import Path

import sonde
from sonde.errors import ConfigError

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)


def is_address(target: str) -> bool:
    """Whether the text is written like a URL."""
    return _ADDRESS.match(target) is not None


def site_of(target: str) -> str | Path:
    """What to crawl: the address, or the file of the interface. Raises ConfigError when it is neither."""
    path = Path(target)
    if is_address(target):
        if not target.lower().startswith(("http://", "https://")):
            raise ConfigError(f"{target} cannot be crawled: use an address with http:// or https://")
        return target
    if path.is_dir():
        saved = path / "interface.yaml"
        # A crawl that was stopped while it got to know the site has no interface yet.
        return saved if saved.exists() else sonde.open(path).status().site_url
    if path.is_file() or path.suffix in (".yaml", ".yml"):
        return path
    raise ConfigError(
        f"{target!r} is no address, no file and no folder. Write an address in full, such as https://{target}"
    )


def folder_of(target: str, out: Path | None) -> Path:
    """Where the crawl goes: the given folder, or the folder that is to be resumed."""
    if out is not None:
        return out
    if not is_address(target) and Path(target).is_dir():
        return Path(target)
    raise ConfigError("where should the copy go? Name a folder with -o DIR.")
