"""Names that somebody typed: lists of them with commas, and what a wrong one was meant to be."""

from collections.abc import Sequence
from difflib import get_close_matches

from sonde.errors import ConfigError


def split_names(text: str, known: Sequence[str], what: str) -> tuple[str, ...]:
    """The names of a list with commas; all of them where it is empty. ConfigError for one that is not known."""
    names = _names(text) or tuple(known)
    for name in names:
        if name not in known:
            raise ConfigError(f"there is no {what} {name!r}. Use {', '.join(known)}.")
    return names


def policy_names(text: str) -> tuple[str, ...]:
    """The names of a list with commas, whatever they are; ConfigError where there are none."""
    names = _names(text)
    if not names:
        raise ConfigError("--policies names no policy. Write their names with commas between them.")
    return names


def _names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))


def hint(name: str, known: Sequence[str]) -> str:
    """A sentence, after a space, with the known name that is most like this one; empty where none is."""
    near = get_close_matches(name, known, n=1)
    return f" Did you mean {near[0]}?" if near else ""
