"""Pagers without words: links that show a drawn arrow and say nothing."""

from collections.abc import Sequence
from urllib.parse import urlencode

import pytest

from interface_sites import WORDS, Entry, Library, visit
from sonde.interface.paging.labels import picture_of
from sonde.page.dom import parse_html

DRAWN = '<i class="ico ico-turn-{way}"></i>'
FILE = '<img src="/pictures/turn-{way}.gif">'
STYLED = '<a href="{url}" class="turn turn-{way}"></a>'


class PicturePager(Library):
    """One picture leads on and one leads back; an empty box of the form is not handed on."""

    page_size = 4

    def __init__(self, picture: str) -> None:
        super().__init__()
        self.picture = picture

    def forms(self) -> str:
        boxes = '<input type="search" name="q"><input name="shelf" placeholder="Shelf">'
        return f'<form action="/search">{boxes}<button>Search</button></form>'

    def pager(self, found: Sequence[Entry], words: str, page: int) -> str:
        last = -(-len(found) // self.page_size)
        ways = [("left", page - 1)] * (page > 1) + [("right", page + 1)] * (page < last)
        return f"<div><b>{page} / {last}</b>{''.join(self.arrow(way, words, to) for way, to in ways)}</div>"

    def arrow(self, way: str, words: str, page: int) -> str:
        url = f"?{urlencode({'page': page, 'q': words})}".replace("&", "&amp;")
        linked = self.picture if self.picture == STYLED else f'<a href="{{url}}">{self.picture}</a>'
        return linked.format(url=url, way=way)


@pytest.mark.parametrize("picture", [DRAWN, FILE, STYLED])
async def test_a_link_that_only_shows_a_picture_is_followed_by_its_address(picture: str) -> None:
    async with visit(PicturePager(picture)) as learned:
        assert learned.interface.paging.kind == "label"
        for words in WORDS:
            assert {result.url for result in await learned.ask(words)} == learned.library.urls(words)


@pytest.mark.parametrize(("link", "name"), [
    ('<a href=x><i class="fa fa-lg fa-turn-right"></i></a>', "fa-turn-right"),
    ('<a href=x class="b"><img src="/p/right.png"></a>', "right.png"),
    ('<a href=x class="on turn-on"></a>', "turn-on"),
    ("<a href=x></a>", ""),
])  # fmt: skip
def test_a_picture_is_called_by_its_file_or_its_style(link: str, name: str) -> None:
    node = parse_html(link).css_first("a")
    assert node is not None
    assert picture_of(node) == name
