"""The part of a report that tells of mined sites: pages accepted over pages fetched, hubs and authorities."""

from collections.abc import Sequence

from sonde.discover.outline import MinedPage
from sonde.discover.xcrawl.hubs import MIN_AUTHORITIES
from sonde.report.svg import Line, line_chart
from sonde.report.table import link, table
from sonde.report.words import number, safe, shorten

_MOST_HUBS = 15
_MOST_AUTHORITIES = 60
_WIDTH, _ROW = 900, 22


def mined_sections(pages: Sequence[MinedPage]) -> list[str]:
    """The sections, in order."""
    hubs = find_hubs(pages)
    return [_harvest(pages), _picture(hubs), _table(hubs)]


def find_hubs(pages: Sequence[MinedPage]) -> list[tuple[MinedPage, list[str]]]:
    """Pages that list accepted ones, those with most first, with the addresses they list."""
    accepted = {page.asked for page in pages if page.accepted}
    listed = [(page, [one.url for one in page.links if one.url in accepted]) for page in pages if not page.accepted]
    hubs = [(page, urls) for page, urls in listed if len(urls) >= MIN_AUTHORITIES]
    return sorted(hubs, key=lambda hub: (-len(hub[1]), hub[0].asked))


def _harvest(pages: Sequence[MinedPage]) -> str:
    if not pages:
        return "<p class=soft>No page has been fetched yet.</p>"
    held, curve = 0, []
    for page in pages:
        held += page.accepted
        curve.append(held)
    chart = line_chart(
        f"Pages accepted over pages fetched, {number(held)} at the end", [Line("accepted", curve, "first")],
        label=number, along="pages fetched",
    )  # fmt: skip
    return f"<h2>Harvest</h2><figure><figcaption>pages accepted</figcaption>{chart}</figure>"


def _picture(hubs: Sequence[tuple[MinedPage, list[str]]]) -> str:
    """Hubs on the left, the accepted pages they list on the right."""
    shown = hubs[:_MOST_HUBS]
    if not shown:
        return ""
    right = list(dict.fromkeys(url for _, urls in shown for url in urls))[:_MOST_AUTHORITIES]
    height = max(len(shown) * _ROW * 2, len(right) * _ROW // 2) + _ROW
    left_at = {page.asked: height * (row + 1) / (len(shown) + 1) for row, (page, _) in enumerate(shown)}
    right_at = {url: height * (row + 1) / (len(right) + 1) for row, url in enumerate(right)}
    lines = [
        f'<line x1="300" y1="{left_at[page.asked]:.0f}" x2="700" y2="{right_at[url]:.0f}" stroke="#999" '
        'stroke-width="0.5"/>'
        for page, urls in shown for url in urls if url in right_at
    ]  # fmt: skip
    dots = [
        f'<circle cx="300" cy="{left_at[page.asked]:.0f}" r="{4 + min(10, len(urls) ** 0.5):.1f}" fill="#c60"/>'
        f'<text x="280" y="{left_at[page.asked] + 4:.0f}" text-anchor="end" font-size="12">'
        f"{safe(shorten(page.title or page.asked, 38))}</text>"
        for page, urls in shown
    ]
    dots += [f'<circle cx="700" cy="{at:.0f}" r="3" fill="#06c"/>' for at in right_at.values()]
    caption = f"the {number(len(shown))} largest hubs and {number(len(right))} of the pages they list"
    drawn = f'<svg viewBox="0 0 {_WIDTH} {height}" role="img">{"".join(lines)}{"".join(dots)}</svg>'
    return f"<h2>Hubs and authorities</h2><figure><figcaption>{caption}</figcaption>{drawn}</figure>"


def _table(hubs: Sequence[tuple[MinedPage, list[str]]]) -> str:
    if not hubs:
        return ""
    rows = [[(link(page.asked), False), (number(len(urls)), True)] for page, urls in hubs[:50]]
    return table([("hub", False), ("accepted pages listed", True)], rows)
