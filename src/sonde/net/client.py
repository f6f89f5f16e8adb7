"""The client: `fetch` turns a request into a page, with robots, politeness, retries, redirects and limits.

The parts decide (guard, robots, politeness, retry, redirects, decode); this file asks them in order.
"""

import asyncio
import logging
import random
from dataclasses import replace
from types import TracebackType
from typing import Self

from aiohttp.abc import AbstractResolver
from yarl import URL

from sonde.errors import ConfigError, FetchError, RefusedError
from sonde.model import Page, Pairs, Request
from sonde.net import robots
from sonde.net.answer import Answer
from sonde.net.clock import Clock
from sonde.net.connector import GuardedConnector
from sonde.net.decode import decode_text
from sonde.net.failures import AttemptError
from sonde.net.guard import Guard
from sonde.net.options import NetOptions
from sonde.net.overrides import parse_overrides
from sonde.net.reading import read_body, read_page, status_error
from sonde.net.record import Exchange, Recorder
from sonde.net.redirects import Ask, Trail, next_ask
from sonde.net.sender import Sender
from sonde.net.stats import NetStats
from sonde.net.target import host_of, parse_target, short
from sonde.net.transport import Transport

__all__ = ["Client", "Exchange", "NetOptions", "NetStats", "Recorder"]

logger = logging.getLogger(__name__)

# Larger bodies are decoded in a thread; compressed ones may become much larger still.
OFF_THE_LOOP_BYTES, OFF_THE_LOOP_COMPRESSED_BYTES = 256_000, 32_000


