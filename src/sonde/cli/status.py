"""`sonde status`: how a crawl stands."""

import sonde
from sonde.cli import discover_words
from sonde.cli import options as o
from sonde.cli.crawl import as_object
from sonde.cli.terminal import show, show_json
from sonde.cli.words import described
from sonde.discover.folder import DiscoveryFolder
from sonde.discover.found import Findings
from sonde.store.copy import Status


def status(folder: o.Folder, as_json: o.Json = False) -> None:
    """Say how a crawl or a discovery stands: what it holds, how complete that is, what it cost. Also while it runs."""
    if DiscoveryFolder.is_one(folder):
        standing = Findings(folder).status()
        show_json(discover_words.all_facts(standing)) if as_json else show(discover_words.described(standing))
        return
    found = sonde.open(folder).status()
    show_json(_more(found)) if as_json else show(described(found))


def _more(status: Status) -> dict[str, object]:
    return {
        **as_object(status),
        "site": status.site_url,
        "running": status.is_running,
        "runs": status.runs,
        "detail": status.stop.detail if status.stop else "",
        "size": round(status.coverage.size),
        "aside": status.aside,
        "on_topic": status.on_topic,
        "errors": status.errors,
        "failures": status.failures,
        "folder_bytes": status.size_bytes,
    }
