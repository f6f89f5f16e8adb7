"""Sites that refuse a question that comes too soon after the last one."""

import asyncio
from types import SimpleNamespace

import pytest
from aiohttp import web

from interface_sites import Library, failure, visit
from sonde.browser.chromium import Browser
from sonde.errors import NoSearchFormError
from sonde.interface import pauses
from sonde.interface.pauses import SpacedFetcher
from sonde.model import Page, Query, Request
from sonde.net.client import Client, NetOptions
from sonde.site_crawl.interface import site_behind


class Board(Library):
    """Answers a question only when `wants_s` have passed since the last one that it answered; its clock is ours."""

    wants_s = 3.0

    def __init__(self) -> None:
        super().__init__()
        self.now = 100.0
        self.last = 0.0
        self.refused = 0

    async def sleep(self, seconds: float) -> None:
        self.now += seconds

    async def search(self, request: web.Request) -> web.StreamResponse:
        if "page" not in request.query:
            if self.now - self.last < self.wants_s:
                self.refused += 1
                return self.html("<p>You cannot search at this time. Please try again in a few seconds.</p>")
            self.last = self.now
        return await super().search(request)


def put_clock(monkeypatch: pytest.MonkeyPatch, board: Board) -> None:
    monkeypatch.setattr(pauses, "asyncio", SimpleNamespace(sleep=board.sleep, Lock=asyncio.Lock))
    monkeypatch.setattr(pauses, "time", SimpleNamespace(monotonic=lambda: board.now))


async def test_a_pause_that_a_site_wants_is_learned_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board()
    put_clock(monkeypatch, board)
    async with visit(board) as learned:
        assert learned.interface.ask.pause_s == 4.0
        board.refused = 0
        async with Client(NetOptions(delay_s=0), start_url=board.url) as client, Browser(client) as browser:
            site = site_behind(learned.interface, client, browser)
            for word in ("river", "castle", "music"):
                found = {result.url async for page in site.search(Query(word)) for result in page.results}
                assert found == board.urls(word)
        assert board.refused == 0


async def test_a_site_that_says_the_same_to_everything_is_given_up_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = Board()
    board.wants_s, board.last = 1e6, -1e9
    put_clock(monkeypatch, board)
    assert isinstance(await failure(board), NoSearchFormError)
    assert 160 < board.now < 200


async def test_only_questions_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board()
    put_clock(monkeypatch, board)
    async with visit(board) as learned:
        asked: list[str] = []
        spaced = SpacedFetcher(Noting(asked), learned.interface.ask, 5.0)
        began = board.now
        for path in ("entry/1", "entry/2", "search?page=2"):
            await spaced.fetch(Request(board.url + path))
        assert board.now == began
        await spaced.fetch(Request(board.url + "search?q=river"))
        assert board.now == began + 5.0
        assert len(asked) == 4


class Noting:
    """A fetcher that only notes what it was asked for."""

    def __init__(self, asked: list[str]) -> None:
        self._asked = asked

    async def fetch(self, request: Request) -> Page:
        self._asked.append(request.url)
        return Page(request.url, "")
