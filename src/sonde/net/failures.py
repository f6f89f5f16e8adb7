"""Why an exchange failed: one kind for the retry rules and the counts, one sentence for a person."""

import socket
import ssl
from typing import Literal

import aiohttp

from sonde.errors import FetchError, FetchTimeoutError, RefusedError, TooLargeError

Kind = Literal[
    "dns",  # the name does not exist
    "connect",  # nothing was sent: no connection
    "tls",
    "timeout",
    "dropped",  # the connection ended early
    "protocol",  # not HTTP
    "too large",
    "encoding",  # the content encoding cannot be undone
    "refused",  # by the address guard, robots.txt or a standing Retry-After
    "redirect",  # a loop, too many, or to nowhere
]

UNSENT: frozenset[Kind] = frozenset({"dns", "connect", "tls", "refused"})  # no connection, so nothing was sent


class AttemptError(Exception):
    """An attempt that brought no answer; `error` is what the caller of fetch sees if it stays that way."""

    def __init__(self, kind: Kind, error: FetchError) -> None:
        super().__init__(str(error))
        self.kind = kind
        self.error = error

    def for_url(self, url: str) -> "AttemptError":
        """The same failure, said of another address: a fresh exception that can be raised again."""
        return AttemptError(self.kind, type(self.error)(str(self.error), url=url))


class AddressRefusedError(Exception):
    """The address guard found no address of a host that may be connected to."""

    def __init__(self, host: str, addresses: list[str]) -> None:
        where = "" if addresses == [host] else f" resolves to {', '.join(addresses)}, which"
        super().__init__(f"{host}{where} is not a public address")


def explain(error: Exception, *, url: str, host: str, timeout_s: float) -> AttemptError:
    """The failure behind an exception of the HTTP library or the operating system."""
    match error:
        case AddressRefusedError():
            hint = "Private addresses are reached only when the start URL or the resolve option names them"
            return AttemptError("refused", RefusedError(f"{error}. {hint}.", url=url))
        case aiohttp.ClientConnectorDNSError():
            return explain_dns(error.os_error, url=url, host=host)
        case aiohttp.ClientConnectorCertificateError() | aiohttp.ClientSSLError():
            return AttemptError("tls", FetchError(f"no secure connection to {host}: {tls_reason(error)}", url=url))
        case aiohttp.ConnectionTimeoutError():
            return AttemptError("connect", FetchTimeoutError(f"{host} does not take connections (timed out)", url=url))
        case aiohttp.ClientConnectorError():
            return AttemptError(
                "connect", FetchError(f"{host} cannot be reached: {os_reason(error.os_error)}", url=url)
            )
        case TimeoutError():
            sentence = f"{host} did not finish its answer within {timeout_s:g} s"
            return AttemptError("timeout", FetchTimeoutError(sentence, url=url))
        case aiohttp.ClientResponseError():
            return explain_bad_response(error, url=url, host=host)
        case ValueError():  # also aiohttp.InvalidURL, and host names that no name server would take
            return AttemptError("dns", FetchError(f"{host!r} cannot be a host: {error}", url=url))
        case _:
            reason = os_reason(error) if isinstance(error, OSError) else "the answer is incomplete"
            if isinstance(error, aiohttp.ServerDisconnectedError):
                reason = "closed without an answer"
            return AttemptError("dropped", FetchError(f"{host} dropped the connection: {reason}", url=url))


def explain_dns(error: OSError, *, url: str, host: str) -> AttemptError:
    """A missing name is final; a resolver that is out of reach may come back."""
    passing = error.errno == socket.EAI_AGAIN
    sentence = "the name server does not answer" if passing else "there is no such host"
    return AttemptError("connect" if passing else "dns", FetchError(f"{host} cannot be found: {sentence}", url=url))


def explain_bad_response(error: aiohttp.ClientResponseError, *, url: str, host: str) -> AttemptError:
    """An answer that the HTTP parser gave up on."""
    # The parser has one exception for all of it.
    if "Got more than" in error.message or "Too many" in error.message:
        return AttemptError("too large", TooLargeError(f"{host} sent headers above the limit", url=url))
    return AttemptError("protocol", FetchError(f"{host} answered with something that is not HTTP", url=url))


def tls_reason(error: Exception) -> str:
    """Why TLS failed, in the words of the TLS library without its decoration."""
    inner: object = getattr(error, "certificate_error", None) or getattr(error, "os_error", None) or error
    if isinstance(inner, ssl.SSLCertVerificationError):
        return f"its certificate is not valid ({inner.verify_message})"
    reason = getattr(inner, "reason", None)
    return str(reason).replace("_", " ").lower() if reason else str(inner)


def os_reason(error: OSError) -> str:
    """The operating system's words for an error, short."""
    if isinstance(error, ConnectionRefusedError):
        return "it refuses connections"
    return (error.strerror or str(error) or type(error).__name__).lower()
