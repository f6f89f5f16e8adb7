"""Numbers for the pieces of texts: the same as reading every piece anew, whatever was read before."""

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


@given(TEXTS)
def test_a_text_has_the_numbers_of_its_words_in_order(text: str) -> None:
    readable = text.encode("utf-8", "replace").decode()
    assert KEPT.numbers(text).tolist() == sizes(readable)


@given(st.lists(st.text("ab-", min_size=1, max_size=60), max_size=40))
def test_long_pieces_stand_among_the_others(said: list[str]) -> None:
    assert KEPT.numbers(" ".join(said)).tolist() == sizes(" ".join(said))


def test_a_piece_is_read_once_unless_it_is_very_long() -> None:
    read: list[str] = []

    def noted(piece: str) -> list[int]:
        read.append(piece)
        return [len(piece)]

    kept, long = Pieces(noted), "x" * 41
    for _ in range(2):
        assert kept.numbers(f"one two one {long}").tolist() == [3, 3, 3, 41]
    assert read == ["one", "two", long, long]


def test_a_full_table_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "_MOST", 50)
    kept = Pieces(lambda piece: [int(piece)])
    for start in range(0, 1000, 7):
        numbers = list(range(start, start + 40))
        assert kept.numbers(" ".join(map(str, numbers))).tolist() == numbers


def test_pieces_that_share_a_slot_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "_SLOTS", 4096)
    monkeypatch.setattr(pieces, "_TO_SLOT", np.uint64(64 - 12))
    kept = Pieces(lambda piece: [int(piece)])
    numbers = list(range(3000))  # of 4096 slots
    for _ in range(2):
        assert kept.numbers(" ".join(map(str, numbers))).tolist() == numbers


def test_no_text_has_no_numbers() -> None:
    assert KEPT.numbers("").tolist() == KEPT.numbers(" \n ").tolist() == []
