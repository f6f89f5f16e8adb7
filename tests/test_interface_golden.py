"""Golden answers of many sites, each in the manner of some kind of application: are all records found, and no others?

One file per site in answer_sites/: the answer to a nonsense word, then answers with results, each below
a comment with its address, the words asked, the stated hit count and the records in page order. They are read
twice: by contrast between the answers, as in a crawl, and each page alone. The pages in answers/ are read alone.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sonde.interface.answer_page import results_of
from sonde.interface.ask import ask_by_form
from sonde.interface.forms.score import search_score
from sonde.interface.model import SearchInterface
from sonde.interface.read import result_nodes
from sonde.interface.results.contrast import Answer, Contrast, read_page
from sonde.interface.results.count import learn_count
from sonde.interface.results.lines import Sounding
from sonde.interface.results.rules import learn_rules
from sonde.interface.results.single import single_page_results
from sonde.interface.said import read_total
from sonde.model import Page, Result

HERE = Path(__file__).parent
SITES = sorted((HERE / "answer_sites").glob("*.html"))
PAGES = sorted(path for path in (HERE / "answers").iterdir() if path.is_dir())
_ANSWER = re.compile(r"^<!-- answer (\{.*\}) -->\n", re.MULTILINE)


@dataclass(frozen=True)
class Golden:
    """A page with the records a reader sees on it, as pairs of address and title."""

    name: str
    answer: Answer
    records: tuple[tuple[str, str], ...]
    count: int | None = None
    more: bool = False


@dataclass
class Score:
    """Records found, missed and false over many pages, with a line for each page that is not right."""

    expected: int = 0
    found: int = 0
    false: int = 0
    titled: int = 0
    lines: list[str] = field(default_factory=list)

    def add(self, golden: Golden, results: Sequence[Result], how: str) -> None:
        titles = dict(golden.records)
        urls = [result.url for result in results]
        missed = [url for url in titles if url not in urls]
        false = [url for url in urls if url not in titles]
        wrong = [result for result in results if titles.get(result.url, result.title) != result.title]
        right = [url for url in urls if url in titles]
        self.expected += len(titles)
        self.found += len(titles) - len(missed)
        self.false += len(false)
        self.titled += len(right) - len(wrong)
        self.lines += [f"{golden.name} {how}: missed {url}" for url in missed]
        self.lines += [f"{golden.name} {how}: false {url}" for url in false]
        self.lines += [f"{golden.name} {how}: title {bad.title!r} for {titles[bad.url]!r}" for bad in wrong]
        if right != [url for url in titles if url in urls]:
            self.lines.append(f"{golden.name} {how}: not in page order")

    @property
    def recall(self) -> float:
        return self.found / self.expected

    @property
    def false_share(self) -> float:
        return self.false / max(self.found + self.false, 1)

    @property
    def title_share(self) -> float:
        return self.titled / max(self.found, 1)

    def __str__(self) -> str:
        figures = f"{self.found} of {self.expected} records ({self.recall:.4f}), {self.false} false "
        figures += f"({self.false_share:.4f}), titles right {self.title_share:.4f}"
        return "\n".join([*self.lines, figures])


def _golden(name: str, html: str, truth: dict[str, Any]) -> Golden:
    page = Page(truth["url"], html)
    records = tuple((url, title) for url, title in truth["results"])
    return Golden(name, read_page(page, truth["words"]), records, truth["count"], truth["more"])


@cache
def golden_site(path: Path) -> tuple[Golden, ...]:
    """The answer to a nonsense word, then those with results."""
    parts = _ANSWER.split(path.read_text(encoding="utf-8"))[1:]
    return tuple(
        _golden(path.stem, html, json.loads(truth)) for truth, html in zip(parts[::2], parts[1::2], strict=True)
    )


@cache
def golden_page(path: Path) -> Golden:
    """A page that stands alone."""
    truth = json.loads((path / "expected.json").read_text(encoding="utf-8"))
    records = [(result["url"], result["title"]) for result in truth["results"]]
    html = (path / "page.html").read_text(encoding="utf-8")
    return _golden(path.name, html, {**truth, "results": records, "words": "", "count": None, "more": False})


def learned(site: Sequence[Golden]) -> SearchInterface:
    """What contrast tells about a site from its golden answers."""
    blank, answers = site[0].answer, [golden.answer for golden in site[1:]]
    ask = ask_by_form(max(blank.forms, key=search_score), blank.page.url)
    interface = SearchInterface(blank.page.url, ask, learn_rules(answers, Contrast(ask, blank, frozenset(blank.urls))))
    always = [{result.url for result in results_of(answer, interface)} for answer in (blank, *answers)]
    return replace(interface, not_results=tuple(set.intersection(*always)))


def by_contrast(paths: Iterable[Path]) -> Score:
    score = Score()
    for path in paths:
        site = golden_site(path)
        interface = learned(site)
        for golden in site:
            score.add(golden, results_of(golden.answer, interface), "by contrast")
    return score


def alone(pages: Iterable[Golden]) -> Score:
    score = Score()
    for golden in pages:
        score.add(golden, single_page_results(golden.answer.tree, golden.answer.base), "alone")
    return score


def test_there_are_answers_of_many_layouts() -> None:
    assert len(SITES) + len(PAGES) >= 60


def test_records_are_found_by_contrast_and_nothing_else() -> None:
    score = by_contrast(SITES)
    print(score)
    assert score.recall >= 0.98
    assert score.false_share <= 0.02
    assert score.title_share >= 0.95


def test_records_are_found_on_pages_alone_and_nothing_else() -> None:
    score = alone([*(golden for path in SITES for golden in golden_site(path)), *map(golden_page, PAGES)])
    print(score)
    assert score.recall >= 0.98
    assert score.false_share <= 0.02
    assert score.title_share >= 0.95


@pytest.mark.parametrize("path", SITES, ids=lambda path: path.stem)
def test_the_stated_hit_count_is_read(path: Path) -> None:
    site = golden_site(path)
    interface = learned(site)
    soundings = [
        Sounding(
            golden.answer.words,
            golden.answer.tree,
            shown=len(results_of(golden.answer, interface)),
            more=golden.more,
            records=result_nodes(golden.answer.tree, interface.results),
        )
        for golden in (*site[1:], site[0])
    ]
    rule = learn_count(soundings)
    stated = [read_total(golden.answer.tree, rule, golden.answer.words) for golden in site[1:]]
    assert stated == [golden.count for golden in site[1:]]
