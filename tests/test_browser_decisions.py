"""Decisions about drawn pages that need no browser: boxes, ways on, and when an answer is complete."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.browser.cache import is_static
from sonde.browser.control import Control
from sonde.browser.screen import split_route
from sonde.browser.settle import QUIET_S, State, is_settled
from sonde.browser.traffic import is_needed
from sonde.interface.model import Paging
from sonde.interface.rendered.boxes import find_boxes, find_openers
from sonde.interface.rendered.paging import choose_control, goes_on, ways_on
from sonde.model import Page
from sonde.page.dom import parse_html

HOME = "https://example.org/"


@pytest.mark.parametrize(
    ("body", "selector"),
    [
        ('<input id="find" aria-label="Search the library">', "#find"),
        ('<div role="search"><input placeholder="Titles"></div>', 'input[placeholder="Titles"]'),
        ('<input placeholder="City"><input type="search">', 'input[type="search"]'),
        ('<input class="a"><div role="search"><input class="a big"></div>', "input.big"),
        ('<search><textarea rows="1" name="q"></textarea></search>', 'textarea[name="q"]'),
    ],
)
def test_the_box_that_searches_comes_first(body: str, selector: str) -> None:
    best = find_boxes(parse_html(body), HOME)[0]
    assert (best.selector, best.refused) == (selector, "")


def test_boxes_that_cannot_be_typed_into_are_no_boxes() -> None:
    body = '<input type="search" data-sonde-unseen><input type="search" disabled><input type="search" readonly>'
    assert find_boxes(parse_html(body), HOME) == []


def test_the_button_beside_a_box_belongs_to_it() -> None:
    body = '<div><div><input type="search"></div><button class="go">Find</button></div><button>Menu</button>'
    assert find_boxes(parse_html(body), HOME)[0].button == "button.go"


def test_openers_speak_of_searching_and_lead_nowhere() -> None:
    body = '<button id="a" aria-label="Search"></button><a href="/search">Search</a><button>Menu</button><a href="#s" id="b">Search</a>'
    assert find_openers(parse_html(body)) == ["#a", "#b"]


def control(number: int, label: str, **more: object) -> Control:
    return Control(number, label, "button", **more)  # type: ignore[arg-type]


def test_what_says_more_is_tried_before_what_only_came_with_the_answer() -> None:
    blank = parse_html("<button>Help</button>")
    shown = [
        control(0, "Help"), control(1, "Compare"), control(2, "Mehr laden"), control(3, "Next"), control(4, "Share"),
        control(5, "Share"), control(6, "Delete all"), control(7, "Load more", disabled=True),
        control(8, "A document", href="/document/1"), control(9, "2"),
    ]  # fmt: skip
    assert [way.label for way in ways_on(shown, blank)] == ["Next", "2", "Mehr laden", "Compare"]


def test_the_learned_control_is_found_again_whatever_its_numbers() -> None:
    more, numbers = Paging("press", "Show 20 more"), Paging("press", "")
    shown = [control(0, "Show 7 more"), control(1, "1"), control(2, "2"), control(3, "3")]
    assert choose_control(shown, more, 4) == shown[0]
    assert choose_control(shown, numbers, 2) == shown[3]
    assert choose_control(shown, numbers, 3) is None
    tree = parse_html("<button>Show 7 more</button><span role=button>3</span>")
    assert goes_on(tree, more, shown=7)
    assert goes_on(tree, numbers, shown=7, number=2)
    assert not goes_on(tree, numbers, shown=7, number=3)
    assert not goes_on(parse_html("<button disabled>Show 20 more</button>"), more, shown=7)


@given(st.builds(State, ready=st.booleans(), busy=st.booleans(), timers=st.booleans(), reacted=st.booleans()))
def test_a_page_that_changed_just_now_is_never_settled(state: State) -> None:
    assert not is_settled(state, waited_s=100, patience_s=0)


@given(st.floats(0, 10), st.floats(0, 10))
def test_a_page_that_did_nothing_is_settled_once_patience_ends(waited_s: float, patience_s: float) -> None:
    idle = State(ready=True, quiet_s=QUIET_S)
    assert is_settled(idle, waited_s=waited_s, patience_s=patience_s) == (waited_s >= patience_s)


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        ("https://example.org/?_escaped_fragment_=%2Fwalk%2F1", ("https://example.org/", "/walk/1")),
        ("https://example.org/a?b=c&_escaped_fragment_=!%2Fx", ("https://example.org/a?b=c", "!/x")),
        ("https://example.org/a?b=c", ("https://example.org/a?b=c", "")),
        ("https://example.org/a?", ("https://example.org/a", "")),
    ],
)
def test_a_fragment_in_an_address_is_taken_out(url: str, parts: tuple[str, str]) -> None:
    assert split_route(url) == parts


@pytest.mark.parametrize(
    ("kind", "method", "url", "needed"),
    [
        ("fetch", "GET", "https://example.org/data", True),
        ("fetch", "POST", "https://example.org/find", True),
        ("fetch", "DELETE", "https://example.org/data", False),
        ("image", "GET", "https://example.org/logo.png", False),
        ("ping", "POST", "https://example.org/count", False),
        ("document", "GET", "file:///etc/passwd", False),
    ],
)
def test_only_what_an_answer_needs_goes_out(kind: str, method: str, url: str, needed: bool) -> None:
    assert is_needed(kind, method, url) is needed


def test_answers_are_not_kept_but_scripts_are() -> None:
    answer = Page(HOME, "[1]", media_type="application/json", body_bytes=3)
    index = Page(HOME, "", media_type="application/octet-stream", body_bytes=3)
    private = Page(HOME, "", headers=(("cache-control", "no-store"),), media_type="application/wasm", body_bytes=3)
    assert [is_static("fetch", page) for page in (answer, index, private)] == [False, True, False]
    assert is_static("script", Page(HOME, "let a;"))


def test_files_that_a_page_loads_again_and_again_are_kept() -> None:
    dated = (("last-modified", "Sat, 01 Jan 2022 00:00:00 GMT"),)
    checked = (*dated, ("cache-control", "no-cache"))
    file, asked = Page(HOME, "<p>walk", headers=dated), Page(f"{HOME}?q=walk", "<p>walk", headers=dated)
    pages = (file, asked, Page(HOME, "<p>walk", headers=checked), Page(HOME, "<p>walk"))
    assert [is_static("fetch", page) for page in pages] == [True, False, False, False]
    assert not is_static("document", file)


@pytest.mark.parametrize(
    "body",
    [
        '<div role="search"><input type="email" placeholder="Search"></div>',
        '<div><input placeholder="Your name"><input type="email"><button>Subscribe</button></div>',
        '<form method="post"><input name="q" type="search"><input type="password"><button>Log in</button></form>',
        '<div><input type="search" placeholder="Search"><button>Delete all</button></div>',
    ],
)
def test_boxes_that_may_do_harm_are_refused(body: str) -> None:
    assert all(box.refused for box in find_boxes(parse_html(body), HOME))
