"""The way in to a service: an address that answers in JSON, lists nothing itself and leads to what does."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from urllib.parse import unquote, urlsplit

from sonde.errors import NoSearchFormError, StatusError
from sonde.interface.fetcher import Fetcher
from sonde.interface.forms.danger import ANY_ACT, plain_words
from sonde.interface.json.describe import description_places, is_description
from sonde.interface.json.learn import learn_json
from sonde.interface.json.probe import page_at
from sonde.interface.json.records import JsonSounding
from sonde.interface.json.sound import main_texts
from sonde.interface.json.ways import A_LIST, ways
from sonde.interface.model import SearchInterface
from sonde.model import Page, Request
from sonde.page.json_value import json_of, walk
from sonde.page.links import resolve
from sonde.page.url import canonical_url, same_site

logger = logging.getLogger(__name__)

_LOOKED = 8  # addresses that are looked at


async def learn_service(
    fetcher: Fetcher, start: Page, url: str, *, rng: Random, seeds: Sequence[str]
) -> SearchInterface:
    """The search at an address that answered with JSON, or behind it where it lists nothing itself.

    Raises NoSearchFormError where nothing searches, or where several collections do: nobody said which is meant.
    """
    reason: NoSearchFormError | StatusError
    if start.status == 404:
        reason = StatusError(f"{url} answers with status 404: there is no such page", url=url, status=404, page=start)
    else:
        try:
            return await learn_json(fetcher, start, url, rng=rng, seeds=seeds)
        except (NoSearchFormError, StatusError) as error:
            reason = error
    behind = await _behind(fetcher, start, url, seeds)
    if behind is None:
        raise reason
    here = behind.requested_url or behind.url
    found = await learn_json(fetcher, behind, here, rng=rng, seeds=seeds)
    logger.warning("no search at %s, that of %s is used", url, here)
    return replace(found, site=url, evidence=(f"{url} has no search itself, {here} has", *found.evidence))


async def _behind(fetcher: Fetcher, start: Page, url: str, seeds: Sequence[str]) -> Page | None:
    """The one collection that an address leads to and that takes words, else the description of the service."""
    found = [page for address in addresses(start)[:_LOOKED] if (page := await page_at(fetcher, address)) is not None]
    searched = [page for page in found if await _takes_words(fetcher, page, seeds)]
    if len(searched) > 1:
        listed = ", ".join(page.url for page in searched)
        raise NoSearchFormError(f"{url} leads to several searches: {listed}. Give the one that is meant.", url=url)
    if searched:
        return searched[0]
    places = description_places(url) if urlsplit(url).path.endswith("/") or not urlsplit(url).path else []
    beside = [page for place in places if (page := await page_at(fetcher, place)) is not None]
    return next((page for page in (*found, *beside) if is_description(json_of(page))), None)


def addresses(page: Page) -> list[str]:
    """The other addresses of the site that JSON names, but for those that read like an act or have open places."""
    found = []
    for name in _named(page):
        address = None if "{" in name else resolve(page.url, name)
        if address and same_site(address, page.url) and not ANY_ACT.find(plain_words(unquote(address))):
            found.append(address)
    here = canonical_url(page.url)
    return [address for address in dict.fromkeys(found) if canonical_url(address) != here]


def _named(page: Page) -> Iterator[str]:
    """Texts that are addresses by their look, or by what they are called."""
    for path, value in walk(json_of(page)):
        if isinstance(value, str) and (value.startswith(("http://", "https://", "/")) or path.endswith("href")):
            yield value


async def _takes_words(fetcher: Fetcher, page: Page, seeds: Sequence[str]) -> bool:
    """Whether a page lists records, and others for a word."""
    url = page.requested_url or page.url
    first = JsonSounding("", Request(url), page)
    if is_description(first.value) or len(main_texts(first)) < A_LIST:
        return False
    return await anext(ways(fetcher, first, url, None, seeds), None) is not None
