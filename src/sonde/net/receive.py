"""Reading one answer within the limits, and the state of it while it arrives."""

import aiohttp
from aiohttp.connector import Connection

from sonde.errors import FetchTimeoutError, TooLargeError
from sonde.net.answer import Answer, lower_name, text_of
from sonde.net.clock import Clock
from sonde.net.failures import AttemptError
from sonde.net.record import Exchange
from sonde.net.redirects import Ask
from sonde.net.target import short

DRIP_AFTER_S, DRIP_BYTES_S = 10.0, 64.0


class PeerResponse(aiohttp.ClientResponse):
    """A response that remembers whom it came from; the connection itself is gone once the body is read."""

    peer = ""

    async def start(self, connection: Connection) -> aiohttp.ClientResponse:
        peer = connection.transport.get_extra_info("peername") if connection.transport else None
        self.peer = peer[0] if peer else ""
        return await super().start(connection)


class Reading:
    """The state of one exchange while it is going on."""

    def __init__(self, clock: Clock, *, max_bytes: int, cut: bool) -> None:
        self.response: PeerResponse | None = None
        self.size = 0
        self.was_cut = False
        self._clock = clock
        self._max_bytes = max_bytes
        self._cut = cut
        self._chunks: list[bytes] = []
        self._sent_at = clock.wall()
        self._began = clock.monotonic()
        self._headers_at = self._ended = self._began

    async def read(self, response: aiohttp.ClientResponse, *, url: str) -> None:
        """Read the body to its end or to the limit; a connection that was not read to its end is closed."""
        assert isinstance(response, PeerResponse)
        self.response = response
        self._headers_at = self._clock.monotonic()
        try:
            if (response.content_length or 0) > self._max_bytes and not self._cut:
                raise self._too_large(url, f"announces {response.content_length} bytes, above")
            await self._read_chunks(response.content, url=url)
        except BaseException:
            response.close()
            raise
        if self.was_cut:
            response.close()
        self._ended = self._clock.monotonic()

    async def _read_chunks(self, content: aiohttp.StreamReader, *, url: str) -> None:
        while chunk := await content.readany():
            self._chunks.append(chunk)
            self.size += len(chunk)
            if self.size > self._max_bytes:
                self.was_cut = True
                if self._cut:
                    return
                raise self._too_large(url, "sends more than")
            if is_dripping(self.size, elapsed_s=self._clock.monotonic() - self._headers_at):
                raise AttemptError("timeout", FetchTimeoutError(f"{short(url)} arrives a few bytes at a time", url=url))

    def _too_large(self, url: str, what: str) -> AttemptError:
        self.was_cut = True
        sentence = f"{short(url)} {what} the limit of {self._max_bytes} bytes"
        return AttemptError("too large", TooLargeError(sentence, url=url))

    def body(self) -> bytes:
        """What was read, at most the limit."""
        body = self._chunks[0] if len(self._chunks) == 1 else b"".join(self._chunks)
        return body[: self._max_bytes]

    def answer(self) -> Answer:
        """The finished exchange."""
        assert self.response is not None
        return Answer(
            status=self.response.status,
            headers=tuple([(lower_name(name), text_of(value)) for name, value in self.response.raw_headers]),
            body=self.body(),
            latency_s=self._headers_at - self._began,
            elapsed_s=self._ended - self._began,
            fetched_at=self._sent_at,
        )

    def exchange(self, ask: Ask, failure: AttemptError | None, *, unsent: dict[str, str]) -> Exchange:
        """The exchange for the archive; `unsent` stands in for the request headers when no answer came."""
        response = self.response
        error = str(failure) if failure else ""
        if response is None:
            headers = (("Host", ask.target.host_port_subcomponent or ""), *unsent.items())
            return Exchange(ask.method, str(ask.target), self._sent_at, headers, ask.body, error=error)
        version = response.version
        timed_out = failure is not None and failure.kind == "timeout"
        return Exchange(
            method=ask.method,
            url=str(ask.target),
            date=self._sent_at,
            request_headers=tuple(response.request_info.headers.items()),
            request_body=ask.body,
            status=response.status,
            reason=response.reason or "",
            http_version=f"{version.major}.{version.minor}" if version else "1.1",
            response_headers=tuple([(text_of(name), text_of(value)) for name, value in response.raw_headers]),
            body=self.body(),
            remote_ip=response.peer,
            truncated="length" if self.was_cut else "time" if timed_out else "disconnect" if failure else "",
            error=error,
        )


def is_dripping(received: int, *, elapsed_s: float) -> bool:
    """Whether a body comes so slowly that waiting for it only ties up the host's slot."""
    return elapsed_s > DRIP_AFTER_S and received < elapsed_s * DRIP_BYTES_S
