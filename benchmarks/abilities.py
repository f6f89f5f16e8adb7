"""What is learned about the search of random sites, against what is true of them.

python -m benchmarks.abilities [--sites 40] [--first 0] [--corpus FILE] [--documents 3000] [--any-cap] [--more]

Each site is a combination of the lab's traits. A trait counts as right only if exactly the truth was learned; unknown
is wrong. The cap is right if it is the true one, or unknown where there is none, or where no word of the site finds
more than the cap shows. Out of reach is a cap behind more pages than there are requests, which can only be read one by
one: nobody can learn it, so it must be unknown, and how many there are is printed. The lab's caps are round numbers;
with --any-cap they are any numbers, small ones as often as large ones. With --more the sites also differ in stemming,
phrases and wildcards. Requests are those that the server received, redirects that were followed among them.
"""

import argparse
import asyncio
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from math import ceil, exp, log
from typing import Any
from unittest import mock

from sonde.interface.abilities.learn import PROBES, learn_abilities
from sonde.interface.fetcher import Fetcher
from sonde.interface.learn import learn
from sonde.interface.model import SearchInterface
from sonde.lab.corpora.corpus import read_corpus
from sonde.lab.corpora.stdlib import stdlib_corpus
from sonde.lab.search.engine import Engine
from sonde.lab.server import serve
from sonde.lab.traits import Traits
from sonde.model import Abilities
from sonde.net.client import Client, NetOptions

Facts = dict[str, object]

_CAPS = (30, 1200)  # the lowest and the highest of any caps


def traits_of(number: int, *, more: bool, any_cap: bool = False) -> Traits:
    """The site of this number."""
    traits = Traits.random(random.Random(number))
    if traits.cap and any_cap:
        low, high = map(log, _CAPS)
        traits = replace(traits, cap=round(exp(random.Random(f"cap {number}").uniform(low, high))))
    rng = random.Random(f"more {number}")
    if not more:
        return traits
    stemming = not traits.substring and rng.random() < 0.4
    return replace(traits, stemming=stemming, phrase=rng.random() < 0.5, wildcard=rng.random() < 0.5)


def truth(traits: Traits) -> Facts:
    """What there is to learn about a site."""
    return {
        "operator": traits.operator,
        "exclude": "-{}" if traits.not_ else "",
        "stop words": traits.stop_words not in ("", "none"),
        "minimum length": traits.min_length,
        "matching": "substrings" if traits.substring else "stems" if traits.stemming else "words",
        "order": "fixed" if traits.rank == "static" else "relevance",
        "counts": {"hidden": "none"}.get(traits.count, traits.count),
    }


def learned(abilities: Abilities) -> Facts:
    """The same, as it was learned."""
    return {
        "operator": abilities.operator,
        "exclude": abilities.exclude,
        "stop words": bool(abilities.stop_words),
        "minimum length": abilities.min_length,
        "matching": abilities.matching,
        "order": abilities.order,
        "counts": abilities.counts,
    }


def most_hits(engine: Engine) -> int:
    """The most documents that one question can find: everything, any of all words, or the most frequent word."""
    traits = engine.traits
    if traits.operator == "or" or traits.blank == "everything":
        return len(engine.records)
    by_frequency = sorted(engine.vocabulary, key=lambda word: -engine.document_frequency(word))
    return max(engine.search(word).total for word in by_frequency[:300])


async def abilities_of(engine: Engine) -> tuple[Abilities, int]:
    """What is learned about a served site, and the requests for it that the server received."""
    received = 0

    async def counted(fetcher: Fetcher, interface: SearchInterface, **options: Any) -> SearchInterface:
        nonlocal received
        before = server.requests
        found = await learn_abilities(fetcher, interface, **options)
        received += server.requests - before
        return found

    async with serve(engine) as server:
        options = NetOptions(delay_s=0, concurrency=8, repeat_posts=True)
        async with Client(options, start_url=server.url) as client:
            with mock.patch("sonde.interface.learn_answer.learn_abilities", counted):
                found = await learn(client, server.url)
            return found.abilities, received


async def run(sites: Mapping[int, Traits], engine: Engine) -> None:
    """Learns each site and prints the table."""
    right: Counter[str] = Counter()
    caps: Counter[str] = Counter()
    spent = []
    for number, traits in sites.items():
        site = engine.with_traits(traits)
        abilities, requests = await abilities_of(site)
        spent.append(requests)
        known = learned(abilities)
        wrong = [f"{name}: {known[name]!r} for {fact!r}" for name, fact in truth(traits).items() if known[name] != fact]
        right.update(name for name, fact in truth(traits).items() if known[name] == fact)
        kind = _cap_verdict(traits, abilities, most=most_hits(site))
        caps[kind] += 1
        if kind in ("wrong", "missed"):
            wrong.append(f"cap: {abilities.cap} for {traits.cap} ({traits.paging}, counts {traits.count})")
        print(f"{number:4} {requests:3} requests  {'; '.join(wrong)}")
    print()
    for name in truth(Traits()):
        print(f"{name:16} {right[name]:3} of {len(sites)}  {right[name] / len(sites):.1%}")
    fine = len(sites) - caps["wrong"] - caps["missed"]
    listed = ", ".join(f"{count} {kind}" for kind, count in sorted(caps.items()))
    print(f"{'cap':16} {fine:3} of {len(sites)}  {fine / len(sites):.1%}  ({listed})")
    print(f"requests: {sum(spent) / len(sites):.1f} on average, {max(spent)} at most")


def _cap_verdict(traits: Traits, found: Abilities, *, most: int) -> str:
    if found.cap is not None:
        return "right" if found.cap == traits.cap else "wrong"
    if traits.cap is None:
        return "rightly none"
    if most <= traits.cap:
        return "not to be seen"
    size = traits.max_page_size if traits.per_page_links else traits.page_size
    is_far = traits.paging == "cursor" and ceil(traits.cap / size) > PROBES
    return "out of reach" if is_far else "missed"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sites", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="the number of the first site")
    parser.add_argument("--corpus", default="", help="a .jsonl or .jsonl.zst file; the standard library's texts else")
    parser.add_argument("--documents", type=int, default=3000)
    parser.add_argument("--any-cap", action="store_true", help="caps that are no round numbers")
    parser.add_argument("--more", action="store_true")
    given = parser.parse_args()
    records = list(stdlib_corpus())[::2] if not given.corpus else list(read_corpus(given.corpus, limit=given.documents))
    numbers = range(given.first, given.first + given.sites)
    sites = {number: traits_of(number, more=given.more, any_cap=given.any_cap) for number in numbers}
    asyncio.run(run(sites, Engine(records[: given.documents])))


if __name__ == "__main__":
    main()
