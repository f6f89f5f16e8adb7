"""What a link's label says about where it leads: on, back, or elsewhere."""

import re

from sonde.interface.vocabulary import NEWER, NEXT, OLDER, PAGE_WORDS, PREVIOUS
from sonde.page.dom import Node, attribute, visible_text

RIGHT = frozenset("> >> › » → ▶ ► ⟩ ❯ ⇒ ⟶ ＞ ≫".split())
LEFT = frozenset("< << ‹ « ← ◀ ◄ ⟨ ❮ ⇐ ⟵ ＜ ≪".split())
LABEL_CHARS = 30
_MARK = re.compile(r"[a-z]+")


def label_of(node: Node) -> str:
    """What a link says, or what its picture stands for."""
    text = " ".join(visible_text(node).split())
    if text:
        return text
    image = node.css_first("img[alt], svg[aria-label]")
    inner = (attribute(image, "alt") or attribute(image, "aria-label")) if image is not None else ""
    return attribute(node, "aria-label") or attribute(node, "title") or inner


def picture_of(node: Node) -> str:
    """The name of what a link without words shows: of its file, or the longest in its style; empty: it has none."""
    image = node.css_first("img[src]")
    if image is not None:
        return attribute(image, "src").rpartition("/")[2][-LABEL_CHARS:]
    drawn = [name for child in node.css("*") for name in attribute(child, "class").split()]
    return max(drawn or attribute(node, "class").split(), key=len, default="")[-LABEL_CHARS:]


def label_words(label: str) -> list[str]:
    """The words of a link's label in lower case, without the marks around them."""
    words = label.lower().replace("\u00a0", " ").split()
    return [word.strip(".,:()[]{}|…") or word for word in words]


def is_among(word: str, known: frozenset[str]) -> bool:
    """Whether a word is known, a row of known arrows, or begins with a known one where no spaces part words."""
    if len(set(word)) == 1 and word[0] in known:
        return True
    return word in known or any(word.startswith(start) for start in known if "\u2e80" <= start[0] <= "\uffef")


def next_label_score(label: str, class_name: str = "", identity: str = "") -> float:
    """How much a link's label reads like "next page"; 0 when it does not."""
    if len(label) > LABEL_CHARS:
        return 0.0
    bare = label_words(label)
    names = set(re.split(r"[\s_-]+", f"{class_name} {identity}".lower()))
    older = any(is_among(word, OLDER) for word in bare)
    if older:  # further down a list that begins with the newest, whichever way its arrow points
        bare, names = [word for word in bare if not is_among(word, LEFT)], names - {"prev", "previous"}
    if any(is_among(word, PREVIOUS) for word in bare) or names & {"prev", "previous"}:
        return 0.0
    if "more" in bare and not ({"results", "load", "show"} & set(bare)):
        return 0.0
    named = [word for word in bare if is_among(word, NEXT | OLDER)]
    # "Next page" and "next 20" lead on; "Next thread" and "Read on »" lead elsewhere.
    others = [word for word in bare if word not in named and word not in PAGE_WORDS and not word.isdigit()]
    counted = any(word.isdigit() and len(word) < 4 for word in bare)
    counted = counted or any(not word[0].isalnum() for word in named)
    if named and (not others or (counted and len(others) == 1 and named[0][0].isalpha())):
        return (0.9 if any(word[0].isalpha() for word in named) else 0.85) + 0.05 * ("next" in names)
    partly = any(word[0].isalpha() for word in named)
    return 0.5 if "next" in names else 0.45 * partly


def says_newer(label: str) -> bool:
    """Whether a label reads like "newer posts"."""
    return len(label) <= LABEL_CHARS and any(is_among(word, NEWER) for word in label_words(label))


def arrows(label: str) -> tuple[bool, bool]:
    """Whether a label points left, and whether it points right."""
    return any(arrow in label for arrow in LEFT), any(arrow in label for arrow in RIGHT)


def marks(node: Node, *, levels: int) -> set[str]:
    """The words in the names of a link, its first child and the elements around it."""
    names = [attribute(node, "class"), attribute(node, "id"), attribute(node, "rel")]
    child = node.first_child
    if child is not None and child.tag not in (None, "-text", "-comment"):
        names.append(attribute(child, "class"))
    parent = node.parent
    for _ in range(levels):
        if parent is None or len(parent.css("a")) > 1:
            break
        names += [attribute(parent, "class"), attribute(parent, "id")]
        parent = parent.parent
    return set(_MARK.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", " ".join(names)).lower()))


def points(node: Node, label: str) -> int:
    """Where a link points by its arrow or its names: -1 back, 1 on, 0 unknown."""
    left, right = arrows(label)
    named = marks(node, levels=2)
    back, on = bool(named & {"prev", "previous"}), "next" in named
    return (right or on) - (left or back) if (right or on) != (left or back) else 0
