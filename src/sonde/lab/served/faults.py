"""What goes wrong on a simulated site, and when: the same requests in the same order fail the same way."""

import random
from typing import Literal

from aiohttp import web

from sonde.lab.traits import Traits

Fault = Literal["none", "error", "throttle", "drop", "cut"]  # drop: before the answer, cut: within it


class Faults:
    """One fault, or none, per request. The choice depends on the seed and the number of the request only."""

    def __init__(self, traits: Traits) -> None:
        self._traits = traits
        self._rng = random.Random(f"faults-{traits.seed}")
        self._count = 0

    def next(self) -> Fault:
        """What happens to the next request."""
        traits = self._traits
        self._count += 1
        error, drop, early = self._rng.random(), self._rng.random(), self._rng.random()
        if traits.throttle_every and self._count % traits.throttle_every == 0:
            return "throttle"
        if drop < traits.drop_rate:
            return "drop" if early < 0.5 else "cut"
        return "error" if error < traits.error_rate else "none"


def drop_connection(request: web.Request) -> web.Response:
    """Closes the connection without a word; the response returned is never sent."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


async def cut_answer(request: web.Request, response: web.Response) -> web.StreamResponse:
    """Announces the whole answer, sends half of it, and closes the connection."""
    body = response.body if isinstance(response.body, bytes) else b""
    partial = web.StreamResponse(status=response.status, headers={"Content-Type": "text/html"})
    partial.content_length = len(body)
    await partial.prepare(request)
    await partial.write(body[: len(body) // 2])
    if request.transport is not None:
        request.transport.abort()
    return partial
