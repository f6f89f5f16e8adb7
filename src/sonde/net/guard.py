"""The address guard: which IP addresses a crawl may connect to. Pure; connector.py asks it.

Every address is judged after name resolution, and the connection goes to the very address that was judged.
Public addresses are allowed. Anything else only when the user named it:

- an ADDRESS:PORT given with `resolve`;
- an address that the start URL's host resolved to: under the start URL's own host name on any port, under
  another name for it (localhost for 127.0.0.1) only on the start URL's port.

So a crawl of http://127.0.0.1:8080 reaches neither 10.0.0.1 nor localhost:6379, and a start URL that is
public at first cannot turn into a private address later.
"""

from collections.abc import Set
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from sonde.net.overrides import Endpoint

_NAT64 = IPv6Network("64:ff9b::/96")
_LOCAL_NAT64 = IPv6Network("64:ff9b:1::/48")
_COMPATIBLE = IPv6Network("::/96")


@dataclass(frozen=True, slots=True)
class Guard:
    """What the user named: the start URL's host and port, and the endpoints of `resolve`."""

    start_host: str  # lower case, no trailing dot
    start_port: int
    named: frozenset[Endpoint] = frozenset()

    def allows(self, host: str, port: int, *, address: str, start_addresses: Set[str]) -> bool:
        """Whether a request for host:port may connect to an address, given those of the start URL's host."""
        if is_public(address) or (address, port) in self.named:
            return True
        if address not in start_addresses:
            return False
        return host.rstrip(".").lower() == self.start_host or port == self.start_port


def is_public(address: str) -> bool:
    """Whether an address is on the open internet: not private, local, shared, multicast or reserved.

    IPv6 addresses that carry an IPv4 address (mapped, 6to4, Teredo, NAT64) are as public as that one.
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, IPv6Address):
        inner = embedded_ipv4(ip)
        if inner is not None:
            return all(map(_is_public_ip, inner))
    return _is_public_ip(ip)


def _is_public_ip(ip: IPv4Address | IPv6Address) -> bool:
    # is_global leaves multicast in, and IPv6 site-local addresses predate it.
    special = ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_loopback or ip.is_link_local
    site_local = isinstance(ip, IPv6Address) and (ip.is_site_local or ip in _LOCAL_NAT64)
    return ip.is_global and not special and not site_local


def embedded_ipv4(ip: IPv6Address) -> tuple[IPv4Address, ...] | None:
    """The IPv4 addresses that traffic to an IPv6 address may end up at, or None when it is plain IPv6."""
    if ip.ipv4_mapped is not None:
        return (ip.ipv4_mapped,)
    if ip.sixtofour is not None:
        return (ip.sixtofour,)
    if ip.teredo is not None:
        return ip.teredo
    if ip in _NAT64 or (ip in _COMPATIBLE and int(ip) > 0xFFFF):
        return (IPv4Address(int(ip) & 0xFFFFFFFF),)
    return None
