"""Registers whose records are all worded alike: most words find everything, and the search is told by the others."""

from sonde.interface.learn import learn
from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.server import serve
from sonde.lab.traits import Traits
from sonde.net.client import Client, NetOptions

PLACES = ("river", "market", "stone", "garden", "bridge")


def grant(number: int) -> Record:
    place = PLACES[number % len(PLACES)]
    text = f"Grant number {number} of land, with all that stands on it, taken from the books of the town."
    return Record(str(number), f"Grant {number}, {place}", text)


async def test_a_search_is_found_though_most_words_are_in_every_record() -> None:
    engine = Engine([grant(number) for number in range(300)], Traits())
    async with serve(engine) as server, Client(NetOptions(delay_s=0), start_url=server.url) as client:
        interface = await learn(client, server.url)
    assert set(interface.seeds) & set(PLACES)
