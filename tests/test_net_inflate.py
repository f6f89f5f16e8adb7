"""Content encodings: undone in any order, bounded, and never half."""

import gzip
import tracemalloc
import zlib
from contextlib import suppress
from functools import partial

import brotli
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from sonde.net.inflate import BadEncodingError, InflatedTooLargeError, inflate


def bare_deflate(data: bytes) -> bytes:
    squeeze = zlib.compressobj(wbits=-15)
    return squeeze.compress(data) + squeeze.flush()


ENCODERS = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": partial(brotli.compress, quality=3),
    "zstd": zstandard.ZstdCompressor().compress,
}
names = st.sampled_from(sorted(ENCODERS))


@given(st.binary(max_size=5000), st.lists(names, max_size=4))
def test_stacked_encodings_are_undone_in_reverse_order(data: bytes, codings: list[str]) -> None:
    body = data
    for coding in codings:
        body = ENCODERS[coding](body)
    assert inflate(body, ", ".join(codings), limit=1_000_000) == data


@given(st.binary(min_size=1, max_size=200), names)
def test_any_bytes_decode_or_give_a_clear_error(noise: bytes, coding: str) -> None:
    with suppress(BadEncodingError, InflatedTooLargeError):
        assert len(inflate(noise, coding, limit=10_000)) <= 10_000


@given(st.binary(min_size=20, max_size=2000), names, st.data())
def test_a_body_that_ends_early_is_never_taken_for_whole(data: bytes, coding: str, draw: st.DataObject) -> None:
    body = ENCODERS[coding](data)
    cut = draw.draw(st.integers(1, len(body) - 1))
    with pytest.raises(BadEncodingError):
        inflate(body[:cut], coding, limit=1_000_000)


@pytest.mark.parametrize("coding", sorted(ENCODERS))
def test_a_bomb_costs_little_more_than_the_limit(coding: str) -> None:
    bomb = ENCODERS[coding](bytes(60_000_000))
    tracemalloc.start()
    try:
        with pytest.raises(InflatedTooLargeError, match="more than 1000000 bytes"):
            inflate(bomb, coding, limit=1_000_000)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 30_000_000


def test_a_bomb_inside_a_bomb_is_stopped_at_the_inner_one() -> None:
    body = gzip.compress(gzip.compress(bytes(20_000_000)))
    with pytest.raises(InflatedTooLargeError):
        inflate(body, "gzip, gzip", limit=1_000_000)


def test_exactly_the_limit_is_allowed() -> None:
    assert len(inflate(gzip.compress(bytes(1000)), "gzip", limit=1000)) == 1000
    with pytest.raises(InflatedTooLargeError):
        inflate(gzip.compress(bytes(1001)), "gzip", limit=1000)


def test_deflate_is_understood_with_and_without_its_header() -> None:
    assert inflate(bare_deflate(b"hello" * 50), "deflate", limit=1000) == b"hello" * 50


def test_a_gzip_body_may_have_several_members_and_padding() -> None:
    body = gzip.compress(b"one ") + gzip.compress(b"two") + b"\0\0\0"
    assert inflate(body, "gzip", limit=1000) == b"one two"


def test_several_zstd_frames_are_one_body() -> None:
    squeeze = zstandard.ZstdCompressor().compress
    assert inflate(squeeze(b"one ") + squeeze(b"two"), "zstd", limit=1000) == b"one two"


@pytest.mark.parametrize("label", ["", "identity", "none", "UTF-8", " , "])
def test_labels_without_meaning_leave_the_body_alone(label: str) -> None:
    assert inflate(b"as it is", label, limit=1) == b"as it is"


def test_an_empty_body_needs_no_decoding() -> None:
    assert inflate(b"", "gzip", limit=1) == b""


def test_an_unknown_encoding_is_named() -> None:
    with pytest.raises(BadEncodingError, match="'compress' is unknown"):
        inflate(b"x", "compress", limit=10)


def test_absurdly_many_encodings_are_refused() -> None:
    with pytest.raises(BadEncodingError, match="100 content encodings"):
        inflate(b"x", ", ".join(["gzip"] * 100), limit=10)
