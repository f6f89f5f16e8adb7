"""What a search can do is sounded on pages that scripts draw too, with the same questions as elsewhere."""

import json

import pytest
from aiohttp import web

from drawn_sites import AS_YOU_TYPE, FIND, SEEDS, Drawn, Tools, entries, serve
from sonde.interface.model import SearchInterface
from sonde.interface.rendered.decide import learn_site

CAP = 20
MANY = 96
PRESSED = (
    AS_YOU_TYPE
    + '<button id="on" hidden onclick="setTimeout(more, 60)">Show more walks</button>'
    + """<script>
let found = [], shown = 0; const say_ = document.getElementById('say'), hits_ = document.getElementById('hits');
function show(w) { found = search(w); shown = 0; say_.textContent = say(found); found = found.slice(0, LIMIT);
  hits_.innerHTML = ''; more(); }
function more() { hits_.insertAdjacentHTML('beforeend', found.slice(shown, shown += 8).map(record).join(''));
  document.getElementById('on').hidden = shown >= found.length; }
</script>"""
)
WHOLE_WORDS = f"""<script>const LIMIT = {CAP};
const search = (words) => {{ const asked = words.toLowerCase().split(/\\s+/).filter(Boolean);
  const has = (e, w) => (e.title + ' ' + e.text).toLowerCase().split(/[^a-z0-9]+/).includes(w);
  const no = asked.filter(w => w.startsWith('-')).map(w => w.slice(1)), yes = asked.filter(w => !w.startsWith('-'));
  return yes.length ? ENTRIES.filter(e => yes.some(w => has(e, w)) && !no.some(w => has(e, w))) : []; }};
</script>"""


pytestmark = pytest.mark.asyncio(loop_scope="module")


def _data(request: web.Request) -> web.Response:
    return web.Response(text=f"const ENTRIES = {json.dumps(entries(MANY))};{FIND}", content_type="text/javascript")


async def _learned(body: str, one_browser: Tools) -> SearchInterface:
    client, browser = one_browser
    async with serve(Drawn(body, handlers={"/data.js": _data})) as site:
        return await learn_site(client, browser, site.url, seeds=SEEDS)


async def test_a_drawn_search_for_any_word_that_cuts_its_answers_is_known_as_such(one_browser: Tools) -> None:
    interface = await _learned(PRESSED + WHOLE_WORDS, one_browser)
    able = interface.abilities
    assert interface.ask.rendered
    assert "at most 20 results are shown" in str(interface)
    assert (able.operator, able.matching, able.exclude) == ("or", "words", "-{}")
    assert able.cap == CAP


async def test_a_small_drawn_site_is_copied_without_such_questions(one_browser: Tools) -> None:
    client, browser = one_browser
    async with serve(Drawn(PRESSED + WHOLE_WORDS)) as site:
        interface = await learn_site(client, browser, site.url, seeds=SEEDS)
    assert interface.abilities.operator == ""
    assert "was not asked" in str(interface)
