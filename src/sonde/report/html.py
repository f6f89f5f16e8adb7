"""The frame of a report: one HTML file that needs nothing else and runs nothing."""

from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from sonde._version import VERSION
from sonde.model import Stop
from sonde.report.words import moment, safe, stop_sentence
from sonde.store.whole_file import whole_file

# Nothing is let in and nothing may run, should a page's text ever slip through the escaping.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def whole_page(title: str, sections: Iterable[str], *, now: float) -> str:
    """The sections, which are HTML already, as a page; empty ones are left out. `title` is plain text."""
    style = files("sonde.report").joinpath("report.css").read_text("utf-8")
    footer = f"<footer>Written by Sonde {safe(VERSION)} on {moment(now)}.</footer>"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{safe(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        + "\n".join([*filter(None, sections), footer])
        + "\n</body>\n</html>\n"
    )


def ending(stop: Stop | None, *, is_running: bool) -> str:
    """Why it ended, as HTML."""
    if is_running:
        return "It is still running."
    if stop is None:
        return (
            "The last run was ended from outside before it could say why. "
            "The same command again carries on where it was."
        )
    return f"<strong>{safe(stop_sentence(stop.reason))}</strong> {safe(stop.detail)}"


def numbers(facts: Iterable[tuple[str, str]]) -> str:
    """The figures at the head of a report, each under its name."""
    cells = "".join(f"<div><dt>{safe(name)}</dt><dd>{safe(value)}</dd></div>" for name, value in facts)
    return f"<dl class=numbers>{cells}</dl>"


def save_page(page: str, path: Path) -> Path:
    """Writes a report in place of an earlier one, and says where."""
    with whole_file(path, errors="replace") as file:
        file.write(page)
    return path
