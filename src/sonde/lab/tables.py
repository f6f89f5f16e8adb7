"""Results as a person reads them and as a program does: aligned text, and CSV with one column per number."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sonde.errors import ConfigError

Row = Mapping[str, object]


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns aligned under their names: the first ones to the left, those that hold numbers to the right."""
    lines = [list(header), *map(list, rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(header))]
    right = [bool(rows) and all(_is_number(row[i]) for row in rows) for i in range(len(header))]
    cut = (
        "  ".join(
            cell.rjust(width) if flush else cell.ljust(width)
            for cell, width, flush in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in lines
    )
    return "\n".join(cut)


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The same for a document."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def write_csv(path: Path, rows: Sequence[Row]) -> None:
    """One line per row; a mapping within it becomes columns such as `queries.90`, None an empty cell."""
    flat = [dict(_flat(row)) for row in rows]
    names = list(dict.fromkeys(name for row in flat for name in row))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, names)
            writer.writeheader()
            writer.writerows(flat)
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error.strerror or error}. Choose another file.") from error


def mean(numbers: Sequence[float | None]) -> float | None:
    """The mean; None when one is missing, as a level that one seed never reached has no mean."""
    known = [number for number in numbers if number is not None]
    return sum(known) / len(known) if known and len(known) == len(numbers) else None


def shown(number: float | None, digits: int = 0) -> str:
    """A number for a table; a dash for none."""
    return "-" if number is None else f"{number:,.{digits}f}"


def _flat(row: Row, prefix: str = "") -> Iterator[tuple[str, object]]:
    for name, value in row.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def _is_number(cell: str) -> bool:
    return cell[:1].isdigit() or cell[:1] in ("-", "+", "")
