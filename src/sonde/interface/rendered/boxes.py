"""Which boxes of a drawn page search? Also those without a form, and those that a button uncovers."""

import re
from dataclasses import dataclass, replace

from sonde.interface.forms.candidates import SEARCHABLE
from sonde.interface.forms.score import refusal, says_search, search_score
from sonde.interface.results.selectors import common_selector
from sonde.model import Field, FieldKind, Form
from sonde.page.controls import control_kind, control_value, is_disabled
from sonde.page.dom import Node, Tree, attribute, visible_text
from sonde.page.labels import button_label, control_label, labels_by_id

UNSEEN = "data-sonde-unseen"  # the browser writes it on controls that cannot be seen

_BUTTONS = ("submit", "image", "button")
_ROOM = 4  # levels up from a box without a form in which its button stands
_OTHERS = 6  # more controls than these around a box are not its own
_NAME = re.compile(r"[A-Za-z][\w-]*\Z")
_LABEL_CHARS = 40


@dataclass(frozen=True, slots=True)
class Box:
    """A box that takes words, with everything that belongs to it."""

    selector: str
    form: Form  # as if it were a form, where it has none
    score: float
    button: str = ""  # the button beside it, as a selector
    refused: str = ""  # why it must not be used


def find_boxes(tree: Tree, base: str) -> list[Box]:
    """The boxes a person could type a search into, best first; refused and unlikely ones come with their reason."""
    labels = labels_by_id(tree)
    boxes = []
    for node in tree.css("input, textarea"):
        if _takes_words(node):
            boxes.append(_box(tree, node, base, labels))
    return sorted(boxes, key=lambda box: (bool(box.refused), -box.score))


def find_openers(tree: Tree) -> list[str]:
    """Buttons that may uncover a search box, as selectors: they speak of searching and lead nowhere."""
    found = []
    for node in tree.css("button, [role=button], a"):
        href = attribute(node, "href")
        leads_on = node.tag == "a" and bool(href) and not href.startswith("#")
        if leads_on or UNSEEN in node.attributes or is_disabled(node):
            continue
        label = f"{visible_text(node)} {attribute(node, 'aria-label')} {attribute(node, 'title')}".strip()
        names = f"{attribute(node, 'id')} {attribute(node, 'class')}"
        if len(label) <= _LABEL_CHARS and says_search(label, "" if label else names):
            found.append(unique_selector(tree, node))
    return found


def unique_selector(tree: Tree, node: Node) -> str:
    """A selector that finds this element alone, by what its makers call it rather than by its place."""
    tag = node.tag or "*"
    identity = attribute(node, "id")
    ways = [f"#{identity}"] if _NAME.match(identity) and not re.search(r"\d{3}", identity) else []
    for name in ("name", "type", "role", "aria-label", "placeholder", "title"):
        if value := attribute(node, name):
            ways.append(f'{tag}[{name}="{_escaped(value)}"]')
    ways += [f"{tag}.{name}" for name in attribute(node, "class").split() if _NAME.match(name)]
    for way in ways:
        if len(tree.css(way)) == 1:
            return way
    return common_selector([node], depth=8)


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\a ")


def _takes_words(node: Node) -> bool:
    if UNSEEN in node.attributes or "readonly" in node.attributes or is_disabled(node):
        return False
    if node.tag == "textarea":  # a box of one line in disguise
        return attribute(node, "role") in ("searchbox", "combobox") or attribute(node, "rows") == "1"
    return control_kind(node) in ("text", "search")


def _box(tree: Tree, node: Node, base: str, labels: dict[str, str]) -> Box:
    around = _surroundings(node)
    fields, button = [], ""
    for control in around.css("input, select, textarea, button"):
        kind = control_kind(control)
        if control.mem_id == node.mem_id:
            fields.append(_query_field(tree, node, labels))
        elif kind in _BUTTONS:
            if UNSEEN in control.attributes:
                continue
            label = button_label(tree, control, labels)
            fields.append(Field(attribute(control, "name"), kind, attribute(control, "value"), label))
            if not button or says_search(label):
                button = unique_selector(tree, control)
        else:
            label = control_label(tree, control, labels) if kind != "hidden" else ""
            fields.append(Field(attribute(control, "name"), kind, control_value(control, kind), label))
    form = Form(
        action=base,
        method="POST" if attribute(around, "method").lower() == "post" else "GET",
        fields=tuple(fields),
        name=" ".join(f"{attribute(around, 'id')} {attribute(around, 'class')}".split()),
        role=_role(node),
        text=visible_text(around, most=500),
    )
    # What pressing its button does is up to a script: it is judged as if it sent something.
    refused = refusal(form) or ("" if _role(node) else refusal(replace(form, method="POST")))
    score = search_score(form)
    if not refused and score < SEARCHABLE and not _is_marked(node):
        refused = f"score {score:.2f} below {SEARCHABLE}"
    return Box(unique_selector(tree, node), form, max(score, SEARCHABLE * _is_marked(node)), button, refused)


def _is_marked(node: Node) -> bool:
    """Whether the page itself says that the box is for searching."""
    return control_kind(node) == "search" or bool(_role(node))


def _query_field(tree: Tree, node: Node, labels: dict[str, str]) -> Field:
    """The box as a field; one without a name goes by its id."""
    kind: FieldKind = "search" if "searchbox" in attribute(node, "role") else control_kind(node)
    kind = "text" if kind == "textarea" else kind
    name = attribute(node, "name") or attribute(node, "id") or "box"
    label = f"{control_label(tree, node, labels)} {attribute(node, 'placeholder')}".strip()
    return Field(name, kind, control_value(node, kind), label)


def _surroundings(node: Node) -> Node:
    """The form of a box, its search landmark, or the nearest element that also holds a button."""
    above = []
    parent = node.parent
    while parent is not None and parent.tag not in ("body", "html"):
        if parent.tag in ("form", "search") or attribute(parent, "role") == "search":
            return parent
        above.append(parent)
        parent = parent.parent
    for near in above[:_ROOM]:
        controls = near.css("input, select, textarea, button")
        if len(controls) > _OTHERS:
            break
        if any(control_kind(control) in _BUTTONS for control in controls):
            return near
    return above[0] if above and len(above[0].css("input, select, textarea, button")) <= _OTHERS else node


def _role(node: Node) -> str:
    """Whether the box or something around it is marked as a search."""
    current: Node | None = node
    while current is not None:
        if current.tag == "search" or attribute(current, "role") in ("search", "searchbox"):
            return "search"
        current = current.parent
    return ""
