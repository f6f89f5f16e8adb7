"""A file that appears only when it is complete, in place of an earlier one."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from sonde.store.disk import os_errors


@contextmanager
def whole_file(path: Path, *, errors: str = "strict") -> Iterator[TextIO]:
    """Text to be written to a path; what UTF-8 cannot express is dealt with as `errors` says.

    Devices and pipes are written to as they are. Raises StoreError when it cannot be done.
    """
    is_special = path.exists() and not path.is_file()  # a folder, too: opening it says what is wrong
    part = path if is_special else path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with os_errors(path):
            with part.open("w", encoding="utf-8", errors=errors, newline="") as out:
                yield out
            if not is_special:
                os.replace(part, path)
    except BaseException:
        if not is_special:
            with suppress(OSError):
                part.unlink()
        raise
