"""Pages made to stall the parser: depth, attribute, formatting and size bombs."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sonde.page.defuse import MAX_ATTRIBUTES, MAX_DEPTH, MAX_FORMATTING, defuse
from sonde.page.dom import Node, Tree, parse_html
from sonde.page.guard import MAX_CHARS, safe_html

# A form's end tag leaves its content open, and formatting is repeated in each block: both deepen the
# tree beyond the elements open at a time, but only so far.
DEEPEST = 2 * MAX_DEPTH + MAX_FORMATTING + 10


def shape(tree: Tree) -> tuple[int, int]:
    """Depth and number of nodes, found without recursion."""
    deepest = depth = nodes = 0
    node: Node | None = tree.root
    while node is not None:
        depth, nodes = depth + 1, nodes + 1
        deepest = max(deepest, depth)
        below = node.first_child
        if below is not None:
            node = below
            continue
        while node is not None and node.next is None:
            node, depth = node.parent, depth - 1
            if node is None or node.tag == "-document":
                return deepest, nodes
        assert node is not None
        node, depth = node.next, depth - 1
    return deepest, nodes


def assert_parses_well(html: str) -> Tree:
    tree = parse_html(html)
    depth, nodes = shape(tree)
    assert depth <= DEEPEST
    assert nodes <= 1000 + (MAX_FORMATTING + 3) * (html.count("<") + 1)
    return tree


@pytest.mark.parametrize(
    "tags",
    [
        "<div>",
        "<b><i><span>",
        "<ul><li>",
        "<table><td>",
        "<table><tr><td><div></table>",
        "<b><div></b>",
        "<form><div></form>",
        "<span><div></span>",
        "<div title='</div>'>",
        "<div><!--</div>-->",
        "<div><script></div></script>",
        "<svg><style><g></g>",
        "<svg><foreignObject><div>",
        "<math><mi><table>",
        "<p><object>",
        "<noscript><li><p>",
        "<head><rt></head>",
        "<x-a><x-b>",
        "<o:p>",
        "<font><a href=x><table>",
        "<SELECT><OPTGROUP>",
        "<frameset>",
        "<template>",
        "<svg><![CDATA[></g>]]><g>",
    ],
)
def test_no_page_nests_too_deeply(tags: str) -> None:
    tree = assert_parses_well(f"<p>start</p>{tags * 20_000}<p>end of it <a href=/x>link</a>")
    assert tree.body is not None
    if "script" not in tags and "style" not in tags and "frameset" not in tags and "template" not in tags:
        assert "end of it" in tree.body.text()
        assert tree.css("a[href='/x']")


def test_text_and_links_of_a_deep_page_survive() -> None:
    html = "".join(f"<div><a href=/{i}>link {i}</a>" for i in range(5000)) + "</div>" * 5000 + "<p>after"
    tree = assert_parses_well(html)
    assert len(tree.css("a[href]")) == 5000
    assert tree.body is not None
    assert "link 4999" in tree.body.text()
    last = tree.css("p")[-1]
    assert last.parent is not None
    assert last.parent.tag == "body"  # the dropped tags' end tags went with them


def test_end_tags_of_dropped_tags_do_not_close_others() -> None:
    html = "<div id=outer>" + "<div>" * 600 + "deep" + "</div>" * 600 + "<p>inside</p></div><p>outside</p>"
    tree = assert_parses_well(html)
    assert [node.text() for node in tree.css("#outer > p")] == ["inside"]
    assert [node.text() for node in tree.css("body > p")] == ["outside"]


@pytest.mark.parametrize("value", ["=1", "='>'", '="<b>"', "", "=x'y"])
def test_the_attributes_of_one_tag_are_limited(value: str) -> None:
    attributes = " ".join(f"a{i}{value}" for i in range(20_000))
    tree = assert_parses_well(f"<p {attributes}>kept</p><a href=/x>y</a>")
    assert tree.body is not None
    assert "kept" in tree.body.text()
    assert len(tree.css_first("p").attributes) <= MAX_ATTRIBUTES  # type: ignore[union-attr]


def test_many_body_tags_do_not_add_up() -> None:
    html = "".join(f"<body {' '.join(f'a{i}-{j}' for j in range(50))}>" for i in range(1000))
    tree = assert_parses_well(f"{html}text")
    assert tree.body is not None
    assert len(tree.body.attributes) <= 11 * MAX_ATTRIBUTES


def test_formatting_is_not_repeated_without_end() -> None:
    opened = "".join(f"<b class=c{i}>" for i in range(2000))
    html = "<div>" * 2000 + opened + "</div>x" * 2000
    tree = assert_parses_well(html)
    assert tree.body is not None
    assert tree.body.text() == "x" * 2000


def test_a_long_select_parses_at_once() -> None:
    html = "<select>" + "".join(f"<option value={i} selected>{i}</option>" for i in range(50_000))
    assert len(parse_html(html).css("option")) == 50_000


def test_a_page_is_cut_at_the_size_limit() -> None:
    assert len(safe_html("x" * (MAX_CHARS + 5))) == MAX_CHARS


def test_a_large_normal_page_is_left_alone() -> None:
    rows = "".join(
        f"<tr class='r{i}'><td><a href='/item/{i}'>Item <b>{i}</b></a><td>{i} &euro;<br>"
        f"<svg viewBox='0 0 1 1'><title>x</title><path d='M0 0'/></svg></tr>"
        for i in range(5000)
    )
    html = f"<!doctype html><html><head><script>if (a < b) c('<div>')</script></head><body><table>{rows}"
    assert safe_html(html) is html


def test_a_sloppy_page_is_left_alone() -> None:
    html = "<UL>" + "<LI><P>one <BR> two<HR>" * 3000 + "</UL><DL>" + "<DT>a<DD>b" * 3000
    assert safe_html(html) is html


_names = st.sampled_from(
    "div p span b i font a table tr td tbody caption ul li dl dd form button select option optgroup object "
    "template svg math g foreignObject mi title style script h1 nobr section noscript textarea x-y body html "
    "head colgroup pre input br desc code fieldset iframe em main plaintext frameset o:p".split()
)
_tokens = st.one_of(
    _names.map("<{}>".format),
    _names.map("</{}>".format),
    _names.map("<{} x@>".format),
    _names.map("<{}/>".format),
    st.sampled_from(["x", "<!--", "-->", "<![CDATA[x]]>", "<?x>", "</>", "<", ">", '"', "'", "<a b='", "="]),
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.lists(_tokens, max_size=3), st.lists(_tokens, min_size=1, max_size=7))
def test_whatever_is_repeated_stays_within_the_limits(before: list[str], unit: list[str]) -> None:
    repeated = "".join("".join(unit).replace("@", str(i)) for i in range(1500))
    html = "".join(before) + repeated
    # Small pages may fool the quick check, so the rewriting itself is tested here.
    depth, nodes = shape(parse_html(defuse(html)))
    assert depth <= DEEPEST
    assert nodes <= 1000 + (MAX_FORMATTING + 3) * (html.count("<") + 1)


@given(st.text(st.sampled_from("<>/ab\"'=! -[]&;\n"), max_size=200))
def test_a_small_page_is_left_alone(html: str) -> None:
    assert safe_html(html) is html


@settings(max_examples=50, deadline=None)
@given(st.lists(_tokens, min_size=1, max_size=7))
def test_defusing_twice_changes_nothing_more(unit: list[str]) -> None:
    once = defuse("".join(unit) * 1000)
    assert defuse(once) == once
