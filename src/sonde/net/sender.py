"""Sends requests politely: waits for the host's turn, backs off when told to, repeats where it is safe."""

import logging
import random
from itertools import count

from sonde.errors import RefusedError
from sonde.net.answer import Answer
from sonde.net.clock import Clock
from sonde.net.failures import AttemptError
from sonde.net.options import NetOptions
from sonde.net.politeness import HostAwayError, HostGate
from sonde.net.redirects import Ask
from sonde.net.retry import (
    BACK_OFF_STATUS,
    backoff_s,
    repeats_after_failure,
    repeats_after_status,
    retry_after_s,
)
from sonde.net.target import host_of
from sonde.net.transport import Transport

logger = logging.getLogger(__name__)


class Sender:
    """One gate per host in front of a transport."""

    def __init__(self, options: NetOptions, transport: Transport, *, rng: random.Random, clock: Clock) -> None:
        self._options = options
        self._transport = transport
        self._rng = rng
        self._clock = clock
        self._gates: dict[str, HostGate] = {}

    def gate(self, host: str) -> HostGate:
        """The gate all requests to a host pass."""
        gate = self._gates.get(host)
        if gate is None:
            options = self._options
            gate = self._gates[host] = HostGate(
                delay_s=options.delay_s,
                concurrency=options.concurrency,
                max_wait_s=options.max_wait_s,
                clock=self._clock,
            )
        return gate

    async def send(self, ask: Ask, *, max_bytes: int, cut: bool = False) -> Answer:
        """The answer to a request, whatever its status, after at most `retries` further attempts.

        Raises AttemptError when the last attempt brought none.
        """
        for attempt in count():
            final = attempt >= self._options.retries
            try:
                answer = await self._attempt(ask, max_bytes=max_bytes, cut=cut)
            except AttemptError as failure:
                if final or not self._repeats_failure(ask, failure):
                    raise
                # A server may close a kept-alive connection just as it is used again; that is nobody's fault.
                wait_s = self._backoff_s(attempt) if attempt or failure.kind != "dropped" else 0.0
                logger.info("request repeated url=%s wait_s=%.1f why=%s", ask.target, wait_s, failure)
            else:
                if final or not self._repeats_status(ask, answer.status):
                    return answer
                # After 429 and 503 the gate does the waiting, for everyone.
                wait_s = 0.0 if answer.status in BACK_OFF_STATUS else self._backoff_s(attempt)
                logger.info("request repeated url=%s wait_s=%.1f status=%d", ask.target, wait_s, answer.status)
            if wait_s:
                await self._clock.sleep(wait_s)
        raise AssertionError("unreachable")

    async def _attempt(self, ask: Ask, *, max_bytes: int, cut: bool) -> Answer:
        host = host_of(ask.target)
        gate = self.gate(host)
        try:
            await gate.enter()
        except HostAwayError as away:
            raise AttemptError("refused", RefusedError(f"{host} asked {away}", url=str(ask.target))) from away
        latency_s = None
        try:
            answer = await self._transport.exchange(ask, max_bytes=max_bytes, cut=cut)
            if answer.status < 400:
                latency_s = answer.latency_s
            self._heed(gate, answer, host)
            return answer
        except AttemptError as failure:
            if failure.kind == "timeout":
                latency_s = self._options.timeout_s
            raise
        finally:
            gate.leave(latency_s=latency_s)

    def _heed(self, gate: HostGate, answer: Answer, host: str) -> None:
        """Keep away from a host that says it is asked too much."""
        if answer.status not in BACK_OFF_STATUS:
            gate.refusals = 0
            return
        wait_s = retry_after_s(answer.header("retry-after"), now=self._clock.wall())
        if wait_s is None:
            wait_s = backoff_s(gate.refusals, rng=self._rng, base_s=1.0)
        gate.refusals += 1
        gate.stay_away(wait_s)
        logger.warning("host backs us off host=%s status=%d wait_s=%.1f", host, answer.status, wait_s)

    def _backoff_s(self, attempt: int) -> float:
        return backoff_s(attempt, rng=self._rng)

    def _repeats_failure(self, ask: Ask, failure: AttemptError) -> bool:
        posts = self._options.repeat_posts
        return repeats_after_failure(failure.kind, method=ask.method, repeat_posts=posts)

    def _repeats_status(self, ask: Ask, status: int) -> bool:
        if status in BACK_OFF_STATUS and self.gate(host_of(ask.target)).away_s() > self._options.max_wait_s:
            return False
        return repeats_after_status(status, method=ask.method, repeat_posts=self._options.repeat_posts)
