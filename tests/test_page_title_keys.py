"""Pages that are called by a key, where a link to them said more."""

import pytest

from sonde.model import Page
from sonde.page.document import read_document

SAID = "Repair the roof of the mill"


def title(head: str, text: str, hint: str) -> str:
    html = f"<title>{head}</title><body><div>{text}</div><p>More about it stands here.</p></body>"
    return read_document(Page("http://example.org/order/4f02", html), title_hint=hint).title


@pytest.mark.parametrize(("head", "text", "hint", "called"), [
    ("4f02c1", f"{SAID}, before winter.", SAID, SAID),
    ("4f02c1", "Nothing of the kind.", SAID, "4f02c1"),
    ("Order 4f02c1", f"{SAID}, before winter.", SAID, "Order 4f02c1"),
    ("4f02c1", f"{SAID}, before winter.", "Repair", "4f02c1"),
])  # fmt: skip
def test_a_link_names_a_page_that_is_called_by_a_key_and_says_the_same(
    head: str, text: str, hint: str, called: str
) -> None:
    assert title(head, text, hint) == called
