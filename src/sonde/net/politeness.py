"""How hard one host may be asked: slots, the gap between requests, and staying away when told to.

The gap is `delay_s` exactly when it is set, otherwise it follows the server's latency: after each answer the
host rests for about as long as its answers take, divided by the number of slots. A crawl-delay in robots.txt
is a lower bound either way. Each host has its own gate, so a slow host never holds up another.
"""

import asyncio

from sonde.net.clock import Clock

SHORTEST_S, LONGEST_S = (
    0.25,
    10.0,
)  # bounds of a gap that follows the latency, before it is shared by the slots
FRESH_SHARE = 0.3  # weight of the newest latency


def smoothed_s(latency_s: float | None, *, sample_s: float) -> float:
    """The running latency of a host with one more sample in it."""
    return sample_s if latency_s is None else latency_s + FRESH_SHARE * (sample_s - latency_s)


def gap_s(*, delay_s: float | None, latency_s: float | None, concurrency: int, crawl_delay_s: float) -> float:
    """Seconds to keep between two requests to a host."""
    if delay_s is None:
        delay_s = min(LONGEST_S, max(SHORTEST_S, latency_s or 0.0)) / concurrency
    return max(delay_s, crawl_delay_s)


class HostAwayError(Exception):
    """A host asked to be left alone for longer than we wait; `wait_s` is what is left of it."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(f"to be left alone for another {wait_s:.0f} s")
        self.wait_s = wait_s


class HostGate:
    """The turnstile of one host: `enter` before a request, `leave` after it, whatever came of it."""

    def __init__(self, *, delay_s: float | None, concurrency: int, max_wait_s: float, clock: Clock) -> None:
        self.crawl_delay_s = 0.0
        self.latency_s: float | None = None
        self.refusals = 0  # 429 and 503 in a row
        self._delay_s = delay_s
        self._concurrency = concurrency
        self._max_wait_s = max_wait_s
        self._clock = clock
        self._slots = asyncio.Semaphore(concurrency)
        self._next_start = self._away_until = clock.monotonic()

    async def enter(self) -> None:
        """Wait for a slot and for the gap to pass. Raises HostAwayError instead of waiting very long."""
        await self._slots.acquire()
        try:
            while (wait_s := max(self._next_start, self._away_until) - self._clock.monotonic()) > 0:
                if self.away_s() > self._max_wait_s:
                    raise HostAwayError(self.away_s())
                await self._clock.sleep(wait_s)
        except BaseException:
            self._slots.release()
            raise
        self._next_start = self._clock.monotonic() + self._gap_s()

    def leave(self, *, latency_s: float | None = None) -> None:
        """Give the slot back; `latency_s` is how long the server took to answer, if that says anything."""
        if latency_s is not None:
            self.latency_s = smoothed_s(self.latency_s, sample_s=latency_s)
        if self._delay_s is None:
            self._next_start = max(self._next_start, self._clock.monotonic() + self._gap_s())
        self._slots.release()

    def stay_away(self, wait_s: float) -> None:
        """No request starts for this long. A pace that follows the latency becomes half as fast at once."""
        self._away_until = max(self._away_until, self._clock.monotonic() + wait_s)
        self.latency_s = min(LONGEST_S, 2 * max(SHORTEST_S, self.latency_s or 0.0))

    def away_s(self) -> float:
        """Seconds until the host may be asked again after `stay_away`; 0 when it may be now."""
        return max(0.0, self._away_until - self._clock.monotonic())

    def wait_s(self) -> float:
        """Seconds until a request may start; 0 when one may now, but for the slots."""
        return max(0.0, max(self._next_start, self._away_until) - self._clock.monotonic())

    def _gap_s(self) -> float:
        return gap_s(
            delay_s=self._delay_s,
            latency_s=self.latency_s,
            concurrency=self._concurrency,
            crawl_delay_s=self.crawl_delay_s,
        )
