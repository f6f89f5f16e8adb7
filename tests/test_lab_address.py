from typing import get_args
from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.lab.search.hit_count import shown_total
from sonde.lab.served.address import Addresses, Ask, BadAddressError
from sonde.lab.served.snippet import snippet
from sonde.lab.traits import Layout, Method, Paging, Traits

sites = st.builds(
    Traits,
    method=st.sampled_from(get_args(Method)),
    paging=st.sampled_from([style for style in get_args(Paging) if style != "none"]),
    layout=st.sampled_from(get_args(Layout)),
    facets=st.just(True),
    sort_links=st.just(True),
    per_page_links=st.just(True),
    page_size=st.sampled_from([5, 20, 33]),
)
texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=30).map(str.strip)
asks = st.builds(
    Ask,
    words=texts,
    start=st.integers(0, 20).map(lambda page: page * 10),
    size=st.just(10),
    order=st.sampled_from(["rank", "title"]),
    where=st.lists(st.tuples(st.sampled_from(["kind"]), texts.filter(bool)), max_size=1).map(tuple),
)


@given(sites, asks)
def test_an_address_reads_back_as_what_it_was_written_for(traits: Traits, ask: Ask) -> None:
    addresses = Addresses(traits)
    parts = urlsplit(addresses.link(ask))
    assert addresses.read(parts.path, dict(parse_qsl(parts.query, keep_blank_values=True))) == ask


@given(sites, st.dictionaries(st.sampled_from(["q", "s", "page", "start", "after", "size"]), st.text()))
def test_no_address_breaks_the_reader(traits: Traits, params: dict[str, str]) -> None:
    try:
        ask = Addresses(traits).read("/search", params)
    except BadAddressError:
        return
    assert ask is None or (ask.start >= 0 and 1 <= ask.size <= 100)


@pytest.mark.parametrize(
    ("total", "exact", "rounded"),
    [(0, 0, 0), (99, 99, 99), (149, 149, 150), (1234, 1234, 1200), (98765, 98765, 99000)],
)
def test_a_rounded_count_keeps_two_digits(total: int, exact: int, rounded: int) -> None:
    assert shown_total(total, "exact") == exact
    assert shown_total(total, "rounded") == rounded
    assert shown_total(total, "hidden") is None


def test_a_snippet_shows_the_word_in_its_surroundings() -> None:
    text = "start " + "filler " * 60 + "<so> the needle <here> " + "filler " * 60
    shown = snippet(text, ["needle"])
    assert "&lt;so&gt; the <b>needle</b> &lt;here&gt; filler" in shown
    assert shown.startswith("… ")
    assert shown.endswith(" …")
    assert snippet("needles and a needle", ["needle"]) == "needles and a <b>needle</b>"
    assert snippet("needles", ["needle"], whole=False) == "<b>needle</b>s"
    assert snippet("short", ["absent"]) == "short"
