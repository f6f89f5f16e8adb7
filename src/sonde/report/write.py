"""Writes report.html."""

import time
from pathlib import Path

from sonde.report.facts import read_facts
from sonde.report.html import save_page
from sonde.report.page import render
from sonde.store.folder import CrawlFolder


def write_report(folder: CrawlFolder, *, interface: str = "", now: float | None = None) -> Path:
    """Writes the report into the crawl's folder, in place of an earlier one, and says where.

    `interface` tells in words how the site is asked; without it the text of interface.yaml is shown. `now` is
    the moment written into the report.
    """
    page = render(
        read_facts(folder),
        interface=interface or _saved_interface(folder),
        now=time.time() if now is None else now,
    )
    return save_page(page, folder.report)


def _saved_interface(folder: CrawlFolder) -> str:
    try:
        return folder.interface.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return ""
