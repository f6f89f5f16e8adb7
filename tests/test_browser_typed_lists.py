"""Lists that show while one types: the Enter key opens one of them, and they grow each time one comes to their end."""

import pytest

from drawn_sites import ALL, AS_YOU_TYPE, Drawn, Tools, visit

pytestmark = pytest.mark.asyncio(loop_scope="module")

ENTER_OPENS_THE_FIRST = """<script>
box.addEventListener('keydown', e => {
  const first = document.querySelector('#hits a');
  if (e.key === 'Enter' && first) location.href = first.href; });
</script>"""
GROWS_AT_ITS_END = """
<style>#view { height: 300px; overflow-y: auto } .hit { height: 120px }</style>
<script>
let found = [], shown = 0, atEnd = false;
const list = document.getElementById('hits'), view = document.createElement('div');
view.id = 'view'; list.replaceWith(view); view.append(list);
function show(w) { found = find(w); shown = 0; atEnd = false; list.innerHTML = ''; view.scrollTop = 0;
  document.getElementById('say').textContent = say(found); more(10); }
function more(count) { list.insertAdjacentHTML('beforeend', found.slice(shown, shown += count).map(record).join('')); }
view.addEventListener('scroll', () => {
  const now = view.scrollTop >= view.scrollHeight - view.clientHeight - 16;
  if (now && !atEnd) more(4);
  atEnd = now; });
</script>"""


async def test_where_enter_opens_a_result_the_list_is_had_by_typing(one_browser: Tools) -> None:
    async with visit(Drawn(AS_YOU_TYPE + ALL + ENTER_OPENS_THE_FIRST), one_browser) as learned:
        assert learned.interface.ask.submit == "typing"
        assert await learned.brings_all("walk")
        assert await learned.brings_all("river")


async def test_a_list_that_grows_whenever_one_comes_to_its_end_is_read_to_its_last_entry(one_browser: Tools) -> None:
    async with visit(Drawn(AS_YOU_TYPE + GROWS_AT_ITS_END), one_browser) as learned:
        assert learned.interface.paging.kind == "scroll"
        assert await learned.brings_all("walk")
