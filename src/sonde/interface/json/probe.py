"""Probes of an address that answers in JSON: one question, and the search for a parameter that makes a difference."""

import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from sonde.errors import FetchError, RefusedError, StatusError, TooLargeError
from sonde.interface.fetcher import Fetcher
from sonde.interface.json.ask import json_request
from sonde.interface.json.records import JsonSounding
from sonde.interface.model import Ask
from sonde.model import Page, Query, Request
from sonde.page.json_value import json_of

logger = logging.getLogger(__name__)

_ONE_BY_ONE = 26  # names tried on a site that refuses parameters it does not know
_number = re.compile(r"(?<![\d.])\d{1,5}(?![\d.])")

Works = Callable[[Sequence[str]], Awaitable[bool | None]]


@dataclass(slots=True)
class Prober:
    """Puts questions; `refusal` is the page that the last refused one was answered with."""

    fetcher: Fetcher
    ask: Ask
    refusal: Page | None = None
    asked: dict[Request, JsonSounding | None] = field(default_factory=dict)

    async def sound(self, words: str, changes: Mapping[str, str] | None = None) -> JsonSounding | None:
        """The answer to these words; None when the site refuses the question or answers something else."""
        return await self.get(json_request(self.ask, Query(words), changes), words)

    async def get(self, request: Request, words: str) -> JsonSounding | None:
        """The answer to a request; the same request is sent once."""
        if request not in self.asked:
            self.asked[request] = await self._get(request, words)
        return self.asked[request]

    async def _get(self, request: Request, words: str) -> JsonSounding | None:
        try:
            page = await self.fetcher.fetch(request)
        except StatusError as error:
            logger.info("question refused url=%s status=%d", request.url, error.status)
            self.refusal = error.page
            # Some sites say with an error status, and an answer, that nothing was found.
            said = error.page if error.status == 404 else None
            return JsonSounding(words, request, said) if said is not None and json_of(said) is not None else None
        except TooLargeError as error:
            logger.info("answer too large url=%s error=%s", request.url, error)
            self.refusal = None
            return None
        return JsonSounding(words, request, page) if json_of(page) is not None else None


def numbers_in(page: Page | None) -> list[int]:
    """The numbers a refusal names, largest first: the limits it speaks of may be among them."""
    if page is None:
        return []
    return sorted({int(text) for text in _number.findall(page.text[:5000])} - {page.status}, reverse=True)


async def working_name(names: Sequence[str], works: Works) -> str | None:
    """The name that makes a difference: all are tried at once, then halves of them.

    Where the site refuses names it does not know, they are tried one by one.
    """
    verdict = await works(names) if names else False
    while verdict and len(names) > 1:
        half = len(names) // 2
        verdict = await works(names[:half])
        if verdict is False:
            names, verdict = names[half:], True
        else:
            names = names[:half] if verdict else names
    if verdict is None and len(names) > 1:
        for name in names[:_ONE_BY_ONE]:
            if await works([name]):
                return name
    return names[0] if verdict else None


async def page_at(fetcher: Fetcher, url: str) -> Page | None:
    """A page, or None when it cannot be had."""
    try:
        return await fetcher.fetch(Request(url))
    except RefusedError:
        return None
    except FetchError as error:
        logger.info("page failed url=%s error=%s", url, error)
        return None
