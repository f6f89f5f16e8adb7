"""Signatures that tell kinds of pages apart."""

from hypothesis import given
from hypothesis import strategies as st

from sonde.page.template import similarity, template

MENU = "<div class=head><ul class=menu><li class=item><a>Home</a></ul></div>"
FOOT = "<div class=foot><p class=legal>c</p></div>"


def record(paragraphs: int, tags: int) -> str:
    body = "<p>text</p>" * paragraphs + "<ul class=tags>" + "<li class=tag>t</li>" * tags + "</ul>"
    return f"{MENU}<div class=record><h1 class=title>T</h1><table class=facts><tr><td>a</table>{body}</div>{FOOT}"


def listing(rows: int) -> str:
    row = "<div class='hit'><h3 class=hit-title><a>x</a></h3><span class=snippet>y</span></div>"
    pager = "<div class=pager><span class=current>1</span></div>"
    return f"{MENU}<form class=searchbox><input class=query></form>{row * rows}{pager}{FOOT}"


def test_pages_of_one_kind_are_alike_whatever_their_length() -> None:
    assert similarity(template(record(1, 1)), template(record(30, 12))) > 0.9
    assert similarity(template(listing(3)), template(listing(50))) > 0.9


def test_pages_of_different_kinds_are_not_alike() -> None:
    assert similarity(template(record(5, 3)), template(listing(10))) < 0.6


def test_numbered_classes_do_not_matter() -> None:
    one = template("<body class='post postid-17'><div id=a1 class='entry e-4'>x</div>")
    other = template("<body class='post postid-912'><div id=b7 class='entry e-5'>y</div>")
    assert one == other


def test_the_signature_is_stable_and_short() -> None:
    assert template("<p class=a>x</p>") == template("<p class=a>y z</p>") != ""
    many = "".join(f"<p class={chr(97 + i // 26)}{chr(97 + i % 26)}>x</p>" for i in range(600))
    assert len(template(many)) <= 256


def test_an_empty_signature_is_like_no_other() -> None:
    assert template("") == ""
    assert similarity("", "") == 0.0
    assert similarity(template("<p>x"), "") == 0.0


@given(st.text(), st.text())
def test_similarity_is_symmetric_and_within_bounds(one: str, other: str) -> None:
    a, b = template(f"<p>{one}"), template(f"<p>{other}")
    assert similarity(a, b) == similarity(b, a)
    assert 0.0 <= similarity(a, b) <= 1.0
    assert similarity(a, a) == 1.0
