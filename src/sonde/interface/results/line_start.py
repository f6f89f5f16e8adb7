"""Does a link stand at the beginning of its line, as titles do?"""

from sonde.interface.results.selectors import tag_path
from sonde.page.blocks import BLOCK_TAGS
from sonde.page.dom import Node, visible_text


def opens_its_line(link: Node) -> bool:
    """Whether a link stands at the beginning of its line like a title, not within a sentence.

    A number, a date, a label with a colon or another link may come first.
    """
    before = _word_before(link)
    return not before or not before[-1].isalnum() or any(char.isdigit() for char in before)


def _word_before(link: Node) -> str:
    """The last word on the line before a link, or an empty string."""
    node = link
    while node.tag not in BLOCK_TAGS:
        if node.prev is None:
            if node.parent is None:
                return ""
            node = node.parent
            continue
        node = node.prev
        if node.tag == "br" or node.tag in BLOCK_TAGS:
            return ""
        if _ends_apart(node):
            return ""
        text = node.text_content or "" if node.tag == "-text" else visible_text(node)
        if "\n" in text and "pre" in tag_path(link):
            return (text.rpartition("\n")[2].split() or [""])[-1]
        if text.strip():
            return text.split()[-1]
    return ""


def _ends_apart(node: Node) -> bool:
    """Whether what follows an element does not go on with its sentence: it ends with a link or a block."""
    last: Node | None = node
    while last is not None and last.tag != "-text":
        if last.tag == "a" or last.tag in BLOCK_TAGS:
            return True
        last = last.last_child
    return False
