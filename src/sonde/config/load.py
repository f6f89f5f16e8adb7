"""The settings of one run: flag, environment, sonde.toml, default, in this order; resolved into a frozen Config."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from sonde.config.settings import PREFIX, SETTINGS
from sonde.errors import ConfigError

FILE_NAME = "sonde.toml"
FILE_VARIABLE = "SONDE_CONFIG"

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
    topic_attributes: tuple[str, ...] = ()
    render: Literal["auto", "never", "always"] = "auto"
    sources: Mapping[str, str] = field(default_factory=dict, compare=False)  # setting -> where it was set


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
        raise ConfigError(f"cannot read {path}: {error.strerror}. Check --config and {FILE_VARIABLE}.") from error
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
