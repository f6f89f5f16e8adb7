"""Saved result pages, each in the manner of some kind of application, read without asking anyone."""

import json
from pathlib import Path
from typing import Any

import pytest

from sonde.interface.forms.score import query_field, search_score
from sonde.interface.paging.next_page import next_pages
from sonde.interface.results.single import single_page_results
from sonde.page.dom import parse_html
from sonde.page.forms import find_forms
from sonde.page.links import base_url

ANSWERS = Path(__file__).parent / "answers"
CASES = sorted(path.name for path in ANSWERS.iterdir())


def expected(case: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((ANSWERS / case / "expected.json").read_text(encoding="utf-8"))
    return loaded


def page_text(case: str) -> str:
    return (ANSWERS / case / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES)
def test_the_results_of_a_saved_page_are_read_with_titles_in_order(case: str) -> None:
    truth, tree = expected(case), parse_html(page_text(case))
    results = single_page_results(tree, base_url(tree, truth["url"]))
    assert [{"url": result.url, "title": result.title} for result in results] == truth["results"]


@pytest.mark.parametrize("case", CASES)
def test_the_way_to_the_next_page_of_a_saved_page_is_found_first(case: str) -> None:
    truth, tree = expected(case), parse_html(page_text(case))
    ways = next_pages(tree, base_url(tree, truth["url"]), truth["url"], find_forms(tree, truth["url"]))
    assert (ways[0].request.url if ways else None) == truth["next"]


@pytest.mark.parametrize("case", CASES)
def test_the_form_that_was_used_for_a_saved_page_scores_best(case: str) -> None:
    truth, tree = expected(case), parse_html(page_text(case))
    forms = find_forms(tree, truth["url"])
    best = max(forms, key=search_score)
    field = query_field(best)
    assert search_score(best) > 0.5
    assert field is not None
    if "?" in truth["url"]:
        assert f"{field.name}=" in truth["url"]
