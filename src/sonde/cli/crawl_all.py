"""`sonde crawl DIR --all`: a copy of every site whose interface a discovery has found."""

import asyncio
from pathlib import Path

from sonde import CrawlOptions
from sonde.cli.follow import exit_code, watch
from sonde.cli.progress import live
from sonde.cli.terminal import one_line, show, show_json
from sonde.discover.crawl_all import CrawlAll
from sonde.discover.site_crawls import SiteCrawl, totals
from sonde.errors import ConfigError
from sonde.report.words import number, percent, stop_in_words


def crawl_all(target: str, out: Path | None, options: CrawlOptions, *, as_json: bool) -> int:
    """Crawls, prints what every site brought and all of them together, and gives the exit code."""
    if out is not None and out != Path(target):
        raise ConfigError("--all keeps the crawls within the folder of the discovery. Leave -o out.")
    if options.budget.max_queries is not None:
        raise ConfigError("--all gives out requests, not queries: use --max-requests, --max-documents or --max-time.")
    run = CrawlAll(target, options=options)
    signal = asyncio.run(watch(run.run(), live(lambda: _picture(run))))
    stop = run.stop
    for site in run.sites:
        show_json(_as_object(site)) if as_json else show(_in_words(site))
    found, sums = len(run.sites), totals(run.sites)
    if as_json:
        show_json({"interfaces": found, **sums, "stopped_by": stop.reason, "folder": target})
    else:
        show(
            f"{number(sums['documents'])} documents of {sums['crawled']} of {found} interfaces, "
            f"{number(sums['requests'])} requests\n{stop_in_words(stop)}"
        )
    return exit_code(stop, signal)


def _picture(run: CrawlAll) -> list[tuple[str, str]]:
    sums, done = totals(run.sites), sum(site.is_done for site in run.sites)
    return [
        ("crawling", f"{len(run.sites)} interfaces"),
        ("done", f"{done} of them, {sums['crawled']} with documents"),
        ("documents", number(sums["documents"])),
        ("requests", number(sums["requests"])),
    ]


def _in_words(site: SiteCrawl) -> str:
    share = percent(site.coverage.estimate) if site.coverage.size > 0 else "–"
    ended = f"{site.stop.reason}: {one_line(site.stop.detail, 120)}" if site.stop else "not begun"
    return f"{number(site.documents):>8} documents  {share:>7}  {one_line(site.found.page_url, 80)}  ({ended})"


def _as_object(site: SiteCrawl) -> dict[str, object]:
    coverage = site.coverage
    return {
        "url": site.found.page_url,
        "action": site.found.action,
        "domain": round(site.found.domain, 4),
        "documents": site.documents,
        "queries": site.queries,
        "requests": site.requests,
        "coverage": {name: round(getattr(coverage, name), 5) for name in ("estimate", "low", "high")},
        "stopped_by": site.stop.reason if site.stop else None,
        "folder": str(site.folder),
    }
