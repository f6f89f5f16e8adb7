"""Addresses: one spelling for each, and which belong to the same site."""

import re
from urllib.parse import SplitResult, urlsplit

# Already in canonical form: lower-case host, no default port, no escapes, dots only inside names.
_canonical = re.compile(
    r"https?://[a-z0-9.-]*[a-z0-9](?::(?!80/|443/)[1-9]\d{0,4})?"
    r"(?:/(?!\.{1,2}(?:[/?]|$))[A-Za-z0-9_~!$&'()*+,;=:@.-]*)+(?:\?[A-Za-z0-9_~!$&'()*+,;=:@/?.\[\]-]+)?\Z"
)
# An escape, or a character that may need one.
_doubtful = re.compile(r"%[0-9A-Fa-f]{2}|[^A-Za-z0-9_~!$&'()*+,;=:@/?.\[\]-]")
_unreserved = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_path_safe = _unreserved | frozenset(b"!$&'()*+,;=:@/[]|^")
_query_safe = _unreserved | frozenset(b"!$&'()*+,;=:@/?[]|^{}\\`")
_line_breaks = re.compile(r"[\t\n\r]")
CONTROLS = "".join(map(chr, range(0x21)))  # what browsers cut off an address: control characters and space
_default_ports = {"http": "80", "https": "443"}


def canonical_url(url: str) -> str:
    """One spelling for every way to write the same address; applying it twice changes nothing more.

    Host in lower case, no default port, no dot segments, no fragment, no empty query, and
    percent-encoding only where it is needed. Parameters keep their order and their values.
    An address that is not http or https, or cannot be read, only loses its fragment.
    """
    if _canonical.match(url):
        return url
    url = _line_breaks.sub("", url.split("#", 1)[0]).strip(CONTROLS)
    address, mark, query = url.partition("?")
    try:
        parts = urlsplit(address.replace("\\", "/") + mark + query)
        host = parts.hostname or ""
        port = parts.port
    except ValueError:
        return url
    scheme = parts.scheme.lower()
    if scheme not in _default_ports or not host:
        return url
    netloc = _netloc(parts, host=ascii_host(host), port=port, scheme=scheme)
    path = _drop_dot_segments(_escaped(parts.path, _path_safe) or "/")
    query = _escaped(parts.query, _query_safe)
    return f"{scheme}://{netloc}{path}?{query}" if query else f"{scheme}://{netloc}{path}"


def same_site(a: str, b: str) -> bool:
    """Whether two addresses are served by one site: the same host but for "www.", and the same port.

    http on port 80 and https on port 443 count as one.
    """
    return _site(a) == _site(b) != ("", "")


def _site(url: str) -> tuple[str, str]:
    try:
        parts = urlsplit(url)
        port = parts.port
        host = (parts.hostname or "").rstrip(".")
    except ValueError:
        return "", ""
    default = str(port or "") in ("", _default_ports.get(parts.scheme.lower(), ""))
    return host.removeprefix("www."), "" if default else str(port)


def _netloc(parts: SplitResult, *, host: str, port: int | None, scheme: str) -> str:
    netloc = f"[{host}]" if ":" in host else host
    if port is not None and str(port) != _default_ports[scheme]:
        netloc = f"{netloc}:{port}"
    user, at, _ = parts.netloc.rpartition("@")
    return f"{user}{at}{netloc}"


def ascii_host(host: str) -> str:
    """A host name in lower case and in the ASCII form the network uses."""
    host = host.lower().rstrip(".") or host
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return host


def _escaped(part: str, safe: frozenset[int]) -> str:
    """Percent-encoding as needed and no more: letters decoded, unsafe bytes encoded, hex in capitals."""
    return _doubtful.sub(lambda found: _escaped_token(found[0], safe), part)


def _escaped_token(token: str, safe: frozenset[int]) -> str:
    if len(token) == 3:
        byte = int(token[1:], 16)
        return chr(byte) if byte in _unreserved else token.upper()
    data = token.encode("utf-8", "replace")
    if len(data) == 1 and data[0] in safe:
        return token
    return "".join(f"%{byte:02X}" for byte in data)


def _drop_dot_segments(path: str) -> str:
    """RFC 3986, section 5.2.4."""
    if "/." not in path:
        return path
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)
