"""Forms of a page with their controls, as a browser sees them before anyone touches them."""

import codecs
from collections.abc import Sequence
from typing import Literal

from sonde.model import Choice, Field, Form
from sonde.page.controls import (
    Button,
    control_kind,
    control_value,
    is_disabled,
    max_length,
    select_choices,
)
from sonde.page.dom import Node, Tree, attribute, nearest, visible_text
from sonde.page.labels import button_label, control_label, group_label, labels_by_id
from sonde.page.links import base_url, resolve
from sonde.page.ownership import control_owners

MAX_TEXT_CHARS = 2000

_enctypes = ("application/x-www-form-urlencoded", "multipart/form-data", "text/plain")
_dirname_kinds = frozenset({"text", "search", "hidden", "tel", "url", "email", "password", "submit", "textarea"})


def find_forms(tree: Tree, base: str, charset: str = "utf-8") -> tuple[Form, ...]:
    """The forms of a page in document order, with their fields in document order.

    `base` is the page's address; a <base> in the page is honoured, except that a form without
    an action goes to the page itself. Radio buttons of one name are one field. Options that
    cannot be chosen are left out. Controls that belong to no form are not here.
    """
    nodes = tree.css("form")
    if not nodes:
        return ()
    controls = tree.css("input, select, textarea, button")
    owned: list[list[Node]] = [[] for _ in nodes]
    for control, owner in zip(controls, control_owners(tree, nodes, controls), strict=True):
        if owner is not None and nearest(control, "datalist") is None:
            owned[owner].append(control)
    reader = _FieldReader(tree, base)
    return tuple(
        _form(node, index, reader.fields(owned[index]), base=base, links=reader.links, charset=charset)
        for index, node in enumerate(nodes)
    )


def _form(node: Node, index: int, fields: tuple[Field, ...], *, base: str, links: str, charset: str) -> Form:
    action = attribute(node, "action").strip()
    names = (attribute(node, "id"), attribute(node, "name"), attribute(node, "class"))
    return Form(
        action=(resolve(links, action) if action else None) or base.split("#", 1)[0],
        method="POST" if attribute(node, "method").strip().lower() == "post" else "GET",
        fields=fields,
        enctype=_enctype(attribute(node, "enctype")),
        charset=_charset(attribute(node, "accept-charset"), charset),
        name=" ".join(" ".join(names).split()),
        role=_role(node),
        text=visible_text(node, most=MAX_TEXT_CHARS),
        index=index,
    )


class _FieldReader:
    """Turns controls into fields; holds what is looked up once for a page."""

    def __init__(self, tree: Tree, page_url: str) -> None:
        self.tree = tree
        self.links = base_url(tree, page_url)
        self.labels = labels_by_id(tree)

    def fields(self, controls: Sequence[Node]) -> tuple[Field, ...]:
        fields: list[Field] = []
        radios: dict[str, list[Node]] = {}
        for control in controls:
            name = attribute(control, "name")
            if control_kind(control) == "radio" and name:
                radios.setdefault(name, []).append(control)
        for control in controls:
            group = radios.get(attribute(control, "name"), [])
            if any(control.mem_id == member.mem_id for member in group):
                if control.mem_id == _checked(group).mem_id:
                    fields.append(self._radio_group(group))
                continue
            fields.append(self._field(control))
            fields.extend(_direction(control))
        return tuple(fields)

    def _field(self, node: Node) -> Field:
        kind = control_kind(node)
        attributes = node.attributes
        name = attributes.get("name") or ""
        disabled = is_disabled(node)
        if kind in ("submit", "image", "button", "reset"):
            label = button_label(self.tree, node, self.labels)
            return self._button(node, Field(name, kind, attribute(node, "value"), label, disabled=disabled))
        choices = select_choices(node) if kind == "select" else ()
        shown = next((choice.value for choice in choices if choice.selected), "")
        return Field(
            name=name,
            kind=kind,
            value=shown if kind == "select" else control_value(node, kind),
            label="" if kind == "hidden" else control_label(self.tree, node, self.labels),
            choices=choices,
            checked=kind in ("checkbox", "radio") and "checked" in attributes,
            disabled=disabled,
            required="required" in attributes,
            max_length=max_length(node),
            least=attribute(node, "min").strip() if kind in ("number", "range", "date") else "",
            most=attribute(node, "max").strip() if kind in ("number", "range", "date") else "",
        )

    def _button(self, node: Node, field: Field) -> Field:
        overrides = ("formaction", "formmethod", "formenctype")
        if field.kind not in ("submit", "image") or not any(name in node.attributes for name in overrides):
            return field
        action = attribute(node, "formaction").strip()
        method = attribute(node, "formmethod").strip().lower()
        stated: Literal["", "GET", "POST"] = "POST" if method == "post" else "GET" if method else ""
        return Button(
            field.name,
            field.kind,
            field.value,
            field.label,
            disabled=field.disabled,
            action=(resolve(self.links, action) if action else None) or "",
            method=stated,
            enctype=_enctype(attribute(node, "formenctype")) if "formenctype" in node.attributes else "",
        )

    def _radio_group(self, group: Sequence[Node]) -> Field:
        usable = [node for node in group if not is_disabled(node)]
        checked = _checked(group)
        marked = "checked" in checked.attributes
        choices = tuple(
            Choice(
                control_value(node, "radio"),
                control_label(self.tree, node, self.labels),
                marked and node.mem_id == checked.mem_id,
            )
            for node in usable
        )
        return Field(
            name=attribute(group[0], "name"),
            kind="radio",
            value=next((choice.value for choice in choices if choice.selected), ""),
            label=group_label(group[0]),
            choices=choices,
            checked=any(choice.selected for choice in choices),
            disabled=not usable,
            required=any("required" in node.attributes for node in group),
        )


def _checked(group: Sequence[Node]) -> Node:
    """The button of a radio group that is on: the last one marked, else the group's first."""
    return next((node for node in reversed(group) if "checked" in node.attributes), group[0])


def _direction(node: Node) -> list[Field]:
    """The extra entry that a dirname attribute asks for: the text's direction."""
    name = attribute(node, "dirname")
    if not name or control_kind(node) not in _dirname_kinds:
        return []
    current: Node | None = node
    while current is not None and not attribute(current, "dir"):
        current = current.parent
    stated = attribute(current, "dir").lower() if current is not None else ""
    return [Field(name, "hidden", "rtl" if stated == "rtl" else "ltr", disabled=is_disabled(node))]


def _role(node: Node) -> str:
    """The form's role; a form inside a search landmark is a search."""
    role = attribute(node, "role").strip().lower()
    parent = node.parent
    while not role and parent is not None:
        if parent.tag == "search" or attribute(parent, "role").strip().lower() == "search":
            role = "search"
        parent = parent.parent
    return role


def _enctype(stated: str) -> str:
    stated = stated.strip().lower()
    return stated if stated in _enctypes else _enctypes[0]


def _charset(accepted: str, page_charset: str) -> str:
    """The encoding a browser sends the form in: the first accepted one it knows, else the page's."""
    for label in [*accepted.replace(",", " ").split(), page_charset]:
        try:
            codecs.lookup(label).name.encode("ascii")
        except (LookupError, UnicodeError, ValueError):
            continue
        # UTF-16 and UTF-7 cannot be percent-encoded; browsers send UTF-8 instead.
        return "utf-8" if label.lower().startswith(("utf-16", "utf-32", "utf-7", "unicode")) else label.lower()
    return "utf-8"
