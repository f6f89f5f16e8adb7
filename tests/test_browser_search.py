"""Searching through pages that a script draws, on the system's Chromium and local sites."""

import re
from pathlib import Path

import pytest
from aiohttp import web

import sonde
from drawn_sites import ALL, AS_YOU_TYPE, ENTRIES, HEAD, SEEDS, Drawn, Handlers, Tools, entries, serve, visit
from sonde.errors import ConfigError
from sonde.interface.json.site import JsonSite
from sonde.interface.rendered.decide import learn_site
from sonde.interface.yaml.file import load_interface, save_interface
from sonde.model import Query
from sonde.net.client import NetOptions

STEPWISE = """<script>
let found = [], shown = 0; const say_ = document.getElementById('say'), hits_ = document.getElementById('hits');
function show(w) { found = find(w); shown = 0; say_.textContent = say(found); hits_.innerHTML = ''; more(); }
</script>"""
LOAD_MORE = (
    AS_YOU_TYPE
    + '<button id="on" hidden onclick="setTimeout(more, 60)">Show more walks</button>'
    + STEPWISE
    + """<script>
function more() { hits_.insertAdjacentHTML('beforeend', found.slice(shown, shown += 8).map(record).join(''));
  document.getElementById('on').hidden = shown >= found.length; }
</script>"""
)
ENDLESS_SCROLL = (
    AS_YOU_TYPE
    + '<div id="end" style="height:40px"></div><style>.hit { height: 300px }</style>'
    + STEPWISE
    + """<script>
function more() { hits_.insertAdjacentHTML('beforeend', found.slice(shown, shown += 8).map(record).join('')); }
new IntersectionObserver(seen => { if (seen[0].isIntersecting && shown < found.length) setTimeout(more, 80); })
  .observe(document.getElementById('end'));
</script>"""
)
VIRTUAL_LIST = """
<input type="search" placeholder="Find a walk"><div id="view" style="height:400px;overflow-y:auto;position:relative">
<ol id="hits" style="margin:0;position:relative"></ol></div>
<script src="/data.js"></script><script>
const box = document.querySelector('input'), view = document.getElementById('view'), list = document.getElementById('hits');
let found = [];
function draw() { const first = Math.floor(view.scrollTop / 50);
  list.style.height = `${50 * found.length}px`;
  list.innerHTML = found.slice(first, first + 9).map((e, i) =>
    `<li class="hit" style="position:absolute;top:${50 * (first + i)}px;height:50px"><a href="/walk/${e.n}">${e.title}</a> ${e.text}</li>`
  ).join(''); }
view.addEventListener('scroll', () => requestAnimationFrame(draw));
box.addEventListener('keydown', e => { if (e.key === 'Enter') { found = find(box.value); view.scrollTop = 0; draw(); } });
</script>
"""
NUMBERED = (
    AS_YOU_TYPE
    + '<div id="pages"></div>'
    + """<script>
let found = []; const say_ = document.getElementById('say');
function show(w) { found = find(w); say_.textContent = say(found); turn(1); }
function turn(page) {
  document.getElementById('hits').innerHTML = found.slice(8 * page - 8, 8 * page).map(record).join('');
  const pages = Math.ceil(found.length / 8); let row = '';
  for (let p = 1; p <= pages; p++) row += p === page ? `<b>${p}</b> ` : `<span role="button" onclick="turn(${p})">${p}</span> `;
  document.getElementById('pages').innerHTML = row; }
</script>"""
)


pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_box_without_a_form_is_found_and_asked_by_typing(one_browser: Tools) -> None:
    async with visit(Drawn(AS_YOU_TYPE + ALL), one_browser) as learned:
        assert learned.interface.ask.rendered
        assert learned.interface.ask.submit == "typing"
        assert await learned.brings_all("river")
        assert await learned.brings_all("k31")
        assert await learned.ask("xylophone") == []
        document = await learned.asker.get((await learned.ask("k31"))[0])
        assert "mark k31" in document.text


