"""The seam to the archive: what one exchange with a server looked like on the wire."""

from dataclasses import dataclass
from typing import Literal, Protocol

from sonde.model import Pairs


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request and what came back for it, before anything was decoded.

    `status` is 0 when no answer came; `error` then says why. Header names are as they were sent.
    """

    method: str
    url: str
    date: float  # seconds since the epoch, UTC, when the request was sent
    request_headers: Pairs = ()
    request_body: bytes = b""
    status: int = 0
    reason: str = ""
    http_version: str = "1.1"
    response_headers: Pairs = ()
    body: bytes = b""  # still content-encoded; transfer encoding (chunks) is removed
    remote_ip: str = ""
    truncated: Literal["", "length", "time", "disconnect"] = ""  # why `body` is not all of it
    error: str = ""


class Recorder(Protocol):
    """Keeps exchanges. Called once for each, also for redirects, robots.txt, retries and failures."""

    def record(self, exchange: Exchange) -> None: ...
