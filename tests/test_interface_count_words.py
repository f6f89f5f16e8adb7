"""How many results there are, where a page also counts each word or says more of long answers than of short ones."""

from collections.abc import Sequence

from interface_sites import Entry, Library, visit
from sonde.interface.said import after_words


class CountsWords(Library):
    """Says first how often each word stands in the library, then how many entries were found."""

    def count(self, found: Sequence[Entry], words: str) -> str:
        return f"<div class=said><p>{self.each(words)}</p><p><b>In all {len(found)} entries.</b></p></div>"

    def nothing(self, words: str) -> str:
        return f"<div class=said><p>{self.each(words)}</p><p>No entry was found.</p></div>"

    def each(self, words: str) -> str:
        return "Words: " + " ".join(f"[ {word}: {len(self.find(word))} ]" for word in words.split())


async def test_the_count_of_a_word_is_not_taken_for_that_of_the_answer() -> None:
    async with visit(CountsWords()) as learned:
        library = learned.library
        both = next(
            f"{one} {other}"
            for one in ("river", "winter", "stone")
            for other in ("silver", "letter", "music")
            if 0 < len(library.find(f"{one} {other}")) < len(library.find(one))
        )
        assert await learned.total(both) == len(library.find(both))
        assert learned.interface.abilities.operator == "and"


class CountsLong(Library):
    """Counts how often a word stands in the library at all, and says "1-10 of 40" only of long answers."""

    def results(self, shown: Sequence[Entry], words: str) -> str:
        return f"<form action=/search>{super().results(shown, words)}</form>"

    def count(self, found: Sequence[Entry], words: str) -> str:
        line = f"1-{self.page_size} of {len(found)}" if len(found) > self.page_size else f"all {len(found)}"
        each = len(found) + len(found) // 7
        return f"<div>Any words, all words<br>{line} entries</div><p>Stands: <b>{words}</b>: {each}</p>"


async def test_a_line_with_fewer_numbers_on_short_answers_still_states_the_count() -> None:
    async with visit(CountsLong()) as learned:
        for words in ("river", "K7", "silver"):
            assert await learned.total(words) == len(learned.library.find(words)), learned.interface.count


def test_a_number_straight_after_a_word_of_the_query_is_told_from_others() -> None:
    assert after_words("[ war: 29 ] In all 29 texts", "war") == {0}
    assert after_words("Found 3 of [peace: 7] [war: 29]", "war peace") == {1, 2}
    assert after_words("29 texts about war", "war") == set()
