"""The two streams: stdout carries the result and nothing else, everything for the eye goes to stderr."""

import json
import re
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from rich.console import Console

# What a site wrote could otherwise move the cursor or change the colours of the terminal.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


is_live: ContextVar[bool] = ContextVar("is_live", default=False)  # whether progress may be drawn


@cache
def stderr_console() -> Console:
    """The console for progress, logs and messages; plain when stderr is not a terminal or NO_COLOR is set."""
    return Console(stderr=True, highlight=False, soft_wrap=True)


def is_terminal() -> bool:
    """Whether somebody is watching stderr who can see a line change."""
    return sys.stderr is not None and sys.stderr.isatty() and not stderr_console().is_dumb_terminal


def prepare_streams() -> None:
    """Lets stdout carry any text: what its encoding lacks becomes an escape instead of an error."""
    with suppress(AttributeError, ValueError):
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # not in a notebook


def flush_stdout() -> None:
    """Writes out what is left, so that a full disk is noticed while it can still be told."""
    if sys.stdout is not None:  # it may have been closed
        sys.stdout.flush()


def printable(text: str) -> str:
    """Text from elsewhere without control characters, on the lines it had."""
    return _CONTROLS.sub("\ufffd", text)


def one_line(text: str, length: int = 0) -> str:
    """Text from elsewhere on one line; cut to a length when one is given."""
    line = " ".join(printable(text).split())
    return line if not length or len(line) <= length else line[: length - 1].rstrip() + "…"


def show(text: str = "") -> None:
    """Prints a result for a person."""
    print(printable(text))


def show_json(value: Mapping[str, object]) -> None:
    """Prints one object on one line."""
    print(json.dumps(value, ensure_ascii=False), flush=True)


def tell(text: str) -> None:
    """Prints a message for the person at the terminal."""
    stderr_console().print(printable(text), markup=False)


def tell_written(paths: Iterable[Path]) -> None:
    """Says which files there are now."""
    for path in paths:
        tell(f"written: {path}")
