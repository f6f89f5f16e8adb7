"""Learns one way to ask: what its answers look like, how they go on, what the search can do.

Everything is concluded from contrast between answers: a nonsense word against words of the site,
one word against another, the first page against the next.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from random import Random

from sonde.interface.abilities.learn import PROBES, learn_abilities
from sonde.interface.answer_page import results_of
from sonde.interface.conclude import LearnPaging, conclude
from sonde.interface.exact_titles import prefer_lists
from sonde.interface.fetcher import Fetcher
from sonde.interface.forms.candidates import Candidate
from sonde.interface.heard import Heard
from sonde.interface.inputs.learn import learn_inputs
from sonde.interface.model import SearchInterface
from sonde.interface.paging.late import learn_late_paging
from sonde.interface.paging.learn import learn_paging
from sonde.interface.paging.page_size import learn_page_size
from sonde.interface.pauses import SpacedFetcher, pause_wanted
from sonde.interface.probes import alternate, common_words, record_words
from sonde.interface.reread import read_again
from sonde.interface.results.contrast import Answer
from sonde.interface.results.links import kind
from sonde.interface.results.records import find_record_lists
from sonde.interface.soundings import (
    NoAnswerError,
    Soundings,
    first_soundings,
    give_up,
    sound_for_less,
    sound_for_more,
    sound_until_answered,
    sound_without_words,
)
from sonde.interface.start import Start
from sonde.page.dom import visible_text

_LIST = 8  # links that are more than the menu of a page
_LISTED = 2  # words of each kind from records that the page lists


async def learn_candidate(
    fetcher: Fetcher, candidate: Candidate, start: Start, *, page_on: LearnPaging | None = None
) -> SearchInterface:
    """The interface behind one candidate; `page_on` finds the way to the next page where no request leads there.

    A site that wants a while between two questions is sounded once more with these pauses.
    """
    heard, pause_s = Heard(fetcher), 0.0
    soundings = await first_soundings(heard, candidate.ask, start)
    try:
        await _sound(heard, soundings, _words(candidate, start), start.language)
    except NoAnswerError:
        pause_s = 0.0 if page_on else await pause_wanted(heard, soundings)
        if not pause_s:
            raise
        heard = Heard(SpacedFetcher(fetcher, candidate.ask, pause_s))
        soundings = await first_soundings(heard, candidate.ask, start)
        await _sound(heard, soundings, _words(candidate, start), start.language)
    interface = await conclude(heard, soundings, candidate, start, page_on or learn_paging)
    if page_on:
        return interface
    interface = await learn_page_size(heard, await learn_inputs(heard, interface))
    interface = await _learn_abilities(heard, soundings, interface, start.rng)
    return replace(interface, ask=replace(interface.ask, pause_s=pause_s))


async def _sound(fetcher: Fetcher, soundings: Soundings, words: Iterator[str], language: str) -> None:
    """Asks the candidate everything that answers are told apart by; raises NoAnswerError where that cannot be done."""
    await sound_until_answered(fetcher, soundings, words, language)
    if len(soundings.answers) < 2 and not read_again(soundings):
        give_up(soundings)
    await sound_for_more(fetcher, soundings)
    await sound_without_words(fetcher, soundings)
    await sound_for_less(fetcher, soundings, language)
    if not soundings.contrast.ask.rendered:
        ask = await prefer_lists(fetcher, soundings)
        soundings.contrast = replace(soundings.contrast, ask=ask)


def _words(candidate: Candidate, start: Start) -> Iterator[str]:
    """The words to ask, those that are most likely to find something first."""
    known, strange = start.words()
    listed = _listed_words(start.page, start.language) if candidate.is_own else []
    return chain(start.seeds, listed, alternate(known, strange, common_words(start.language)))


async def _learn_abilities(
    fetcher: Heard, soundings: Soundings, interface: SearchInterface, rng: Random
) -> SearchInterface:
    """Adds what the search can do.

    Once more, with the requests that are left, where these questions brought the first answer that goes on: what was
    asked before costs nothing.
    """
    before, number = fetcher.sent, rng.random()
    able = await learn_abilities(fetcher, interface, rng=Random(number))
    if interface.paging.kind != "none":
        return able
    longest = _most_shown(soundings, interface) if able.abilities.cap is None else 1
    paged = await learn_late_paging(fetcher, interface, fetcher.pages(), longest=longest)
    if paged.paging.kind == "none":
        return able
    left = PROBES - (fetcher.sent - before)
    return await learn_abilities(fetcher, paged, rng=Random(number), probes=left)


def _most_shown(soundings: Soundings, interface: SearchInterface) -> int:
    """The number of results on the longest page that was sounded for a way on."""
    return max(len(results_of(answer, interface)) for answer in soundings.answers)


def _listed_words(page: Answer, language: str) -> list[str]:
    """Words of the records that a page lists before anything is asked, those of their titles first."""
    lists = [found for found in find_record_lists(page.anchors, lambda _: True)[:1] if _are_alike(found.urls)]
    in_titles, rare = record_words([visible_text(link.node) for found in lists for link in found.links], language)
    frequent, _ = record_words([visible_text(record) for found in lists for record in found.records], language)
    return list(alternate(in_titles[:_LISTED], frequent[:_LISTED], rare[:_LISTED]))


def _are_alike(urls: Sequence[str]) -> bool:
    """Whether links lead to pages of one kind, and are too many for the menu of a page."""
    return len(urls) >= _LIST and len({kind(url) for url in urls}) == 1
