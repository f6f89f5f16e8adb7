"""Links: resolved like a browser does, only faster."""

from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.model import Link
from sonde.page.dom import parse_html
from sonde.page.links import base_url, find_links, resolve

BASE = "http://example.org/a/b.html?x=1"


@pytest.mark.parametrize(
    ("href", "url"),
    [
        ("/c?d=1", "http://example.org/c?d=1"),
        ("c", "http://example.org/a/c"),
        ("c:d", None),
        ("doku.php?id=a:b", "http://example.org/a/doku.php?id=a:b"),
        ("?page=2", "http://example.org/a/b.html?page=2"),
        ("../c", "http://example.org/c"),
        ("./c/", "http://example.org/a/c/"),
        ("/c/../d", "http://example.org/d"),
        ("//other.example/x", "http://other.example/x"),
        ("https://other.example/x#y", "https://other.example/x"),
        ("#part", "http://example.org/a/b.html?x=1"),
        ("", "http://example.org/a/b.html?x=1"),
        ("/c#part", "http://example.org/c"),
        (" \n/c\t", "http://example.org/c"),
        ("/c\nd", "http://example.org/cd"),
        ("/c d/é?q=ü", "http://example.org/c%20d/%C3%A9?q=%C3%BC"),
        ("/c?", "http://example.org/c"),
        ("/%C3%A9", "http://example.org/%C3%A9"),
        ("\\c", "http://example.org/c"),
        ("http://müller.example/ü", "http://xn--mller-kva.example/%C3%BC"),
        ("HTTP://other.example/", "http://other.example/"),
        ("javascript:void(0)", None),
        ("mailto:a@b.example", None),
        ("tel:+49", None),
        ("data:text/html,x", None),
        ("http://[broken", None),
    ],
)
def test_a_link_is_resolved(href: str, url: str | None) -> None:
    assert resolve(BASE, href) == url


def test_hosts_are_lower_cased_and_passwords_are_not() -> None:
    assert resolve("HTTP://Example.ORG/a", "/B") == "http://example.org/B"
    assert resolve(BASE, "HTTPS://Example.ORG/B") == "https://example.org/B"
    assert resolve("http://User:Pass@h.example/a", "/b") == "http://User:Pass@h.example/b"


_plain = st.text(st.sampled_from("abc019/.?=&-_:"), max_size=15)


@given(st.sampled_from(["http://example.org", BASE, "https://example.org/x/y/", "http://h:8080/?q"]), _plain)
def test_the_fast_path_agrees_with_urljoin(base: str, href: str) -> None:
    fast = resolve(base, href)
    slow = urljoin(base, href)
    if fast is not None and ":" not in href.partition("?")[0] and not slow.endswith("?"):
        same_root = {slow, slow.replace("example.org?", "example.org/?")}
        assert fast.replace("example.org?", "example.org/?") in same_root


@given(st.text())
def test_any_href_resolves_or_is_no_link(href: str) -> None:
    url = resolve(BASE, href)
    assert url is None or (url.startswith(("http://", "https://")) and "#" not in url and url.isprintable())


@given(st.text(st.sampled_from("ab/.?=&% é:#\\[]"), max_size=20))
def test_a_resolved_link_resolves_to_itself(href: str) -> None:
    url = resolve(BASE, href)
    assert url is None or resolve(BASE, url) == url


def test_the_base_element_moves_relative_links() -> None:
    tree = parse_html('<base href="/shop/"><base href="/other/"><a href="item/1">One</a>')
    base = base_url(tree, "http://example.org/a/b")
    assert base == "http://example.org/shop/"
    assert find_links(tree, base) == [Link("http://example.org/shop/item/1", "One")]


def test_a_page_without_base_is_its_own_base() -> None:
    assert base_url(parse_html("<p>"), BASE) == BASE
    assert base_url(parse_html("<base href='javascript:x'>"), BASE) == BASE


def test_links_come_in_order_with_text_and_rel() -> None:
    tree = parse_html(
        "<a href=/1 rel=next>One <b>bold</b></a><a href='#here'>here</a><a name=x>no link</a>"
        "<a href='mailto:x@y.example'>mail</a><map><area href=/2 alt='Two'></map>"
        "<a href=/3><img alt='Three' src=x></a><a href=/4 title='Four'></a><a href=/1>again</a>"
    )
    assert find_links(tree, "http://h.example/") == [
        Link("http://h.example/1", "One bold", "next"),
        Link("http://h.example/2", "Two"),
        Link("http://h.example/3", "Three"),
        Link("http://h.example/4", "Four"),
        Link("http://h.example/1", "again"),
    ]
