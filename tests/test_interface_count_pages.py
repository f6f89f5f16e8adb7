"""Lists of pages say how many pages there are, never how many results."""

from sonde.interface.results.count import learn_count
from sonde.interface.results.lines import Sounding
from sonde.page.dom import parse_html


def answer(words: str, *, shown: int, pages: int) -> Sounding:
    items = "".join(f"<dt><a href=/d/{words}{n}>{words} {n}</a></dt>" for n in range(shown))
    others = "".join(f"<li><a href=?q={words}&page={n}>{n}</a></li>" for n in range(2, pages + 1))
    tree = parse_html(f"<body><dl>{items}</dl><ul class=pages><li>1</li>{others}</ul></body>")
    return Sounding(words, tree, shown=shown, more=pages > 1, records=frozenset(node.mem_id for node in tree.css("dt")))


def test_a_list_of_one_page_beside_one_result_is_no_count() -> None:
    soundings = [
        answer("stone", shown=8, pages=4),
        answer("rope", shown=8, pages=7),
        answer("lamp", shown=1, pages=1),
        answer("harbour", shown=1, pages=1),
    ]
    assert learn_count(soundings) is None
