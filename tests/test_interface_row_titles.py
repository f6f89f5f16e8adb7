"""Rows whose links say the same everywhere, and whose titles stand beside them in the same cell."""

from collections.abc import Sequence

from interface_sites import Entry, Library, visit


class Downloads(Library):
    """Each row has a link that says "text", then the title, then the shelf."""

    def results(self, shown: Sequence[Entry], words: str) -> str:
        rows = "".join(
            f'<tr><td></td><td><span class="get"><a href="{self.link(entry, words)}">text</a></span>'
            f'<div><span class="name">{entry.title}</span> <span class="rest">{entry.text}</span></div></td></tr>'
            for entry in shown
        )
        return f"<table>{rows}</table>"


async def test_a_title_beside_a_link_that_always_says_the_same_is_found() -> None:
    async with visit(Downloads()) as learned:
        results = await learned.ask("river")
        assert {result.title for result in results} == {entry.title for entry in learned.library.find("river")}
