"""Content hashes and near-duplicate hashes."""

import random
import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from sonde.page.hashes import content_hash, near_hash

WORDS = [f"word{i}" for i in range(500)]


def text(seed: int, length: int = 200) -> str:
    return " ".join(random.Random(seed).choices(WORDS, k=length))


@given(st.text(), st.text())
def test_hashes_fit_into_signed_64_bits(title: str, body: str) -> None:
    for value in (content_hash(title, body), near_hash(body)):
        assert -(2**63) <= value < 2**63


def test_white_space_does_not_change_the_content() -> None:
    assert content_hash("A  title", "some\n text ") == content_hash("A title", "some text")


def test_a_word_moved_from_title_to_text_is_other_content() -> None:
    assert content_hash("a b", "c") != content_hash("a", "b c")


def test_hashes_are_the_same_in_another_process() -> None:
    code = "from sonde.page.hashes import *; print(content_hash('ä', 'b'), near_hash('one two three four'))"
    output = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "7"}
    ).stdout
    assert output.split() == [str(content_hash("ä", "b")), str(near_hash("one two three four"))]


def differing_bits(one: int, other: int) -> int:
    return ((one ^ other) & (2**64 - 1)).bit_count()


def test_a_text_without_words_has_hash_zero() -> None:
    assert near_hash("") == near_hash(" .,; ") == 0


def test_one_changed_word_in_a_long_text_is_near() -> None:
    words = text(1, 800).split()
    changed = " ".join([*words[:100], "else", *words[101:]])
    assert differing_bits(near_hash(" ".join(words)), near_hash(changed)) <= 6


def test_different_texts_are_not_near() -> None:
    hashes = [near_hash(text(seed)) for seed in range(60)]
    assert all(differing_bits(a, b) > 3 for i, a in enumerate(hashes) for b in hashes[:i])


def test_few_words_have_a_hash_too() -> None:
    assert near_hash("one") != near_hash("two") != 0


@given(st.text())
def test_case_and_punctuation_do_not_matter_to_the_near_hash(body: str) -> None:
    assert near_hash(body) == near_hash(f"...{body}!")
