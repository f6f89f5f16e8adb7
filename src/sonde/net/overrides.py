"""The `resolve` option: which host's traffic goes to which address instead of its own."""

from collections.abc import Iterable, Mapping
from ipaddress import ip_address
from types import MappingProxyType

from sonde.errors import ConfigError

Endpoint = tuple[str, int]  # address, port
Overrides = Mapping[str, Endpoint]  # host in lower case, or "*" for every host

FORM = "write HOST=ADDRESS:PORT, such as example.org=127.0.0.1:8080, *=127.0.0.1:8080 or a.org=[::1]:80"


def parse_overrides(entries: Iterable[str]) -> Overrides:
    """Each host's endpoint; of several entries for one host the last counts. Raises ConfigError."""
    return MappingProxyType(dict(parse_override(entry) for entry in entries))


def parse_override(entry: str) -> tuple[str, Endpoint]:
    """One 'HOST=ADDRESS:PORT' taken apart; an IPv6 address stands in brackets."""
    host, equals, target = entry.strip().partition("=")
    address, colon, port = target.strip().rpartition(":")
    host = host.strip().rstrip(".").lower().removeprefix("[").removesuffix("]")
    if not (host and equals and colon):
        raise ConfigError(f"resolve {entry!r} cannot be read: {FORM}")
    if any(mark in host for mark in "/@ ") or ("*" in host and host != "*"):
        raise ConfigError(f"resolve {entry!r}: {host!r} is not a host name: {FORM}")
    return ascii_host(host, entry), (parse_address(address, entry), parse_port(port, entry))


def ascii_host(host: str, entry: str) -> str:
    """The host as it is written in a request."""
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError as error:
        raise ConfigError(f"resolve {entry!r}: {host!r} is not a host name: {FORM}") from error


def parse_address(text: str, entry: str) -> str:
    """An IP address in its plain form; localhost is understood."""
    bare = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    if ":" in bare and bare == text:
        raise ConfigError(f"resolve {entry!r}: put the IPv6 address in brackets: {FORM}")
    if bare.lower() == "localhost":
        return "127.0.0.1"
    try:
        return str(ip_address(bare))
    except ValueError as error:
        raise ConfigError(f"resolve {entry!r}: {text!r} is not an IP address: {FORM}") from error


def parse_port(text: str, entry: str) -> int:
    """A port between 1 and 65535."""
    if not (text.isascii() and text.isdigit() and 0 < int(text[:6]) < 65536):
        raise ConfigError(f"resolve {entry!r}: {text!r} is not a port (1 to 65535): {FORM}")
    return int(text)


def find_override(overrides: Overrides, host: str) -> Endpoint | None:
    """Where the traffic for a host goes, or None when it goes to the host itself."""
    if not overrides:
        return None
    return overrides.get(host.rstrip(".").lower()) or overrides.get("*")
