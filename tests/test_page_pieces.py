"""The numbers of the pieces of texts: the same as reading every piece anew, whatever was read before."""

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
def test_the_pieces_of_a_text_have_its_words_in_order(text: str) -> None:
    assert KEPT.of(text).tolist() == sizes(text)


def test_a_piece_is_read_once_unless_it_is_very_long() -> None:
    read: list[str] = []

    def noted(piece: str) -> list[int]:
        read.append(piece)
        return [len(piece)]

    kept, long = Pieces(noted), "x" * 41
    for _ in range(2):
        assert kept.of(f"one two one {long}").tolist() == [3, 3, 3, 41]
    assert read == ["one", "two", long, long]


def test_a_full_table_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "_MOST", 50)
    kept = Pieces(lambda piece: [int(piece)])
    for start in range(0, 1000, 7):
        numbers = list(range(start, start + 40))
        assert kept.of(" ".join(map(str, numbers))).tolist() == numbers
        assert len(kept) <= 50
