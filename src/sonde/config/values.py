"""How the value of a setting is read, wherever it was given. A reader raises ValueError that says what it expects."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import cast

_UNITS_S = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
_DURATION = re.compile(r"(?:(\d+(?:\.\d+)?)\s*(h|ms|m|s)\s*)+", re.ASCII)
_PART = re.compile(r"(\d+(?:\.\d+)?)\s*(h|ms|m|s)", re.ASCII)
_A_TIME = "write a time such as 90, 30s, 30m, 2h or 1h30m"
_COSTS = ("query", "result", "document")
_YES, _NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


def parse_duration(text: str) -> float:
    """Seconds of "90", "30s", "30m", "2h" or "1h30m". Raises ValueError that says how to write it."""
    plain = text.strip().lower()
    if _DURATION.fullmatch(plain):
        return sum(float(number) * _UNITS_S[unit] for number, unit in _PART.findall(plain))
    try:
        seconds = float(plain)
    except ValueError:
        seconds = math.nan
    if not (math.isfinite(seconds) and seconds >= 0):
        raise ValueError(_A_TIME)
    return seconds


def read_limit(raw: object) -> int | None:
    """A whole number; None for zero, which means that there is no limit."""
    return _read_number(raw, 0) or None


def read_positive(raw: object) -> int:
    """A whole number of at least 1."""
    return _read_number(raw, 1)


def _read_number(raw: object, least: int) -> int:
    expected = f"write a whole number of at least {least}"
    if isinstance(raw, bool) or not isinstance(raw, int | str):
        raise ValueError(expected)
    try:
        number = int(raw)
    except ValueError as error:
        raise ValueError(expected) from error
    if number < least:
        raise ValueError(expected)
    return number


def read_time_limit(raw: object) -> float | None:
    """Seconds; None for zero, which means that there is no limit."""
    return _read_time(raw) or None


def read_delay(raw: object) -> float | None:
    """Seconds; None for "auto"."""
    return None if raw in ("", "auto") else _read_time(raw)


def _read_time(raw: object) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | float | str):
        raise ValueError(_A_TIME)
    return parse_duration(str(raw))


def read_share(raw: object) -> float:
    """A number from 0 to 1."""
    expected = "write a share from 0 to 1, such as 0.995"
    if isinstance(raw, bool) or not isinstance(raw, int | float | str):
        raise ValueError(expected)
    try:
        share = float(raw)
    except ValueError as error:
        raise ValueError(expected) from error
    if not 0 <= share <= 1:
        raise ValueError(expected)
    return share


def read_text(raw: object) -> str:
    """Any text."""
    if not isinstance(raw, str):
        raise ValueError("write it as text, in quotes")
    return raw.strip()


def read_name(raw: object) -> str | None:
    """A text; None for an empty one."""
    return read_text(raw) or None


def read_texts(raw: object) -> tuple[str, ...]:
    """A list of texts, or one text with commas as the environment has it."""
    items = raw.split(",") if isinstance(raw, str) else raw
    if not isinstance(items, list | tuple) or not all(isinstance(item, str) for item in items):
        raise ValueError('write a list of texts, such as ["one", "two"]')
    return tuple(item.strip() for item in cast(Sequence[str], items) if item.strip())


def read_topic_words(raw: object) -> tuple[str, ...]:
    """A list of texts; an empty text is a mistake, as everything would be wanted: `--topic "$UNSET"`."""
    topic = read_texts(raw)
    if not topic and raw != []:
        raise ValueError("the topic is empty: write words of it, or leave it out if everything is wanted")
    return topic


def read_costs(raw: object) -> Mapping[str, float]:
    """A table of kinds and amounts, or texts such as "query=2"."""
    pairs = raw.items() if isinstance(raw, dict) else (text.partition("=")[::2] for text in read_texts(raw))
    costs = {str(kind).strip(): _read_amount(amount) for kind, amount in pairs}
    for kind in costs:
        if kind not in _COSTS:
            near = get_close_matches(kind, _COSTS, n=1, cutoff=0.0)[0]
            raise ValueError(f"{kind!r} is no kind of cost; did you mean {near!r}? Known: {', '.join(_COSTS)}")
    return costs


def _read_amount(raw: object) -> float:
    try:
        amount = math.nan if isinstance(raw, bool) else float(cast(str, raw))
    except (TypeError, ValueError):
        amount = math.nan
    if not 0 < amount < math.inf:
        raise ValueError("write costs above zero, such as query=1 or result=0.05, and leave out what costs nothing")
    return amount


def read_switch(raw: object) -> bool:
    """True or false, in any of the usual spellings."""
    text = str(raw).strip().lower()
    if text not in (*_YES, *_NO):
        raise ValueError("write true or false")
    return text in _YES


def one_of(*words: str) -> Callable[[object], str]:
    """A reader that takes these words and no others."""

    def read(raw: object) -> str:
        if raw not in words:
            raise ValueError(f"write {', '.join(words[:-1])} or {words[-1]}")
        return str(raw)

    return read
