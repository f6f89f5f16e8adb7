"""A small shop with two near-identical sections, as pages that crawlers can be shown."""

from collections.abc import Iterator

from sonde.discover.model import Outlink, WebPage
from sonde.discover.xcrawl.crawler import SiteCrawler

ROOT = "http://shop.test"
START = f"{ROOT}/cameras/canon-4.html"
PER_YEAR = 12
YEARS = range(2001, 2007)
MAKERS = ("canon", "kodak", "nikon", "sony")


def pages() -> dict[str, WebPage]:
    """Every page by its address: a front page, two sections, a list per year, a page per thing, dead ends."""
    links: dict[str, list[Outlink]] = {f"{ROOT}/": [], f"{ROOT}/help.html": [], f"{ROOT}/terms.html": []}
    for section in ("cameras", "printers"):
        links[f"{ROOT}/{section}/"] = [
            _link(f"{section}/year{year}.html", str(year), "div.main ul.years li") for year in YEARS
        ]
        for year in YEARS:
            things = list(_things(section, year))
            links[f"{ROOT}/{section}/year{year}.html"] = [_link(path, name, "div.main td") for path, name in things]
            for path, name in things:
                links[f"{ROOT}/{path}"] = [
                    _link(f"{section}/year{year}.html", f"all of {year}", "div.crumbs"),
                    _link(f"{path}?view=print", "print", "div.tools"),
                ]
                links[f"{ROOT}/{path}?view=print"] = [_link(path, name, "div.tools")]
    menu = [
        _link("", "home", "div.menu li"),
        *(_link(f"{part}/", part, "div.menu li") for part in ("cameras", "printers")),
    ]
    foot = [_link("help.html", "help", "div.foot"), _link("terms.html", "terms", "div.foot")]
    return {
        url: WebPage(url, links=tuple({one.url: one for one in menu + found + foot}.values()))
        for url, found in links.items()
    }


def targets() -> set[str]:
    """The pages looked for: every camera."""
    return {f"{ROOT}/{path}" for year in YEARS for path, _ in _things("cameras", year)}


def recall(crawler: SiteCrawler, downloads: int) -> float:
    """The share of the targets that a crawler finds with so many downloads."""
    site, wanted = pages(), targets()
    found = 0
    for _ in range(downloads):
        url = crawler.choose()
        if url is None:
            break
        found += url in wanted
        crawler.observe(url, site.get(url), accepted=url in wanted)
    return found / len(wanted)


def _things(section: str, year: int) -> Iterator[tuple[str, str]]:
    for number in range(PER_YEAR):
        maker = MAKERS[number % len(MAKERS)]
        yield f"{section}/{maker}-{(year - 2001) * PER_YEAR + number}.html", f"{maker} {year} {number}"


def _link(path: str, text: str, place: str) -> Outlink:
    return Outlink(f"{ROOT}/{path}", text, path=f"html body {place}")
