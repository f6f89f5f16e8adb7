"""What real applications do to a crawler that guesses: one small site for each trap."""

from collections.abc import Sequence
from html import escape
from urllib.parse import parse_qs, quote, urlencode

import pytest
from aiohttp import web

from interface_sites import COMMON, ENTRIES, Entry, Library, check_every_result_is_found_once, visit


async def test_a_plain_site_is_learned_with_titles_count_and_paging() -> None:
    async with visit(Library()) as learned:
        results = await learned.ask("river")
        assert {result.title for result in results} == {entry.title for entry in learned.library.find("river")}
        assert all(result.snippet for result in results)
        assert await learned.total("river") == len(learned.library.find("river"))
        assert learned.interface.paging.kind == "label"
        assert learned.interface.nothing is not None
        assert learned.interface.nothing.text == "We are sorry: no entry holds ."
        assert await learned.ask("xylograph") == []


class ExactTitle(Library):
    """A query that is a title leads straight to the document."""

    def __init__(self) -> None:
        essays = [
            Entry(91 + n, word.capitalize(), f"This volume is on {word} and the river.", "Ada Brandt")
            for n, word in enumerate(("silver", "winter", "water", "music", "horse", "night", "fire", "paper"))
        ]
        super().__init__([*essays, *ENTRIES])

    def wants_list(self, request: web.Request) -> bool:
        return False

    async def search(self, request: web.Request) -> web.StreamResponse:
        words = await self.words_of(request)
        for entry in self.entries:
            if entry.title.lower() == words.lower() and not self.wants_list(request):
                raise web.HTTPFound(f"/entry/{entry.number}")
        return await super().search(request)


class ExactTitleWithEscape(ExactTitle):
    """The form on the answer pages has a field that asks for the list all the same."""

    def wants_list(self, request: web.Request) -> bool:
        return "list" in request.query or "page" in request.query

    def results(self, shown: Sequence[Entry], words: str) -> str:
        form = (
            f'<form action="/search"><input type="search" name="q" value="{escape(words)}">'
            '<input type="hidden" name="list" value="yes"><button>Search again</button></form>'
        )
        return form + super().results(shown, words)


async def test_an_exact_title_is_read_as_one_result_when_the_site_leads_to_the_document() -> None:
    async with visit(ExactTitle()) as learned:
        assert [result.url for result in await learned.ask("silver")] == [f"{learned.library.url}entry/91"]
        assert {result.url for result in await learned.ask("river")} == learned.library.urls("river")


async def test_a_way_to_ask_that_always_lists_is_preferred_to_one_that_leads_to_the_document() -> None:
    async with visit(ExactTitleWithEscape()) as learned:
        assert {result.url for result in await learned.ask("silver")} == learned.library.urls("silver")


class TwoLists(Library):
    """Matches in titles stand in one list, the others in a second one below."""

    def results(self, shown: Sequence[Entry], words: str) -> str:
        titled = [entry for entry in shown if words.lower() in entry.title.lower().split()]
        others = [entry for entry in shown if entry not in titled]
        return (
            "<h2>Titles</h2><ul class=quick>"
            + "".join(f'<li><a href="{self.link(entry, words)}">{entry.title}</a></li>' for entry in titled)
            + "</ul><h2>Full text</h2><dl class=full>"
            + "".join(f"<div><dt>{self.result(entry, words)}</dt><dd>{entry.text}</dd></div>" for entry in others)
            + "</dl>"
        )


class LinkedThrice(Library):
    """Picture, title and "Read more" lead to the same document."""

    def result(self, entry: Entry, words: str) -> str:
        link = self.link(entry, words)
        return (
            f'<a href="{link}"><img src="/i/{entry.number}.png" alt=""></a><div><a href="{link}#top">{entry.title}</a>'
            f'<p>{entry.text}</p><a href="{link}">Read more</a></div>'
        )


