"""No browser is started on any site that works without one."""

import random
from collections.abc import Sequence

import test_interface_generality
import test_interface_state
from interface_sites import Entry, Library
from interface_sites import serve as serve_library
from python_library import python_library
from sonde.browser.chromium import Browser
from sonde.errors import SondeError
from sonde.interface.rendered.decide import learn_site
from sonde.lab.search.engine import Engine
from sonde.lab.server import serve as serve_lab
from sonde.lab.traits import Traits
from sonde.net.client import Client, NetOptions

NET = NetOptions(delay_s=0, concurrency=4, retries=0, repeat_posts=True)
LABS = 4


def libraries() -> list[type[Library]]:
    """The sites of the tests of how interfaces are learned."""
    found = [
        thing
        for module in (test_interface_generality, test_interface_state)
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, Library)
    ]
    return list(dict.fromkeys(found))


class Short(Library):
    """Shows the first results only; its script does nothing that would show more."""

    def frame(self, content: str, title: str) -> str:
        return super().frame(f"{content}<script>document.title += '.';</script>", title)

    def pager(self, found: Sequence[Entry], words: str, page: int) -> str:
        return ""


async def starts(url: str) -> int | None:
    """How many browsers learning a site in `auto` starts; None where it is not learned, or only by a browser."""
    async with Client(NET, start_url=url) as client, Browser(client) as browser:
        try:
            interface = await learn_site(client, browser, url)
        except SondeError:
            return None
        return None if interface.ask.rendered else browser.starts


async def test_no_browser_is_started_on_any_site_that_works_without_one() -> None:
    started = []
    for library in libraries():
        async with serve_library(library()) as site:
            started.append(await starts(site.url))
    engine = Engine(python_library()[::6])
    for number in range(LABS):
        async with serve_lab(engine.with_traits(Traits.random(random.Random(number)))) as server:
            started.append(await starts(server.url))
    async with serve_library(Short()) as site:
        started.append(await starts(site.url))
    worked = [count for count in started if count is not None]
    print(f"\n{len(worked)} of {len(started)} sites work without a browser: {sum(worked)} browsers started")
    assert len(worked) >= 25
    assert sum(worked) == 0
