"""Whole pages beside what must be read from them, in tests/pages/<case>/.

Rewrite the expectations with `REWRITE_GOLDEN=1 pytest tests/test_page_golden.py` and review the diff.
Pages named sibling-*.html are other pages of the same site, to learn its boilerplate from.
"""

import dataclasses
import json
import os
from pathlib import Path
from typing import Any

import pytest

from sonde.model import Form, Page
from sonde.page.boilerplate import learn_boilerplate
from sonde.page.document import read_document
from sonde.page.dom import parse_html
from sonde.page.forms import find_forms
from sonde.page.links import base_url, find_links
from sonde.page.metadata import metadata
from sonde.page.submit import fill

PAGES = Path(__file__).parent / "pages"
CASES = sorted(path.name for path in PAGES.iterdir() if path.is_dir())
URL = "http://www.example.org/dir/page.html?id=1"


def read_case(folder: Path) -> dict[str, Any]:
    html = (folder / "page.html").read_text(encoding="utf-8")
    siblings = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("sibling-*.html"))]
    known = learn_boilerplate(parse_html(text) for text in [html, *siblings]) if siblings else None
    document = read_document(Page(URL, html), boilerplate=known)
    tree = parse_html(html)
    head = metadata(tree)
    return {
        "title": document.title,
        "text": document.text.split("\n"),
        "attributes": [list(pair) for pair in document.attributes],
        "links": [[link.url, link.text] for link in find_links(tree, base_url(tree, URL))],
        "language": head.language,
        "json_ld": [entry.get("@type") for entry in head.json_ld],
        "forms": [describe(form) for form in find_forms(tree, URL)],
    }


def describe(form: Form) -> dict[str, Any]:
    defaults = {field.name: field.default for field in dataclasses.fields(form.fields[0])} if form.fields else {}
    fields = [
        {key: value for key, value in dataclasses.asdict(field).items() if value != defaults.get(key)}
        for field in form.fields
    ]
    for field in fields:
        if "choices" in field:
            field["choices"] = [
                f"{choice['value']} = {choice['label']}{' *' if choice['selected'] else ''}"
                for choice in field["choices"]
            ]
    request = fill(form, {})
    return {
        "method": form.method,
        "action": form.action,
        "role": form.role,
        "fields": fields,
        "sends": [request.url, request.body.decode("ascii")],
    }


@pytest.mark.parametrize("case", CASES)
def test_a_page_is_read_as_expected(case: str) -> None:
    expected = PAGES / case / "expected.json"
    found = read_case(PAGES / case)
    if os.environ.get("REWRITE_GOLDEN"):
        expected.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    assert found == json.loads(expected.read_text(encoding="utf-8"))


def test_there_are_golden_pages_of_many_kinds() -> None:
    assert len(CASES) >= 12
