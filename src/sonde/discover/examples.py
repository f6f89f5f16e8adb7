"""What a discovery is told to look for: saved pages with and without the forms that count, words, and seeds.

A folder holds saved pages, `*.html`. Its `index.jsonl`, if there is one, has an object per page: `file`, `url`, the
`action` of the form that counts, and `paths`, links that are known to lead to the page.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sonde.discover.model import Example, Outlink, WebPage
from sonde.discover.read import read_page
from sonde.errors import ConfigError, FetchError
from sonde.interface.forms.candidates import SEARCHABLE
from sonde.interface.forms.score import search_score
from sonde.model import Form, Page
from sonde.net.decode import decode_text
from sonde.net.target import parse_target
from sonde.page.links import resolve
from sonde.page.url import canonical_url

INDEX = "index.jsonl"
_MOST_BYTES = 20_000_000  # of one page
_LONGEST_URL = 8192


@dataclass(frozen=True, slots=True)
class Training:
    """Everything a discovery learns from before it starts."""

    examples: tuple[Example, ...] = ()
    negatives: tuple[Example, ...] = ()
    topic: tuple[str, ...] = ()
    paths: tuple[tuple[Outlink, ...], ...] = ()  # links that led to examples, the last one first


def read_training(examples: Path | None, negatives: Path | None = None, *, topic: tuple[str, ...] = ()) -> Training:
    """What is looked for; raises ConfigError when nothing says what that is."""
    if examples is None and not topic:
        raise ConfigError("what is looked for? Give pages with such forms (--examples DIR), or words (--topic WORDS).")
    positive, paths = _read_folder(examples, is_positive=True) if examples is not None else ((), ())
    if examples is not None and not topic and not any(example.forms for example in positive):
        raise ConfigError(
            f"none of the {len(positive)} pages in {examples} has a form that searches. Save pages with the "
            f"search form on them, or name the form that counts by its action in {INDEX}."
        )
    negative = _read_folder(negatives, is_positive=False)[0] if negatives is not None else ()
    return Training(positive, negative, topic, paths)


def read_saved(folder: Path) -> tuple[Page, ...]:
    """The saved pages of a folder, under the addresses its index gives them."""
    return tuple(_saved(file, row) for file, row in _saved_files(folder))


def read_seeds(file: Path) -> tuple[str, ...]:
    """The addresses to start from, one on each line; empty lines and lines that begin with # are left out."""
    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read the seeds in {file}: {error}") from error
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    seeds = tuple(
        dict.fromkeys(
            checked_address(line, where=f"line {number} of {file}") for number, line in lines if line and line[0] != "#"
        )
    )
    if not seeds:
        raise ConfigError(f"there is no address in {file}. Write one on each line.")
    return seeds


def checked_address(text: str, *, where: str) -> str:
    """An address that can be asked for, in its one spelling; ConfigError for anything else, saying where it stands."""
    try:
        return canonical_url(str(parse_target(text, max_length=_LONGEST_URL)))
    except FetchError as error:
        raise ConfigError(f"{where} cannot be used: {error}") from error


def _read_folder(folder: Path, *, is_positive: bool) -> tuple[tuple[Example, ...], tuple[tuple[Outlink, ...], ...]]:
    files = _saved_files(folder)
    examples = tuple(_example(file, row, is_positive=is_positive) for file, row in files)
    return examples, tuple(path for _, row in files for path in _paths(row, folder))


def _saved_files(folder: Path) -> list[tuple[Path, Mapping[str, Any]]]:
    """The saved pages of a folder, with what its index says of them."""
    if not folder.is_dir():
        raise ConfigError(f"there is no folder {folder}. Name one with saved pages, *.html.")
    rows = _read_index(folder)
    files = sorted(one for one in folder.iterdir() if one.suffix.lower() in (".html", ".htm"))
    if not files:
        raise ConfigError(f"there are no saved pages in {folder}: none of its files ends in .html.")
    if missing := sorted(rows.keys() - {file.name for file in files}):
        raise ConfigError(f"{folder / INDEX} names {missing[0]!r}, which is not there.")
    return [(file, rows.get(file.name, {})) for file in files]


def _read_index(folder: Path) -> dict[str, Mapping[str, Any]]:
    """The rows of the index by file."""
    path = folder / INDEX
    if not path.exists():
        return {}
    rows = {}
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            rows[str(row["file"])] = row
        except (ValueError, TypeError, KeyError) as error:
            raise ConfigError(f"line {number} of {path} is no object with the key 'file'.") from error
    return rows


def _example(file: Path, row: Mapping[str, Any], *, is_positive: bool) -> Example:
    page = read_page(_saved(file, row))
    action = row.get("action")
    if not action:
        return Example(page, tuple(form for form in page.forms if search_score(form) >= SEARCHABLE), is_positive)
    return Example(page, _named_forms(page, str(action), file), is_positive)


def _saved(file: Path, row: Mapping[str, Any]) -> Page:
    return Page(str(row.get("url") or f"http://example.invalid/{file.name}"), _text(file))


def _named_forms(page: WebPage, action: str, file: Path) -> tuple[Form, ...]:
    """The forms that are sent to an address."""
    wanted = canonical_url(resolve(page.url, action) or action)
    forms = tuple(form for form in page.forms if canonical_url(form.action) == wanted)
    if not forms:
        found = ", ".join(sorted({form.action for form in page.forms})) or "none at all"
        raise ConfigError(f"no form of {file} is sent to {action}. Its forms: {found}.")
    return forms


def _text(file: Path) -> str:
    try:
        data = file.read_bytes()
    except OSError as error:
        raise ConfigError(f"cannot read {file}: {error.strerror}") from error
    if len(data) > _MOST_BYTES:
        raise ConfigError(f"{file} has more than {_MOST_BYTES:,} bytes. Leave it out.")
    return decode_text(data, "text/html")


def _paths(row: Mapping[str, Any], folder: Path) -> Iterator[tuple[Outlink, ...]]:
    """Links that lead to a page, the last one first: objects with `url`, `anchor`, `before` and `after`."""
    for path in row.get("paths") or ():
        try:
            yield tuple(
                Outlink(*(str(link.get(key, "")) for key in ("url", "anchor", "before", "after"))) for link in path
            )
        except (AttributeError, TypeError) as error:
            raise ConfigError(f"the paths of {row['file']!r} in {folder / INDEX} are no lists of links.") from error
