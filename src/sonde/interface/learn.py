"""Learns a search interface: find candidates, sound them, keep the first that answers.

Everything is concluded from contrast between answers: a nonsense word against words of the site,
one word against another, the first page against the next.
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from itertools import chain
from random import Random

from sonde.errors import FetchError, NoSearchFormError, RefusedError, StatusError, TooLargeError
from sonde.interface.abilities import learn_abilities
from sonde.interface.ask import same_form
from sonde.interface.candidates import (
    Candidate,
    frame_links,
    from_forms,
    from_opensearch,
    from_search_action,
    merged,
    opensearch_link,
    search_page_links,
    unfit,
)
from sonde.interface.contrast import Answer, Contrast, learn_rules, read_page
from sonde.interface.count import Sounding, learn_count, learn_nothing
from sonde.interface.documents import learn_documents
from sonde.interface.json.learn import learn_json
from sonde.interface.menus import from_menus, learn_menus, menus_of, values_of
from sonde.interface.model import Ask, Paging, SearchInterface
from sonde.interface.page_size import learn_page_size
from sonde.interface.paging import follow, next_pages
from sonde.interface.probes import alternate, common_words, page_words
from sonde.interface.read import result_nodes
from sonde.interface.rendered.paging import goes_on
from sonde.interface.site import Fetcher, is_redirected, results_of
from sonde.interface.soundings import (
    NoAnswerError,
    Soundings,
    first_soundings,
    prefer_lists,
    sound_for_less,
    sound_for_more,
    sound_menus,
    sound_until_answered,
)
from sonde.model import Page, Request, Result
from sonde.page.dom import visible_text
from sonde.page.json_value import json_of
from sonde.page.metadata import metadata
from sonde.page.plain import is_html
from sonde.text.frequency import known_language

logger = logging.getLogger(__name__)

LearnPaging = Callable[
    [Fetcher, Soundings, SearchInterface, Sequence[tuple[Result, ...]]], Awaitable[tuple[Paging, str]]
]

_MAX_CANDIDATES = 6
_SEARCH_PAGES = 3  # links to a search page that are tried
_FRAMES = 4
_MENU_SOUNDINGS = 5


async def learn(fetcher: Fetcher, url: str, *, rng: Random | None = None, seeds: Sequence[str] = ()) -> SearchInterface:
    """The search interface of the site at `url`, verified by probing with `seeds` and with words of its pages.

    Raises NoSearchFormError with what was tried when nothing on the site searches.
    """
    rng = rng or Random(0)
    start = await _start(fetcher, url)
    if json_of(start) is not None:
        return await learn_json(fetcher, start, url, rng=rng, seeds=seeds)
    front = read_page(start)
    tried: list[str] = []
    refused: list[FetchError] = []
    asked: set[Ask] = set()
    async for page in _search_pages(fetcher, front):
        for candidate in (await _candidates(fetcher, page))[:_MAX_CANDIDATES]:
            if candidate.ask in asked:
                continue
            asked.add(candidate.ask)
            try:
                if candidate.found_by == "menus":
                    return await _learn_by_menus(fetcher, candidate, front, page, url)
                return await learn_candidate(fetcher, candidate, front, page, rng, url, seeds)
            except NoAnswerError as reason:
                tried.append(f"{candidate.found_by} {candidate.ask.action}: {reason}")
                logger.info("candidate dropped action=%s reason=%s", candidate.ask.action, reason)
            except (RefusedError, StatusError, TooLargeError) as error:
                refused.append(error)
                logger.info("candidate failed action=%s error=%s", candidate.ask.action, error)
    if refused:
        raise refused[0]
    raise NoSearchFormError(_failure(front, tried), url=url)


async def _start(fetcher: Fetcher, url: str) -> Page:
    """The start page; also what a service says in JSON when it is asked for nothing."""
    try:
        return await fetcher.fetch(Request(url))
    except StatusError as error:
        if error.status not in (400, 422) or error.page is None or json_of(error.page) is None:
            raise
        return error.page


async def _search_pages(fetcher: Fetcher, front: Answer) -> AsyncIterator[Answer]:
    """The start page, the pages in its frames, then pages that links call a search page."""
    yield front
    links = search_page_links(front.tree, front.base)
    async for page in _pages(fetcher, frame_links(front.tree, front.base)[:_FRAMES]):
        yield page
        links += search_page_links(page.tree, page.base)
    async for page in _pages(fetcher, list(dict.fromkeys(links))[:_SEARCH_PAGES]):
        yield page


async def _pages(fetcher: Fetcher, urls: Sequence[str]) -> AsyncIterator[Answer]:
    """The pages that can be had."""
    for url in urls:
        try:
            page = await fetcher.fetch(Request(url))
        except FetchError as error:
            logger.info("search page failed url=%s error=%s", url, error)
        else:
            yield read_page(page)


async def _candidates(fetcher: Fetcher, page: Answer) -> list[Candidate]:
    found = from_forms(page.forms, page.page.url) + from_search_action(page.tree, page.page.url)
    found += from_menus(page.forms, page.page.url)
    link = opensearch_link(page.tree, page.base)
    if link is not None:
        try:
            found += from_opensearch((await fetcher.fetch(Request(link))).text, page.page.url)
        except FetchError as error:
            logger.info("opensearch failed url=%s error=%s", link, error)
    return merged(found)


def _failure(front: Answer, tried: Sequence[str]) -> str:
    """What to tell the user: what was seen, why each try failed, what to do."""
    url, forms = front.page.url, front.forms
    if tried:
        return f"no working search on {url}. Tried: " + "; ".join(tried)
    if not is_html(front.page):
        return f"no search form on {url}: it is {front.page.media_type}, not a page. Give the address of a page."
    reasons = [unfit(form, url) for form in forms]
    seen = f"saw {len(forms)} form(s)" + (": " + "; ".join(reasons) if reasons else "")
    return f"no search form on {url}: {seen}. Give the address of the page that holds the search box."


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
) -> SearchInterface:
    """The interface behind one candidate; `page_on` finds the way to the next page where no request leads there."""
    language = known_language(metadata(front.tree).language)
    soundings = await first_soundings(fetcher, candidate.ask, front, page, rng)
    known, strange = page_words([_body_text(front), _body_text(page)], language)
    words = chain(seeds, alternate(known, strange, common_words(language)))
    await sound_until_answered(fetcher, soundings, words, language)
    await sound_for_more(fetcher, soundings)
    await sound_for_less(fetcher, soundings, language)
    ask = await prefer_lists(fetcher, soundings)
    soundings.contrast = replace(soundings.contrast, ask=ask)
    interface = await _conclude(fetcher, soundings, candidate, url, language, page_on or _learn_paging)
    if page_on:
        return interface
    interface = await learn_page_size(fetcher, await learn_menus(fetcher, interface))
    return await learn_abilities(fetcher, interface, rng=rng)


async def _learn_by_menus(
    fetcher: Fetcher, candidate: Candidate, front: Answer, page: Answer, url: str
) -> SearchInterface:
    """The interface behind a form without a box: its answers are told from the page that holds it."""
    soundings = Soundings(Contrast(candidate.ask, page, frozenset(front.urls | page.urls)))
    form = same_form(page.forms, candidate.ask)
    assert form is not None, "the candidate was made from a form of this page"
    await sound_menus(fetcher, soundings, values_of(menus_of(form), _MENU_SOUNDINGS))
    language = known_language(metadata(front.tree).language)
    interface = await _conclude(fetcher, soundings, candidate, url, language, _learn_paging)
    return await learn_menus(fetcher, replace(interface, seeds=(), nothing=None, evidence=interface.evidence[1:]))


async def _conclude(
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


def _body_text(answer: Answer) -> str:
    body = answer.tree.body
    return visible_text(body) if body is not None else ""


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


async def _learn_paging(
    fetcher: Fetcher, soundings: Soundings, interface: SearchInterface, shown: Sequence[tuple[Result, ...]]
) -> tuple[Paging, str]:
    """Follows candidates for the next page until one brings other results."""
    by_size = sorted(zip(soundings.answers, shown, strict=True), key=lambda pair: -len(pair[1]))
    for answer, results in by_size:
        first = {result.url for result in results}
        for way in next_pages(answer.tree, answer.base, answer.page.url, answer.forms, number=1)[:5]:
            try:
                page = read_page(await fetcher.fetch(way.request), answer.words)
            except RefusedError:
                raise
            except FetchError:
                continue
            second = {result.url for result in results_of(page, interface)}
            if second - first and len(second & first) <= 0.5 * len(second):
                text = f"page 2 of {answer.words!r} (by {way.kind}) brought {len(second - first)} other results"
                return Paging(way.kind, way.label, page_size=len(results)), text
    return Paging(), "no further pages were offered"


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
        count=learn_count([*facts, *few, replace(blank, shown=0)]),
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
