"""Tables and links of the report."""

from collections.abc import Sequence

from sonde.report.words import safe, shorten

Cell = tuple[str, bool]  # HTML, and whether it is a number


def table(header: Sequence[Cell], rows: Sequence[Sequence[Cell]]) -> str:
    """A table that scrolls by itself where the page is narrow. Cells are HTML already."""
    head = "".join(_cell("th scope=col", "th", cell) for cell in header)
    body = "".join("<tr>" + "".join(_cell("td", "td", cell) for cell in row) + "</tr>" for row in rows)
    return f"<div class=table><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def words_cell(text: str, *, length: int = 120) -> Cell:
    """Plain text as a cell, cut where it is very long."""
    return safe(shorten(text, length)), False


def trouble_cell(text: str) -> Cell:
    """An error message as a cell."""
    return f"<span class=bad>{safe(shorten(text, 300))}</span>", False


def link(url: str) -> str:
    """An address to click on; plain text unless it is http or https."""
    shown = safe(shorten(url, 100))
    if not url.lower().startswith(("http://", "https://")):
        return shown
    return f'<a href="{safe(url)}" rel="noreferrer noopener">{shown}</a>'


def _cell(opening: str, closing: str, cell: Cell) -> str:
    content, is_number = cell
    return f"<{opening}{' class=n' if is_number else ''}>{content}</{closing}>"
