"""What the pages behind the results are like: which parameters do not matter, which text they share."""

import logging
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from sonde.errors import FetchError
from sonde.interface.answer_page import results_of
from sonde.interface.fetcher import Fetcher
from sonde.interface.model import SearchInterface
from sonde.interface.passing import ENOUGH, are_passing, say_the_same, told_by_records
from sonde.interface.read import document_url
from sonde.interface.results.contrast import Answer
from sonde.interface.results.links import parameters_of, query_parameters
from sonde.interface.segments import Twins, changing_parameters, changing_segments, segment_at, twins
from sonde.interface.soundings import sound_once
from sonde.model import Page, Pairs, Request, Result
from sonde.page.boilerplate import learn_boilerplate
from sonde.page.document import read_document
from sonde.page.dom import parse_html
from sonde.page.url import same_site

logger = logging.getLogger(__name__)

Shown = tuple[Answer, Sequence[Result]]  # a page of an answer and what it lists

_SAMPLES = 6
_SUSPECTS = 4  # parameters, or such that go together, that are tried
_OPAQUE = re.compile(r"(?=.*\d)[\w.!-]{12,}\Z")


async def learn_documents(
    fetcher: Fetcher, interface: SearchInterface, answers: Sequence[Shown], further: Sequence[Shown] = ()
) -> SearchInterface:
    """Adds what a few sample documents tell to the interface.

    Links of `further` pages of the answers may carry what tells the pages apart and not the documents.
    """
    if interface.holds_documents:
        return interface
    answers, further = _where_they_are(answers), _where_they_are(further)
    drop = await _droppable(fetcher, [*answers, *further])
    found = [[replace(result, url=document_url(result.url, drop)) for result in results] for _, results in answers]
    urls = _sample(found)
    pages = [page for url in urls if same_site(url, interface.site) and (page := await _fetch(fetcher, url))]
    boilerplate = learn_boilerplate(parse_html(page.text) for page in pages)
    own = [[result for result in results if same_site(result.url, interface.site)] for results in found]
    fixed = await _fixed(fetcher, own)
    interface = replace(interface, drop_parameters=drop, fixed_segments=fixed, boilerplate=boilerplate)
    if fixed or any(rule.ranked for rule in interface.results):
        return interface
    is_told = await are_passing(fetcher, await _came_twice(fetcher, interface, own, answers))
    return told_by_records(interface, [answer for answer, _ in answers]) if is_told else interface


def _where_they_are(answers: Sequence[Shown]) -> list[Shown]:
    return [(answer, [replace(result, url=result.at or result.url) for result in found]) for answer, found in answers]


async def _came_twice(
    fetcher: Fetcher,
    interface: SearchInterface,
    own: Sequence[Sequence[Result]],
    answers: Sequence[Shown],
) -> list[Twins]:
    """Results that are in two answers; where there are too few, in one that is asked for again."""
    pairs = twins(own)
    if len(pairs) >= ENOUGH or interface.ask.rendered:
        return pairs
    words = max(answers, key=lambda pair: len(pair[1]))[0].words
    again = await sound_once(fetcher, interface.ask, words) if words else None
    return twins([*own, results_of(again, interface)]) if again is not None else pairs


async def _fixed(fetcher: Fetcher, answers: Sequence[Sequence[Result]]) -> Pairs:
    """Places in the path of result links that do not change the document, with what to put there."""
    for place, (one, other) in changing_segments(twins(answers), answers):
        first, second = await _fetch(fetcher, one), await _fetch(fetcher, other)
        if first is not None and second is not None and _same_document(first, second):
            return ((str(place), segment_at(one, place)),)
    return ()


def _sample(answers: Sequence[Sequence[Result]]) -> list[str]:
    """Addresses from the beginning, the middle and the end of the answers in turn, each once."""
    urls: dict[str, None] = {}
    for part in (0.0, 0.5, 1.0, 0.25, 0.75):
        for results in answers:
            if results:
                urls.setdefault(results[round(part * (len(results) - 1))].url)
    return list(urls)[:_SAMPLES]


async def _droppable(fetcher: Fetcher, answers: Sequence[Shown]) -> tuple[str, ...]:
    """Parameters of result links that belong to the answer and do not change the document."""
    of_answer = _of_answer([results for _, results in answers])
    suspects: dict[tuple[str, ...], str] = {}  # parameters -> a link that has them
    for answer, results in answers:
        for result in results:
            for name in (*query_parameters(result.url, answer.words), *of_answer):
                if any(name == held for held, _ in parameters_of(result.url)):
                    suspects.setdefault((name,), result.url)
    for names, (one, _) in changing_parameters(twins([results for _, results in answers])).items():
        suspects.setdefault(names, one)
    drop: dict[str, None] = {}
    for names, url in list(suspects.items())[:_SUSPECTS]:
        with_it, without = await _fetch(fetcher, url), await _fetch(fetcher, document_url(url, names))
        if with_it is None or without is None:
            continue
        same = _same_document(with_it, without) or await _changes_anyway(fetcher, url, with_it, without)
        if same or (len(names) > 1 and say_the_same(with_it, without)):
            drop |= dict.fromkeys(names)
    return tuple(drop)


async def _changes_anyway(fetcher: Fetcher, url: str, page: Page, other: Page) -> bool:
    """Whether a page differs from another no more than from itself a moment later, by counters or times."""
    again = await _fetch(fetcher, url)
    if again is None or read_document(page).title != read_document(other).title:
        return False
    return 0 < _changes(page, other) <= _changes(page, again)


def _changes(one: Page, other: Page) -> int:
    """How many words of two pages are not in both."""
    a, b = (Counter(read_document(page).text.split()) for page in (one, other))
    return (a - b).total() + (b - a).total()


def _of_answer(answers: Sequence[Sequence[Result]]) -> list[str]:
    """Parameters that all links of an answer share and other answers do not: sessions, ways back to the list.

    A long number that all answers share may be a session as well, which the next session will not have.
    """
    values: dict[str, set[str]] = {}
    for results in answers:
        held = [set(parameters_of(result.url)) for result in results]
        if len(held) > 1:
            for name, value in set.intersection(*held):
                values.setdefault(name, set()).add(value)
    return sorted(name for name, seen in values.items() if len(seen) > 1 or all(map(_OPAQUE.match, seen)))


def _same_document(one: Page, other: Page) -> bool:
    a, b = read_document(one), read_document(other)
    return a.title == b.title and " ".join(a.text.split()) == " ".join(b.text.split())


async def _fetch(fetcher: Fetcher, url: str) -> Page | None:
    try:
        return await fetcher.fetch(Request(url))
    except FetchError as error:
        logger.info("sample failed url=%s error=%s", url, error)
        return None
