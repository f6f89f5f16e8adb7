"""Settings of the client, checked when they are made."""

import math
from dataclasses import dataclass

from sonde._version import VERSION
from sonde.errors import ConfigError
from sonde.net.overrides import parse_overrides

AGENT_TOKEN = "Sonde"  # the name that robots.txt rules are matched against


@dataclass(frozen=True, slots=True)
class NetOptions:
    """How to fetch. The defaults are polite; a wrong value raises ConfigError at once."""

    delay_s: float | None = None  # between two requests to a host; None follows the server's latency
    concurrency: int = 1  # requests at a time per host
    contact: str = ""  # a mail or web address for the user agent; empty says so in it
    ignore_robots: bool = False
    resolve: tuple[str, ...] = ()  # "HOST=ADDRESS:PORT", HOST may be "*"
    timeout_s: float = 30.0  # for one attempt, from connecting to the last byte; waiting politely is not in it
    connect_timeout_s: float = 10.0
    retries: int = 3  # further attempts after the first; 0 means none
    repeat_posts: bool = False  # True: a POST is as safe to repeat as a GET (a verified search form)
    max_wait_s: float = 300.0  # a server that asks to be left alone for longer is not waited for
    max_redirects: int = 10
    max_url: int = 8192  # characters
    max_body_bytes: int = 20_000_000  # as received
    max_decoded_bytes: int = 100_000_000  # after gzip and the like
    max_headers: int = 256
    max_header_bytes: int = 32_768  # of one header line

    def __post_init__(self) -> None:
        check_number("delay", self.delay_s, at_least=0.0)
        for name in ("timeout_s", "connect_timeout_s", "max_wait_s"):
            check_number(name, getattr(self, name), at_least=0.001)
        for name in ("concurrency", "max_url", "max_body_bytes", "max_decoded_bytes", "max_headers"):
            check_number(name, getattr(self, name), at_least=1)
        for name in ("retries", "max_redirects"):
            check_number(name, getattr(self, name), at_least=0)
        check_number("max_header_bytes", self.max_header_bytes, at_least=1024)
        if not self.contact.isprintable():
            raise ConfigError(f"the contact {self.contact!r} has line breaks or control characters in it")
        parse_overrides(self.resolve)

    @property
    def user_agent(self) -> str:
        """The honest name every request carries."""
        note = f"+{self.contact}" if self.contact else "contact not set"
        return f"{AGENT_TOKEN}/{VERSION} ({note})"


def check_number(name: str, value: float | None, *, at_least: float) -> None:
    """Raise ConfigError unless the value is None or a finite number that is large enough."""
    if value is not None and not (math.isfinite(value) and value >= at_least):
        raise ConfigError(f"{name} is {value}, but must be a number of at least {at_least:g}")
