"""Sites that want a while between two questions, and say so instead of answering: noticed, timed and kept to."""

import asyncio
import logging
import time
from collections import Counter
from urllib.parse import parse_qsl, urlsplit

from sonde.interface.fetcher import Fetcher
from sonde.interface.model import Ask
from sonde.interface.results.contrast import Answer
from sonde.interface.soundings import Soundings, ask_once
from sonde.model import Page, Request
from sonde.page.dom import body_text

logger = logging.getLogger(__name__)

_FIRST_S, _LONGEST_S = 0.5, 32.0  # waits that are tried, each twice as long as the one before
_OFTEN = 3  # questions in a row to which the same was said


class SpacedFetcher:
    """A fetcher that leaves so many seconds between two questions; other pages need not wait."""

    def __init__(self, fetcher: Fetcher, ask: Ask, pause_s: float) -> None:
        self._fetcher = fetcher
        self._ask = ask
        self._pause_s = pause_s
        self._last = time.monotonic()
        self._lock = asyncio.Lock()

    async def fetch(self, request: Request) -> Page:
        """The page, a while after the last question if it is one."""
        if not _is_question(request, self._ask):
            return await self._fetcher.fetch(request)
        async with self._lock:
            await asyncio.sleep(max(0.0, self._last + self._pause_s - time.monotonic()))
            try:
                return await self._fetcher.fetch(request)
            finally:
                self._last = time.monotonic()


def _is_question(request: Request, ask: Ask) -> bool:
    parts = urlsplit(request.url)
    if request.method != ask.method or parts.path != urlsplit(ask.action).path:
        return False
    return ask.method == "POST" or ask.query_field in dict(parse_qsl(parts.query, keep_blank_values=True))


async def pause_wanted(fetcher: Fetcher, soundings: Soundings) -> float:
    """Seconds that a site wants between two questions; 0.0 where it was not seen to want any.

    Such a site answers the first question and says one and the same thing to most of the others, whatever the words.
    A while later it answers one of those too. The while is doubled until two in a row are answered: before the first
    of them more time had passed.
    """
    refusal = _said_to_most(soundings)
    if refusal is None:
        return 0.0
    wait_s, answered = _FIRST_S, 0
    while wait_s <= _LONGEST_S:
        await asyncio.sleep(wait_s)
        answer = await ask_once(fetcher, soundings.contrast.ask, refusal.words)
        if _said(answer) == _said(refusal):
            wait_s, answered = 2 * wait_s, 0
        elif answered:
            logger.warning("the site wants %g s between two questions action=%s", wait_s, answer.page.url)
            return wait_s
        else:
            answered = 1
    return 0.0


def _said_to_most(soundings: Soundings) -> Answer | None:
    """An answer without results that most questions got, and the first, for a nonsense word, did not."""
    counted = Counter(_said(answer) for answer in soundings.empty)
    if not counted:
        return None
    text, times = counted.most_common(1)[0]
    if times < max(_OFTEN, len(soundings.asked) / 2) or text == _said(soundings.contrast.blank):
        return None
    return next(answer for answer in soundings.empty if _said(answer) == text)


def _said(answer: Answer) -> str:
    """The text of an answer without the words that were asked."""
    return body_text(answer.tree).lower().replace(answer.words.lower(), "")
