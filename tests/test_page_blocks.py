"""Text blocks: what a reader sees, one block for each paragraph."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.page.blocks import Block
from sonde.page.dom import parse_html, visible_text
from sonde.page.maintext import blocks_within, main_text, text_blocks


def blocks(html: str) -> list[tuple[str, str]]:
    return [(block.path, block.text) for block in text_blocks(parse_html(html))]


def test_each_paragraph_cell_and_item_is_a_block() -> None:
    html = "<h1>T</h1><p>one</p>two<ul><li>three<li>four</ul><table><tr><td>five<td>six</table>"
    assert blocks(html) == [
        ("body/h1", "T"),
        ("body/p", "one"),
        ("body", "two"),
        ("body/ul/li", "three"),
        ("body/ul/li", "four"),
        ("body/table/tbody/tr/td", "five"),
        ("body/table/tbody/tr/td", "six"),
    ]


def test_inline_tags_do_not_split_a_word() -> None:
    assert blocks("<p><b>J</b>ohn <i>Do</i>e</p>") == [("body/p", "John Doe")]


def test_elements_set_apart_by_style_alone_are_separate_words() -> None:
    assert blocks("<p><span>Published</span><span>by</span><a>Ann</a></p>") == [("body/p", "Published by Ann")]


def test_white_space_collapses_and_line_breaks_stay() -> None:
    assert blocks("<p>  a\n  b&nbsp;c<br>d<br><br>e </p>") == [("body/p", "a b c\nd\ne")]


def test_preformatted_text_keeps_its_lines() -> None:
    assert blocks("<pre>\nif x:\n    <b>y</b>()\n</pre>") == [("body/pre", "if x:\n    y()")]


@pytest.mark.parametrize(
    "html",
    [
        "<script>var x = 1</script>",
        "<style>p {}</style>",
        "<p hidden>x</p>",
        "<div style='color: red; Display : None'><p>x</p></div>",
        "<template><p>x</p></template>",
        "<select><option>x</select>",
        "<textarea>x</textarea>",
        "<button>x</button>",
        "<noscript><p>x</p></noscript>",
        "<svg><text>x</text></svg>",
        "<!-- x -->",
    ],
)
def test_what_is_not_seen_is_no_text(html: str) -> None:
    assert blocks(f"<div>{html}</div>") == []
    assert visible_text(parse_html(f"<div>{html}</div>").css("div")[0]) == ""


def test_visible_text_is_one_line() -> None:
    tree = parse_html("<div id=x> a <p>b<br>c</p><ul><li>d</ul></div>")
    node = tree.css_first("#x")
    assert node is not None
    assert visible_text(node) == "a b c d"


@given(st.lists(st.sampled_from(["one ", "<p>two three</p>", "<pre>a    b\n\n   c</pre>", "<br>", "<b>x</b>", "<hr>"])))
def test_visible_text_can_end_early(parts: list[str]) -> None:
    node = parse_html(f"<div>{''.join(parts)}</div>").css("div")[0]
    text = visible_text(node)
    assert [visible_text(node, most=most) for most in range(20)] == [text[:most] for most in range(20)]


@given(st.text())
def test_any_text_has_blocks_without_outer_white_space(text: str) -> None:
    for block in text_blocks(parse_html(text)):
        assert isinstance(block, Block)
        assert block.text.strip()


@given(st.lists(st.text(st.characters(categories=("L", "N")), min_size=1), min_size=1, max_size=20))
def test_no_paragraph_is_lost(paragraphs: list[str]) -> None:
    html = "".join(f"<div><p>{text}</p></div>" for text in paragraphs)
    assert [block.text for block in text_blocks(parse_html(html))] == paragraphs


def test_the_main_text_leaves_out_the_menu() -> None:
    story = "The harbour was closed for three days after the storm, the port authority said. " * 5
    html = (
        "<body><nav><ul><li><a href=/>Home</a><li><a href=/news>News</a></ul></nav>"
        f"<main><article><h1>Storm</h1><p>{story}</p></article></main><footer>Imprint</footer>"
    )
    text = main_text(html)
    assert "port authority" in text
    assert "Imprint" not in text


def test_the_blocks_of_a_main_text_are_found_again() -> None:
    texts = ["News", "Good News for the harbour, which has been closed", "Ships", "19", "Imprint"]
    blocks = [Block("body/p", text) for text in texts]
    main = "Good News for the harbour, which\n has been closed\n\nShips19"
    assert blocks_within(blocks, main).splitlines() == texts[1:4]


def test_blocks_that_do_not_make_up_the_main_text_are_no_help() -> None:
    assert blocks_within([Block("body/p", "some other words entirely")], "The main text of the page") == ""
