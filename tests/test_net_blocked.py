"""Telling a refusal from an answer."""

import pytest

from sonde.errors import StatusError
from sonde.model import Page
from sonde.net.blocked import blocked

CHALLENGE = """<html><head><title>One moment</title><style>p {color: red}</style></head><body>
<h1>Checking your browser before you enter</h1><p>Please enable JavaScript and cookies to continue.</p>
<form method=post action=/verify><input type=hidden name=token value=x></form>
<script>var words = "many words in a script do not count";</script></body></html>"""
RESULTS = (
    "<form action=/search><input name=q><input name=from></form>"
    + "<p><a href=/doc/1>How to verify you are human</a> a captcha library</p>" * 30
)


def status_error(status: int, text: str | None) -> StatusError:
    page = None if text is None else Page("http://a.test/", text, status=status)
    return StatusError("no", url="http://a.test/", status=status, page=page)


@pytest.mark.parametrize("status", [401, 403, 429, 451])
def test_a_refusing_status_is_a_refusal(status: int) -> None:
    assert blocked(status_error(status, None))
    assert blocked(status_error(status, "<p>no"))


@pytest.mark.parametrize("status", [404, 410, 500, 502, 503])
def test_other_error_statuses_are_not(status: int) -> None:
    assert blocked(status_error(status, None)) == ""
    assert blocked(status_error(status, "<h1>Not here</h1>")) == ""


@pytest.mark.parametrize("status", [403, 429, 503])
def test_a_check_for_robots_is_recognised_behind_an_error_status(status: int) -> None:
    assert "check for robots" in blocked(status_error(status, CHALLENGE))


def test_a_check_for_robots_is_recognised_behind_a_good_status() -> None:
    assert "check for robots" in blocked(Page("http://a.test/", CHALLENGE))


@pytest.mark.parametrize("text", ["", "<p>hello", RESULTS, RESULTS * 100])
def test_a_page_with_something_on_it_is_an_answer(text: str) -> None:
    assert blocked(Page("http://a.test/", text)) == ""


def test_a_short_document_about_captchas_is_an_answer() -> None:
    text = "<title>libcaptcha</title><a href=/>home</a><form><input name=q></form><p>Draws a captcha as PNG.</p>"
    assert blocked(Page("http://a.test/doc", text)) == ""
