"""Where the lab's documents come from: a JSON-lines file, what comes with Python, or a generator."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import zstandard

from sonde.errors import ConfigError
from sonde.lab.corpora.characters import character_corpus
from sonde.lab.corpora.record import Record
from sonde.lab.corpora.stdlib import stdlib_corpus
from sonde.lab.corpora.synthetic import synthetic_corpus
from sonde.model import Pairs

__all__ = ["BUILT_IN", "Record", "iter_corpus", "open_corpus", "read_corpus", "stdlib_corpus", "synthetic_corpus"]

BUILT_IN: dict[str, Callable[[], list[Record]]] = {"stdlib": stdlib_corpus, "characters": character_corpus}
_TITLE_KEYS = ("title", "name")
_TEXT_KEYS = ("text", "description", "abstract", "body", "content", "summary")


def open_corpus(source: str | Path) -> list[Record]:
    """The documents of a file, of the standard library (`stdlib`), of the register of Unicode's characters
    (`characters`), or generated ones (`synthetic:N` or `synthetic:N:SEED`)."""
    if str(source) in BUILT_IN:
        return BUILT_IN[str(source)]()
    kind, *numbers = str(source).split(":")
    if kind != "synthetic":
        return read_corpus(source)
    if not 1 <= len(numbers) <= 2 or not all(number.isdecimal() for number in numbers):
        raise ConfigError(f"{source!r} is not a corpus: write synthetic:N or synthetic:N:SEED, both numbers.")
    return list(synthetic_corpus(*map(int, numbers)))


def read_corpus(path: str | Path, *, limit: int | None = None) -> list[Record]:
    """The documents of a `.jsonl` or `.jsonl.zst` file, at most `limit` of them, in file order.

    Raises ConfigError that names the line and the remedy; a corpus without documents is an error too.
    """
    records: list[Record] = []
    for record in iter_corpus(path):
        if limit is not None and len(records) >= limit:
            break
        records.append(record)
    if not records:
        raise ConfigError(f"{path} holds no documents. Write one JSON object per line, with a title and a text.")
    return records


def iter_corpus(path: str | Path) -> Iterator[Record]:
    """The documents of a corpus one by one, for files that should not be in memory at once.

    Blank lines are skipped, a missing id is the line number, and every field that is not the id, the title
    or the text becomes an attribute.
    """
    path = Path(path)
    first_line: dict[str, int] = {}
    for number, line in _lines(path):
        record = _record(line, number=number, path=path)
        if record.id in first_line:
            raise ConfigError(
                f"{path} line {number}: id {record.id!r} was already used on line {first_line[record.id]}. "
                "Give each document an id of its own, or leave the ids out."
            )
        first_line[record.id] = number
        yield record


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    if not path.name.endswith((".jsonl", ".ndjson", ".jsonl.zst", ".ndjson.zst")):
        raise ConfigError(f"{path} is not a corpus: expected a name that ends in .jsonl or .jsonl.zst.")
    number = 0
    try:
        with _opened(path) as lines:
            for line in lines:
                number += 1
                if line.strip():
                    yield number, line
    except OSError as error:
        reason = error.strerror or error
        raise ConfigError(f"cannot read the corpus {path}: {reason}. Check the path.") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} after line {number} is not UTF-8. Save the file as UTF-8.") from error
    except zstandard.ZstdError as error:
        raise ConfigError(f"{path} is damaged after line {number}: {error}. Compress it again.") from error


def _opened(path: Path) -> io.TextIOWrapper:
    file = path.open("rb")
    if path.suffix != ".zst":
        return io.TextIOWrapper(file, encoding="utf-8-sig")
    plain = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
    return io.TextIOWrapper(plain, encoding="utf-8-sig")


def _record(line: str, *, number: int, path: Path) -> Record:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise ConfigError(f"{path} line {number} is not JSON: {error}. Write one complete object per line.") from error
    if not isinstance(row, dict):
        kind = type(row).__name__
        raise ConfigError(f"{path} line {number} is a {kind}, not an object. Write one JSON object per line.")
    title_key, text_key = _first_key(row, _TITLE_KEYS), _first_key(row, _TEXT_KEYS)
    if not title_key and not text_key:
        keys = ", ".join(sorted(row)) or "nothing"
        raise ConfigError(
            f'{path} line {number} has neither title nor text (it has {keys}). Add a "title" or a "text".'
        )
    known = {"id", title_key, text_key}
    key = _plain(row.get("id")) or str(number)
    attributes = tuple(pair for name, value in row.items() if name not in known for pair in _pairs(name, value))
    return Record(key, _plain(row.get(title_key)) or key, _plain(row.get(text_key)), attributes)


def _first_key(row: dict[str, object], keys: tuple[str, ...]) -> str:
    return next((key for key in keys if _plain(row.get(key))), "")


def _pairs(name: str, value: object) -> Pairs:
    if isinstance(value, dict):
        return tuple(pair for key, inner in value.items() for pair in _pairs(f"{name}.{key}", inner))
    plain = _plain(value)
    return ((name, plain),) if plain else ()


def _plain(value: object) -> str:
    """A JSON value as a page would print it; nothing for null."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(filter(None, map(_plain, value)))
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    return str(value)
