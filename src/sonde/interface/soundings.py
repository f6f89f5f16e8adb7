"""Soundings: the probes put to one candidate, and the answers they brought."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import NoReturn

from sonde.errors import StatusError
from sonde.interface.ask import asked_anew, refreshed, request_for, same_form
from sonde.interface.fetcher import Fetcher
from sonde.interface.model import Ask
from sonde.interface.paging.next_page import next_pages
from sonde.interface.probes import nonsense, record_words
from sonde.interface.read import record_text
from sonde.interface.results.contrast import Answer, Contrast, read_page
from sonde.interface.start import Start
from sonde.interface.word_by_word import ask_for_more, ask_until_answered
from sonde.model import Pairs, Query, Request
from sonde.page.dom import visible_text
from sonde.text.words import distinct_words

logger = logging.getLogger(__name__)

_LIKELY = 0.7  # the score of a way to the next page that is worth trying


class NoAnswerError(Exception):
    """This candidate does not search; the text says what was seen."""


@dataclass(slots=True)
class Soundings:
    """What has been asked of one candidate so far."""

    contrast: Contrast
    answers: list[Answer] = field(default_factory=list)  # those with results
    empty: list[Answer] = field(default_factory=list)
    second: list[Answer] = field(default_factory=list)  # pages that further results of an answer were on
    longest: Answer | None = None  # to no words at all, where no words brought an answer that goes on
    asked: list[str] = field(default_factory=list)


async def first_soundings(fetcher: Fetcher, ask: Ask, start: Start) -> Soundings:
    """Asks for a nonsense word: what it shows is not a result."""
    if ask.method == "POST":
        ask = await _with_fresh_marks(fetcher, ask)
    try:
        blank = await ask_once(fetcher, ask, nonsense(start.rng))
    except StatusError as error:
        raise NoAnswerError(f"a nonsense word was answered with status {error.status}") from error
    form = same_form(blank.forms, ask) if ask.method == "GET" else None
    if form is not None and refreshed(ask, form) != ask:
        ask = await _with_fresh_marks(fetcher, ask)
    return Soundings(Contrast(ask, blank, frozenset(blank.urls | start.front.urls | start.page.urls)))


async def _with_fresh_marks(fetcher: Fetcher, ask: Ask) -> Ask:
    """Marks hidden values and names that differ between two visits as one-time values."""
    again = same_form(read_page(await fetcher.fetch(Request(ask.page))).forms, ask)
    if again is None:
        return ask
    now = asked_anew(ask, again)
    changed = (now.action, now.query_field, now.send) != (ask.action, ask.query_field, ask.send)
    return replace(now, fresh_each=changed)


async def ask_once(fetcher: Fetcher, ask: Ask, words: str, values: Pairs = ()) -> Answer:
    """One probe. Some sites say with status 404 that nothing was found."""
    if ask.fresh_each:
        form = same_form(read_page(await fetcher.fetch(Request(ask.page))).forms, ask)
        ask = asked_anew(ask, form) if form is not None else ask
    try:
        return read_page(await fetcher.fetch(request_for(ask, Query(words, values))), words)
    except StatusError as error:
        if error.status != 404 or error.page is None:
            raise
        return read_page(error.page, words)


async def sound_once(fetcher: Fetcher, ask: Ask, words: str, values: Pairs = ()) -> Answer | None:
    """One probe; None when the site answers it with an error."""
    try:
        return await ask_once(fetcher, ask, words, values)
    except StatusError as error:
        logger.info("sounding failed words=%r status=%d", words, error.status)
        return None


async def sound_until_answered(fetcher: Fetcher, soundings: Soundings, words: Iterator[str], language: str) -> None:
    """Asks word after word until enough answers with results are there."""

    async def sound(word: str) -> bool:
        answer = await sound_once(fetcher, soundings.contrast.ask, word)
        found = answer is not None and bool(record_texts(answer, soundings))
        if answer is not None:
            (soundings.answers if found else soundings.empty).append(answer)
        return found

    def following() -> list[str]:
        return _following(soundings.answers[0], soundings, language)

    await ask_until_answered(words, sound, soundings.asked, following)


async def sound_menus(fetcher: Fetcher, soundings: Soundings, settings: Sequence[Pairs]) -> None:
    """Asks a form without box with one setting after the other."""
    for values in settings:
        label = " ".join(value for _, value in values)
        soundings.asked.append(label or "nothing chosen")
        answer = await sound_once(fetcher, soundings.contrast.ask, label, values)
        if answer is not None:
            (soundings.answers if record_texts(answer, soundings) else soundings.empty).append(answer)


def _following(answer: Answer, soundings: Soundings, language: str) -> list[str]:
    """What to ask after the first answer: a word of several titles, which some sites list apart, and a rare word."""
    frequent, rare = record_words(record_texts(answer, soundings), language)
    titles = [visible_text(link.node) for link in soundings.contrast.lists(answer)[0].links]
    in_titles, _ = record_words(titles, language)
    return [*(in_titles or frequent)[:1], *rare[:1]]


def record_texts(answer: Answer, soundings: Soundings) -> list[str]:
    """The texts of the records that came with a query."""
    lists = soundings.contrast.lists(answer)
    records = lists[0].records if lists else ()
    return [record_text(record, following) for record, following in zip_longest(records, records[1:])]


async def sound_for_more(fetcher: Fetcher, soundings: Soundings) -> None:
    """Asks frequent words of the found records until an answer offers a further page."""

    def records() -> list[str]:
        return [record for answer in soundings.answers for record in record_texts(answer, soundings)]

    def is_enough() -> bool:
        return len(records()) > 200 or any(_offers_more(answer) for answer in soundings.answers)

    async def sound(word: str) -> bool:
        answer = await sound_once(fetcher, soundings.contrast.ask, word)
        found = answer is not None and bool(record_texts(answer, soundings))
        soundings.answers += [answer] if answer is not None and found else []
        return found

    await ask_for_more(sound, soundings.asked, records=records, is_enough=is_enough)


async def sound_without_words(fetcher: Fetcher, soundings: Soundings) -> None:
    """Asks without words where no answer offers a further page: what finds everything may."""
    if any(_offers_more(answer) for answer in soundings.answers):
        return
    answer = await sound_once(fetcher, soundings.contrast.ask, "")
    if answer is not None and soundings.contrast.lists(answer):
        soundings.longest = answer


async def sound_for_less(fetcher: Fetcher, soundings: Soundings, language: str) -> None:
    """Asks two rare words of one record where every answer goes on: a short answer shows if the count is true."""
    if not all(_offers_more(answer) for answer in soundings.answers):
        return
    records = [record for answer in soundings.answers for record in record_texts(answer, soundings)]
    _, rare = record_words(records, language)
    pairs = ([word for word in rare if word in distinct_words(record)][:2] for record in records)
    words = " ".join(next((pair for pair in pairs if len(pair) == 2), []))
    answer = await sound_once(fetcher, soundings.contrast.ask, words) if words else None
    if answer is not None:
        soundings.empty.append(answer)


def _offers_more(answer: Answer) -> bool:
    ways = next_pages(answer.tree, answer.base, answer.page.url, answer.forms, number=1)
    return any(way.score >= _LIKELY for way in ways)


def give_up(soundings: Soundings) -> NoReturn:
    """Raises NoAnswerError with what was seen."""
    asked = ", ".join(soundings.asked[:5])
    same = [answer for answer in soundings.empty if answer.urls == soundings.contrast.blank.urls]
    if len(same) == len(soundings.empty) and same:
        raise NoAnswerError(
            f"the answer is the same for every word ({asked}, … and a nonsense word). If these words are not "
            "on the site, name one that is (--seed)"
        )
    raise NoAnswerError(f"no list of results for {len(soundings.asked)} words ({asked}, …)")
