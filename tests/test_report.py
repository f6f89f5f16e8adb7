"""The report: complete, inert, and drawable for any number of queries."""

import asyncio
import math
import random
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.model import Coverage, Document, Outcome, Query, Stop
from sonde.report.svg import HEIGHT, WIDTH, Band, Line, bar_chart, line_chart, ticks
from sonde.report.words import amount, duration, number, safe
from sonde.report.write import write_report
from sonde.store.folder import CrawlFolder
from sonde.store.ledger import Failure, Traffic
from sonde.store.sqlite import Store

SITE = "http://site.test/"
EVIL = "</title><script>alert(1)</script>\"'><img src=x onerror=alert(1)>\0\ud800"
VOID = {"meta", "br", "img", "link", "input", "hr", "path", "line", "circle"}


class Page(HTMLParser):
    """Checks that tags nest, and collects them with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def make_report(path: Path, queries: int, *, stop: Stop | None = None, evil: str = "", interface: str = "") -> Page:
    rng = random.Random(queries)

    async def fill(folder: CrawlFolder) -> None:
        async with await Store.open(folder, clock=lambda: 1_700_000_000.0) as store:
            held = 0
            for at in range(queries):
                count = rng.randrange(0, 3)
                new = tuple(
                    Document(url=f"{SITE}{id}{evil}", title=f"Document {evil}", id=id)
                    for id in range(held, held + count)
                )
                held += count
                await store.record(
                    Outcome(
                        Query(f"word{at} {evil}", reason=f"because {evil}"),
                        seen=tuple(range(held))[-5:],
                        new=new,
                        requests=at,
                        error=f"cut {evil}" if at % 100 == 50 else "",
                    ),
                    failures=[Failure(f"{SITE}x{evil}", f"StatusError{evil}", f"500 {evil}")] if at % 10 == 5 else [],
                    traffic=Traffic(at, 1000 * at, at // 20, 2.0 * at),
                    coverage=Coverage(0.5, 0.4, 0.6, float("inf") if at == 0 else 2.0 * held),
                )
            await store.set_aside(range(min(held, 2)), f"another kind of page {evil}")
            if stop is not None:
                await store.set_stop(stop, traffic=Traffic(7654, 12_300_000, 21, 3725.0))

    with CrawlFolder.open_for_crawl(path, site_url=SITE) as folder:
        asyncio.run(fill(folder))
    with CrawlFolder.open_to_read(path) as folder:
        return Page(write_report(folder, interface=interface, now=1_700_000_000.0).read_text("utf-8"))


def drawn_numbers(page: Page) -> list[float]:
    names = ("x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "width", "height", "d")
    values = [attributes[name] or "" for tag, attributes in page.tags for name in names if name in attributes]
    return [float(number) for value in values for number in re.findall(r"[^\sMLZ]+", value)]


@pytest.mark.parametrize("queries", [0, 1, 2, 300, 1500])
def test_any_number_of_queries_makes_a_page_that_parses(tmp_path: Path, queries: int) -> None:
    page = make_report(tmp_path / "crawl", queries, stop=Stop("exhausted"))
    svgs = [attributes for tag, attributes in page.tags if tag == "svg"]
    assert len(svgs) == (3 if queries else 0)
    assert all(attributes["aria-label"] for attributes in svgs)
    assert all(math.isfinite(value) and -1 <= value <= WIDTH for value in drawn_numbers(page))


def test_many_queries_are_thinned_out(tmp_path: Path) -> None:
    page = make_report(tmp_path / "crawl", 1500, stop=Stop("exhausted"))
    assert len([tag for tag, _ in page.tags if tag == "rect"]) < 200
    assert len(drawn_numbers(page)) < 6000
    assert "Each bar is the mean of 9 queries." in page.text


def test_the_report_tells_how_it_went(tmp_path: Path) -> None:
    stop = Stop("yield too low", "0.4 new documents in each of the last 20 queries.")
    page = make_report(tmp_path / "crawl", 200, stop=stop, interface="GET /search\nthe words go in q")
    for expected in (
        "The last queries brought too little that was new.",
        "0.4 new documents in each of the last 20 queries.",
        "50.0 % (40.0 % to 60.0 %) of about",
        "Best queries",
        "brought nothing new and cost",
        "21 of 7,654 requests failed; 20 results could not be had.",
        "2 pages were fetched but are not counted as documents",
        "12.3 MB",
        "1 h 2 min",
        "yield too low (0.4 new documents",
        "the words go in q",
        "on 2023-11-14 22:13 UTC",
    ):
        assert expected in page.text


def test_text_of_pages_is_inert(tmp_path: Path) -> None:
    page = make_report(tmp_path / "crawl", 120, stop=Stop("error", EVIL), evil=EVIL, interface=EVIL)
    tags = {tag for tag, _ in page.tags}
    assert not tags & {"script", "img", "iframe", "object", "link"}
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]
    assert "<script>alert(1)</script>" in page.text


def test_nothing_is_loaded_from_elsewhere(tmp_path: Path) -> None:
    page = make_report(tmp_path / "crawl", 30, stop=Stop("budget"))
    assert not [attributes for _, attributes in page.tags if "src" in attributes]
    assert {tag for tag, attributes in page.tags if "href" in attributes} == {"a"}
    html = (tmp_path / "crawl" / "report.html").read_text()
    assert "@import" not in html
    assert "url(" not in html
    assert "default-src 'none'" in html


def test_only_web_addresses_become_links(tmp_path: Path) -> None:
    with CrawlFolder.open_for_crawl(tmp_path, site_url="javascript:alert(1)") as folder:
        page = Page(write_report(folder).read_text("utf-8"))
    assert not [tag for tag, _ in page.tags if tag == "a"]
    assert "It has not begun." in page.text


async def test_a_crawl_that_holds_its_folder_runs_until_it_has_stopped(tmp_path: Path) -> None:
    with CrawlFolder.open_for_crawl(tmp_path, site_url=SITE) as folder:
        async with await Store.open(folder) as store:
            await store.begin_run()
            assert "It is still running." in Page(write_report(folder).read_text("utf-8")).text
            await store.set_stop(Stop("interrupted"), traffic=Traffic())
            assert "It was interrupted." in Page(write_report(folder).read_text("utf-8")).text


def test_a_run_that_was_killed_is_called_that(tmp_path: Path) -> None:
    page = make_report(tmp_path / "crawl", 3)
    assert "ended from outside before it could say why" in page.text
    assert "killed" in page.text


def test_the_saved_interface_is_shown_when_none_is_handed_in(tmp_path: Path) -> None:
    (tmp_path / "interface.yaml").write_text("# how to ask\nquery_field: q\n")
    page = make_report(tmp_path, 1)
    assert "query_field: q" in page.text


def test_a_report_can_be_written_again(tmp_path: Path) -> None:
    make_report(tmp_path / "crawl", 1)
    with CrawlFolder.open_to_read(tmp_path / "crawl") as folder:
        assert write_report(folder) == write_report(folder)
    assert not list((tmp_path / "crawl").glob("*.part"))


any_number = st.floats(allow_nan=True, allow_infinity=True)


@given(values=st.lists(any_number, min_size=1, max_size=600))
def test_curves_stay_inside_the_drawing(values: list[float]) -> None:
    chart = line_chart("t", [Line("a", values, "first")], band=Band("b", values, values), label=number)
    numbers = [float(x) for x in re.findall(r"-?\d+\.?\d*", " ".join(re.findall(r' d="([^"]*)"', chart)))]
    assert numbers
    assert all(0 <= value <= max(WIDTH, HEIGHT) for value in numbers)


@given(values=st.lists(st.integers(0, 10**9), min_size=1, max_size=600))
def test_bars_stay_inside_the_drawing(values: list[int]) -> None:
    rects = re.findall(
        r'<rect class="bar" x="(.*?)" y="(.*?)" width="(.*?)" height="(.*?)"',
        bar_chart("t", values, label=number),
    )
    assert 1 <= len(rects) <= 180
    for x, y, width, height in (map(float, rect) for rect in rects):
        assert x >= 0
        assert width > 0
        assert height >= 0
        assert x + width <= WIDTH
        assert y + height <= HEIGHT


@given(highest=st.floats(1e-3, 1e12))
def test_ticks_are_few_and_reach_nearly_to_the_top(highest: float) -> None:
    marks = ticks(highest)
    assert 2 <= len(marks) <= 8
    assert marks[0] == 0
    assert highest / 2 < marks[-1] <= highest * 1.001


def test_numbers_read_well() -> None:
    assert [amount(value) for value in (0, 999, 12_345, 5e9, 2e13)] == [
        "0 bytes",
        "999 bytes",
        "12.3 kB",
        "5.0 GB",
        "20.0 TB",
    ]
    assert [duration(value) for value in (0, 59.4, 61, 3725)] == ["0 s", "59 s", "1 min 1 s", "1 h 2 min"]
    assert number(float("nan")) == "unknown"
    assert safe("<a b='c'>&") == "&lt;a b=&#x27;c&#x27;&gt;&amp;"