class Client:
    """Fetches pages for one crawl; use it with `async with`. `stats` counts what it did.

    Requests to one host wait for each other as the options say; hosts do not wait for each other.
    """

    def __init__(
        self,
        options: NetOptions,
        *,
        start_url: str,
        recorder: Recorder | None = None,
        rng: random.Random | None = None,
        clock: Clock | None = None,
        resolver: AbstractResolver | None = None,
    ) -> None:
        self.options = options
        self.stats = NetStats()
        self._recorder = recorder
        self._rng = rng or random.Random()
        self._clock = clock or Clock()
        self._resolver = resolver
        self._start = start_target(start_url, max_url=options.max_url)
        self._robots = robots.RobotsCache(self._ask_robots, clock=self._clock)

    async def __aenter__(self) -> Self:
        overrides = parse_overrides(self.options.resolve)
        guard = Guard(host_of(self._start), self._start.port or 80, frozenset(overrides.values()))
        self._transport = Transport(
            self.options,
            connector=GuardedConnector(guard, overrides, resolver=self._resolver),
            recorder=self._recorder,
            stats=self.stats,
            clock=self._clock,
            own_host=guard.start_host,
        )
        self._sender = Sender(self.options, self._transport, rng=self._rng, clock=self._clock)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._transport.close()

    async def fetch(self, request: Request) -> Page:
        """The page behind a request, after redirects.

        Raises StatusError for an answer of 400 or more, another FetchError when there is no whole answer.
        """
        target = parse_target(request.url, max_length=self.options.max_url)
        ask, answer, redirects = await self._follow(
            Ask(target, request.method, request.body, request.content_type, request.headers)
        )
        url = str(ask.target)
        try:
            page = await self._read(answer, url=url, requested_url=request.url)
            page = replace(page, redirects=redirects) if redirects else page
        except AttemptError as failure:
            self.stats.errors[failure.kind] += 1
            if answer.status >= 400:
                raise status_error(answer.status, url=url, page=None) from failure
            raise failure.error from failure.__cause__
        logger.debug("page fetched url=%s status=%d bytes=%d", url, page.status, page.body_bytes)
        if page.status >= 400:
            raise status_error(page.status, url=url, page=page)
        return page

    async def load(self, request: Request, *, headers: Pairs = ()) -> tuple[Page, bytes]:
        """The page behind a request, whatever its status, with its body: what a browser asks for.

        `headers` go along. Raises FetchError when there is no whole answer.
        """
        target = parse_target(request.url, max_length=self.options.max_url)
        ask, answer, _ = await self._follow(Ask(target, request.method, request.body, request.content_type, headers))
        url = str(ask.target)
        try:
            body = await asyncio.to_thread(read_body, answer, url=url, limit=self.options.max_decoded_bytes)
            plain = tuple((name, value) for name, value in answer.headers if name != "content-encoding")
            page = await self._read(replace(answer, body=body, headers=plain), url=url, requested_url=request.url)
        except AttemptError as failure:
            self.stats.errors[failure.kind] += 1
            raise failure.error from failure.__cause__
        return page, body

    def rest_s(self, host: str) -> float:
        """How long a host, without its port, is to be left alone from now on."""
        return self._sender.gate(host).wait_s()

    async def _follow(self, first: Ask) -> tuple[Ask, Answer, int]:
        """The last hop of a fetch, its answer, and how many redirects led there.

        Every hop passes robots, the guard and the limits.
        """
        trail = Trail(first, limit=self.options.max_redirects)
        ask = first
        while True:
            try:
                await self._check_robots(ask)
                answer = await self._sender.send(ask, max_bytes=self.options.max_body_bytes)
            except AttemptError as failure:
                raise in_context(failure.error, first, ask) from failure.__cause__
            onward = self._onward(ask, answer, trail)
            if onward is None:
                return ask, answer, trail.redirects
            ask = onward

    def _onward(self, ask: Ask, answer: Answer, trail: Trail) -> Ask | None:
        if answer.status < 300 or answer.status >= 400:
            return None
        try:
            location = answer.header("location")
            onward = next_ask(ask, status=answer.status, location=location, max_length=self.options.max_url)
            if onward is not None:
                trail.follow(onward, new_cookie=bool(answer.header("set-cookie")))
        except FetchError:
            self.stats.errors["redirect"] += 1
            raise
        return onward

    async def _check_robots(self, ask: Ask) -> None:
        if self.options.ignore_robots:
            return
        url = str(ask.target)
        rules = await self._robots.rules(ask.target)
        if rules.crawl_delay_s:
            self._sender.gate(host_of(ask.target)).crawl_delay_s = rules.crawl_delay_s
        if not rules.allows(url):
            self.stats.errors["refused"] += 1
            sentence = f"the robots.txt of {ask.target.raw_host} does not allow {short(url)}"
            raise AttemptError("refused", RefusedError(f"{sentence}; --ignore-robots overrides it", url=url))

    async def _ask_robots(self, target: URL) -> tuple[int, str]:
        """Status and text of a robots.txt. One that redirects to nowhere counts as missing (RFC 9309)."""
        ask = Ask(target)
        trail = Trail(ask, limit=robots.MOST_REDIRECTS)
        while True:
            answer = await self._sender.send(ask, max_bytes=robots.MOST_BYTES, cut=True)
            try:
                onward = self._onward(ask, answer, trail)
            except FetchError:
                return 404, ""
            if onward is None:
                break
            ask = onward
        if answer.status >= 300:
            return answer.status, ""
        body = read_body(answer, url=str(ask.target), limit=self.options.max_decoded_bytes)
        return answer.status, decode_text(body[: robots.MOST_BYTES], "text/plain; charset=utf-8")

    async def _read(self, answer: Answer, *, url: str, requested_url: str) -> Page:
        limit = self.options.max_decoded_bytes
        compressed = answer.encodings()
        if len(answer.body) < (OFF_THE_LOOP_COMPRESSED_BYTES if compressed else OFF_THE_LOOP_BYTES):
            return read_page(answer, url=url, requested_url=requested_url, limit=limit)
        return await asyncio.to_thread(read_page, answer, url=url, requested_url=requested_url, limit=limit)


def start_target(start_url: str, *, max_url: int) -> URL:
    """The start URL, or ConfigError when it is none."""
    try:
        return parse_target(start_url, max_length=max_url)
    except FetchError as error:
        raise ConfigError(
            f"the start address cannot be used: {error}. Write it in full, such as https://example.org."
        ) from error


def in_context(error: FetchError, first: Ask, ask: Ask) -> FetchError:
    """The error with the redirect that led to it, if one did."""
    if ask is first:
        return error
    return type(error)(f"{error} (redirected from {short(str(first.target))})", url=error.url)
