"""The numbers of the pieces of texts: the same as reading every piece anew, whatever was read before."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.page import pieces
from sonde.page.pieces import Pieces
from sonde.text.words import words


def sizes(text: str) -> list[int]:
    """The length of each word: none, one or several numbers for a piece."""
    return [len(word) for word in words(text)]


KEPT = Pieces(sizes)  # by all examples, so that most of what they look up was read before
TEXTS = st.text(st.one_of(st.sampled_from("abAB1 -'\n\t\u00a0\u3000é漢ß"), st.characters()), max_size=120)


@pytest.fixture(autouse=True, scope="module")
def _all_are_looked_up() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pieces, "_SHORT", -1)
        yield


@given(TEXTS)
def test_the_pieces_of_a_text_have_its_words_in_order(text: str) -> None:
    assert KEPT.of(text).tolist() == sizes(text)


def test_a_piece_is_read_once() -> None:
    read: list[str] = []

    def noted(piece: str) -> list[int]:
        read.append(piece)
        return [len(piece)]

    kept = Pieces(noted)
    for _ in range(2):
        assert kept.of("one two one four").tolist() == [3, 3, 3, 4]
    assert read == ["one", "two", "four"]


def test_a_full_table_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "_MOST", 50)
    read: list[str] = []

    def noted(piece: str) -> list[int]:
        read.append(piece)
        return [int(piece)]

    kept = Pieces(noted)
    for start in range(0, 1000, 7):
        numbers = list(range(start, start + 40))
        assert kept.of(" ".join(map(str, numbers))).tolist() == numbers
    assert kept.of("0 1").tolist() == [0, 1]
    assert read.count("0") == 2


def test_what_pieces_say_is_forgotten_when_it_is_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "_MOST_NUMBERS", 1000)
    kept = Pieces(lambda piece: [int(piece)] * 100)
    for number in range(50):
        assert kept.of(f"{number} {number + 1}").tolist() == [number] * 100 + [number + 1] * 100


def test_pieces_that_fall_into_one_place_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "_MIX", np.uint64(0))  # all of them into the first
    kept = Pieces(lambda piece: [int(piece)])
    assert kept.of("1 2 3 2 1").tolist() == [1, 2, 3, 2, 1]
    assert kept.of("3 4 1").tolist() == [3, 4, 1]


def test_a_short_text_is_read_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "_SHORT", 10)
    kept = Pieces(lambda text: [len(word) for word in text.split()])
    assert kept.of("one three").tolist() == kept.of("one  three    ").tolist() == [3, 5]


def test_threads_may_share_a_table() -> None:
    kept = Pieces(lambda piece: [int(piece)])
    texts = [" ".join(map(str, range(start, start + 300))) for start in range(0, 20_000, 50)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(kept.of, texts))
    finally:
        sys.setswitchinterval(before)
    assert [numbers.tolist() for numbers in found] == [list(map(int, text.split())) for text in texts]


def test_a_very_long_text_is_read_as_far_as_allowed() -> None:
    assert len(KEPT.of("word " * 100_000)) == 16_384 // 5 + 1


def test_words_in_four_bytes_a_character_are_read_to_the_end() -> None:
    text = "𝒳" * 16_383 + " é"
    assert Pieces(lambda piece: [len(piece)]).of(text).tolist() == [16_383]
    assert Pieces(lambda piece: [len(piece)]).of(text[100:]).tolist() == [16_283, 1]