async def test_a_button_uncovers_a_box_whose_endless_list_is_scrolled(one_browser: Tools) -> None:
    hidden = ENDLESS_SCROLL.replace('class="top"', 'class="top" hidden')
    button = "<button onclick=\"document.querySelector('.top').hidden = false\">Search</button>"
    async with visit(Drawn(button + hidden), one_browser) as learned:
        assert learned.interface.ask.opener
        assert learned.interface.paging.kind == "scroll"
        assert learned.interface.paging.keeps
        assert await learned.brings_all("walk")


async def test_a_virtual_list_keeps_what_has_scrolled_out_of_it(one_browser: Tools) -> None:
    async with visit(Drawn(VIRTUAL_LIST), one_browser) as learned:
        assert learned.interface.ask.submit == "enter"
        assert learned.interface.paging.kind == "scroll"
        assert not learned.interface.paging.keeps
        assert await learned.brings_all("walk")


async def test_numbered_pages_are_turned_and_documents_drawn(one_browser: Tools, tmp_path: Path) -> None:
    async with visit(Drawn(NUMBERED, drawn_documents=True), one_browser) as learned:
        assert (learned.interface.paging.kind, learned.interface.paging.label) == ("press", "")
        assert await learned.brings_all("stone")
        assert await learned.brings_all("walk")
        assert learned.interface.ask.renders_documents
        texts = {(await learned.asker.get(result)).text for result in (await learned.ask("castle"))[:3]}
        assert len(texts) == 3
        assert all("along the castle" in text for text in texts)
        save_interface(learned.interface, tmp_path / "interface.yaml")
        assert load_interface(tmp_path / "interface.yaml") == learned.interface


async def test_a_box_in_a_shadow_tree_in_a_frame_that_a_script_adds_is_found(one_browser: Tools) -> None:
    finder = (
        "<my-finder></my-finder><script src='/data.js'></script><script>customElements.define('my-finder',"
        "class extends HTMLElement { connectedCallback() { const root = this.attachShadow({mode: 'closed'});"
        "root.innerHTML = '<input type=search><ol></ol>'; root.querySelector('input').oninput = e =>"
        "root.querySelector('ol').innerHTML = find(e.target.value).map(record).join(''); } })</script>"
    )
    frame = "<script>document.body.insertAdjacentHTML('beforeend', '<iframe src=\"/finder\"></iframe>')</script>"
    async with visit(Drawn(frame, pages={"/finder": finder}), one_browser) as learned:
        assert learned.interface.ask.page == learned.site.url + "finder"
        assert await learned.brings_all("island")


async def test_enter_leads_to_an_answer_page_that_is_drawn(one_browser: Tools) -> None:
    front = (
        '<input type="search" id="find"><script>document.getElementById("find").onkeydown = e => {'
        "if (e.key === 'Enter') location.href = '/found?w=' + encodeURIComponent(e.target.value) }</script>"
    )
    found = (
        "<p id='say'></p><ol id='hits'></ol><script src='/data.js'></script><script>const f = find("
        "new URLSearchParams(location.search).get('w')); document.getElementById('say').textContent = say(f);"
        "document.getElementById('hits').innerHTML = f.map(record).join('')</script>"
    )
    async with visit(Drawn(front, pages={"/found": found}), one_browser) as learned:
        assert learned.interface.ask.submit == "enter"
        assert await learned.brings_all("winter")
        assert await learned.brings_all("bridge")


async def test_a_form_is_typed_into_where_its_answer_page_is_drawn(one_browser: Tools) -> None:
    form = '<form action="/found"><input type="search" name="w"><input type="submit" value="Search"></form>'
    found = (
        "<p id='say'></p><ol id='hits'></ol><script src='/data.js'></script><script>const f = find("
        "new URLSearchParams(location.search).get('w')); document.getElementById('say').textContent = say(f);"
        "document.getElementById('hits').innerHTML = f.map(record).join('')</script>"
    )
    async with visit(Drawn(form, pages={"/found": form + found}), one_browser) as learned:
        assert learned.interface.ask.rendered
        assert await learned.brings_all("winter")
        assert await learned.brings_all("bridge")


