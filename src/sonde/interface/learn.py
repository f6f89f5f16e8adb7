"""Learns a search interface: find candidates, sound them, keep the first that answers."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from sonde.errors import FetchError, NoSearchFormError, RefusedError, StatusError, TooLargeError
from sonde.interface.ask import set_alike
from sonde.interface.fetcher import Fetcher
from sonde.interface.forms.candidates import (
    Candidate,
    from_forms,
    from_opensearch,
    from_search_action,
    is_related,
    merged,
    opensearch_link,
    unfit,
)
from sonde.interface.forms.own import found_again, own_forms
from sonde.interface.forms.score import query_field
from sonde.interface.forms.scripted import from_scripts
from sonde.interface.inputs.by_inputs import learn_by_inputs, words_found
from sonde.interface.inputs.learn import BY_INPUTS, from_inputs
from sonde.interface.json.entry import learn_service
from sonde.interface.json.same_page import learn_as_json
from sonde.interface.learn_answer import learn_candidate
from sonde.interface.model import Ask, SearchInterface
from sonde.interface.results.contrast import Answer, read_page
from sonde.interface.search_pages import search_pages
from sonde.interface.sections import find_section
from sonde.interface.soundings import NoAnswerError
from sonde.interface.start import Start
from sonde.model import Form, Page, Request
from sonde.page.json_value import json_of
from sonde.page.plain import is_html

logger = logging.getLogger(__name__)

_MAX_CANDIDATES = 6


async def learn(
    fetcher: Fetcher, url: str, *, rng: Random | None = None, seeds: Sequence[str] = (), form: Form | None = None
) -> SearchInterface:
    """The search interface of the site at `url`, verified by probing with `seeds` and with words of its pages.

    A `form` of that page that is known to be meant is tried first, whatever it looks like, if it may be sent at all.
    A front page without a search may say where it is to be had as JSON, or lead to the one page that has it.
    Raises NoSearchFormError with what was tried when nothing on the site searches.
    """
    rng = rng or Random(0)
    front_page = await _front_page(fetcher, url)
    if json_of(front_page) is not None:
        return await learn_service(fetcher, front_page, url, rng=rng, seeds=seeds)
    front = read_page(front_page)
    try:
        return await _learn_page(fetcher, front, url, rng=rng, seeds=seeds, form=form)
    except NoSearchFormError as reason:
        found = await learn_as_json(fetcher, front, url, rng=rng, seeds=seeds)
        return found or await learn_section(fetcher, front, url, reason, rng=rng, seeds=seeds)


async def learn_section(
    fetcher: Fetcher, front: Answer, url: str, reason: NoSearchFormError, *, rng: Random, seeds: Sequence[str]
) -> SearchInterface:
    """The search of the one page linked from the front page that has one; the `reason` is raised where none has."""
    page = await find_section(fetcher, front)
    if page is None:
        raise reason
    here = page.page.url
    try:
        found = await _learn_page(fetcher, page, url, rng=rng, seeds=seeds)
    except NoSearchFormError as also:
        raise NoSearchFormError(f"{reason} {also}", url=url) from reason
    logger.warning("no search on %s works, that of %s is used", url, here)
    return replace(found, evidence=(f"the start page has no search that works, {here} has one", *found.evidence))


async def _learn_page(
    fetcher: Fetcher, front: Answer, url: str, *, rng: Random, seeds: Sequence[str], form: Form | None = None
) -> SearchInterface:
    """The search interface that a page offers, or one that it calls a search page."""
    tried: list[str] = []
    refused: list[FetchError] = []
    asked: set[Ask] = set()
    unanswered: list[Candidate] = []
    async for page in search_pages(fetcher, front):
        for candidate in (await _candidates(fetcher, page, front=front, form=form))[:_MAX_CANDIDATES]:
            if candidate.ask in asked:
                continue
            asked.add(candidate.ask)
            start = Start(url, front, page, rng, seeds)
            try:
                if candidate.found_by != BY_INPUTS:
                    return await learn_candidate(fetcher, candidate, start)
                found = await learn_by_inputs(fetcher, candidate, start)
                boxed = [other for other in unanswered if other.ask.action == candidate.ask.action]
                return await _with_box(fetcher, found, boxed, start) if boxed else found
            except NoAnswerError as reason:
                unanswered.append(candidate)
                tried.append(f"{candidate.found_by} {candidate.ask.action}: {reason}")
                logger.info("candidate dropped action=%s reason=%s", candidate.ask.action, reason)
            except (RefusedError, StatusError, TooLargeError) as error:
                refused.append(error)
                logger.info("candidate failed action=%s error=%s", candidate.ask.action, error)
    if refused:
        raise refused[0]
    raise NoSearchFormError(_failure(front, tried), url=url)


async def _with_box(
    fetcher: Fetcher, found: SearchInterface, boxed: Sequence[Candidate], start: Start
) -> SearchInterface:
    """A form that its inputs made answer, asked by its box after all if words of what they find are answered."""
    candidate = replace(boxed[0], ask=set_alike(boxed[0].ask, found.ask))
    try:
        words = await words_found(fetcher, found)
        return await learn_candidate(fetcher, candidate, replace(start, seeds=words))
    except NoAnswerError:
        return found


async def _front_page(fetcher: Fetcher, url: str) -> Page:
    """The start page; also what a service says in JSON when it is asked for nothing, or has nothing at its door."""
    try:
        return await fetcher.fetch(Request(url))
    except StatusError as error:
        if error.status not in (400, 404, 422) or error.page is None or json_of(error.page) is None:
            raise
        return error.page


async def _candidates(fetcher: Fetcher, page: Answer, *, front: Answer, form: Form | None) -> list[Candidate]:
    """The ways to search that a page offers; on the page that was named, its own forms for words come first."""
    url = _way_in(page.page)
    own = await _own_candidates(fetcher, page, url, form) if page is front else []
    found = own + _by_form(page.forms, url)
    found += from_search_action(page.tree, url)
    found += from_scripts(page.tree, page.base, url)
    link = opensearch_link(page.tree, page.base)
    if link is not None:
        try:
            found += from_opensearch((await fetcher.fetch(Request(link))).text, url)
        except FetchError as error:
            logger.info("opensearch failed url=%s error=%s", link, error)
    return merged(found)


def _way_in(page: Page) -> str:
    """The address under which a form is had again: where a redirect led may be a session that will be over."""
    asked = page.requested_url or page.url
    return asked if is_related(asked, page.url) else page.url


async def _own_candidates(fetcher: Fetcher, page: Answer, url: str, form: Form | None) -> list[Candidate]:
    """The form that is meant, where one is; else those of the page and not of its whole site."""
    chosen = found_again(form, page.forms) if form is not None else []
    found = _by_form(chosen, url, is_chosen=True)
    if not found:
        usable = [one for one in page.forms if _by_form([one], url)]
        own = await own_forms(fetcher, page, usable)
        # Menus alone may only sort what a page lists.
        found = _by_form([one for one in own if query_field(one) is not None], url)
    return [replace(candidate, is_own=True) for candidate in found]


def _by_form(forms: Sequence[Form], url: str, *, is_chosen: bool = False) -> list[Candidate]:
    return from_forms(forms, url, is_chosen=is_chosen) + from_inputs(forms, url, is_chosen=is_chosen)


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
