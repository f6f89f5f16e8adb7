"""A page may ask several endpoints for one answer: each of them is named."""

import json
from dataclasses import dataclass

from sonde.interface.json.endpoint import learn_endpoint, learn_endpoints
from sonde.model import Page, Request


@dataclass
class Exchange:
    request: Request
    page: Page


def exchange(url: str, rows: list[dict[str, str]]) -> Exchange:
    return Exchange(Request(url), Page(url, json.dumps({"rows": rows}), media_type="application/json"))


def rows(word: str, *, about: str, count: int) -> list[dict[str, str]]:
    return [{"id": f"{word}{n}", "title": f"{about} {n} of {word}"} for n in range(count)]


def test_all_endpoints_that_hold_the_words_are_found_the_richest_first() -> None:
    seen = [
        (word, exchange(f"http://site.example/{about}.json?q={word}", rows(word, about=about, count=count)))
        for word in ("tea", "rice")
        for about, count in (("letters", 3), ("maps", 9))
    ]
    seen += [(word, exchange("http://site.example/news.json", rows("x", about="news", count=5))) for word in ("tea",)]
    actions = [way.ask.action for way in learn_endpoints(seen)]
    assert actions == ["http://site.example/maps.json", "http://site.example/letters.json"]
    first = learn_endpoint(seen)
    assert first is not None
    assert first.ask.action == actions[0]