class ManyTools(Library):
    """Facets, sort orders, refinements and page sizes around few results."""

    page_size = 4

    def tool(self, label: str, words: str, **more: str) -> str:
        return f'<a href="/search?{urlencode({"q": words, **more})}">{label}</a>'.replace("&", "&amp;")

    def count(self, found: Sequence[Entry], words: str) -> str:
        sorts = " | ".join(self.tool(name, words, sort=name) for name in ("title", "date", "author", "relevance"))
        sizes = " ".join(self.tool(size, words, size=size) for size in ("2", "10", "20", "50", "100"))
        return f"<p>{len(found)} entries</p><p>Sort by {sorts}</p><p>Show {sizes} per page</p>"

    def results(self, shown: Sequence[Entry], words: str) -> str:
        names = sorted({entry.author for entry in self.find(words)})
        facets = "".join(
            f"<li>{self.tool(name, words, author=name)} ({sum(e.author == name for e in self.find(words))})</li>"
            for name in names
        )
        wider = "".join(
            f"<li>{self.tool(f'{words} {word}', f'{words} {word}')}</li>" for word in ("ship", "train", "fire")
        )
        return (
            f"<div class=side><h3>Author</h3><ul>{facets}</ul><h3>Refine</h3><ul>{wider}</ul></div>"
            + super().results(shown, words)
        )


class OpaqueTools(ManyTools):
    """Sort links do not repeat the words: they name a stored answer instead."""

    def tool(self, label: str, words: str, **more: str) -> str:
        answer = sum(map(ord, words)) * 7919 % 100_003
        return f'<a href="/again?{urlencode({"answer": answer, **more})}">{label}</a>'.replace("&", "&amp;")

    async def handle(self, request: web.Request) -> web.StreamResponse:
        assert request.path != "/again", "a tool was taken for a result"
        return await super().handle(request)


class RelatedSearches(Library):
    """More links to other searches than results, in the same layout."""

    page_size = 3

    def results(self, shown: Sequence[Entry], words: str) -> str:
        others = [COMMON[(len(words) * 7 + n * 5) % len(COMMON)] for n in range(9)]
        items = "".join(
            f'<li><a href="/search?q={word}">Everything about {word}</a><br>and more</li>' for word in others
        )
        return super().results(shown, words) + f"<h3>Others asked for</h3><ul>{items}</ul>"