MANY = entries(150)


def first_results(request: web.Request) -> web.Response:
    """The first twelve of an answer; a script loads the others in parts, when the end of the list is in sight."""
    asked = set(request.query.get("w", "").lower().split())
    found = [entry for entry in MANY if asked and asked <= set(re.findall(r"\w+", str(entry).lower()))]
    part = int(request.query.get("part", "0"))
    shown = found[12 * part : 12 * part + 12]
    hits = "".join(f'<li class="hit"><a href="/walk/{e["n"]}">{e["title"]}</a><p>{e["text"]}</p></li>' for e in shown)
    if part:
        return web.json_response({"html": hits})
    script = (
        "<p id=end>.</p><script>let part = 0; const eye = new IntersectionObserver(async seen => {"
        " if (!seen[0].isIntersecting) return; const answer = await fetch(location.href + '&part=' + ++part);"
        " const html = (await answer.json()).html; hits.insertAdjacentHTML('beforeend', html);"
        " eye.unobserve(end); if (html) eye.observe(end); }); eye.observe(end)</script>"
    )
    body = f'<ol id="hits">{hits}</ol>{script}' if shown else "<p>No walk was found.</p>"
    return web.Response(text=f"{HEAD}{body}</body></html>", content_type="text/html")


def one_of_many(request: web.Request) -> web.Response:
    entry = MANY[int(request.path.rpartition("/")[2])]
    return web.Response(
        text=f"{HEAD}<h1>{entry['title']}</h1><p>{entry['text']}</p></body></html>", content_type="text/html"
    )


async def test_a_list_that_only_grows_in_a_browser_is_read_in_one(one_browser: Tools) -> None:
    form = '<form action="/found"><input type="search" name="w"><input type="submit" value="Search"></form>'
    handlers: Handlers = {"/found": first_results, **{f"/walk/{entry['n']}": one_of_many for entry in MANY}}
    async with visit(Drawn(form, handlers=handlers), one_browser) as learned:
        assert learned.interface.ask.rendered
        assert {result.url for result in await learned.ask("walk")} == {
            f"{learned.site.url}walk/{n}" for n in range(150)
        }


def first_results_and_a_button(request: web.Request) -> web.Response:
    """The first twelve of an answer; a script loads the others in parts, when a button is pressed."""
    answer = first_results(request)
    if not answer.text or "<script>" not in answer.text:
        return answer
    before = answer.text.partition("<p id=end>")[0]
    script = (
        "<button id=more>Load more</button><script>let part = 0; more.onclick = async () => {"
        " const answer = await fetch(location.href + '&part=' + ++part); const html = (await answer.json()).html;"
        " hits.insertAdjacentHTML('beforeend', html); if (!html) more.remove(); }</script>"
    )
    return web.Response(text=f"{before}{script}</body></html>", content_type="text/html")


async def test_a_list_that_grows_when_a_button_is_pressed_is_read_in_a_browser(one_browser: Tools) -> None:
    form = '<form action="/found"><input type="search" name="w"><input type="submit" value="Search"></form>'
    handlers: Handlers = {
        "/found": first_results_and_a_button,
        **{f"/walk/{entry['n']}": one_of_many for entry in MANY},
    }
    async with visit(Drawn(form, handlers=handlers), one_browser) as learned:
        assert learned.interface.ask.rendered
        assert len(await learned.ask("walk")) == 150


