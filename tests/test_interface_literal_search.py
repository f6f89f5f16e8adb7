"""A search that takes several words for one text."""

import re

from interface_sites import Entry, Library, visit


class Literal(Library):
    """Finds what was typed as it stands; its last entry is a list in which any two words stand side by side."""

    def find(self, words: str) -> list[Entry]:
        text = words.lower()
        found = [entry for entry in self.entries if text and text in f"{entry.title} {entry.text}".lower()]
        is_listed = re.fullmatch(r"that [a-z]+|[a-z]+ river|river [a-z]+|[a-z]+ water|water [a-z]+", text)
        return found or ([self.entries[-1]] if is_listed else [])


async def test_two_words_that_find_another_document_only_are_taken_as_one_text() -> None:
    async with visit(Literal(), seeds=("water", "river")) as learned:
        found = learned.interface.abilities
        assert (found.operator, found.phrase, found.matching) == ("", "{}", "substrings")
