"""Canonical addresses and sites."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.page.url import canonical_url, same_site


@pytest.mark.parametrize(
    ("url", "canonical"),
    [
        ("HTTP://Example.ORG", "http://example.org/"),
        ("http://example.org:80/a", "http://example.org/a"),
        ("https://example.org:443/a", "https://example.org/a"),
        ("http://example.org:443/a", "http://example.org:443/a"),
        ("http://127.0.0.1:8101/a", "http://127.0.0.1:8101/a"),
        ("http://example.org/a/./b/../c", "http://example.org/a/c"),
        ("http://example.org/a/%2e%2E/b", "http://example.org/b"),
        ("http://example.org/../../x", "http://example.org/x"),
        ("http://example.org/a/..", "http://example.org/"),
        ("http://example.org/a#part", "http://example.org/a"),
        ("http://example.org/a?", "http://example.org/a"),
        ("http://example.org/a?b=1&a=2", "http://example.org/a?b=1&a=2"),
        ("http://example.org/%7Euser/%c3%a9", "http://example.org/~user/%C3%A9"),
        ("http://example.org/é?q=ü", "http://example.org/%C3%A9?q=%C3%BC"),
        ("http://example.org/a b", "http://example.org/a%20b"),
        ("http://example.org/100%", "http://example.org/100%25"),
        ("http://example.org/?q=a+b%2Bc", "http://example.org/?q=a+b%2Bc"),
        ("http://example.org/?q=a%26b=c", "http://example.org/?q=a%26b=c"),
        ("http://example.org/doku.php?id=a:b&s[]=x", "http://example.org/doku.php?id=a:b&s[]=x"),
        ("http://müller.example/", "http://xn--mller-kva.example/"),
        ("http://example.org./a", "http://example.org/a"),
        ("http://[2001:DB8::1]:80/", "http://[2001:db8::1]/"),
        ("  http://example.org/a\n", "http://example.org/a"),
        ("http://example.org\\a", "http://example.org/a"),
        ("mailto:a@b.example#x", "mailto:a@b.example"),
        ("http://[broken/#x", "http://[broken/"),
    ],
)
def test_an_address_has_one_spelling(url: str, canonical: str) -> None:
    assert canonical_url(url) == canonical


_parts = st.text(st.sampled_from("abZ09%2eEfF./?#&=+:@[]~'\"|\\ éß\u0130中\t"), max_size=20)


@given(st.sampled_from(["http://", "https://", "HTTP://x", "ftp://", ""]), _parts, _parts)
def test_canonical_twice_is_canonical_once(scheme: str, left: str, right: str) -> None:
    once = canonical_url(f"{scheme}{left}/{right}")
    assert canonical_url(once) == once


@given(st.text())
def test_any_text_has_a_canonical_form(text: str) -> None:
    once = canonical_url(text)
    assert canonical_url(once) == once


@given(st.lists(st.sampled_from(["a=1", "b=%41", "c", "d=x+y"]), max_size=5))
def test_parameters_keep_their_order(parameters: list[str]) -> None:
    query = canonical_url("http://example.org/?" + "&".join(parameters)).partition("?")[2]
    assert query == "&".join(parameters).replace("%41", "A")


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("http://example.org/a", "https://www.example.org/b?c", True),
        ("http://example.org:80/", "http://example.org/", True),
        ("http://127.0.0.1:8101/", "http://127.0.0.1:8102/", False),
        ("http://docs.example.org/", "http://example.org/", False),
        ("http://EXAMPLE.org/", "http://example.org/", True),
        ("http://example.org/", "mailto:a@example.org", False),
        ("nonsense", "nonsense", False),
        ("http://[broken", "http://[broken", False),
    ],
)
def test_a_site_is_a_host_and_a_port(a: str, b: str, same: bool) -> None:
    assert same_site(a, b) is same
    assert same_site(b, a) is same