ROUTED = """<div id="app"></div><script src="/data.js"></script><script>
const app = document.getElementById('app');
function draw() { const n = location.hash.split('/')[2];
  if (n) { app.innerHTML = `<h1>${ENTRIES[n].title}</h1><p>${ENTRIES[n].text}</p>`; return; }
  app.innerHTML = '<input type="search"><ol></ol>'; app.querySelector('input').oninput = e =>
    app.querySelector('ol').innerHTML = find(e.target.value).map(record).join('').replaceAll('/walk/', '#/walk/'); }
addEventListener('hashchange', draw); draw();
</script>"""


async def test_documents_behind_fragments_are_told_apart(one_browser: Tools) -> None:
    async with visit(Drawn(ROUTED), one_browser) as learned:
        results = await learned.ask("river")
        assert len({result.url for result in results}) == len(learned.site.urls("river"))
        texts = {(await learned.asker.get(result)).text for result in results[:3]}
        assert len(texts) == 3
        assert all("along the river" in text for text in texts)


API = """<div role="search"><input class="finder" placeholder="Search walks"></div><ol id="hits"></ol><script>
document.querySelector('.finder').addEventListener('input', async (e) => {
  const reply = await fetch('/api/walks?words=' + encodeURIComponent(e.target.value) + '&limit=10&offset=0',
    {headers: {'X-Requested-With': 'XMLHttpRequest', 'Authorization': 'Bearer of-the-page'}});
  const data = await reply.json();
  document.getElementById('hits').innerHTML = data.walks.map(w =>
    `<li><a href="${w.link}">${w.title}</a> <span>${w.text}</span></li>`).join(''); });
</script>"""


def api(request: web.Request) -> web.Response:
    """Answers scripts only, as they call themselves."""
    if request.headers.get("X-Requested-With") != "XMLHttpRequest":
        return web.json_response({"error": "not for you"}, status=400)
    words, offset = request.query.get("words", "").lower(), int(request.query.get("offset", "0"))
    found = [e for e in ENTRIES if words and words in f"{e['title']} {e['text']}".lower()]
    shown = found[offset : offset + int(request.query.get("limit", "10"))]
    walks = [{"id": e["n"], "link": f"/walk/{e['n']}", "title": e["title"], "text": e["text"]} for e in shown]
    return web.json_response({"total": len(found), "walks": walks})


async def test_the_browser_is_dropped_for_the_endpoint_its_page_asks(one_browser: Tools) -> None:
    client, browser = one_browser
    async with serve(Drawn(API, handlers={"/api/walks": api})) as site:
        interface = await learn_site(client, browser, site.url, seeds=SEEDS)
        assert not interface.ask.rendered
        assert interface.json is not None
        assert interface.ask.headers == (("x-requested-with", "XMLHttpRequest"),)
        endpoint = JsonSite(client, interface)
        urls = [result.url async for page in endpoint.search(Query("walk")) for result in page.results]
        assert len(set(urls)) == len(ENTRIES)


async def test_a_crawl_that_presses_for_more_is_complete_and_resumes(tmp_path: Path) -> None:
    net = NetOptions(delay_s=0, concurrency=4, retries=0)
    async with serve(Drawn(LOAD_MORE)) as site:
        async with sonde.crawl(site.url, into=tmp_path / "copy", net=net, max_queries=1) as crawl:
            first = [document.url async for document in crawl]
        interface = load_interface(tmp_path / "copy" / "interface.yaml")
        paging = interface.paging
        assert interface.ask.rendered
        assert interface.count is not None
        assert (paging.kind, paging.label, paging.page_size, paging.keeps) == ("press", "Show more walks", 8, True)
        asked = site.asked("/data.js")
        async with sonde.crawl(site.url, into=tmp_path / "copy", net=net, max_queries=4) as crawl:
            rest = [document.url async for document in crawl]
        assert site.asked("/data.js") == asked + 1
    assert {*first, *rest} == site.urls("")
    assert len(first) + len(rest) == len(ENTRIES)
    with pytest.raises(ConfigError, match="--render never"):
        async with sonde.crawl(site.url, into=tmp_path / "copy", net=net, render="never"):
            pass
