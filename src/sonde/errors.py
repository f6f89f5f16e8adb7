"""The error tree. A leaf exists because some caller treats it differently.

SondeError
├─ ConfigError              fixable before starting: flags, sonde.toml, interface.yaml
├─ FetchError .url          the page could not be had
│  ├─ FetchTimeoutError     it took too long
│  ├─ StatusError .status   the server answered with an error status
│  ├─ TooLargeError         body, headers or decompressed size above the limit
│  └─ RefusedError          we may not or cannot go there: robots, private address, block page
├─ FormError .url           the page has no usable way to ask
│  └─ NoSearchFormError     no form or box that searches
├─ StoreError .path         the crawl's folder cannot be used
│  ├─ SchemaVersionError    written by a newer Sonde
│  └─ FolderInUseError      another process has it open
└─ MissingExtraError .extra an optional part is not installed
"""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from sonde.model import Page


class SondeError(Exception):
    """The root: catch it to catch everything Sonde raises on purpose."""


class ConfigError(SondeError):
    """A setting is wrong; nothing was started."""


class FetchError(SondeError):
    """A page could not be had. `url` is the address that failed."""

    def __init__(self, message: str, *, url: str) -> None:
        super().__init__(message)
        self.url = url


class FetchTimeoutError(FetchError):
    """The server took longer than the time limit."""


class StatusError(FetchError):
    """The server answered with an error status after all retries. `page` is what it said, if readable."""

    def __init__(self, message: str, *, url: str, status: int, page: Page | None = None) -> None:
        super().__init__(message, url=url)
        self.status = status
        self.page = page


class TooLargeError(FetchError):
    """The answer is larger than the limits allow; it was dropped, not cut."""


class RefusedError(FetchError):
    """Robots, the address guard or the site itself says no."""


class FormError(SondeError):
    """A page cannot be used as a search interface. `url` is that page."""

    def __init__(self, message: str, *, url: str) -> None:
        super().__init__(message)
        self.url = url


class NoSearchFormError(FormError):
    """Nothing on the site searches."""


class StoreError(SondeError):
    """The crawl's folder cannot be read or written."""

    def __init__(self, message: str, *, path: Path) -> None:
        super().__init__(message)
        self.path = path


class SchemaVersionError(StoreError):
    """The folder was written by a newer version."""


class FolderInUseError(StoreError):
    """Another process has the folder open for writing."""


class MissingExtraError(SondeError):
    """An optional part is needed and not installed; the message holds the install line."""

    def __init__(self, message: str, *, extra: str) -> None:
        super().__init__(message)
        self.extra = extra


def unknown_name(what: str, name: str, known: Iterable[str]) -> ConfigError:
    """The error for a name that nothing has, with the known one that is most like it."""
    names = tuple(known)
    near = get_close_matches(name, names, n=1, cutoff=0.0)[0]
    return ConfigError(f"unknown {what} {name!r}: did you mean {near!r}? Known: {', '.join(names)}.")
