"""Where does an answer in JSON state how many records match? By agreement with what could be read."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sonde.interface.json.records import JsonSounding
from sonde.page.json_value import keys_of, text_of, values_at, walk

HEADER = "header "
_number = re.compile(r"\d{1,12}\Z")
_of_range = re.compile(r"(?:items|records|results)?\s*[\d*]+(?:-\d+)?/(\d{1,12})\s*\Z")  # Content-Range: items 0-9/84


@dataclass(frozen=True, slots=True)
class Reading:
    """One answer and how much of it was read."""

    sounding: JsonSounding
    shown: int  # records on it
    whole: bool  # there is no further part


def stated_total(sounding: JsonSounding, where: str) -> int | None:
    """The number at a place of an answer; None when it is not there."""
    if where.startswith(HEADER):
        return _as_number(sounding.page.header(where.removeprefix(HEADER)))
    values = values_at(sounding.value, where) if where else []
    return _as_number(text_of(values[0])) if len(values) == 1 else None


def _as_number(text: str) -> int | None:
    text = text.strip()
    match = _of_range.match(text)
    if match:
        return int(match[1])
    return int(text) if _number.match(text) else None


def find_total(readings: Sequence[Reading], records: str) -> tuple[str, bool]:
    """Where the hit count stands, and whether it was seen to be exact; an empty place when there is none.

    A count is never less than what is shown, is just that where the answer is whole, and differs between answers.
    """
    found = []
    for number, where in enumerate(dict.fromkeys(_places(readings, records))):
        stated = [stated_total(reading.sounding, where) for reading in readings]
        pairs = [(reading, total) for reading, total in zip(readings, stated, strict=True) if total is not None]
        if not any(reading.shown for reading, _ in pairs) or any(total < reading.shown for reading, total in pairs):
            continue
        whole = [total == reading.shown for reading, total in pairs if reading.whole]
        agreeing, differing = sum(whole), len({total for _, total in pairs})
        beyond = len({total for reading, total in pairs if not reading.whole and total > reading.shown})
        missing = sum(total is None and reading.shown > 0 for reading, total in zip(readings, stated, strict=True))
        if differing < 2 or missing or agreeing < 0.5 * len(whole):
            continue
        if all(reading.whole or total == reading.shown for reading, total in pairs) and any(
            not reading.whole for reading, _ in pairs
        ):
            continue  # the number of records on this page
        exact = bool(whole) and all(whole)
        found.append((not exact, -beyond, -agreeing, len(keys_of(where)), number, where))
    return (min(found)[-1], not min(found)[0]) if found else ("", False)


def _places(readings: Sequence[Reading], records: str) -> Iterator[str]:
    """Numbers outside the records, and headers that are numbers."""
    inside = f"{records}." if records else "*"
    for reading in readings:
        for path, value in walk(reading.sounding.value):
            plain = isinstance(value, int | str) and not isinstance(value, bool)
            # A list may hold the answers to several questions, of which there is one.
            is_one = "*" not in keys_of(path) or len(values_at(reading.sounding.value, path)) == 1
            if plain and is_one and not path.startswith(inside) and _number.match(text_of(value)):
                yield path
        for name, header in reading.sounding.page.headers:
            if name != "content-length" and _as_number(header) is not None:
                yield HEADER + name
