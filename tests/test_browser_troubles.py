"""What a drawn page may do to a crawl: nothing worse than the loss of one query."""

import pytest
from aiohttp import web

from drawn_sites import (
    ALL,
    AS_YOU_TYPE,
    Drawn,
    Handlers,
    Tools,
    answers,
    chromium_mib,
    chromium_processes,
    links_for,
    serve,
)
from sonde.browser import tab as tab_module
from sonde.errors import FetchTimeoutError, FormError, RefusedError, StatusError
from sonde.interface.rendered.probe import probe_links

QUERIES, WARM = 200, 40

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_dialogs_popups_and_downloads_do_not_stop_it(one_browser: Tools) -> None:
    _, browser = one_browser
    trouble = """<script>window.addEventListener('beforeunload', e => e.preventDefault());
    document.querySelector('.finder').addEventListener('input', () => { alert('a'); confirm('b'); prompt('c');
      window.open('/popup'); document.body.insertAdjacentHTML('beforeend', '<a id=d href=/file download>d</a>');
      document.getElementById('d').click(); print(); });</script>"""
    file: Handlers = {
        "/file": lambda _: web.Response(body=b"x", headers={"Content-Disposition": "attachment; filename=x.bin"})
    }
    site = Drawn(AS_YOU_TYPE + ALL + trouble, pages={"/popup": "popup"}, handlers=file)
    async with serve(site):
        await browser.screen()
        starts = browser.starts
        for words in ("river", "castle", "river"):
            assert await links_for(browser, site, words) == site.urls(words)
        assert browser.starts == starts


