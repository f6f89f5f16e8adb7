"""Addresses that pass: a document has another one at every visit, and only what its record says tells it again."""

from collections.abc import Sequence
from dataclasses import replace

from sonde.errors import FetchError
from sonde.interface.fetcher import Fetcher
from sonde.interface.model import ResultRule, SearchInterface
from sonde.interface.read import records_of
from sonde.interface.results.contrast import Answer
from sonde.interface.results.moving import moving_parts
from sonde.interface.segments import Twins
from sonde.model import Page, Request
from sonde.page.document import read_document

ENOUGH = 2  # results that came twice, and are looked at
_TELLING = 5  # words that a page must have to be told from others


async def are_passing(fetcher: Fetcher, pairs: Sequence[Twins]) -> bool:
    """Whether results of two answers that are called alike never have one address, and are the same documents."""
    if len(pairs) < ENOUGH or any(one == other for one, other in pairs):
        return False
    for one, other in pairs[:ENOUGH]:
        try:
            first, second = await fetcher.fetch(Request(one)), await fetcher.fetch(Request(other))
        except FetchError:
            return False
        if not say_the_same(first, second):
            return False
    return True


def told_by_records(interface: SearchInterface, answers: Sequence[Answer]) -> SearchInterface:
    """The interface for such a site: a document is known by what its record says, but for parts that change."""
    rules = tuple(_told_by_record(rule, answers) for rule in interface.results)
    return replace(interface, results=rules)


def _told_by_record(rule: ResultRule, answers: Sequence[Answer]) -> ResultRule:
    title = rule.title or rule.link
    moves = moving_parts([records_of(answer.tree, rule) for answer in answers], title)
    return replace(rule, ranked=True, moves=moves)


def say_the_same(one: Page, other: Page) -> bool:
    """Whether two pages are one document but for ranks, times and tokens."""
    a, b = read_document(one), read_document(other)
    said = lasting_words(a.text)
    return len(said) >= _TELLING and a.title == b.title and said == lasting_words(b.text)


def lasting_words(text: str) -> tuple[str, ...]:
    """The words of a text but for those with a digit: numbers, times and tokens may change at every visit.

    A text of codes and little else says them all but for the numbers.
    """
    said = text.lower().split()
    lasting = [word for word in said if not any(map(str.isdigit, word))]
    return tuple(lasting if len(lasting) >= _TELLING else (word for word in said if not word.isdecimal()))
