"""A page that has no search, but says where the same, or what describes a service, is to be had as JSON."""

import logging
import re
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from sonde.errors import FetchError, NoSearchFormError
from sonde.interface.fetcher import Fetcher
from sonde.interface.forms.candidates import is_related
from sonde.interface.json.describe import is_description
from sonde.interface.json.learn import learn_json
from sonde.interface.json.records import record_lists
from sonde.interface.model import SearchInterface
from sonde.interface.results.contrast import Answer
from sonde.model import Request
from sonde.page.dom import attribute
from sonde.page.json_value import json_of
from sonde.page.links import resolve

logger = logging.getLogger(__name__)

_OF_ONE_PAGE = ("ld+json", "oembed", "manifest", "activity+json")  # they tell of the page, not what it lists
_description = re.compile(r"""["']([^"'<>\s]*(?:openapi|swagger)[^"'<>\s/]*\.json)["']""", re.I)


async def learn_as_json(
    fetcher: Fetcher, page: Answer, url: str, *, rng: Random, seeds: Sequence[str]
) -> SearchInterface | None:
    """The search behind the JSON that a page names, if that lists records or describes a service; None without one."""
    address = json_address(page) or description_address(page)
    if address is None:
        return None
    try:
        same = await fetcher.fetch(Request(address))
        if not record_lists(json_of(same)) and not is_description(json_of(same)):
            return None
        found = await learn_json(fetcher, same, address, rng=rng, seeds=seeds)
    except (FetchError, NoSearchFormError) as reason:
        logger.info("no search in the page as JSON url=%s reason=%s", address, reason)
        return None
    return replace(found, site=url, evidence=(f"the page names {address} as its JSON", *found.evidence))


def json_address(page: Answer) -> str | None:
    """Where a page says that the same is in JSON."""
    for link in page.tree.css('link[rel~="alternate"][type*="json"][href]'):
        if any(kind in attribute(link, "type").lower() for kind in _OF_ONE_PAGE):
            continue
        address = resolve(page.base, attribute(link, "href"))
        if address and is_related(address, page.page.url):
            return address
    return None


def description_address(page: Answer) -> str | None:
    """Where a page that draws the description of a service by a script has it from."""
    for written in _description.findall(page.page.text):
        address = resolve(page.base, written)
        if address and is_related(address, page.page.url):
            return address
    return None
