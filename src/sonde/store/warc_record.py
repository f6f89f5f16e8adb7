"""One exchange as WARC 1.1 records, each a gzip member of its own so that readers can seek to it."""

import base64
import hashlib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Protocol
from urllib.parse import urlsplit
from uuid import uuid4

from isal import isal_zlib

from sonde._version import VERSION

_GZIP_LEVEL = 2  # of 0 to 3: six times as fast as zlib at its usual level, for files that are 4 % larger
_GZIP_WINDOW = 31  # the largest window, with a gzip header and trailer
_HTTP, _FIELDS = "application/http; msgtype={}", "application/warc-fields"


class Exchange(Protocol):
    """One request and what came back for it, before anything was decoded. `status` 0: nothing came back."""

    @property
    def method(self) -> str: ...
    @property
    def url(self) -> str: ...
    @property
    def date(self) -> float: ...
    @property
    def request_headers(self) -> Iterable[tuple[str, str]]: ...
    @property
    def request_body(self) -> bytes: ...
    @property
    def status(self) -> int: ...
    @property
    def reason(self) -> str: ...
    @property
    def http_version(self) -> str: ...
    @property
    def response_headers(self) -> Iterable[tuple[str, str]]: ...
    @property
    def body(self) -> bytes: ...
    @property
    def remote_ip(self) -> str: ...
    @property
    def truncated(self) -> str: ...
    @property
    def error(self) -> str: ...


def exchange_members(exchange: Exchange) -> bytes:
    """The response, or a note why there is none, and the request that led to it."""
    about, answer_id = _about(exchange), _new_id()
    answer = _response if exchange.status else _note
    return answer(exchange, about, answer_id) + _request(exchange, about, answer_id)


def info_member(filename: str, *, date: float) -> bytes:
    """The record that opens every file: what wrote it."""
    headers = {"WARC-Date": _timestamp(date), "WARC-Filename": filename, "Content-Type": _FIELDS}
    block = f"software: Sonde/{VERSION}\r\nformat: WARC File Format 1.1\r\n"
    return _member("warcinfo", _new_id(), headers, block.encode())


def _response(exchange: Exchange, about: dict[str, str], record_id: str) -> bytes:
    # The chunks of a chunked answer are already joined; the header would make readers look for them.
    headers = [
        (f"X-Archive-Orig-{name}" if name.lower() == "transfer-encoding" else name, value)
        for name, value in exchange.response_headers
    ]
    status_line = f"HTTP/{exchange.http_version} {exchange.status} {exchange.reason}"
    about = {**about, "WARC-Payload-Digest": _digest(exchange.body), "Content-Type": _HTTP.format("response")}
    if exchange.truncated:
        about["WARC-Truncated"] = exchange.truncated
    return _member("response", record_id, about, _http_head(status_line, headers) + exchange.body)


def _note(exchange: Exchange, about: dict[str, str], record_id: str) -> bytes:
    block = f"error: {_one_line(exchange.error)}\r\n".encode("utf-8", "replace")
    return _member("metadata", record_id, {**about, "Content-Type": _FIELDS}, block)


def _request(exchange: Exchange, about: dict[str, str], answer_id: str) -> bytes:
    parts = urlsplit(exchange.url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    head = _http_head(f"{exchange.method} {target} HTTP/1.1", exchange.request_headers)
    about = {**about, "WARC-Concurrent-To": answer_id, "Content-Type": _HTTP.format("request")}
    return _member("request", _new_id(), about, head + exchange.request_body)


def _about(exchange: Exchange) -> dict[str, str]:
    """What the records of an exchange have in common."""
    headers = {"WARC-Date": _timestamp(exchange.date), "WARC-Target-URI": _one_line(exchange.url)}
    if exchange.remote_ip:
        headers["WARC-IP-Address"] = exchange.remote_ip
    return headers


def _member(kind: str, record_id: str, headers: Mapping[str, str], block: bytes) -> bytes:
    lines = [
        "WARC/1.1",
        f"WARC-Type: {kind}",
        f"WARC-Record-ID: {record_id}",
        *(f"{name}: {value}" for name, value in headers.items()),
        f"WARC-Block-Digest: {_digest(block)}",
        f"Content-Length: {len(block)}",
        "\r\n",
    ]
    compressor = isal_zlib.compressobj(_GZIP_LEVEL, isal_zlib.DEFLATED, _GZIP_WINDOW)
    parts = "\r\n".join(lines).encode("utf-8", "replace"), block, b"\r\n\r\n"
    return b"".join((*map(compressor.compress, parts), compressor.flush()))


def _new_id() -> str:
    return f"<{uuid4().urn}>"


def _digest(data: bytes) -> str:
    # SHA-1 in base 32 is what WARC readers check; it guards against damage, not against malice.
    return "sha1:" + base64.b32encode(hashlib.sha1(data, usedforsecurity=False).digest()).decode()


def _http_head(first_line: str, headers: Iterable[tuple[str, str]]) -> bytes:
    lines = [_one_line(first_line), *(f"{_one_line(name)}: {_one_line(value)}" for name, value in headers)]
    text = "\r\n".join(lines) + "\r\n\r\n"
    try:
        # Bytes of a header that are no UTF-8 arrive as surrogates and leave as the same bytes.
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def _timestamp(date: float) -> str:
    return f"{datetime.fromtimestamp(date, UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def _one_line(text: str) -> str:
    return text.replace("\r", " ").replace("\n", " ") if "\r" in text or "\n" in text else text
