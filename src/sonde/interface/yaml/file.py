"""interface.yaml: what was learned, with comments, for a person to read and correct."""

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from sonde.errors import ConfigError
from sonde.interface.model import SearchInterface
from sonde.interface.yaml.comments import COMMENTS
from sonde.interface.yaml.reader import VERSION, read_interface
from sonde.store.whole_file import whole_file


class _Dumper(yaml.SafeDumper):
    """Writes every text so that it is read back unchanged."""


def _quoted(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    # YAML folds line breaks in plain and single-quoted text, and knows more of them than "\n".
    breaks = any(char in text for char in "\n\r\x85\u2028\u2029\ufeff")
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"' if breaks else None)


_Dumper.add_representer(str, _quoted)


def dump_interface(interface: SearchInterface) -> str:
    """The interface as commented YAML."""
    data = _as_data(interface)
    parts = [
        "# How Sonde asks this site and reads its answers. Correct what is wrong and crawl with this file:\n"
        "# sonde crawl interface.yaml -o FOLDER. Nothing here is ever overwritten.\n"
        f"version: {VERSION}\n"
    ]
    for key, value in data.items():
        comment = "".join(f"# {line}\n" for line in COMMENTS[key].split("\n"))
        text = yaml.dump({key: value}, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=110)
        parts.append(comment + text)
    return "\n".join(parts)


def save_interface(interface: SearchInterface, path: Path) -> None:
    """Writes interface.yaml; an existing file is replaced in one step. Raises StoreError when it cannot be written."""
    with whole_file(path) as file:
        file.write(dump_interface(interface))


def load_interface(path: Path) -> SearchInterface:
    """Reads interface.yaml; a ConfigError names the file, the key and the nearest valid one."""
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ConfigError(f"{path} does not exist. Make it with: sonde inspect URL -o {path}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not valid YAML: {' '.join(str(error).split())}") from error
    except OSError as error:
        raise ConfigError(
            f"cannot read {path}: {error.strerror}. Name a file made by: sonde inspect URL -o FILE"
        ) from error
    if not isinstance(data, Mapping):
        raise ConfigError(f"{path} is not an interface: it holds no keys. Make one with: sonde inspect URL -o {path}")
    return read_interface(data, path)


def _as_data(interface: SearchInterface) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(dataclasses.asdict(interface), default=sorted))
    data["boilerplate"] = json.loads(interface.boilerplate.to_json())
    last = data.pop("boilerplate")
    return {**data, "boilerplate": last}
