"""robots.txt (RFC 9309): parsed by protego, kept per origin.

A robots.txt that does not exist (any 4xx but 429) allows everything. One that cannot be read because the
server fails forbids everything for a while; then it is asked for again.
"""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from protego import Protego
from yarl import URL

from sonde.errors import RefusedError
from sonde.net.clock import Clock
from sonde.net.failures import UNSENT, AttemptError
from sonde.net.options import AGENT_TOKEN

logger = logging.getLogger(__name__)

MOST_REDIRECTS = 5
MOST_BYTES = 512_000  # RFC 9309 2.5: what comes after 500 KiB is not read
FRESH_S = 24 * 3600.0
FAILED_S = 60.0
LONGEST_DELAY_S = 3600.0
ADVICE = "Until it can be read nothing may be fetched there; try again later, or use --ignore-robots."


@dataclass(frozen=True, slots=True)
class Rules:
    """What one origin's robots.txt asks of us."""

    parsed: Protego | None = None  # None: everything is allowed
    crawl_delay_s: float = 0.0

    def allows(self, url: str) -> bool:
        """Whether this address may be fetched."""
        return self.parsed is None or bool(self.parsed.can_fetch(url, AGENT_TOKEN))


def read_rules(text: str) -> Rules:
    """The rules for us in the text of a robots.txt; whatever is not understood is ignored."""
    parsed = Protego.parse(text)
    return Rules(parsed, sane_delay_s(parsed.crawl_delay(AGENT_TOKEN)))


def sane_delay_s(delay_s: float | None) -> float:
    """A crawl-delay that makes sense: not negative, at most an hour."""
    if delay_s is None or not math.isfinite(delay_s):
        return 0.0
    return min(LONGEST_DELAY_S, max(0.0, float(delay_s)))


def rules_from(status: int, text: str) -> Rules | None:
    """The rules an answer for /robots.txt stands for; None when the server fails: everything is forbidden."""
    if status < 300:
        return read_rules(text)
    if status == 429 or status >= 500:
        return None
    return Rules()


@dataclass(frozen=True, slots=True)
class _Kept:
    outcome: Rules | AttemptError  # or why there are no rules
    until: float


class RobotsCache:
    """Knows each origin's rules, asking at most once at a time. `ask` gets robots.txt: status and text."""

    def __init__(self, ask: Callable[[URL], Awaitable[tuple[int, str]]], *, clock: Clock) -> None:
        self._ask = ask
        self._clock = clock
        self._kept: dict[str, _Kept] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def rules(self, target: URL) -> Rules:
        """The rules for an address. Raises AttemptError while they cannot be had: nothing is fetched then."""
        origin = f"{target.scheme}://{target.raw_authority}"
        outcome = self._fresh(origin)
        if outcome is None:
            async with self._locks.setdefault(origin, asyncio.Lock()):
                outcome = self._fresh(origin) or await self._refresh(origin)
        if isinstance(outcome, AttemptError):
            raise outcome.for_url(str(target))
        return outcome

    def _fresh(self, origin: str) -> Rules | AttemptError | None:
        kept = self._kept.get(origin)
        return kept.outcome if kept is not None and kept.until > self._clock.monotonic() else None

    async def _refresh(self, origin: str) -> Rules | AttemptError:
        url = f"{origin}/robots.txt"
        outcome: Rules | AttemptError
        try:
            status, text = await self._ask(URL(url, encoded=True))
            logger.debug("robots read origin=%s status=%d", origin, status)
            outcome = rules_from(status, text) or unreadable(url, f"it answers with status {status}")
        except AttemptError as failure:
            # Where the page would fail in the same way, that is the clearer message.
            outcome = failure if failure.kind in UNSENT else unreadable(url, str(failure))
        lasting_s = FRESH_S if isinstance(outcome, Rules) else FAILED_S
        self._kept[origin] = _Kept(outcome, self._clock.monotonic() + lasting_s)
        return outcome


def unreadable(url: str, reason: str) -> AttemptError:
    """The refusal of everything on an origin whose robots.txt exists but cannot be had."""
    return AttemptError("refused", RefusedError(f"{url} cannot be read: {reason}. {ADVICE}", url=url))
