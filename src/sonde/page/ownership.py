"""Which form each control belongs to."""

import re
from collections.abc import Sequence

from sonde.page.dom import Node, Tree, attribute, nearest

_token = re.compile(
    rb"<!--.*?(?:-->|\Z)"
    rb"|<(script|style|title|xmp|iframe|noembed|noframes)(?=[\s/>]).*?(?:</\1|\Z)"
    rb"|<(/?form|input|select|textarea|button)(?=[\s/>])(?:[^>\"']|\"[^\"]*\"|'[^']*')*",
    re.I | re.S,
)


def control_owners(tree: Tree, forms: Sequence[Node], controls: Sequence[Node]) -> list[int | None]:
    """For each control the position of its form among `forms`, or None when it has none.

    A form attribute names the owner; otherwise it is the form around the control. Where the
    parser closed a form early (a form between table rows), it is the form that was open in
    the source, as in a browser.
    """
    positions = {form.mem_id: index for index, form in enumerate(forms)}
    by_id: dict[str, int] = {}
    for index, form in enumerate(forms):
        by_id.setdefault(attribute(form, "id"), index)
    by_id.pop("", None)
    owners: list[int | None] = []
    orphans: list[int] = []
    for index, control in enumerate(controls):
        attributes = control.attributes
        if "form" in attributes:
            owners.append(by_id.get(attributes["form"] or ""))
            continue
        around = nearest(control, "form")
        owners.append(positions[around.mem_id] if around is not None else None)
        if around is None:
            orphans.append(index)
    if orphans and forms:
        in_source = _owners_in_source(tree, forms, controls)
        for index in orphans if in_source else ():
            owners[index] = in_source[index]
    return owners


def _owners_in_source(tree: Tree, forms: Sequence[Node], controls: Sequence[Node]) -> list[int | None]:
    """The form open in the source at each control; empty when source and tree do not match."""
    owners: list[int | None] = []
    tags: list[str] = []
    current: int | None = None
    opened = 0
    for match in _token.finditer(tree.raw_html or b""):
        tag = (match[2] or b"").decode("ascii").lower()
        if tag == "form" and current is None:  # a form inside a form does not count
            current, opened = opened, opened + 1
        elif tag == "/form":
            current = None
        elif tag and tag != "form":
            owners.append(current)
            tags.append(tag)
    if opened != len(forms) or tags != [control.tag for control in controls]:
        return []
    return owners
