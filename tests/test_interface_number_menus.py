"""Values to choose from that are numbers, such as marks: neither the next page nor the hit count."""

from collections.abc import Sequence
from html import escape
from urllib.parse import urlencode

import pytest
from aiohttp import web

from interface_sites import Entry, Library, visit
from sonde.interface.model import Paging
from sonde.interface.paging.next_page import follow, next_pages
from sonde.interface.results.count import learn_count
from sonde.interface.results.lines import Sounding
from sonde.page.dom import parse_html

WORDS = ("river", "silver", "letter", "winter")
URL = "http://site.example/find?q=ice"


def mark(entry: Entry) -> int:
    return entry.number % 5 + 1


class Marked(Library):
    """Each entry has a mark from 1 to 5; links beside the answer narrow it to one of them."""

    page_size = 6

    def __init__(
        self, *, pager: str = "numbers", sizes: bool = False, stays: bool = False, counts: bool = True, first: int = 1
    ) -> None:
        super().__init__()
        self.kind, self.sizes, self.stays, self.counts, self.first_mark = pager, sizes, stays, counts, first
        if pager == "none":
            self.page_size = 100

    async def search(self, request: web.Request) -> web.StreamResponse:
        words, chosen = await self.words_of(request), request.query.get("mark", "")
        page = int(request.query.get("page", "1"))
        found = [entry for entry in self.find(words) if not chosen or str(mark(entry)) == chosen]
        shown = found[(page - 1) * self.page_size : page * self.page_size]
        if not shown:
            return self.html(self.nothing(words), title="Search")
        marks = self.marks(self.find(words), words) if self.stays or not chosen else ""
        count = f"<p>{len(found)} entries hold your words.</p>" if self.counts else "<p>What we found:</p>"
        return self.html(marks + count + self.results(shown, words) + self.numbers(len(found), words, chosen, page))

    def marks(self, found: Sequence[Entry], words: str) -> str:
        items = ""
        for value in range(self.first_mark, 6):
            size = sum(mark(entry) == value for entry in found)
            url = f"/search?{urlencode({'q': words, 'mark': value})}"
            items += f'<li><a href="{escape(url)}">{value}</a>{f" ({size})" if self.sizes else ""}</li>' if size else ""
        return f'<div class="side"><h4>Mark</h4><ul class="marks">{items}</ul></div>'

    def numbers(self, found: int, words: str, chosen: str, page: int) -> str:
        last = -(-found // self.page_size)
        if last == 1 or self.kind in ("none", "cut"):
            return ""
        asked = {"q": words, **({"mark": chosen} if chosen else {})}
        addresses = {n: escape(f"/search?{urlencode({**asked, 'page': n})}") for n in range(1, last + 2)}
        if self.kind == "label":
            return f'<p><a href="{addresses[page + 1]}">Next page</a></p>' if page < last else ""
        is_link = {n: n != page or self.kind == "all numbers" for n in range(1, last + 1)}
        cells = [f'<a href="{addresses[n]}">{n}</a>' if is_link[n] else f"<b>{n}</b>" for n in range(1, last + 1)]
        return f'<div class="on">{" ".join(cells)}</div>'


@pytest.mark.parametrize("pager", ["numbers", "all numbers", "label", "none"])
@pytest.mark.parametrize("sizes", [True, False])
@pytest.mark.parametrize("stays", [True, False])
async def test_marks_are_neither_pages_nor_counts(pager: str, sizes: bool, stays: bool) -> None:
    async with visit(Marked(pager=pager, sizes=sizes, stays=stays)) as learned:
        for words in WORDS:
            assert {result.url for result in await learned.ask(words)} == learned.library.urls(words)
            assert await learned.total(words) == len(learned.library.find(words)), learned.interface.count
        assert not any("mark=" in line for line in learned.library.seen[-2:])
        assert (learned.interface.paging.kind == "none") == (pager == "none")


@pytest.mark.parametrize("pager", ["numbers", "label", "none"])
async def test_the_size_of_a_mark_is_no_count_where_none_is_stated(pager: str) -> None:
    async with visit(Marked(pager=pager, sizes=True, counts=False)) as learned:
        assert learned.interface.count is None


@pytest.mark.parametrize("stays", [True, False])
async def test_marks_that_bring_what_a_cut_answer_does_not_show_are_no_pages(stays: bool) -> None:
    async with visit(Marked(pager="cut", stays=stays)) as learned:
        assert learned.interface.paging.kind == "none", learned.interface.paging


@pytest.mark.parametrize("stays", [True, False])
async def test_marks_that_begin_with_two_are_no_pages(stays: bool) -> None:
    async with visit(Marked(pager="none", first=2, stays=stays)) as learned:
        assert learned.interface.paging.kind == "none"


@pytest.mark.parametrize(
    "html",
    [
        "<ul><li><a href=/m1>1</a> (12)</li><li><a href=/m2>2</a> (35)</li></ul>",
        "<p><a href=/m1>1</a> <small>12</small> <a href=/m2>2</a> <small>35</small></p>",
        "<table><tr><td><a href=/m1>1</a></td><td>12</td></tr><tr><td><a href=/m2>2</a></td> <td>1,035</td></tr></table>",
    ],
)
def test_a_number_with_a_size_behind_it_is_no_page(html: str) -> None:
    assert next_pages(parse_html(html), URL, URL, number=1) == []


@pytest.mark.parametrize(
    "html",
    [
        "<p>[1] <a href=/p2>2</a> <a href=/p3>3</a></p>",
        "<p>[1] <a href=/p2>2</a> (15 entries)</p>",
        "<table><tr><td>1</td><td><a href=/p2>2</a></td><td><a href=/p3>3</a></td><td>…</td></tr></table>",
    ],
)
def test_a_page_number_has_no_size(html: str) -> None:
    assert [way.request.url for way in next_pages(parse_html(html), URL, URL, number=1)] == ["http://site.example/p2"]


def test_only_numbers_at_the_learned_place_are_followed() -> None:
    marks = "<div class=marks><a href=/m2>2</a> <a href=/m3>3</a></div>"
    pages = "<div class=pages><a href=/p1>1</a> <b>2</b> <a href=/p3>3</a></div>"
    paging = Paging("number", "body > div.pages > a")
    request = follow(parse_html(marks + pages), URL, URL, paging, number=2)
    assert request is not None
    assert request.url == "http://site.example/p3"
    assert follow(parse_html(marks), URL, URL, paging, number=2) is None


def test_the_same_page_may_be_linked_above_and_below_the_results() -> None:
    pages = "<div class={}><a href=/p1>1</a> <b>2</b> <a href=/p3>3</a></div>"
    tree = parse_html(pages.format("above") + pages.format("below"))
    for place in ("above", "below"):
        assert follow(tree, URL, URL, Paging("number", f"body > div.{place} > a"), number=2) is not None


def answer(words: str, html: str, shown: int, *, more: bool = True) -> Sounding:
    return Sounding(words, parse_html(f"<body>{html}</body>"), shown=shown, more=more)


def test_a_number_that_changes_from_page_to_page_is_no_count() -> None:
    first = [
        answer(word, f"<p>Done in {time} ms</p>", 10) for word, time in (("stone", 341), ("rope", 87), ("sea", 25))
    ]
    assert learn_count(first) is not None
    assert learn_count(first, [answer("stone", "<p>Done in 212 ms</p>", 10)]) is None
    assert learn_count(first, [answer("stone", "<p>Done in 340 ms</p>", 10)]) is not None
