"""The way to the next page: by rel, by label in many languages, by number, by button; never backwards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.interface.model import Paging
from sonde.interface.paging.labels import next_label_score
from sonde.interface.paging.next_page import LIKELY, NextPage, follow, next_pages
from sonde.page.dom import parse_html
from sonde.page.forms import find_forms

URL = "http://site.example/find?q=ice&page=1"


def ways(html: str, *, number: int | None = None, url: str = URL) -> list[NextPage]:
    tree = parse_html(html)
    return next_pages(tree, url, url, find_forms(tree, url), number=number)


def first(html: str, *, number: int | None = None) -> str | None:
    found = ways(html, number=number)
    return found[0].request.url.partition("example/")[2] if found else None


def next_page(html: str, paging: Paging, *, number: int) -> str | None:
    tree = parse_html(html)
    request = follow(tree, URL, URL, paging, find_forms(tree, URL), number=number)
    return request.url.partition("example/")[2] if request is not None else None


@pytest.mark.parametrize(
    "label",
    [
        "Next", "next page", "Next »", "NEXT >", "Older posts", "More results", "Load more", "Show more results",
        "Weiter", "nächste Seite", "Suivant", "Page suivante »", "Siguiente", "Próxima página", "Avanti", "Volgende",
        "Nästa", "Следующая", "Далее →", "次へ", "次のページ", "下一页", "下一頁", "다음", "التالي", "הבא", "Sonraki",
        "›", "»", "→", ">", ">>", "Next (20)", "[Next]",
    ],
)  # fmt: skip
def test_a_link_that_says_next_in_some_language_leads_on(label: str) -> None:
    assert first(f'<a href="/a">Home</a> <a href="/on">{label.replace(">", "&gt;")}</a>') == "on"


@pytest.mark.parametrize(
    "label",
    [
        "Previous", "« Prev", "Newer posts", "Back", "Zurück", "Précédent", "Anterior", "Назад", "前へ", "上一页",
        "‹", "«", "←", "<", "Read more", "More about us", "What comes after this, and why it matters to us",
        "Text", "Context", "Nextcloud", "Help", "",
    ],
)  # fmt: skip
def test_a_link_that_does_not_say_next_is_never_taken(label: str) -> None:
    assert first(f'<a href="/on">{label.replace("<", "&lt;")}</a>') is None


def test_a_link_with_rel_next_comes_before_one_that_says_next() -> None:
    assert first('<a href="/b">Next article</a><a rel="nofollow next" href="/a">2</a>') == "a"


def test_rel_next_in_the_head_is_a_way_on() -> None:
    assert first('<head><link rel="next" href="/find?q=ice&amp;page=2"></head><body></body>') == "find?q=ice&page=2"


def test_an_icon_with_a_label_for_screen_readers_leads_on() -> None:
    assert first('<a href="/on" aria-label="Next Page"><svg></svg></a>') == "on"
    assert first('<a href="/on"><img src="r.gif" alt="Next"></a>') == "on"


def test_a_link_whose_class_says_next_leads_on_and_one_whose_class_says_previous_does_not() -> None:
    assert first('<a class="pager-next" href="/on"><i></i></a>') == "on"
    assert first('<a class="prev" href="/back">»</a>') is None


def test_a_disabled_next_is_not_a_way_on() -> None:
    assert first('<span class="next disabled">Next</span>') is None
    assert first('<a class="next disabled" href="#">Next</a>') is None
    assert first('<a class="next" href="/on" aria-disabled="true">Next</a>') is None
    assert first('<li class="disabled"><a href="/find?q=ice&amp;page=9">Next</a></li>') is None


def test_a_link_to_the_page_itself_is_not_a_way_on() -> None:
    assert first(f'<a href="{URL}">Next</a>') is None
    assert first('<a href="#">Next</a><a href="javascript:next()">Next</a>') is None


def test_the_number_after_the_gap_leads_on() -> None:
    row = '<p><a href="/p1">1</a> <b>2</b> <a href="/p3">3</a> <a href="/p4">4</a></p>'
    assert first(row) == "p3"
    assert first(row, number=2) == "p3"


def test_the_row_of_numbers_may_start_at_two_and_have_a_hole() -> None:
    row = '<ul><li><b>1</b></li><li><a href="/p2">2</a></li><li><a href="/p3">3</a></li><li>…</li><li><a href="/p40">40</a></li></ul>'
    assert first(row) == "p2"
    assert first(row, number=1) == "p2"


def test_numbers_in_brackets_and_with_a_word_before_them_are_page_numbers() -> None:
    assert first('<p>[1] <a href="/p2">[2]</a> <a href="/p3">[3]</a></p>') == "p2"
    assert first('<p><a href="/p2"><span>Page</span> 2</a> <a href="/p3"><span>Page</span> 3</a></p>') == "p2"


def test_the_number_is_followed_through_the_pages_of_an_answer() -> None:
    def row(current: int) -> str:
        cells = [f"<b>{n}</b>" if n == current else f'<a href="/p{n}">{n}</a>' for n in range(1, 6)]
        return "<p>" + " ".join(cells) + "</p>"

    reached = [next_page(row(number), Paging("number"), number=number) for number in range(1, 6)]
    assert reached == ["p2", "p3", "p4", "p5", None]


def test_page_sizes_are_less_likely_than_page_numbers() -> None:
    html = (
        '<p>Show <a href="/s2">2</a> <a href="/s10">10</a> <a href="/s50">50</a> per page</p>'
        '<p><b>1</b> <a href="/p2">2</a> <a href="/p3">3</a></p>'
    )
    assert first(html, number=1) == "p2"


def test_page_sizes_alone_do_not_look_like_a_row_of_pages() -> None:
    assert first('<p>Show <a href="/s10">10</a> <a href="/s20">20</a> <a href="/s50">50</a></p>') is None
    assert first('<p>Show <a href="/s10">10</a> <a href="/s20">20</a></p>', number=1) is None


def test_a_button_that_says_next_sends_its_form_with_its_own_value() -> None:
    html = (
        '<form action="/find"><input type="hidden" name="q" value="ice"><button name="page" value="1" disabled>1'
        '</button><button name="page" value="2">2</button><button name="page" value="2">Next</button></form>'
    )
    assert next_page(html, Paging("button", "Next"), number=1) == "find?q=ice&page=2"


def test_numbered_buttons_lead_on_without_a_label() -> None:
    html = (
        '<form action="/find" method="post"><input type="hidden" name="q" value="ice">'
        '<input type="submit" name="p" value="1"><input type="submit" name="p" value="2"></form>'
    )
    found = ways(html, number=1)
    assert found[0].kind == "button"
    assert found[0].request.body == b"q=ice&p=2"
    assert next(way for way in ways(html, number=1)).label == ""


def test_a_button_of_a_form_that_must_not_be_sent_is_never_a_way_on() -> None:
    html = '<form action="/buy" method="post"><input name="card" type="password"><button name="go">Next</button></form>'
    assert ways(html) == []
    order = '<form action="/buy"><button name="go">Next</button><button name="buy">Order now</button></form>'
    assert ways(order) == []


def test_a_previous_button_is_never_a_way_on() -> None:
    assert ways('<form action="/find"><button name="p" value="0">Previous</button></form>', number=1) == []


def test_following_a_label_needs_the_same_label_again() -> None:
    paging = Paging("label", "Next »")
    assert next_page('<a href="/p2">Next »</a>', paging, number=1) == "p2"
    assert next_page('<a href="/other">Next article</a>', paging, number=1) is None


def test_following_ends_where_the_site_offers_nothing_more() -> None:
    assert next_page('<a href="/p1">« Previous</a>', Paging("label", "Next »"), number=2) is None
    assert next_page("<p>The end</p>", Paging("rel", "next"), number=2) is None


def test_a_next_label_that_counts_what_is_left_is_followed_to_the_end() -> None:
    paging = Paging("label", "next 20")
    assert next_page('<a href="/p2">next 20</a>', paging, number=1) == "p2"
    assert next_page('<a href="/p3">next 7</a>', paging, number=2) == "p3"


@given(st.text(max_size=60))
def test_any_label_has_a_score_between_nothing_and_sure(label: str) -> None:
    assert 0.0 <= next_label_score(label) <= 1.0


def row(current: int, last: int = 6) -> str:
    cells = [
        f"<b>{n}</b>" if n == current else f'<a href="/find?q=ice&amp;page={n}">{n}</a>' for n in range(1, last + 1)
    ]
    on = f'<a class="next" href="/find?q=ice&amp;page={current + 1}">Next »</a>' if current < last else ""
    return f'<div class="pagination">{" ".join(cells)} {on}</div>'


@pytest.mark.parametrize("current", range(1, 6))
def test_on_a_saved_page_a_pager_is_believed_and_leads_to_the_following_page(current: int) -> None:
    best = ways(row(current), url=f"http://site.example/find?q=ice&page={current}")[0]
    assert best.request.url.endswith(f"page={current + 1}")
    assert best.score >= LIKELY


def test_on_a_saved_page_the_end_of_a_pager_and_the_leaf_of_a_calendar_are_not_believed() -> None:
    ended = ways(row(6), url="http://site.example/find?q=ice&page=6")
    leaf = '<table class="calendar"><tr><td><a href="/events?month=2016-04">»</a></td></tr></table>'
    assert all(way.score < LIKELY for way in [*ended, *ways(leaf)])


def test_older_posts_lead_on_in_a_crawl_whichever_way_their_arrow_points() -> None:
    html = (
        '<div class="nav-previous"><a href="/find?q=ice&amp;page=2">← Older posts</a></div>'
        '<div class="nav-next"><a href="/find?q=ice">Newer posts →</a></div>'
    )
    found = ways(html, number=1)
    assert found[0].request.url.endswith("page=2")
    assert found[0].score > 0.7
    assert next_page(html, Paging("label", "← Older posts"), number=1) == "find?q=ice&page=2"
