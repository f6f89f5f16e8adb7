"""The aiohttp connector that connects only to addresses the guard has seen."""

import asyncio
import socket
from collections.abc import Sequence

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.connector import AddrInfoType
from aiohttp.tracing import Trace

from sonde.net.failures import AddressRefusedError
from sonde.net.guard import Guard
from sonde.net.overrides import Overrides, find_override

DNS_FRESH_S = 300
MOST_CONNECTIONS = 500


class GuardedConnector(aiohttp.TCPConnector):
    """Resolves names, applies the `resolve` overrides and lets the guard drop addresses.

    Opening a socket to anything that did not pass through here fails, so that an address can neither change
    between the check and the connection nor slip past the check.
    """

    def __init__(self, guard: Guard, overrides: Overrides, *, resolver: AbstractResolver | None = None) -> None:
        super().__init__(
            limit=MOST_CONNECTIONS,
            ttl_dns_cache=DNS_FRESH_S,
            resolver=resolver,
            socket_factory=self._open_socket,
        )
        self._guard = guard
        self._overrides = overrides
        self._start_addresses: frozenset[str] | None = None
        self._start_lookup = asyncio.Lock()
        self._passed: set[tuple[str, int]] = set()

    async def _resolve_host(self, host: str, port: int, traces: Sequence[Trace] | None = None) -> list[ResolveResult]:
        # aiohttp asks its resolver only for names, not for addresses in a URL; this method sees both.
        endpoint = find_override(self._overrides, host)
        if endpoint is not None:
            found = [resolved(host, *endpoint)]
        else:
            everything = await super()._resolve_host(host, port, traces)
            found = await self._allowed(host, port, everything)
        self._passed.update((entry["host"], entry["port"]) for entry in found)
        return found

    async def _allowed(self, host: str, port: int, everything: list[ResolveResult]) -> list[ResolveResult]:
        start = await self._start()
        found = [
            entry
            for entry in everything
            if self._guard.allows(host, port, address=entry["host"], start_addresses=start)
        ]
        if not found:
            raise AddressRefusedError(host, [entry["host"] for entry in everything])
        return found

    async def _start(self) -> frozenset[str]:
        """The addresses of the start URL's host at its first lookup; they never change afterwards."""
        async with self._start_lookup:
            if self._start_addresses is None:
                if find_override(self._overrides, self._guard.start_host) is not None:
                    self._start_addresses = frozenset()
                    return self._start_addresses
                try:
                    entries = await super()._resolve_host(self._guard.start_host, self._guard.start_port)
                except OSError:
                    return frozenset()  # nothing is known about it yet, so it lends no permission
                self._start_addresses = frozenset(entry["host"] for entry in entries)
            return self._start_addresses

    def _open_socket(self, info: AddrInfoType) -> socket.socket:
        family, kind, protocol, _, address = info
        if (address[0], address[1]) not in self._passed:
            raise RuntimeError(f"{address[0]} was never checked by the address guard")
        return socket.socket(family=family, type=kind, proto=protocol)


def resolved(host: str, address: str, port: int) -> ResolveResult:
    """An address in the form aiohttp's resolvers give it."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return ResolveResult(hostname=host, host=address, port=port, family=family, proto=0, flags=0)
