"""Arrows that lead to the last page, or beyond a row of numbers, are no way to the next page."""

from collections.abc import Sequence

from interface_sites import WORDS, Entry, Library, check_every_result_is_found_once, visit
from sonde.interface.paging.next_page import next_pages
from sonde.page.dom import parse_html

HERE = "http://a.example/search?q=river"


class ArrowToTheEnd(Library):
    """Numbers lead from page to page, the arrow beside them to the last one."""

    page_size = 4

    def pager(self, found: Sequence[Entry], words: str, page: int) -> str:
        last = -(-len(found) // self.page_size)
        numbers = [f'<li><a href="{self.page_link(words, n)}">{n}</a></li>' for n in range(1, min(last, page + 3) + 1)]
        arrow = f'<li><a href="{self.page_link(words, last)}">▶</a></li>' if page < last else ""
        return f"<ul>{''.join(numbers)}{arrow}</ul>" if last > 1 else ""


async def test_pages_between_the_first_and_the_last_are_read() -> None:
    await check_every_result_is_found_once(ArrowToTheEnd())
    async with visit(ArrowToTheEnd()) as learned:
        assert learned.interface.paging.kind == "number"
        assert all([len(await learned.ask(words)) == len(learned.library.find(words)) for words in WORDS])


def kinds(pager: str) -> list[str]:
    return [way.kind for way in next_pages(parse_html(f"<body>{pager}</body>"), HERE, HERE, number=1)]


def test_an_arrow_to_the_page_numbered_next_leads_on() -> None:
    numbers = "<p>1 <a href='?q=river&start=10'>2</a> <a href='?q=river&start=20'>3</a>"
    assert "label" in kinds(f"{numbers} <a href='?q=river&start=10'>&gt;</a></p>")
    assert "label" not in kinds(f"{numbers} <a href='?q=river&start=90'>&gt;</a></p>")


def test_numbers_of_something_else_do_not_forbid_an_arrow() -> None:
    stars = "<p>1 <a href='?q=river&stars=2'>2</a> <a href='?q=river&stars=3'>3</a></p>"
    assert "label" in kinds(f"{stars}<p><a href='?q=river&page=2'>Next</a></p>")
