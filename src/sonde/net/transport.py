"""One request on the wire: sent, received, counted and recorded. No retries, no decisions."""

import asyncio

import aiohttp

from sonde.net.answer import Answer
from sonde.net.clock import Clock
from sonde.net.connector import GuardedConnector
from sonde.net.failures import UNSENT, AddressRefusedError, AttemptError, explain
from sonde.net.options import NetOptions
from sonde.net.receive import PeerResponse, Reading
from sonde.net.record import Recorder
from sonde.net.redirects import Ask
from sonde.net.stats import NetStats
from sonde.net.target import host_of

ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
ACCEPT_ENCODING = "gzip, deflate, br, zstd"


class Transport:
    """The HTTP session of a crawl: its connections and its cookies."""

    def __init__(
        self,
        options: NetOptions,
        *,
        connector: GuardedConnector,
        recorder: Recorder | None,
        stats: NetStats,
        clock: Clock,
        own_host: str,
    ) -> None:
        self._options = options
        self._recorder = recorder
        self._stats = stats
        self._clock = clock
        self._own_host = own_host
        self._session = aiohttp.ClientSession(
            connector=connector,
            # Start URLs may be IP addresses; and quoting would change values that came without quotes.
            cookie_jar=aiohttp.CookieJar(unsafe=True, quote_cookie=False),
            headers=default_headers(options),
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=options.connect_timeout_s),
            auto_decompress=False,
            response_class=PeerResponse,
            skip_auto_headers=("Content-Type",),
            max_line_size=options.max_header_bytes,
            max_field_size=options.max_header_bytes,
            max_headers=options.max_headers,
        )
        # aiohttp would repeat a request on its own; ours are counted, spaced and recorded.
        self._session._retry_connection = False

    async def close(self) -> None:
        """Close all connections."""
        await self._session.close()

    async def exchange(self, ask: Ask, *, max_bytes: int, cut: bool = False) -> Answer:
        """Send one request and read its whole answer.

        A longer body than `max_bytes` fails, or with `cut` is read up to there. Raises AttemptError.
        """
        reading = Reading(self._clock, max_bytes=max_bytes, cut=cut)
        try:
            async with asyncio.timeout(self._options.timeout_s):
                response = await self._session.request(
                    ask.method,
                    ask.target,
                    data=ask.body or None,
                    headers=own_headers(ask, own_host=self._own_host),
                    allow_redirects=False,
                )
                await reading.read(response, url=str(ask.target))
        except AttemptError as failure:
            self._note(ask, reading, failure)
            raise
        except (aiohttp.ClientError, OSError, ValueError, AddressRefusedError) as error:
            host = host_of(ask.target)
            explained = explain(error, url=str(ask.target), host=host, timeout_s=self._options.timeout_s)
            self._note(ask, reading, explained)
            raise explained from error
        self._note(ask, reading, None)
        return reading.answer()

    def _note(self, ask: Ask, reading: Reading, failure: AttemptError | None) -> None:
        self._stats.requests += failure is None or failure.kind not in UNSENT
        self._stats.bytes += reading.size
        if failure is not None:
            self._stats.errors[failure.kind] += 1
        if reading.response is not None:
            self._stats.by_status[reading.response.status] += 1
        if self._recorder is not None:
            self._recorder.record(reading.exchange(ask, failure, unsent=default_headers(self._options)))


def own_headers(ask: Ask, *, own_host: str) -> dict[str, str]:
    """What a request carries besides. Sites that guard against forged forms want to see where a POST came from;
    ours come from the crawled site itself.
    """
    headers = dict(ask.headers)
    if ask.method == "POST":
        headers |= {"Content-Type": ask.content_type} if ask.content_type else {}
        headers |= {"Origin": str(ask.target.origin())} if host_of(ask.target) == own_host else {}
    return headers


def default_headers(options: NetOptions) -> dict[str, str]:
    """What every request carries."""
    return {"User-Agent": options.user_agent, "Accept": ACCEPT, "Accept-Encoding": ACCEPT_ENCODING}