class RepeatsLastPage(Library):
    """The next link never ends, and a page past the end shows the last page again."""

    async def search(self, request: web.Request) -> web.StreamResponse:
        words, page = await self.words_of(request), int(request.query.get("page", "1"))
        found = self.find(words)
        if not found:
            return self.html(self.nothing(words))
        last = -(-len(found) // self.page_size)
        start = (min(page, last) - 1) * self.page_size
        on = f'<p><a href="{self.page_link(words, page + 1)}">Next page</a></p>'
        return self.html(self.count(found, words) + self.results(found[start : start + self.page_size], words) + on)


class SecondColumn(Library):
    """A table whose first link is the author's page and whose title is linked in the third column."""

    def results(self, shown: Sequence[Entry], words: str) -> str:
        rows = "".join(
            f'<tr><td>{entry.number}</td><td><a href="/author/{quote(entry.author)}">{entry.author}</a></td>'
            f'<td><a href="{self.link(entry, words)}">{entry.title}</a></td><td>{entry.text[:60]}</td></tr>'
            for entry in shown
        )
        return f"<table><tr><th>No.</th><th>Author</th><th>Title</th><th>Extract</th></tr>{rows}</table>"


class FlatDefinitions(Library):
    """dt and dd side by side, with a further link in one of the dd."""

    def results(self, shown: Sequence[Entry], words: str) -> str:
        return "<dl>" + "".join(
            f'<dt><a href="{self.link(entry, words)}">{entry.title}</a></dt><dd>{entry.text}</dd>'
            f'<dd>by <a href="/author/{quote(entry.author)}">{entry.author}</a></dd>'
            for entry in shown
        ) + "</dl>"  # fmt: skip


class GroupedByAuthor(Library):
    """Results stand under a heading for each author."""

    def results(self, shown: Sequence[Entry], words: str) -> str:
        parts = []
        for name in sorted({entry.author for entry in shown}):
            items = "".join(f"<li>{self.result(entry, words)}</li>" for entry in shown if entry.author == name)
            parts.append(f'<h3><a href="/author/{quote(name)}">{name}</a></h3><ol>{items}</ol>')
        return "".join(parts)


class GroupedByLetter(Library):
    """Results stand under headings, most of which have a single one."""

    def results(self, shown: Sequence[Entry], words: str) -> str:
        parts = []
        for mark in sorted({entry.title.split()[-1][0] for entry in shown}):
            items = "".join(
                f"<li>{self.result(entry, words)}</li>" for entry in shown if entry.title.split()[-1][0] == mark
            )
            parts.append(f"<h3>{mark}</h3><ul>{items}</ul>")
        return "".join(parts)


class BestBets(Library):
    """A box above the results that only some words have."""

    def results(self, shown: Sequence[Entry], words: str) -> str:
        box = ""
        if len(words) % 2 == 0:
            box = '<div class=bets><h3>Good to know</h3><p><a href="/visit">Plan a visit</a></p></div>'
        return box + super().results(shown, words)


class StoreFinderFirst(Library):
    """The first form looks like a search but finds branches, whatever is typed."""

    def forms(self) -> str:
        branches = '<form action="/branches"><input name="q" placeholder="Find a branch"><button>Find</button></form>'
        return branches + super().forms()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/branches":
            items = "".join(f'<li><a href="/branch/{n}">Branch {n}</a> in town {n}</li>' for n in range(1, 9))
            return self.html(f"<ul>{items}</ul>")
        return await super().handle(request)


class RefusesShortWords(Library):
    """Words of fewer than five letters are an error."""

    def find(self, words: str) -> list[Entry]:
        return super().find(words) if len(words) >= 5 else []

    async def search(self, request: web.Request) -> web.StreamResponse:
        if len(await self.words_of(request)) < 5:
            return self.html("<h1>Error</h1><p>Use at least five letters.</p>", status=400)
        return await super().search(request)


class ByPost(Library):
    """The form is sent by POST, and so is every further page."""

    def forms(self) -> str:
        return (
            '<form action="/search" method="post"><input type="hidden" name="db" value="all">'
            '<input type="text" name="q"><input type="submit" name="go" value="Search"></form>'
        )

    async def words_of(self, request: web.Request) -> str:
        return parse_qs((await request.read()).decode()).get("q", [""])[0]


class PostThenRedirect(ByPost):
    """A POST is answered by a redirect to a stored answer with an address of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: list[str] = []

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.method == "POST":
            self.answers.append(await self.words_of(request))
            raise web.HTTPSeeOther(f"/answer/{len(self.answers)}")
        if request.path.startswith("/answer/"):
            return await self.search(request)
        return await super().handle(request)

    async def words_of(self, request: web.Request) -> str:
        if request.method == "POST":
            return await super().words_of(request)
        return self.answers[int(request.path.rpartition("/")[2]) - 1]

    def page_link(self, words: str, page: int) -> str:
        return f"?page={page}"


class TokenPerView(ByPost):
    """Each view of the form has a token that is good for one search."""

    page_size = 100

    def __init__(self) -> None:
        super().__init__()
        self.given = 0
        self.good: set[str] = set()

    def forms(self) -> str:
        self.given += 1
        token = f"t{self.given * 7919}"
        self.good.add(token)
        return (
            super()
            .forms()
            .replace("<form ", "<form id=f ")
            .replace(
                '<input type="hidden"',
                f'<input type="hidden" name="token" value="{token}"><input type="hidden"',
                1,
            )
        )

    async def search(self, request: web.Request) -> web.StreamResponse:
        token = parse_qs((await request.read()).decode()).get("token", [""])[0]
        if token not in self.good:
            return self.html("<p>The form has expired.</p>", status=403)
        self.good.discard(token)
        return await super().search(request)


class TokenPerViewByGet(TokenPerView):
    """The same in a form that is sent by GET."""

    def forms(self) -> str:
        return super().forms().replace(' method="post"', "")

    async def words_of(self, request: web.Request) -> str:
        return request.query.get("q", "")

    async def search(self, request: web.Request) -> web.StreamResponse:
        if request.query.get("token") not in self.good:
            return self.html("<p>The form has expired.</p>", status=403)
        self.good.discard(request.query["token"])
        return await Library.search(self, request)


class PopularInstead(Library):
    """A word that finds nothing is answered with popular entries in the same layout."""

    def nothing(self, words: str) -> str:
        popular = [self.entries[n] for n in (3, 17, 28, 41, 55)]
        return "<p>Your words were not found. Others have read:</p>" + super().results(popular, words)


SITES = [
    TwoLists, LinkedThrice, ManyTools, OpaqueTools, RelatedSearches, RepeatsLastPage, SecondColumn, FlatDefinitions,
    GroupedByAuthor, GroupedByLetter, BestBets, StoreFinderFirst, RefusesShortWords, PostThenRedirect, TokenPerView,
    TokenPerViewByGet, PopularInstead,
]  # fmt: skip


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.__name__)
async def test_every_result_is_found_once_on_a_site_with(site: type[Library]) -> None:
    await check_every_result_is_found_once(site())


async def test_a_table_with_links_in_two_columns_gives_the_titles_and_the_cells_as_attributes() -> None:
    async with visit(SecondColumn()) as learned:
        found = {entry.title: entry for entry in learned.library.find("river")}
        results = await learned.ask("river")
        assert {result.title for result in results} == set(found)
        assert all(("Author", found[result.title].author) in result.attributes for result in results)


async def test_a_flat_definition_list_gives_each_result_the_text_below_it() -> None:
    async with visit(FlatDefinitions()) as learned:
        texts = {entry.title: entry.text for entry in learned.library.find("river")}
        results = await learned.ask("river")
        assert {result.title for result in results} == set(texts)
        assert all(result.snippet.startswith(texts[result.title]) for result in results)


async def test_three_links_to_one_document_give_its_title_and_not_read_more() -> None:
    async with visit(LinkedThrice()) as learned:
        titles = {entry.title for entry in learned.library.find("river")}
        assert {result.title for result in await learned.ask("river")} == titles


async def test_popular_entries_shown_for_a_word_that_finds_nothing_are_not_results() -> None:
    async with visit(PopularInstead()) as learned:
        assert learned.interface.nothing is not None
        assert learned.interface.nothing.decides
        assert await learned.ask("xylograph") == []


async def test_a_form_that_answers_the_same_to_every_word_is_left_after_a_few_probes() -> None:
    async with visit(StoreFinderFirst()) as learned:
        assert learned.interface.ask.action == f"{learned.library.url}search"
        assert len(learned.library.asked("/branches")) < 20


async def test_a_page_past_the_end_that_repeats_the_last_one_ends_the_answer() -> None:
    async with visit(RepeatsLastPage()) as learned:
        before = len(learned.library.seen)
        results = await learned.ask("river")
        pages = -(-len(learned.library.find("river")) // Library.page_size)
        assert len(results) == len(learned.library.find("river"))
        assert len(learned.library.seen) - before == pages + 1


class Highlighting(Library):
    """Result links carry the words to highlight; the document is the same without them."""

    def link(self, entry: Entry, words: str) -> str:
        return f"/entry/{entry.number}?lang=en&amp;s%5B%5D={quote(words)}"


class NamedByTitle(Library):
    """A parameter holds the document's name, which is sometimes just the word that was asked for."""

    def __init__(self) -> None:
        names = "silver winter water music horse night fire paper river letter road ship train cloud".split()
        super().__init__(
            [
                Entry(n, name.capitalize(), f"This volume on {' '.join(names[n % 5 :][:6])}.", "x")
                for n, name in enumerate(names)
            ]
        )

    def link(self, entry: Entry, words: str) -> str:
        return f"/read?name={entry.title.lower()}&amp;hl={quote(words)}"

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/read":
            entry = next((e for e in self.entries if e.title.lower() == request.query.get("name")), None)
            return self.html(
                self.document(entry) if entry else "<p>Which one?</p>", title=entry.title if entry else "?"
            )
        return await super().handle(request)


async def test_a_parameter_that_only_highlights_the_words_is_taken_off_the_documents_address() -> None:
    async with visit(Highlighting()) as learned:
        assert learned.interface.drop_parameters == ("s[]",)
        urls = {f"{url}?lang=en" for url in learned.library.urls("river")}
        assert {result.url for result in await learned.ask("river")} == urls


async def test_a_parameter_that_names_the_document_stays_though_it_repeats_the_word() -> None:
    async with visit(NamedByTitle()) as learned:
        assert learned.interface.drop_parameters == ("hl",)
        found = {f"{learned.library.url}read?name={entry.title.lower()}" for entry in learned.library.find("river")}
        assert {result.url for result in await learned.ask("river")} == found


class Estimated(Library):
    """The hit count is a guess, never the true number."""

    def count(self, found: Sequence[Entry], words: str) -> str:
        return f"<p>About {round(len(found) * 1.17) + 1} entries</p>"


class Summed(Library):
    """The hit count adds up entries and other things that are not shown."""

    def count(self, found: Sequence[Entry], words: str) -> str:
        return f"<p>{len(found) * 4 + 9} matches in the whole house</p>"


class RangedCount(Library):
    """The bounds of the page stand before the total, with thousands separators and the words asked for."""

    def count(self, found: Sequence[Entry], words: str) -> str:
        return (
            f"<p>Results <b>1</b> - <b>{min(len(found), self.page_size)}</b> of <b>{len(found) + 1000:,}</b> "
            f"for {escape(words)} (0.04 seconds)</p>"
        )

    def find(self, words: str) -> list[Entry]:
        return super().find(words)[:40]


async def test_an_estimated_hit_count_is_not_called_exact() -> None:
    async with visit(Estimated()) as learned:
        assert learned.interface.count is None or not learned.interface.count.exact


async def test_a_hit_count_that_adds_up_other_things_is_not_called_exact() -> None:
    async with visit(Summed()) as learned:
        assert learned.interface.count is None or not learned.interface.count.exact


class Elsewhere(Library):
    """A directory: its results lead to other sites."""

    def link(self, entry: Entry, words: str) -> str:
        return f"http://shelf{entry.number}.example/about"


async def test_results_that_lead_to_other_sites_are_kept_as_records_and_never_fetched() -> None:
    async with visit(Elsewhere()) as learned:
        results = await learned.ask("river")
        assert {result.title for result in results} == {entry.title for entry in learned.library.find("river")}
        before = len(learned.library.seen)
        document = await learned.site.get(results[0])
        assert (document.url, document.title) == (results[0].url, results[0].title)
        assert document.text == results[0].snippet != ""
        assert len(learned.library.seen) == before


class AlwaysRedirects(Library):
    """Each search is answered by a redirect to an address that holds the words."""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/search":
            raise web.HTTPFound(f"/found/{quote(await self.words_of(request))}")
        if request.path.startswith("/found/"):
            return await self.search(request)
        return await super().handle(request)

    async def words_of(self, request: web.Request) -> str:
        return request.query.get("q") or request.path.removeprefix("/found/")

    def page_link(self, words: str, page: int) -> str:
        return f"/found/{quote(words)}?page={page}"


class NothingElsewhere(Library):
    """A word that finds nothing is answered by a redirect to a page of advice."""

    async def search(self, request: web.Request) -> web.StreamResponse:
        if not self.find(await self.words_of(request)):
            raise web.HTTPFound("/advice")
        return await super().search(request)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/advice":
            return self.html("<h1>Advice</h1><p>Try other words, or ask our staff.</p>")
        return await super().handle(request)


@pytest.mark.parametrize("site", [AlwaysRedirects, NothingElsewhere], ids=lambda site: site.__name__)
async def test_a_redirect_to_a_page_that_says_nothing_was_found_is_not_a_document(
    site: type[Library],
) -> None:
    async with visit(site()) as learned:
        assert {result.url for result in await learned.ask("river")} == learned.library.urls("river")
        assert await learned.ask("xylograph") == []


async def test_a_one_time_token_is_read_again_before_each_query() -> None:
    async with visit(TokenPerView()) as learned:
        assert learned.interface.ask.fresh_each
        for words in ("river", "silver", "river"):
            assert {result.url for result in await learned.ask(words)} == learned.library.urls(words)


async def test_what_the_form_sends_along_goes_with_every_search() -> None:
    async with visit(PostThenRedirect()) as learned:
        await learned.ask("river")
        assert learned.library.sent[-1] == "q=river&db=all&go=Search"


class NothingIs404(Library):
    """A word that finds nothing is answered with status 404."""

    async def search(self, request: web.Request) -> web.StreamResponse:
        words = await self.words_of(request)
        if not self.find(words):
            return self.html(self.nothing(words), status=404)
        return await super().search(request)


async def test_a_search_that_says_nothing_found_with_status_404_is_learned_all_the_same() -> None:
    async with visit(NothingIs404()) as learned:
        assert {result.url for result in await learned.ask("river")} == learned.library.urls("river")
        assert await learned.ask("xylograph") == []


class Chinese(Library):
    """No spaces part the words, and most words have two characters."""

    def __init__(self) -> None:
        places = "北京 上海 广州 西安 成都 杭州".split()
        things = "河流 桥梁 花园 冬天 音乐 火车 学校 历史 建筑 市场".split()
        super().__init__(
            [
                Entry(
                    n,
                    f"{places[n % 6]}的{things[n % 10]}第{n}卷",
                    f"本书介绍{places[n // 7 % 6]}的{things[n // 4 % 10]}。",
                    "李明",
                )
                for n in range(1, 71)
            ]
        )

    def frame(self, content: str, title: str) -> str:
        return super().frame(content, title).replace('lang="en"', 'lang="zh"')

    def forms(self) -> str:
        return '<form action="/search"><input name="q"><input type="submit" value="搜索"></form>'

    def front(self) -> str:
        return "<p>欢迎来到图书馆。这里有关于河流、桥梁和历史的书。</p>"

    def find(self, words: str) -> list[Entry]:
        return [entry for entry in self.entries if words and words in entry.title + entry.text]

    def count(self, found: Sequence[Entry], words: str) -> str:
        return f"<p>共找到{len(found)}本</p>"

    def pager(self, found: Sequence[Entry], words: str, page: int) -> str:
        return super().pager(found, words, page).replace("Next page", "下一页")


async def test_a_site_in_chinese_is_learned_with_words_of_two_characters() -> None:
    async with visit(Chinese()) as learned:
        for words in ("河流", "北京", "历史"):
            assert {result.url for result in await learned.ask(words)} == learned.library.urls(words)
            assert await learned.total(words) == len(learned.library.find(words))


class Latin1(Library):
    """Pages and queries in an old encoding."""

    def __init__(self) -> None:
        names = "Müller Jäger Größe Köln Straße Übung Gärten Bücher Höhlen Lösung".split()
        super().__init__(
            [
                Entry(
                    n,
                    f"Band {n} über {names[n % 10]}",
                    f"Dieser Band handelt von {names[n // 3 % 10]} und mehr.",
                    "x",
                )
                for n in range(1, 60)
            ]
        )

    def front(self) -> str:
        return "<h1>Willkommen</h1><p>Jeder Band handelt von Städten, Wegen und mehr.</p>"

    def html(self, content: str, *, status: int = 200, title: str = "") -> web.Response:
        text = self.frame(content, title or self.name).replace('<meta charset="utf-8">', "").replace('"en"', '"de"')
        return web.Response(
            body=text.encode("iso-8859-1", "replace"),
            status=status,
            headers={"Content-Type": "text/html; charset=ISO-8859-1"},
        )

    async def words_of(self, request: web.Request) -> str:
        return parse_qs(request.rel_url.raw_query_string, encoding="iso-8859-1").get("q", [""])[0]

    def page_link(self, words: str, page: int) -> str:
        return f"/search?q={quote(words, encoding='iso-8859-1')}&amp;page={page}"


async def test_words_are_asked_in_the_charset_of_the_site() -> None:
    async with visit(Latin1()) as learned:
        assert {result.url for result in await learned.ask("müller")} == learned.library.urls("müller") != set()


class WithBase(Library):
    """A <base> moves relative links, and the form without an action goes to its own page."""

    def frame(self, content: str, title: str) -> str:
        return super().frame(content, title).replace("<head>", '<head><base href="/deep/down/">')

    def forms(self) -> str:
        return '<form><input type="search" name="q"><button>Search</button></form>'

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/" and "q" in request.query:
            return await self.search(request)
        if request.path.startswith("/deep/down/entry/"):
            return self.entry(request)
        return await super().handle(request)

    def link(self, entry: Entry, words: str) -> str:
        return f"entry/{entry.number}"

    def page_link(self, words: str, page: int) -> str:
        return f"/?{urlencode({'q': words, 'page': page})}"

    def urls(self, words: str) -> set[str]:
        return {f"{self.url}deep/down/entry/{entry.number}" for entry in self.find(words)}


class SmallSiteShownInFull(Library):
    """The front page links to every document there is."""

    def __init__(self) -> None:
        super().__init__(ENTRIES[:24])

    def front(self) -> str:
        return (
            super().front() + "<ul>" + "".join(f"<li>{self.result(entry, '')}</li>" for entry in self.entries) + "</ul>"
        )


class RawCopies(Library):
    """Each result has a second address with the plain text."""

    def result(self, entry: Entry, words: str) -> str:
        link = self.link(entry, words)
        return f'<a href="{link}">{entry.title}</a> <a href="{link}/raw">raw</a> <a href="{link}#notes">notes</a><br>{entry.text}'


@pytest.mark.parametrize("site", [WithBase, SmallSiteShownInFull, RawCopies], ids=lambda site: site.__name__)
async def test_every_result_is_also_found_once_on_a_site_with(site: type[Library]) -> None:
    await check_every_result_is_found_once(site())
