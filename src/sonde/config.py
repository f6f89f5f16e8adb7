"""Settings: flag, environment, sonde.toml, default, in this order; resolved once into a frozen Config."""

import math
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Literal, cast

from sonde.errors import ConfigError

FILE_NAME = "sonde.toml"
PREFIX = "SONDE_"
FILE_VARIABLE = "SONDE_CONFIG"

_UNITS_S = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
_DURATION = re.compile(r"(?:(\d+(?:\.\d+)?)\s*(h|ms|m|s)\s*)+", re.ASCII)
_PART = re.compile(r"(\d+(?:\.\d+)?)\s*(h|ms|m|s)", re.ASCII)
_COSTS = ("query", "result", "document")
_YES, _NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")

_Given = tuple[str, object, str]  # setting, value as given, where


@dataclass(frozen=True, slots=True)
class Config:
    """Every setting with its final value. None leaves it to the part that uses it."""

    max_queries: int | None = None
    max_requests: int | None = None
    max_documents: int | None = None
    max_time_s: float | None = None
    policy: str | None = None
    seeds: tuple[str, ...] = ()
    documents: Literal["full", "results"] = "full"
    target: float | None = None
    delay_s: float | None = None
    concurrency: int = 1
    ignore_robots: bool = False
    contact: str = ""
    resolve: tuple[str, ...] = ()
    costs: Mapping[str, float] = field(default_factory=dict)  # kind of cost -> amount
    ranking_weight: float = 0.5
    topic: tuple[str, ...] = ()
    topic_examples: str = ""
    render: Literal["auto", "never", "always"] = "auto"
    sources: Mapping[str, str] = field(default_factory=dict, compare=False)  # setting -> where it was set


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing a user can set: `--max-time`, `SONDE_MAX_TIME` and `max_time` in sonde.toml."""

    name: str
    read: Callable[[object], object]  # raises ValueError that says what is expected
    meaning: str  # with what zero or empty means
    unset: str = ""  # what it amounts to when it is not set
    attribute: str = ""  # of Config, where it has another name

    @property
    def flag(self) -> str:
        """Its option on the command line."""
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return PREFIX + self.name.upper()


def load_config(
    flags: Mapping[str, object] | None = None,
    *,
    env: Mapping[str, str],
    folder: Path | None = None,
    file: Path | None = None,
) -> Config:
    """The settings for one run. A flag that is None or an empty list was not given.

    `file` must exist; without it (and without SONDE_CONFIG) sonde.toml of `folder` is read if there is one.
    Raises ConfigError that names the place of a wrong value, and the nearest valid name for an unknown one.
    """
    values: dict[str, object] = {}
    sources: dict[str, str] = {}
    for name, raw, where in (*_from_file(env, folder, file), *_from_env(env), *_from_flags(flags or {})):
        setting = SETTINGS[name]
        try:
            values[setting.attribute or name] = setting.read(raw)
        except ValueError as error:
            raise ConfigError(f"{name} is {raw!r} ({where}): {error}") from error
        sources[name] = where
    return Config(**values, sources=MappingProxyType(sources))  # type: ignore[arg-type]  # the table knows


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
        raise ValueError("write a time such as 90, 30s, 30m, 2h or 1h30m")
    return seconds


def _from_file(env: Mapping[str, str], folder: Path | None, file: Path | None) -> Iterator[_Given]:
    chosen = file or (Path(env[FILE_VARIABLE]) if env.get(FILE_VARIABLE) else None)
    path = chosen or (folder or Path()) / FILE_NAME
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        if chosen is None:
            return
        raise ConfigError(f"there is no {path}. Check --config and {FILE_VARIABLE}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not valid TOML: {error}") from error
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror}") from error
    for name, raw in given.items():
        _check_known(name, list(SETTINGS), str(path))
        yield name, raw, str(path)


def _from_env(env: Mapping[str, str]) -> Iterator[_Given]:
    names = {setting.variable: name for name, setting in SETTINGS.items()}
    for variable, text in env.items():
        if variable.startswith(PREFIX) and variable != FILE_VARIABLE:
            _check_known(variable, [*names, FILE_VARIABLE], "the environment")
            if text:
                yield names[variable], text, variable


def _from_flags(flags: Mapping[str, object]) -> Iterator[_Given]:
    for name, raw in flags.items():
        if raw is not None and raw != []:
            yield name, raw, SETTINGS[name].flag


def _check_known(name: str, known: Sequence[str], where: str) -> None:
    if name not in known:
        near = get_close_matches(name, known, n=1, cutoff=0.0)[0]
        raise ConfigError(f"{where} sets {name!r}, which is no setting; did you mean {near!r}?")


def _number(raw: object, least: int) -> int:
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


def _limit(raw: object) -> int | None:
    return _number(raw, 0) or None


def _at_least_one(raw: object) -> int:
    return _number(raw, 1)


def _time(raw: object) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | float | str):
        raise ValueError("write a time such as 90, 30s, 30m, 2h or 1h30m")
    return parse_duration(str(raw))


def _time_limit(raw: object) -> float | None:
    return _time(raw) or None


def _delay(raw: object) -> float | None:
    return None if raw in ("", "auto") else _time(raw)


def _share(raw: object) -> float:
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


def _text(raw: object) -> str:
    if not isinstance(raw, str):
        raise ValueError("write it as text, in quotes")
    return raw.strip()


def _name(raw: object) -> str | None:
    return _text(raw) or None


def _texts(raw: object) -> tuple[str, ...]:
    """A list of texts, or one text with commas as the environment has it."""
    items = raw.split(",") if isinstance(raw, str) else raw
    if not isinstance(items, list | tuple) or not all(isinstance(item, str) for item in items):
        raise ValueError('write a list of texts, such as ["one", "two"]')
    return tuple(item.strip() for item in cast(Sequence[str], items) if item.strip())


def _costs(raw: object) -> Mapping[str, float]:
    """A table of kinds and amounts, or texts such as "query=2"."""
    pairs = raw.items() if isinstance(raw, dict) else (text.partition("=")[::2] for text in _texts(raw))
    costs = {str(kind).strip(): _amount(amount) for kind, amount in pairs}
    for kind in costs:
        if kind not in _COSTS:
            near = get_close_matches(kind, _COSTS, n=1, cutoff=0.0)[0]
            raise ValueError(f"{kind!r} is no kind of cost; did you mean {near!r}? Known: {', '.join(_COSTS)}")
    return costs


def _amount(raw: object) -> float:
    try:
        amount = math.nan if isinstance(raw, bool) else float(cast(str, raw))
    except (TypeError, ValueError):
        amount = math.nan
    if not 0 < amount < math.inf:
        raise ValueError("write costs above zero, such as query=1 or result=0.05, and leave out what costs nothing")
    return amount


def _switch(raw: object) -> bool:
    text = str(raw).strip().lower()
    if text not in (*_YES, *_NO):
        raise ValueError("write true or false")
    return text in _YES


def _documents(raw: object) -> str:
    if raw not in ("full", "results"):
        raise ValueError("write full or results")
    return str(raw)


def _render(raw: object) -> str:
    if raw not in ("auto", "never", "always"):
        raise ValueError("write auto, never or always")
    return str(raw)


SETTINGS: Mapping[str, Setting] = {
    setting.name: setting
    for setting in (
        Setting("max_queries", _limit, "Stop after so many queries; 0: no limit.", "no limit"),
        Setting("max_requests", _limit, "Stop after so many requests; 0: no limit.", "no limit"),
        Setting("max_documents", _limit, "Stop at so many documents; 0: no limit.", "no limit"),
        Setting(
            "max_time", _time_limit, "Stop after a time such as 90, 30s, 30m, 2h or 1h30m; 0: no limit.",
            "no limit", attribute="max_time_s",
        ),
        Setting("policy", _name, "How queries are chosen, by name; empty: as the planner likes best."),
        Setting(
            "seed", _texts, "A word to begin with, repeatable; none: words of the site's own pages.",
            "words of the site", attribute="seeds",
        ),
        Setting(
            "cost", _costs,
            "What a query, a listed result or a downloaded document costs, such as document=0.2; repeatable, "
            "any unit. Empty: only queries count.",
            "query=1", attribute="costs",
        ),
        Setting(
            "ranking_weight", _share,
            "How much the order of the answers counts for the rank-… policies; 0: only coverage, 1: only the order.",
        ),
        Setting(
            "topic", _texts, "Words of the topic that is wanted, repeatable; none: everything is wanted.", "none",
        ),
        Setting(
            "topic_examples", _text,
            "A text about the topic, a folder of such texts, or one with the subfolders on and off; empty: none.",
            "none",
        ),
        Setting(
            "documents", _documents,
            "full: fetch each document; results: keep what the result pages show and fetch nothing more.",
        ),
        Setting(
            "target", _share,
            "Stop when the estimate says that this share is held, such as 0.995; 0: never for that reason.",
            "recommended",
        ),
        Setting(
            "render", _render, "Through a browser: auto (where nothing else works), never or always.",
        ),
        Setting(
            "delay", _delay, "Seconds between two requests to a host; 0: none; auto: follows its latency.",
            "auto", attribute="delay_s",
        ),
        Setting("concurrency", _at_least_one, "Requests at a time per host, at least 1."),
        Setting("ignore_robots", _switch, "Do not obey robots.txt. Only where you may."),
        Setting("contact", _text, "A mail or web address for the user agent; empty: it names none.", "none"),
        Setting(
            "resolve", _texts,
            "HOST=ADDRESS:PORT sends a host's traffic there, * is every host; repeatable, empty: none.",
            "none",
        ),
    )
}  # fmt: skip
