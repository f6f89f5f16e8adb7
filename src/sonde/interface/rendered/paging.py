"""The next page of a drawn answer: something to press, or further down. Pure; the page shows which way is true."""

import re
from collections import Counter
from collections.abc import Sequence

from sonde.browser.control import Control
from sonde.interface.forms.danger import ACT, SEND, THING, plain_words
from sonde.interface.forms.score import tokens
from sonde.interface.model import Paging
from sonde.interface.paging.labels import next_label_score
from sonde.interface.rendered.boxes import UNSEEN
from sonde.page.dom import Node, Tree, attribute, visible_text

_MORE = frozenset("more mehr plus más mais altri meer mer fler więcej více ещё еще больше 更多 もっと 더보기".split())
_BUTTONS = "button, [role=button], input[type=button], input[type=submit], a"
_LABEL_CHARS = 30


def ways_on(controls: Sequence[Control], blank: Tree) -> list[Control]:
    """What may lead to more results, most likely first.

    A label that says so comes first; then buttons that are there once, and not where nothing was found.
    """
    known = {_plain(_label(node)) for node in blank.css(_BUTTONS)}
    times = Counter(_plain(control.label) for control in controls)
    scores = {control: _score(control, known, times[_plain(control.label)]) for control in controls}
    return sorted((control for control in controls if scores[control]), key=lambda control: -scores[control])


def _score(control: Control, known: set[str], times: int) -> float:
    label = control.label
    if control.disabled or not label or len(label) > _LABEL_CHARS or is_threat(label):
        return 0.0
    score = next_label_score(label, control.names)
    if tokens(label) & _MORE or any(word in label for word in _MORE if not word.isascii()):
        score = max(score, 0.6)
    if label == "2":
        score = 0.8
    if control.href and not control.href.startswith(("#", "javascript:")):
        return score  # a link that does not say "next" leads to a document
    return score or 0.2 * (times == 1 and not control.form and _plain(label) not in known)


def is_threat(label: str) -> bool:
    """Whether a label speaks of something that must not be pressed."""
    said = plain_words(label)
    return any(phrases.find(said) for phrases in (*ACT.values(), THING, SEND))


def choose_control(controls: Sequence[Control], paging: Paging, number: int) -> Control | None:
    """The control that leads on from the page of this number, by the learned way; None at the end."""
    usable = [control for control in controls if not control.disabled]
    if not paging.label:
        return next((control for control in usable if control.label == str(number + 1)), None)
    return next((control for control in usable if _plain(control.label) == _plain(paging.label)), None)


def goes_on(tree: Tree, paging: Paging, *, shown: int, number: int = 1) -> bool:
    """Whether the page of this number of an answer offers more, by the learned way."""
    if paging.kind == "scroll":
        return shown >= paging.page_size > 0
    wanted = _plain(paging.label) if paging.label else str(number + 1)
    read = _plain if paging.label else str
    return any(
        read(_label(node)) == wanted
        for node in tree.css(_BUTTONS)
        if UNSEEN not in node.attributes and "disabled" not in node.attributes
    )


def _label(node: Node) -> str:
    text = " ".join(visible_text(node).split())
    return text or attribute(node, "value") or attribute(node, "aria-label") or attribute(node, "title")


def _plain(label: str) -> str:
    """A label without numbers: "Show 20 more" may become "Show 7 more"."""
    return " ".join(re.sub(r"\d+", "", label).split()).lower()