async def test_a_page_that_hangs_costs_one_query(one_browser: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    _, browser = one_browser
    hang = "<script>document.querySelector('.finder').oninput = e => { while (e.target.value === 'castle') ; }</script>"
    site = Drawn(AS_YOU_TYPE + ALL + hang)
    async with serve(site):
        await links_for(browser, site, "river")
        monkeypatch.setattr(tab_module, "_STEP_S", 1.0)
        lost = [words for words in ("castle", "stone", "river") if not await answers(browser, site, words)]
        print(f"\na page that hangs: {len(lost)} of 3 queries lost")
        assert lost == ["castle"]
        with pytest.raises(FetchTimeoutError, match="does not react"):
            await links_for(browser, site, "castle")


async def test_a_page_that_never_settles_is_read_after_a_while(
    one_browser: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, browser = one_browser
    monkeypatch.setattr(tab_module, "_RESTLESS_S", 1.0)
    restless = """<p id=a></p><script>setInterval(() => document.body.append(new Text(Math.random())), 5);
    (async () => { for (;;) { await fetch('/poll'); await new Promise(r => setTimeout(r, 20)); } })();</script>"""
    site = Drawn(AS_YOU_TYPE + ALL + restless, handlers={"/poll": lambda _: web.Response(text="{}")})
    async with serve(site):
        assert await links_for(browser, site, "river") == site.urls("river")
        assert await links_for(browser, site, "stone") == site.urls("stone")


async def test_what_scripts_ask_for_is_seen_and_its_failure_is_told(one_browser: Tools) -> None:
    _, browser = one_browser
    ask = """<input class=finder type=search><ol id=hits></ol><script>document.querySelector('input').oninput = async e => {
    const reply = await fetch('/api/walks?words=' + e.target.value, {headers: {'X-Part': 'list'}});
    const found = await reply.json(); document.getElementById('hits').innerHTML =
    found.map(n => `<li><a href="/walk/${n}">walk ${n}</a></li>`).join(''); }</script>"""

    def api(request: web.Request) -> web.Response:
        words = request.query["words"]
        assert request.headers["X-Part"] == "list"
        return web.json_response([], status=500) if words == "castle" else web.json_response([1, 2, 3])

    site = Drawn(ask, handlers={"/api/walks": api})
    async with serve(site):
        assert await links_for(browser, site, "river") == {f"{site.url}walk/{n}" for n in (1, 2, 3)}
        seen = (await browser.screen()).seen
        assert [(one.request.url, one.page.text) for one in seen] == [(f"{site.url}api/walks?words=river", "[1, 2, 3]")]
    async with serve(site):
        with pytest.raises(StatusError):
            await links_for(browser, site, "castle")


async def test_the_pages_own_requests_obey_robots_and_the_guard(one_browser: Tools) -> None:
    client, browser = one_browser
    greedy = """<img src=/picture.png><script>
    const socket = new WebSocket(location.href.replace('http', 'ws') + 'socket'); socket.onopen = () => socket.send('x');
    fetch('/private/list'); fetch('http://127.0.0.2:1/'); fetch('/thing', {method: 'DELETE'});
    navigator.sendBeacon('/beacon', 'x'); new EventSource('/events');
    new Worker('/worker.js').postMessage('go');</script>"""
    worker = "onmessage = () => { fetch('/private/worker'); fetch('/allowed'); }"
    handlers: Handlers = {"/worker.js": lambda _: web.Response(text=worker, content_type="text/javascript")}
    site = Drawn(AS_YOU_TYPE + greedy, robots="User-agent: *\nDisallow: /private/", handlers=handlers)
    refused = client.stats.errors["refused"]
    async with serve(site):
        await (await browser.screen()).open(site.url)
        asked = {line.split("?")[0] for line in site.seen}
        assert asked <= {"GET /", "GET /robots.txt", "GET /data.js", "GET /worker.js", "GET /allowed"}
        assert {"GET /data.js", "GET /worker.js"} <= asked
        assert client.stats.errors["refused"] > refused


async def test_a_redirect_is_followed_and_checked_at_each_hop(one_browser: Tools) -> None:
    _, browser = one_browser
    site = Drawn("<script>location.href = '/moved'</script>", pages={"/new/place": AS_YOU_TYPE + ALL})
    site.handlers["/moved"] = lambda _: web.Response(status=302, headers={"Location": "/new/place"})
    async with serve(site):
        page = await (await browser.screen()).open(site.url)
        assert page.url == site.url + "new/place"
        assert site.asked("/new/place") == 1
    secret = Drawn("<script>location.href = '/moved'</script>", robots="User-agent: *\nDisallow: /secret")
    secret.handlers["/moved"] = lambda _: web.Response(status=302, headers={"Location": "/secret"})
    async with serve(secret):
        await (await browser.screen()).open(secret.url)
        assert secret.asked("/secret") == 0


async def test_links_that_menus_make_are_found_without_leaving_the_page(one_browser: Tools) -> None:
    _, browser = one_browser
    menu = """<ul id=menu><li id=hov>Regions</li><li onclick="open_()">Topics</li>
    <li onclick="location.href = '/by-script'">Maps</li><li onclick="location.href = '/gone'">Delete everything</li></ul>
    <div id=sub></div><form action=/send><button>Archive</button></form><script>
    document.getElementById('hov').addEventListener('mouseover', () =>
      document.getElementById('sub').innerHTML = '<a href="/north">North</a><a href="/south">South</a>');
    function open_() { document.getElementById('sub').innerHTML = '<a href="/history">History</a>'; }</script>"""
    site = Drawn(menu)
    async with serve(site):
        screen = await browser.screen()
        await screen.open(site.url)
        found = {link.url.removeprefix(site.url): link.text for link in await probe_links(screen)}
        assert found == {"north": "Regions", "south": "Regions", "history": "Topics", "by-script": "Maps"}
        assert screen.url == site.url
        assert site.asked("/by-script") == site.asked("/gone") == site.asked("/send") == 0


async def test_many_queries_leave_nothing_behind(one_browser: Tools) -> None:
    _, browser = one_browser
    async with serve(Drawn(AS_YOU_TYPE + ALL)) as site:
        before, memory = 0, 0.0
        for number in range(QUERIES):
            words = f"k{number % 40}"
            assert await links_for(browser, site, words) == site.urls(words)
            if number == WARM:
                before, memory = len(chromium_processes()), chromium_mib()
        after, grown = len(chromium_processes()), chromium_mib()
        print(f"\n{QUERIES} rendered queries: {before} processes after {WARM}, {after} at the end;", end=" ")
        print(f"{memory:.0f} MiB after {WARM}, {grown:.0f} MiB at the end")
        assert after <= before
        assert grown < 1.25 * memory


async def test_a_box_that_is_gone_is_told(one_browser: Tools) -> None:
    _, browser = one_browser
    site = Drawn("<p>nothing</p>")
    async with serve(site):
        with pytest.raises(FormError, match="not on"):
            await links_for(browser, site, "river")


async def test_a_page_that_robots_forbid_is_not_drawn(one_browser: Tools) -> None:
    _, browser = one_browser
    site = Drawn(AS_YOU_TYPE, robots="User-agent: *\nDisallow: /")
    async with serve(site):
        with pytest.raises(RefusedError):
            await (await browser.screen()).open(site.url)
