"""Fingerprints of documents: equal content, and nearly equal content."""

from hashlib import blake2b
from zlib import crc32

import numpy as np

from sonde.page.pieces import Pieces
from sonde.text.words import words

SHINGLE_WORDS = 3
MAX_CHARS = 4_000  # the beginning of a long text tells it from others


_numbers = Pieces(lambda piece: [crc32(word.encode()) for word in words(piece)])


def content_hash(title: str, text: str) -> int:
    """A signed 64-bit number, the same in every run; equal means the same title and words."""
    content = " ".join(title.split()) + "\n" + " ".join(text.split())
    digest = blake2b(content.encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def near_hash(text: str) -> int:
    """A signed 64-bit simhash over runs of three words: texts that share most of them differ in few bits.

    Zero for a text without words.
    """
    ids = _numbers.of(text[:MAX_CHARS]).astype(np.uint64)
    if not len(ids):
        return 0
    shingles = _shingle_hashes(ids)
    bits = np.unpackbits(shingles.view(np.uint8)).reshape(len(shingles), 64)
    majority = np.add.reduce(bits, axis=0, dtype=np.uint16) * 2 > len(shingles)
    return int(np.packbits(majority).view(np.int64)[0])


def _shingle_hashes(
    ids: "np.ndarray[tuple[int], np.dtype[np.uint64]]",
) -> "np.ndarray[tuple[int], np.dtype[np.uint64]]":
    """One well-mixed number for each run of words (the finaliser of splitmix64)."""
    size = min(SHINGLE_WORDS, len(ids))
    count = len(ids) - size + 1
    mixed = np.zeros(count, np.uint64)
    for offset in range(size):
        mixed = mixed * np.uint64(0x9E3779B97F4A7C15) + ids[offset : offset + count] + np.uint64(1)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))
