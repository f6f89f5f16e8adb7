"""Hit counts in the forms that sites write them, also in text that has no element of its own."""

from pathlib import Path

import pytest

from sonde.interface.model import Ask, CountRule, ResultRule, SearchInterface
from sonde.interface.results.count import learn_count
from sonde.interface.results.lines import Sounding
from sonde.interface.said import numbers, read_total
from sonde.interface.yaml.file import load_interface, save_interface
from sonde.page.dom import parse_html


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1-20 of 1,234", [1, 20, 1234]),
        ("1 234 Treffer", [1234]),
        ("1.234.567 Treffer", [1234567]),
        ("12'304 documents", [12304]),
        ("Page 1 of 12 (234 items)", [1, 12, 234]),
        ("about 1,000 results", [1000]),
        ("عدد النتائج: ١٢٣", [123]),
        ("١٬٢٣٤ نتيجة", [1234]),
        ("全４７件中　１～２０件を表示", [47, 1, 20]),
        ("约1,234条结果", [1234]),
        ("1,23,456 results", [123456]),
        ("1.2K results", [1200]),
        ("3M hits", [3000000]),
        ("4 kg, 5 Mb, 10Kb", [4, 5, 10]),
        ("2 10 30", [2, 10, 30]),
    ],
)
def test_numbers_are_read_as_people_write_them(text: str, expected: list[int]) -> None:
    assert numbers(text) == expected


def answer(html: str, words: str, shown: int, *, more: bool = False) -> Sounding:
    tree = parse_html(f"<body>{html}</body>")
    return Sounding(words, tree, shown=shown, more=more, records=frozenset(node.mem_id for node in tree.css("li")))


PLACES = {
    "text between the form and the list": "<form><input name=q></form>{count} Treffer<ul>{items}</ul>",
    "text after a rule": "<ul>{items}</ul><hr>{count} files matched<br><a href=/>home</a>",
    "text before links to sort": "<div id=main>{count} documents, by <a href=?s=1>date</a><ol>{items}</ol></div>",
    "a range before the total": "<p>1-{shown} of {count}</p><ul>{items}</ul>",
    "pages before the total": "<div>Page 1 of 7 ({count} items)</div><ul>{items}</ul>",
}


@pytest.mark.parametrize("where", PLACES)
def test_the_count_is_learned_from(where: str) -> None:
    def page(words: str, shown: int, count: int) -> Sounding:
        items = "".join(f"<li><a href=/d/{words}{n}>{words} {n}</a></li>" for n in range(shown))
        html = PLACES[where].format(count=f"{count:,}", items=items, shown=shown)
        return answer(html, words, shown, more=count > shown)

    soundings = [page("stone", 20, 1234), page("rope", 20, 47), page("harbour", 3, 3), page("lamp", 11, 11)]
    rule = learn_count(soundings)
    assert [read_total(one.tree, rule, one.words) for one in soundings] == [1234, 47, 3, 11]
    assert rule is not None
    assert rule.exact


def test_a_count_in_text_without_an_element_is_kept_in_the_file(tmp_path: Path) -> None:
    count = CountRule("body > div#main::text", -1)
    ask = Ask("https://site.example/", "https://site.example/search", "q")
    save_interface(SearchInterface(ask.page, ask, (ResultRule("li", "a"),), count=count), tmp_path / "interface.yaml")
    assert load_interface(tmp_path / "interface.yaml").count == count


def test_how_many_are_shown_at_most_is_not_the_count() -> None:
    cut = "<p>{} decisions, the first 50 are shown.</p>"
    soundings = [answer(cut.format(count), f"word{count}", 50) for count in (600, 412, 88)]
    rule = learn_count([*soundings, answer("<p>Choose the years, 1910 to 2022.</p>", "", 0)])
    assert rule is not None
    assert [read_total(one.tree, rule, one.words) for one in soundings] == [600, 412, 88]
