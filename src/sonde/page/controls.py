"""Single controls of a form, with the value a browser would give them before anyone touches them."""

import re
from dataclasses import dataclass
from typing import Literal

from sonde.model import Choice, Field, FieldKind
from sonde.page.dom import Node, attribute

_kinds: dict[str, FieldKind] = {
    "text": "text", "search": "search", "hidden": "hidden", "radio": "radio", "checkbox": "checkbox",
    "submit": "submit", "image": "image", "button": "button", "reset": "reset", "password": "password",
    "email": "email", "tel": "tel", "url": "url", "file": "file", "number": "number", "range": "range",
    "date": "date", "datetime-local": "date", "month": "date", "week": "date", "time": "date",
    "color": "other",
}  # fmt: skip
_number = re.compile(r"-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?\Z")
_time = r"\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?"
_date = re.compile(rf"\d{{4,}}-(?:\d\d(?:-\d\d(?:[T ]{_time})?)?|W\d\d)\Z|{_time}\Z")
_color = re.compile(r"#[0-9a-fA-F]{6}\Z")


@dataclass(frozen=True, slots=True)
class Button(Field):
    """A submit button that sends its form elsewhere or otherwise. Empty means as the form says."""

    action: str = ""  # absolute
    method: Literal["", "GET", "POST"] = ""
    enctype: str = ""


def control_kind(node: Node) -> FieldKind:
    """The kind of an input, select, textarea or button; unknown input types are text, as in a browser."""
    if node.tag == "select":
        return "select"
    if node.tag == "textarea":
        return "textarea"
    stated = attribute(node, "type").strip().lower()
    if attribute(node, "formmethod").strip().lower() == "dialog":
        return "button"  # closes a dialog and sends nothing
    if node.tag == "button":
        return "reset" if stated == "reset" else "button" if stated == "button" else "submit"
    return _kinds.get(stated, "text")


def control_value(node: Node, kind: FieldKind) -> str:
    """The value of an input, textarea or button after the clean-up a browser does for its type."""
    if kind == "textarea":
        return node.text()
    attributes = node.attributes
    if kind in ("checkbox", "radio"):
        return attributes["value"] or "" if "value" in attributes else "on"
    value = attributes.get("value") or ""
    if kind in ("text", "search", "tel", "password", "url", "email"):
        value = value.replace("\n", "").replace("\r", "")
        return value.strip(" \t\f") if kind in ("url", "email") else value
    if kind == "number":
        return value if _number.match(value) else ""
    if kind == "date":
        return value if _date.match(value) else ""
    if kind == "range":
        return value if _number.match(value) else _middle(attribute(node, "min"), attribute(node, "max"))
    if kind == "other":
        return value.lower() if _color.match(value) else "#000000"
    return "" if kind == "file" else value


def is_disabled(node: Node) -> bool:
    """Whether a control is disabled itself or by a fieldset around it, whose first legend stays usable."""
    if "disabled" in node.attributes:
        return True
    legend: Node | None = None
    parent = node.parent
    while parent is not None:
        if parent.tag == "legend":
            legend = parent
        elif parent.tag == "fieldset" and "disabled" in parent.attributes:
            first = next((child for child in parent.iter() if child.tag == "legend"), None)
            if first is None or legend is None or first.mem_id != legend.mem_id:
                return True
        parent = parent.parent
    return False


def select_choices(node: Node) -> tuple[Choice, ...]:
    """The options of a select that can be sent, marked as a browser would show the list at first.

    A drop-down shows its first option when none is marked, and only the last one when several are.
    """
    multiple = "multiple" in node.attributes
    is_list = multiple or _positive(attribute(node, "size")) > 1
    options = [(option, _option_disabled(option)) for option in node.css("option")]
    marked = [i for i, (option, _) in enumerate(options) if "selected" in option.attributes]
    if not multiple:
        marked = marked[-1:]
    if not marked and not is_list:
        marked = [i for i, (_, disabled) in enumerate(options) if not disabled][:1]
    return tuple(
        Choice(_option_value(option), _option_label(option), i in marked)
        for i, (option, disabled) in enumerate(options)
        if not disabled
    )


def max_length(node: Node) -> int | None:
    """The most characters a browser lets a person type, if the page limits it."""
    stated = attribute(node, "maxlength").strip()
    return int(stated) if stated.isascii() and stated.isdigit() and len(stated) < 10 else None


def _option_disabled(option: Node) -> bool:
    parent = option.parent
    in_disabled_group = parent is not None and parent.tag == "optgroup" and "disabled" in parent.attributes
    return in_disabled_group or "disabled" in option.attributes


def _option_value(option: Node) -> str:
    attributes = option.attributes
    return attributes["value"] or "" if "value" in attributes else " ".join(option.text().split())


def _option_label(option: Node) -> str:
    return attribute(option, "label") or " ".join(option.text().split())


def _positive(text: str) -> int:
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _middle(low: str, high: str) -> str:
    """A slider without a value stands in its middle; it runs from 0 to 100 unless told otherwise."""
    least = float(low) if _number.match(low) else 0.0
    most = float(high) if _number.match(high) else 100.0
    return f"{least if most < least else least + (most - least) / 2:g}"
