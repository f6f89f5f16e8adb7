"""When a browser is started, and that none is left behind."""

import os
import signal
import sys
from pathlib import Path

import pytest
from aiohttp import web

import sonde
from drawn_sites import ALL, AS_YOU_TYPE, Drawn, answers, browsing, chromium_processes, serve
from interface_sites import Library
from interface_sites import serve as serve_library
from sonde.browser.chromium import Browser
from sonde.errors import FetchError, NoSearchFormError
from sonde.interface.rendered.decide import learn_site
from sonde.net.client import Client, NetOptions

NET = NetOptions(delay_s=0, concurrency=4, retries=0)


async def test_a_killed_browser_costs_one_query() -> None:
    slow = AS_YOU_TYPE.replace(
        "show(box.value), 80", "{ fetch('/wait?' + box.value).finally(() => show(box.value)) }, 80"
    )

    def kill(request: web.Request) -> web.Response:
        if request.query_string == "castle":
            for number in chromium_processes():
                os.kill(number, signal.SIGKILL)
        return web.Response(text="ok")

    site = Drawn(slow + ALL, handlers={"/wait": kill})
    async with browsing(site) as (_, browser):
        lost = [words for words in ("river", "castle", "stone", "river") if not await answers(browser, site, words)]
        print(f"\nall Chromium processes killed in mid-query: {len(lost)} of 4 queries lost, {browser.starts} starts")
        assert (lost, browser.starts) == (["castle"], 2)
    assert chromium_processes() == {}


async def test_no_browser_is_started_where_http_does() -> None:
    library = Library()
    async with serve_library(library), Client(NET, start_url=library.url) as client, Browser(client) as browser:
        interface = await learn_site(client, browser, library.url)
        assert not interface.ask.rendered
        assert browser.starts == 0


class Failing(Library):
    """A library whose search is out of order."""

    async def search(self, request: web.Request) -> web.StreamResponse:
        return self.html("<p>Out of order.</p>", status=500)


class Closed(Library):
    """A library that lets nobody in."""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        return self.html("<p>Closed.</p>", status=403 if request.path == "/" else 404)


@pytest.mark.parametrize("library", [Failing(), Closed()], ids=["search fails", "front page refused"])
async def test_a_failed_fetch_is_no_reason_for_a_browser(library: Library) -> None:
    async with serve_library(library), Client(NET, start_url=library.url) as client, Browser(client) as browser:
        with pytest.raises((NoSearchFormError, FetchError)):
            await learn_site(client, browser, library.url)
        assert browser.starts == 0


async def test_a_missing_chromium_is_named_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    async with serve(Drawn(AS_YOU_TYPE + ALL)) as site:
        with pytest.raises(NoSearchFormError, match="apt install chromium"):
            await sonde.inspect(site.url, net=NET)
    async with serve_library(Library()) as library:
        assert not (await sonde.inspect(library.url, net=NET, render="always")).ask.rendered


async def test_a_chromium_that_does_not_start_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    monkeypatch.setattr("shutil.which", lambda name: str(broken))
    async with serve(Drawn(AS_YOU_TYPE + ALL)) as site:
        with pytest.raises(NoSearchFormError, match="chromium does not start"):
            await sonde.inspect(site.url, net=NET)


async def test_a_missing_driver_is_named_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright", None)
    async with serve(Drawn(AS_YOU_TYPE + ALL)) as site:
        with pytest.raises(NoSearchFormError, match=r"pip install 'sonde\[browser\]'"):
            await sonde.inspect(site.url, net=NET)


async def test_without_leave_to_render_a_drawn_page_is_not_rendered() -> None:
    async with serve(Drawn(AS_YOU_TYPE + ALL)) as site:
        with pytest.raises(NoSearchFormError):
            await sonde.inspect(site.url, net=NET, render="never")
        assert site.asked("/data.js") == 0
