"""Several questions may find all that a site has: that they end alike does not say that they are cut."""

import pytest

from python_library import python_library
from sonde.interface.learn import learn
from sonde.lab.search.engine import Engine
from sonde.lab.server import serve
from sonde.lab.traits import Traits
from sonde.net.client import Client, NetOptions


@pytest.mark.parametrize("cap", [None, 237])
async def test_a_cap_is_told_from_answers_that_have_everything(cap: int | None) -> None:
    traits = Traits(count="hidden", page_size=20, cap=cap, blank="everything", rank="static", substring=True)
    records = [record for record in python_library()[::2] if {"a", "e"} <= set(record.text)][:450]
    engine = Engine(records).with_traits(traits)
    async with serve(engine) as server, Client(NetOptions(delay_s=0), start_url=server.url) as client:
        assert (await learn(client, server.url)).abilities.cap == cap
