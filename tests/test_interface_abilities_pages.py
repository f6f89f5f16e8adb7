"""What is learned about hand-written searches: titles only, one text, everything on one page, pages that change."""

from collections.abc import Sequence
from itertools import count
from random import Random

from aiohttp import web

from interface_sites import COMMON, Entry, Library, make_entries, visit

_SYLLABLES = "bar den fol gim hul kep lor mas nid pov rel sut tam vik wes zon".split()


def titled_entries(number: int) -> list[Entry]:
    """Entries whose titles have a common word, a rare one with a usual ending, and nothing else in their texts."""
    rng = Random(3)
    return [
        Entry(
            one,
            f"{rng.choice(COMMON)} {''.join(rng.choices(_SYLLABLES, k=3))}ing of {rng.choice(COMMON)} volumes",
            f"Kept in room {one % 7}.",
            "Ada Brandt",
        )
        for one in range(1, number + 1)
    ]


class Titles(Library):
    """Searches titles only; its results are a table of titles and rooms."""

    def __init__(self) -> None:
        super().__init__(titled_entries(160))

    def find(self, words: str) -> list[Entry]:
        asked = set(words.lower().split())
        return [entry for entry in self.entries if asked and asked <= set(entry.title.split())]

    def results(self, shown: Sequence[Entry], words: str) -> str:
        rows = (f'<tr><td><a href="/entry/{e.number}">{e.title}</a></td><td>{e.text}</td></tr>' for e in shown)
        return f"<table>{''.join(rows)}</table>"


class OneText(Titles):
    """Looks for everything that was typed as one text, anywhere in the titles."""

    def find(self, words: str) -> list[Entry]:
        return [entry for entry in self.entries if words and words.lower() in entry.title]


async def test_a_search_in_titles_tells_what_it_can_do() -> None:
    async with visit(Titles()) as learned:
        able = learned.interface.abilities
        assert (able.operator, able.exclude, able.matching) == ("and", "", "words")


async def test_words_that_are_searched_as_one_text_are_neither_all_wanted_nor_any() -> None:
    async with visit(OneText()) as learned:
        able = learned.interface.abilities
        assert (able.operator, able.matching) == ("", "substrings")


class OnePage(Library):
    """Shows all it finds on one page and states no number; all of its 100 entries have one word."""

    page_size = 1000

    def __init__(self) -> None:
        super().__init__(make_entries(100))

    def find(self, words: str) -> list[Entry]:
        must = {word for word in words.lower().split() if not word.startswith("-")}
        not_ = {word[1:] for word in words.lower().split() if word.startswith("-")}
        return [entry for entry in self.entries if must and must <= entry.words and not not_ & entry.words]

    def count(self, found: Sequence[Entry], words: str) -> str:
        return ""

    def result(self, entry: Entry, words: str) -> str:
        return f'<a href="{self.link(entry, words)}">{entry.title}</a><br><span>{entry.text}</span>'


async def test_a_site_that_shows_everything_on_one_page_without_a_number_tells_what_it_can_do() -> None:
    async with visit(OnePage(), seeds=("volume",)) as learned:
        able = learned.interface.abilities
        assert (able.operator, able.exclude, able.matching, able.counts) == ("and", "-{}", "words", "none")
        assert able.cap is None  # though a hundred is a number that people set as a limit


class Counter(Library):
    """Adds the searched words to a document's address, and says on its page how often it was opened."""

    def __init__(self) -> None:
        super().__init__()
        self.opened = count(1000)

    def link(self, entry: Entry, words: str) -> str:
        return f"/entry/{entry.number}?mark={words.replace(' ', '+')}"

    def entry(self, request: web.Request) -> web.Response:
        page = super().entry(request)
        page.text = (page.text or "").replace("<h1>", f"<p>Opened {next(self.opened)} times.</p><h1>")
        return page


async def test_a_parameter_does_not_matter_where_the_page_changes_as_much_without_it() -> None:
    async with visit(Counter()) as learned:
        assert learned.interface.drop_parameters == ("mark",)
