"""One exchange as WARC 1.1 records, each a gzip member of its own so that readers can seek to it."""

import base64
import hashlib
import io
import warnings
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Protocol
from urllib.parse import urlsplit

from isal import isal_zlib

from sonde._version import VERSION

with warnings.catch_warnings():
    # fastwarc 1.1 warns about old names of its own as it loads; who uses Sonde can do nothing about it.
    warnings.simplefilter("ignore", DeprecationWarning)
    from fastwarc.warc import WarcRecord, WarcRecordType

_GZIP_LEVEL = 2  # of 0 to 3: six times as fast as zlib at its usual level, for files that are 4 % larger
_GZIP_WINDOW = 31  # the largest window, with a gzip header and trailer


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
    if exchange.status:
        answer = _response(exchange)
    else:
        answer = _new_record(WarcRecordType.metadata, exchange)
        answer.headers["Content-Type"] = "application/warc-fields"
        _set_block(answer, f"error: {_one_line(exchange.error)}\r\n".encode("utf-8", "replace"))
    request = _request(exchange)
    request.headers["WARC-Concurrent-To"] = answer.record_id or ""
    return _member(answer) + _member(request)


def info_member(filename: str, *, date: float) -> bytes:
    """The record that opens every file: what wrote it."""
    record = WarcRecord()
    record.init_headers(WarcRecordType.warcinfo)
    record.headers["WARC-Date"] = _timestamp(date)
    record.headers["WARC-Filename"] = filename
    record.headers["Content-Type"] = "application/warc-fields"
    _set_block(record, f"software: Sonde/{VERSION}\r\nformat: WARC File Format 1.1\r\n".encode())
    return _member(record)


def _response(exchange: Exchange) -> WarcRecord:
    # The chunks of a chunked answer are already joined; the header would make readers look for them.
    headers = [
        (f"X-Archive-Orig-{name}" if name.lower() == "transfer-encoding" else name, value)
        for name, value in exchange.response_headers
    ]
    status_line = f"HTTP/{exchange.http_version} {exchange.status} {exchange.reason}"
    record = _new_record(WarcRecordType.response, exchange)
    record.headers["WARC-Payload-Digest"] = _digest(exchange.body)
    if exchange.truncated:
        record.headers["WARC-Truncated"] = exchange.truncated
    record.is_http = True
    _set_block(record, _http_head(status_line, headers) + exchange.body)
    return record


def _request(exchange: Exchange) -> WarcRecord:
    parts = urlsplit(exchange.url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    head = _http_head(f"{exchange.method} {target} HTTP/1.1", exchange.request_headers)
    record = _new_record(WarcRecordType.request, exchange)
    record.is_http = True
    _set_block(record, head + exchange.request_body)
    return record


def _new_record(kind: WarcRecordType, exchange: Exchange) -> WarcRecord:
    record = WarcRecord()
    record.init_headers(kind)
    record.headers["WARC-Date"] = _timestamp(exchange.date)
    record.headers["WARC-Target-URI"] = _encodable(_one_line(exchange.url))
    if exchange.remote_ip:
        record.headers["WARC-IP-Address"] = exchange.remote_ip
    return record


def _set_block(record: WarcRecord, block: bytes) -> None:
    record.headers["WARC-Block-Digest"] = _digest(block)
    record.set_bytes_content(block)


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


def _member(record: WarcRecord) -> bytes:
    # Rather than by fastwarc's own writer, which knows zlib alone.
    plain = io.BytesIO()
    record.write(plain)
    compressor = isal_zlib.compressobj(_GZIP_LEVEL, isal_zlib.DEFLATED, _GZIP_WINDOW)
    return compressor.compress(plain.getbuffer()) + compressor.flush()


def _timestamp(date: float) -> str:
    return datetime.fromtimestamp(date, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _one_line(text: str) -> str:
    return text.replace("\r", " ").replace("\n", " ") if "\r" in text or "\n" in text else text


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
