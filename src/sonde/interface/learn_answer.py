"""Learns one way to ask: what its answers look like, how they go on, what the search can do.

Everything is concluded from contrast between answers: a nonsense word against words of the site,
one word against another, the first page against the next.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from itertools import chain
from random import Random

from sonde.interface.abilities.learn import learn_abilities
from sonde.interface.documents import learn_documents
from sonde.interface.forms.candidates import Candidate
from sonde.interface.heard import Heard
from sonde.interface.inputs.learn import learn_inputs
from sonde.interface.model import Paging, SearchInterface
from sonde.interface.paging.learn import learn_late_paging, learn_paging
from sonde.interface.paging.next_page import follow
from sonde.interface.paging.page_size import learn_page_size
from sonde.interface.pauses import SpacedFetcher, pause_wanted
from sonde.interface.probes import alternate, common_words, page_words, record_words
from sonde.interface.read import result_nodes
from sonde.interface.rendered.paging import goes_on
from sonde.interface.results.contrast import Answer, learn_rules
from sonde.interface.results.count import Sounding, learn_count, learn_nothing
from sonde.interface.results.links import kind
from sonde.interface.results.records import find_record_lists
from sonde.interface.site import Fetcher, is_redirected, results_of
from sonde.interface.soundings import (
    NoAnswerError,
    Soundings,
    first_soundings,
    prefer_lists,
    sound_for_less,
    sound_for_more,
    sound_until_answered,
    sound_without_words,
)
from sonde.model import Result
from sonde.page.dom import visible_text
from sonde.page.metadata import metadata
from sonde.text.frequency import known_language

_LIST = 8  # links that are more than the menu of a page
_LISTED = 2  # words of each kind from records that the page lists

LearnPaging = Callable[
    [Fetcher, Soundings, SearchInterface, Sequence[tuple[Result, ...]]], Awaitable[tuple[Paging, str]]
]


async def learn_candidate(
    fetcher: Fetcher,
    candidate: Candidate,
    front: Answer,
    page: Answer,
    rng: Random,
    url: str,
    seeds: Sequence[str],
    *,
    page_on: LearnPaging | None = None,
    is_spaced: bool = False,
) -> SearchInterface:
    """The interface behind one candidate; `page_on` finds the way to the next page where no request leads there.

    A site that wants a while between two questions is learned once more with these pauses (`is_spaced`).
    """
    language = known_language(metadata(front.tree).language)
    fetcher = Heard(fetcher)
    soundings = await first_soundings(fetcher, candidate.ask, front, page, rng)
    known, strange = page_words([_body_text(front), _body_text(page)], language)
    listed = _listed_words(page, language) if candidate.is_own else []
    words = chain(seeds, listed, alternate(known, strange, common_words(language)))
    try:
        await sound_until_answered(fetcher, soundings, words, language)
    except NoAnswerError:
        if not _read_by_place(soundings):
            pause_s = 0.0 if is_spaced or page_on else await pause_wanted(fetcher, soundings)
            if not pause_s:
                raise
            spaced = SpacedFetcher(fetcher, candidate.ask, pause_s)
            interface = await learn_candidate(spaced, candidate, front, page, rng, url, seeds, is_spaced=True)
            return replace(interface, ask=replace(interface.ask, pause_s=pause_s))
    await sound_for_more(fetcher, soundings)
    await sound_without_words(fetcher, soundings)
    await sound_for_less(fetcher, soundings, language)
    if not candidate.ask.rendered:
        ask = await prefer_lists(fetcher, soundings)
        soundings.contrast = replace(soundings.contrast, ask=ask)
    interface = await conclude(fetcher, soundings, candidate, url, language, page_on or learn_paging)
    if page_on:
        return interface
    interface = await learn_page_size(fetcher, await learn_inputs(fetcher, interface))
    return await _learn_abilities(fetcher, interface, rng)


async def _learn_abilities(fetcher: Heard, interface: SearchInterface, rng: Random) -> SearchInterface:
    """Adds what the search can do; once more where these questions brought the first answer that goes on."""
    able = await learn_abilities(fetcher, interface, rng=rng)
    if interface.paging.kind != "none" or able.abilities.cap is None:
        return able
    paging, evidence = await learn_late_paging(fetcher, interface, fetcher.pages().values())
    if paging.kind == "none":
        return able
    return await learn_abilities(
        fetcher, replace(interface, paging=paging, evidence=(*interface.evidence, evidence)), rng=rng
    )


async def conclude(
    fetcher: Fetcher, soundings: Soundings, candidate: Candidate, url: str, language: str, page_on: LearnPaging
) -> SearchInterface:
    """What the soundings of one candidate tell."""
    ask = soundings.contrast.ask
    redirects = any(is_redirected(answer.page) for answer in (soundings.contrast.blank, *soundings.answers))
    soundings.contrast = replace(soundings.contrast, ask=replace(ask, redirects=redirects))
    rules = learn_rules(soundings.answers, soundings.contrast)
    interface = SearchInterface(url, soundings.contrast.ask, rules)
    interface = replace(interface, not_results=_always_there(soundings, interface))
    shown = [results_of(answer, interface) for answer in soundings.answers]
    _check_answers_differ(shown, soundings)
    paging, evidence = await page_on(fetcher, soundings, interface, shown)
    interface = replace(
        interface,
        paging=paging,
        seeds=_seeds(soundings, shown),
        language=language,
        found_by=candidate.found_by,
        evidence=(*_evidence(soundings, shown), evidence),
    )
    interface = _with_count(interface, soundings)
    return await learn_documents(fetcher, interface, list(zip(soundings.answers, shown, strict=True)))


def _read_by_place(soundings: Soundings) -> bool:
    """Reads the answers again as on a site whose menu lists its documents on every page; whether that tells them apart.

    A result is then a link that the answer to a nonsense word has not, or has at another place.
    """
    before = soundings.contrast
    soundings.contrast = replace(before, constant=frozenset(), by_place=True)
    found = [answer for answer in soundings.empty if soundings.contrast.lists(answer)]
    if len(found) < 2:
        soundings.contrast = before
        return False
    soundings.answers = found
    soundings.empty = [answer for answer in soundings.empty if answer not in found]
    return True


def _body_text(answer: Answer) -> str:
    body = answer.tree.body
    return visible_text(body) if body is not None else ""


def _listed_words(page: Answer, language: str) -> list[str]:
    """Words of the records that a page lists before anything is asked, those of their titles first."""
    lists = [found for found in find_record_lists(page.anchors, lambda _: True)[:1] if _are_alike(found.urls)]
    in_titles, rare = record_words([visible_text(link.node) for found in lists for link in found.links], language)
    frequent, _ = record_words([visible_text(record) for found in lists for record in found.records], language)
    return list(alternate(in_titles[:_LISTED], frequent[:_LISTED], rare[:_LISTED]))


def _are_alike(urls: Sequence[str]) -> bool:
    """Whether links lead to pages of one kind, and are too many for the menu of a page."""
    return len(urls) >= _LIST and len({kind(url) for url in urls}) == 1


def _always_there(soundings: Soundings, interface: SearchInterface) -> tuple[str, ...]:
    """What the rules find in every answer, also to a nonsense word: a way home between the results."""
    answers = (soundings.contrast.blank, *soundings.answers, *soundings.empty)
    found = [{result.url for result in results_of(answer, interface)} for answer in answers]
    return tuple(sorted(set.intersection(*found)))


def _check_answers_differ(shown: Sequence[tuple[Result, ...]], soundings: Soundings) -> None:
    answers = {tuple(result.url for result in results) for results in shown if results}
    if not answers:
        raise NoAnswerError("answers change with the query, but no list of results can be made out")
    if len(answers) < 2:
        raise NoAnswerError("the results are the same for every word")


def _with_count(interface: SearchInterface, soundings: Soundings) -> SearchInterface:
    """Adds where the hit count stands and what "nothing found" looks like."""
    facts = [_fact(answer, interface) for answer in soundings.answers]
    blank = _fact(soundings.contrast.blank, interface)
    # One result is no list, but it has a count; what a nonsense word brings as well is no result.
    few: list[Sounding] = []
    empty: list[Sounding] = []
    for answer in soundings.empty:
        results = results_of(answer, interface)
        brought = any(result.url not in soundings.contrast.constant for result in results)
        (few if brought else empty).append(_fact(answer, interface))
    # Where the text decides, it must not stand beside any result; else it may say that one list is empty.
    against = [*facts, *few] if blank.shown else facts
    return replace(
        interface,
        count=learn_count(
            [*facts, *few, replace(blank, shown=0)], [_fact(answer, interface) for answer in soundings.second]
        ),
        nothing=learn_nothing(blank, against, empty),
    )


def _fact(answer: Answer, interface: SearchInterface) -> Sounding:
    paging, shown = interface.paging, len(results_of(answer, interface))
    if paging.kind in ("press", "scroll"):
        more = goes_on(answer.tree, paging, shown=shown)
    else:
        way = follow(answer.tree, answer.base, answer.page.url, paging, answer.forms, number=1)
        more = paging.kind != "none" and way is not None
    return Sounding(
        answer.words,
        answer.tree,
        shown=shown,
        more=more,
        records=result_nodes(answer.tree, interface.results),
    )


def _seeds(soundings: Soundings, shown: Sequence[tuple[Result, ...]]) -> tuple[str, ...]:
    """The words that found something, most results first."""
    pairs = sorted(zip(soundings.answers, shown, strict=True), key=lambda pair: -len(pair[1]))
    return tuple(answer.words for answer, results in pairs if results)


def _evidence(soundings: Soundings, shown: Sequence[tuple[Result, ...]]) -> list[str]:
    lines = [f"{soundings.contrast.blank.words!r} (nonsense) found nothing"]
    for answer, results in zip(soundings.answers, shown, strict=True):
        lines.append(f"{answer.words!r} showed {len(results)} results")
    return lines
