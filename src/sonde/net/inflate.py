"""Undoing Content-Encoding without ever holding more than the limit. Pure."""

import zlib
from collections.abc import Callable, Iterator

import brotli
import zstandard

MOST_CODINGS = 5
# Labels that servers put there by mistake; browsers pass the body through.
PLAIN = frozenset({"", "identity", "none", "utf-8", "utf8", "binary", "8bit", "7bit"})
_STEP = 1 << 20  # output asked for at a time
# A zstd block of 4 bytes can stand for 128 KB, so input goes in small slices to bound what comes out of one.
_ZSTD_SLICE = 256
_ZSTD_WINDOW = 8 << 20  # RFC 9659: what a browser accepts


class BadEncodingError(Exception):
    """The body is not what its Content-Encoding says."""


class InflatedTooLargeError(Exception):
    """The decoded body passes the limit."""


def inflate(body: bytes, content_encoding: str, *, limit: int) -> bytes:
    """The body with all its content encodings undone, last one first.

    Raises BadEncodingError for unknown, broken or cut-off encodings, InflatedTooLargeError when any stage
    passes `limit` bytes.
    """
    codings = [coding for part in content_encoding.split(",") if (coding := part.strip().lower()) not in PLAIN]
    if len(codings) > MOST_CODINGS:
        raise BadEncodingError(f"{len(codings)} content encodings on top of each other")
    for coding in reversed(codings):
        decoder = _DECODERS.get(coding)
        if decoder is None:
            raise BadEncodingError(f"the content encoding {coding[:40]!r} is unknown")
        body = _collect(decoder, body, coding=coding, limit=limit) if body else body
    return body


def _collect(decoder: Callable[[bytes], Iterator[bytes]], body: bytes, *, coding: str, limit: int) -> bytes:
    parts: list[bytes] = []
    size = 0
    try:
        for part in decoder(body):
            parts.append(part)
            size += len(part)
            if size > limit:
                raise InflatedTooLargeError(f"more than {limit} bytes after {coding}")
    except (zlib.error, brotli.error, zstandard.ZstdError) as error:
        raise BadEncodingError(f"it is not valid {coding}") from error
    except EOFError as error:
        raise BadEncodingError(f"its {coding} data ends early") from error
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _gunzip(body: bytes) -> Iterator[bytes]:
    # A gzip file may have several members; anything else after a member is padding, as for gzip itself.
    while True:
        stream = zlib.decompressobj(wbits=31)
        yield from _inflate_stream(stream, body)
        body = stream.unused_data
        if not body.startswith(b"\x1f\x8b"):
            return


def _undeflate(body: bytes) -> Iterator[bytes]:
    # "deflate" means zlib data, but many servers send the bare stream; RFC 1950 headers can be recognised.
    has_header = len(body) > 1 and body[0] & 0x0F == 8 and (body[0] << 8 | body[1]) % 31 == 0
    yield from _inflate_stream(zlib.decompressobj(wbits=15 if has_header else -15), body)


def _inflate_stream(stream: "zlib._Decompress", body: bytes) -> Iterator[bytes]:
    while not stream.eof:
        part = stream.decompress(body, _STEP)
        body = stream.unconsumed_tail
        if not part and not body and not stream.eof:
            raise EOFError
        yield part


def _unbrotli(body: bytes) -> Iterator[bytes]:
    stream = brotli.Decompressor()
    yield stream.process(body, output_buffer_limit=_STEP)
    while not stream.is_finished():
        part = stream.process(b"", output_buffer_limit=_STEP)
        if not part:
            raise EOFError
        yield part


def _unzstd(body: bytes) -> Iterator[bytes]:
    decompressor = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW)
    view = memoryview(body)
    stream = decompressor.decompressobj()
    for start in range(0, len(body), _ZSTD_SLICE):
        data: bytes | memoryview = view[start : start + _ZSTD_SLICE]
        while data:
            if stream.eof:
                stream = decompressor.decompressobj()
            yield stream.decompress(data)
            data = stream.unused_data if stream.eof else b""
    if not stream.eof:
        raise EOFError


_DECODERS: dict[str, Callable[[bytes], Iterator[bytes]]] = {
    "gzip": _gunzip,
    "x-gzip": _gunzip,
    "deflate": _undeflate,
    "br": _unbrotli,
    "zstd": _unzstd,
}
