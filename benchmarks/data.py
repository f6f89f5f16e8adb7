"""Reads the labelled data that the measurements take from a folder."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import zstandard


def read_rows(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a .jsonl.zst file, one by one."""
    with path.open("rb") as file, zstandard.ZstdDecompressor().stream_reader(file) as stream:
        for line in io.TextIOWrapper(stream, encoding="utf-8"):
            yield json.loads(line)
