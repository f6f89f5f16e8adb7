"""What the form of a site answers: its records that hold every word asked for."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import parse_qsl, urlencode

from sonde.lab.corpora.record import Record
from sonde.lab.web.forms import ACTION
from sonde.lab.web.material import Topic
from sonde.lab.web.recipe import Recipe
from sonde.model import Field
from sonde.page.dom import parse_html
from sonde.page.forms import find_forms
from sonde.text.words import words

PAGE_SIZE = 10
_FREE = ("text", "search")
_PAGE = "page_no"


@dataclass(frozen=True, slots=True)
class Answer:
    """One page of the answer to a question."""

    found: tuple[tuple[int, Record], ...] = ()  # with the numbers of their pages
    total: int = 0
    start: int = 0
    more: str = ""  # where it goes on


def site_records(place: str, recipe: Recipe, topic: Topic) -> tuple[Record, ...]:
    """The records behind the form that leads to a place, a host with a path."""
    rng = random.Random(f"{recipe.seed}/records/{place}")
    count = min(len(topic.records), rng.randint(*recipe.records))
    return tuple(rng.sample(topic.records, count))


def answer_question(markup: str, action: str, records: Sequence[Record], sent: str) -> Answer:
    """The records that fit what was sent with a form; a question without words is answered by nothing.

    All words of its boxes count, and the choices of its menus that any record knows.
    """
    given = dict(parse_qsl(sent, keep_blank_values=True, errors="replace"))
    boxes, menus = _inputs(markup)
    asked = {word for name in boxes for word in words(given.get(name, "").replace(boxes[name], ""))}
    known = [frozenset(words(_said(record))) for record in records]
    for name, usual in menus.items():
        chosen = set(words(given.get(name, ""))) if given.get(name) != usual else set()
        if chosen and any(chosen <= one for one in known):
            asked |= chosen
    if not asked:
        return Answer()
    matches = [(number, record) for number, record in enumerate(records) if asked <= known[number]]
    page = int(given[_PAGE]) if given.get(_PAGE, "").isdecimal() else 0
    start = page * PAGE_SIZE
    more = ""
    if len(matches) > start + PAGE_SIZE:
        more = f"{action}?{urlencode({**given, _PAGE: str(page + 1)})}"
    return Answer(tuple(matches[start : start + PAGE_SIZE]), len(matches), start, more)


@lru_cache(maxsize=256)
def _inputs(markup: str) -> tuple[dict[str, str], dict[str, str]]:
    """The boxes and the menus of a form, with what they say before anyone touches them."""
    form = find_forms(parse_html(markup.replace(ACTION, "/")), "http://a.example/")[0]
    boxes = {one.name: one.value for one in form.fields if one.kind in _FREE and one.name}
    menus = {one.name: _usual(one) for one in form.fields if one.kind == "select" and one.name}
    return boxes, menus


def _usual(menu: Field) -> str:
    chosen = [one.value for one in menu.choices if one.selected] or [one.value for one in menu.choices[:1]]
    return chosen[0] if chosen else ""


def _said(record: Record) -> str:
    return " ".join((record.title, record.text, *(value for _, value in record.attributes)))
