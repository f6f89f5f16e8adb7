"""What a discovery and the crawls after it brought, form by form, beside the truth of a simulated web."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sonde.discover.found import Findings
from sonde.errors import ConfigError, StoreError
from sonde.lab.tables import Row, text_table
from sonde.lab.web.site import RECORD
from sonde.page.url import canonical_url
from sonde.store.copy import Copy

SITES = "sites"  # where `sonde crawl DIR --all` keeps a folder for each interface


@dataclass(frozen=True, slots=True)
class Harvested:
    """One form, there or found or both."""

    action: str
    is_there: bool  # in the web, of the domain
    is_found: bool
    is_reachable: bool
    is_beside: bool
    records: int  # behind it
    documents: int  # of them that were downloaded


def compare_harvest(folder: Path, truth: Path) -> list[Harvested]:
    """Every form of the truth file, then what was found and is none. Raises ConfigError, StoreError."""
    rows = _read_truth(truth)
    found = {canonical_url(one.action) for one in Findings(folder).interfaces()}
    held = _documents(folder / SITES)
    there = [
        Harvested(
            row["action"], True, canonical_url(row["action"]) in found, row["is_reachable"], row["is_beside"],
            row["records"], len(held.get(_place(row), ())),
        )
        for row in rows
    ]  # fmt: skip
    wrong = sorted(found - {canonical_url(row["action"]) for row in rows})
    return [*there, *(Harvested(action, False, True, True, False, 0, 0) for action in wrong)]


def harvest_summary(harvest: Sequence[Harvested]) -> Row:
    """The comparison in a few numbers."""
    there = [one for one in harvest if one.is_there]
    found = [one for one in there if one.is_found]
    crawled = [one for one in found if one.documents]
    return {
        "forms": len(there),
        "reachable": sum(one.is_reachable for one in there),
        "found": len(found),
        "wrong": sum(not one.is_there for one in harvest),
        "crawled": len(crawled),
        "records": sum(one.records for one in there if one.is_reachable),
        "records_behind_found": sum(one.records for one in found),
        "records_behind_crawled": sum(one.records for one in crawled),
        "documents": sum(one.documents for one in found),
    }


def harvest_table(harvest: Sequence[Harvested]) -> str:
    """A line for each form that was found or crawled, and the rest in sum."""
    shown = [one for one in harvest if one.is_found]
    rows = [[one.action, "yes" if one.is_there else "no", str(one.records), str(one.documents)] for one in shown]
    summary = harvest_summary(harvest)
    said = "\n".join(f"{name.replace('_', ' ')}: {number}" for name, number in summary.items())
    return f"{text_table(['form', 'relevant', 'records', 'documents'], rows)}\n\n{said}"


def _place(row: dict[str, Any]) -> str:
    """Which database a form asks: its host, and for a form beside another one its path too."""
    parts = urlsplit(row["action"])
    return f"{parts.netloc}{parts.path if row['is_beside'] else ''}"


def _documents(sites: Path) -> dict[str, set[str]]:
    """The records that were downloaded, by the database they come from."""
    held: dict[str, set[str]] = {}
    for folder in sorted(sites.iterdir()) if sites.is_dir() else ():
        for url in _urls(folder):
            parts = urlsplit(url)
            if parts.path.startswith(RECORD):
                origin = parts.query.removeprefix("from=").replace("%2F", "/")
                held.setdefault(f"{parts.netloc}{origin}", set()).add(url)
    return held


def _urls(folder: Path) -> Iterator[str]:
    try:
        yield from (document.url for document in Copy(folder).documents(include_aside=True))
    except StoreError:  # its crawl did not get to begin
        return


def _read_truth(path: Path) -> list[dict[str, Any]]:
    try:
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise ConfigError(f"cannot read the truth in {path}: {error}. `sonde lab web -o DIR` writes it.") from error
