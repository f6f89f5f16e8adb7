"""What a person reads beside a control: its label."""

from sonde.page.dom import Node, Tree, attribute, nearest, visible_text

MAX_LABEL_CHARS = 200

_control_tags = frozenset({"input", "select", "textarea", "button"})
_unseen_tags = frozenset({"script", "style", "noscript", "template"})
_controls = "input:not([type=hidden i]), select, textarea, button"


def labels_by_id(tree: Tree) -> dict[str, str]:
    """The texts of <label for=…> by the id they name; the first label counts."""
    found: dict[str, str] = {}
    for node in tree.css("label[for]"):
        text = visible_text(node)
        if text:
            found.setdefault(attribute(node, "for"), text[:MAX_LABEL_CHARS])
    return found


def control_label(tree: Tree, control: Node, labels: dict[str, str]) -> str:
    """The label of a control: <label>, aria-label, title, placeholder, else the text beside it."""
    stated = _stated_label(tree, control, labels)
    if stated:
        return stated[:MAX_LABEL_CHARS]
    if _is_box(control):
        return _text_beside(control, forward=True) or _text_beside(control, forward=False)
    return _text_beside(control, forward=False)


def group_label(control: Node) -> str:
    """The label of a radio group, given its first button: the fieldset's legend, else the text before."""
    fieldset = nearest(control, "fieldset")
    if fieldset is not None:
        legend = fieldset.css_first("legend")
        if legend is not None and (text := visible_text(legend)):
            return text[:MAX_LABEL_CHARS]
    start = nearest(control, "label")
    return _text_beside(control if start is None else start, forward=False)


def button_label(tree: Tree, control: Node, labels: dict[str, str]) -> str:
    """What a button says."""
    image = control.css_first("img[alt]")
    said = (
        visible_text(control) if control.tag == "button" else "",
        attribute(control, "value") if control.tag == "input" else "",
        attribute(control, "alt"),
        attribute(image, "alt") if image is not None else "",
        _stated_label(tree, control, labels),
        attribute(control, "value"),
    )
    return next((" ".join(text.split())[:MAX_LABEL_CHARS] for text in said if text.strip()), "")


def _stated_label(tree: Tree, control: Node, labels: dict[str, str]) -> str:
    identifier = attribute(control, "id")
    if identifier and identifier in labels:
        return labels[identifier]
    wrapper = nearest(control, "label")
    if wrapper is not None and (text := visible_text(wrapper)):
        return text
    for text in (attribute(control, "aria-label"), _labelled_by(tree, control)):
        if text.strip():
            return " ".join(text.split())
    for name in ("title", "placeholder"):
        if text := " ".join(attribute(control, name).split()):
            return text
    return ""


def _labelled_by(tree: Tree, control: Node) -> str:
    texts = []
    for identifier in attribute(control, "aria-labelledby").split()[:5]:
        quoted = identifier.replace("\\", "\\\\").replace('"', '\\"')
        node = tree.css_first(f'[id="{quoted}"]')
        if node is not None:
            texts.append(visible_text(node))
    return " ".join(text for text in texts if text)


def _text_beside(control: Node, *, forward: bool) -> str:
    """The nearest text before (or after) a control within its form, unless another control comes first."""
    node: Node | None = control
    for _ in range(50):
        if node is None or node.tag in ("form", "body"):
            return ""
        beside = node.next if forward else node.prev
        if beside is None:
            node = node.parent
            # Text after the cell or paragraph of a box belongs to something else.
            if forward and node is not None and node.tag not in ("span", "font", "b"):
                return ""
            continue
        node = beside
        if node.tag in _control_tags and attribute(node, "type").lower() != "hidden":
            return ""
        if node.tag in _unseen_tags:
            continue
        if node.tag == "-text":
            text = " ".join((node.text_content or "").split())
        else:
            if node.css_first(_controls) is not None:
                return ""
            text = visible_text(node)
        if any(char.isalnum() for char in text):
            if forward:
                return text[:MAX_LABEL_CHARS]
            return "" if _is_box(node.prev) else text[-MAX_LABEL_CHARS:]
    return ""


def _is_box(node: Node | None) -> bool:
    """Whether a node is a check box or radio button, whose label comes after it."""
    return node is not None and attribute(node, "type").lower() in ("checkbox", "radio")
