"""One page of an answer: count, messages, filters, results and pager, put together as the traits say."""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from html import escape

import numpy as np

from sonde.lab.search.engine import Answer, Engine
from sonde.lab.search.hit_count import shown_total
from sonde.lab.search.index import Index, Ints
from sonde.lab.served.address import PAGE_SIZES, Addresses, Ask
from sonde.lab.served.layouts import Hit, result_list
from sonde.lab.served.pager import pager
from sonde.lab.served.shell import Shell
from sonde.lab.served.snippet import snippet
from sonde.text.words import words

_FACETS_SHOWN, _VALUES_SHOWN = 3, 8


class AnswerPages:
    """Prints answers of one site."""

    def __init__(self, engine: Engine, shell: Shell, addresses: Addresses) -> None:
        self._engine, self._shell, self._addresses = engine, shell, addresses
        self._traits = shell.traits

    def page(
        self,
        ask: Ask,
        answer: Answer,
        lists: list[tuple[str, Ints]],
        *,
        url_of: Callable[[int, str], str],
        token: str = "",
    ) -> str:
        """The page for `ask` out of the answer's `lists`; empty for a position past their end."""
        asked = set(words(ask.words)) - set(answer.ignored)
        length = max(len(ids) for _, ids in lists)
        if self._traits.paging == "none":
            ask = replace(ask, size=max(1, length))
        parts = [self._heading(ask), self._messages(answer)]
        if any(len(ids[ask.start :]) for _, ids in lists):
            parts += [self._count(ask, answer, length), self._tools(ask, token)]
            for heading, ids in lists:
                parts.append(self._list(heading, ids, ask, sorted(asked), url_of))
            parts.append(pager(ask, length, self._addresses, token=token))
        else:
            parts.append(self._nothing(ask, answer))
        side = self._facets(ask, answer, token) if self._traits.facets else ""
        return self._shell.page(
            f"{ask.words}: search" if ask.words else "Search",
            "".join(parts),
            side=side,
            asked=ask.words,
            token=token,
        )

    def lists(self, ask: Ask, answer: Answer) -> list[tuple[str, Ints]]:
        """The result lists of an answer with their headings: one, or title matches and text matches."""
        if not self._traits.two_lists:
            return [("", answer.ids)]
        titled = np.zeros(len(self._engine.records), dtype=np.bool_)
        for word in words(ask.words):
            titled[self._titles.postings(self._titles.term(word)).documents] = True
        shown = titled[answer.ids]
        return [("Found in titles", answer.ids[shown]), ("Found in texts", answer.ids[~shown])]

    @cached_property
    def _titles(self) -> Index:
        return Index(record.title for record in self._engine.records)

    def _heading(self, ask: Ask) -> str:
        return f"<h2>Search results for “{escape(ask.words)}”</h2>\n" if ask.words else "<h2>Search</h2>\n"

    def _messages(self, answer: Answer) -> str:
        if answer.refused:
            return f'<p class="message">{escape(answer.refused)}</p>\n'
        if answer.ignored:
            listed = ", ".join(answer.ignored)
            return f'<p class="message">Too common or too short, and ignored: {escape(listed)}</p>\n'
        return ""

    def _count(self, ask: Ask, answer: Answer, length: int) -> str:
        total = shown_total(answer.total, self._traits.count)
        first, last = ask.start + 1, min(ask.start + ask.size, length)
        if total is None:
            return f'<p class="count">Entries {first} to {last}</p>\n'
        about = "about " if self._traits.count == "rounded" else ""
        text = {
            "list": f"{about.capitalize()}{total:,} {'result' if total == 1 else 'results'}",
            "cards": f"Showing {first}–{last} of {about}{total:,} entries",
            "table": f"({first} - {last} of {about}{total})",
            "definitions": f"Your search found {about}{total} matching documents.",
        }[self._traits.layout]
        return f'<p class="count">{text}</p>\n'

    def _tools(self, ask: Ask, token: str) -> str:
        tools = []
        if self._traits.sort_links:
            orders = (
                ("relevance", replace(ask, start=0, order="rank")),
                ("title", replace(ask, start=0, order="title")),
            )
            tools.append("Sort by " + self._choices(orders, ask.order == "title", token))
        if self._traits.per_page_links and self._traits.paging != "none":
            sizes = tuple((str(size), replace(ask, start=0, size=size)) for size in PAGE_SIZES)
            tools.append("Show " + self._choices(sizes, None, token) + " per page")
        return f'<p class="tools">{" | ".join(tools)}</p>\n' if tools else ""

    def _choices(self, choices: tuple[tuple[str, Ask], ...], current: int | None, token: str) -> str:
        return " ".join(
            f"<b>{text}</b>"
            if i == current
            else f'<a href="{escape(self._addresses.link(ask, token=token))}">{text}</a>'
            for i, (text, ask) in enumerate(choices)
        )

    def _list(self, heading: str, ids: Ints, ask: Ask, asked: list[str], url_of: Callable[[int, str], str]) -> str:
        mark = "em" if self._traits.layout == "cards" else "b"
        hits = [
            Hit(
                number=ask.start + i + 1,
                url=url_of(document, ask.words),
                title=self._engine.records[document].title,
                snippet=snippet(
                    self._engine.records[document].text, asked, mark=mark, whole=not self._traits.substring
                ),
                attributes=self._engine.records[document].attributes,
            )
            for i, document in enumerate(ids[ask.start : ask.start + ask.size].tolist())
        ]
        if not hits:
            return ""
        return (f"<h3>{heading}</h3>\n" if heading else "") + result_list(self._traits.layout, hits)

    def _nothing(self, ask: Ask, answer: Answer) -> str:
        if answer.refused:
            return ""
        if not ask.words and not ask.where:
            return '<p class="message">Please type at least one word.</p>\n'
        if ask.start:
            return '<p class="message">There are no entries on this page.</p>\n'
        return (
            '<p class="message">Sorry, nothing was found.</p>\n<ul><li>Check the spelling.</li>'
            '<li>Try fewer or other words.</li><li>Read the <a href="/help">search guide</a>.</li></ul>\n'
        )

    def _facets(self, ask: Ask, answer: Answer, token: str) -> str:
        """Links that narrow the answer, each with the number of shown entries it would keep."""
        chosen = {name for name, _ in ask.where}
        blocks = []
        for facet in list(self._engine.facets.values())[:_FACETS_SHOWN]:
            if facet.name in chosen or not len(answer.ids):
                continue
            links = ""
            for value, count in facet.counts(answer.ids)[:_VALUES_SHOWN]:
                narrowed = replace(ask, start=0, where=(*ask.where, (facet.name, value)))
                url = self._addresses.link(narrowed, token=token)
                links += f'<li><a href="{escape(url)}">{escape(value)}</a> ({count})</li>'
            blocks.append(f"<h4>{escape(facet.name.capitalize())}</h4><ul>{links}</ul>")
        return f'<div class="refine"><h3>Refine</h3>{"".join(blocks)}</div>\n' if blocks else ""
