"""Pages of the application itself among the documents: set aside when few and unlike, kept otherwise."""

from collections.abc import Iterable
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from sonde.interface.kinds import minor_kinds
from sonde.page.template import template

SITE = "http://s.example"
RECORD = template(
    '<html><body class="record page"><h1 class="title">x</h1><dl class="facts"><dt>a</dt><dd>b</dd></dl><p>t</p></body></html>'
)
HELP = template(
    '<html><body class="manual"><nav class="toc"><ul><li>a</li></ul></nav><section class="chapter"><h2>x</h2><pre>y</pre></section></body></html>'
)
LISTING = template(
    '<html><body class="browse"><table class="index"><thead><tr><th>x</th></tr></thead></table><form class="jump"><input></form></body></html>'
)


def held(*groups: tuple[str, int, str]) -> list[tuple[int, str, str]]:
    """Documents: (address with a place for a number, how many, template)."""
    pages: list[tuple[int, str, str]] = []
    for address, count, shape in groups:
        pages += [(len(pages) + n, SITE + address.format(n=n), shape) for n in range(count)]
    return pages


def set_aside(pages: Iterable[tuple[int, str, str]]) -> list[int]:
    return sorted(number for kind in minor_kinds(pages) for number in kind.ids)


def test_help_pages_among_records_are_set_aside() -> None:
    pages = held(("/record/{n}", 200, RECORD), ("/help/{n}", 8, HELP))
    assert set_aside(pages) == list(range(200, 208))


def test_pages_told_apart_by_their_parameters_are_set_aside() -> None:
    pages = held(("/i.php?id=doc{n}", 200, RECORD), ("/i.php?id=x&do=index&ns={n}", 5, LISTING))
    assert set_aside(pages) == list(range(200, 205))


def test_a_mixed_collection_is_kept() -> None:
    assert set_aside(held(("/record/{n}", 120, RECORD), ("/letter/{n}", 40, HELP))) == []


def test_few_pages_that_look_like_records_are_kept_wherever_they_are() -> None:
    assert set_aside(held(("/record/{n}", 200, RECORD), ("/archive/old/{n}", 6, RECORD))) == []


def test_addresses_with_several_sections_are_kept() -> None:
    sections = [(f"/{name}/{{n}}", 12, RECORD) for name in "law news maps music plants ships trade water".split()]
    assert set_aside(held(*sections)) == []


def test_sections_of_different_looks_are_kept_where_none_is_the_main_one() -> None:
    assert set_aside(held(("/a/{n}", 60, RECORD), ("/b/{n}", 60, HELP), ("/c/{n}", 8, LISTING))) == []


def test_few_documents_are_not_judged() -> None:
    assert set_aside(held(("/record/{n}", 30, RECORD), ("/help/{n}", 2, HELP))) == []
    assert set_aside([]) == []


def test_documents_whose_pages_were_not_seen_are_kept() -> None:
    assert set_aside(held(("/record/{n}", 100, RECORD), ("/other/{n}", 4, ""))) == []
    assert set_aside(held(("/record/{n}", 100, ""), ("/other/{n}", 4, ""))) == []


@given(st.lists(st.tuples(st.sampled_from(["/a/{n}", "/b/{n}", "/c?x={n}", "/{n}"]), st.integers(0, 80), st.sampled_from([RECORD, HELP, LISTING])), max_size=5))  # fmt: skip
def test_what_is_set_aside_is_always_a_small_part(groups: list[tuple[str, int, str]]) -> None:
    pages = held(*groups)
    aside = set_aside(pages)
    assert len(aside) == len(set(aside))
    assert len(aside) < 0.5 * len(pages) or not aside


@given(st.randoms(use_true_random=False))
def test_the_order_of_the_documents_does_not_matter(rng: Random) -> None:
    pages = held(("/record/{n}", 90, RECORD), ("/help/{n}", 6, HELP))
    shuffled = list(pages)
    rng.shuffle(shuffled)
    assert set_aside(shuffled) == set_aside(pages)
