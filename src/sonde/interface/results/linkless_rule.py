"""The rule that finds records without links: the blocks, their titles, and what tells them apart."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest

from sonde.interface.model import ResultRule
from sonde.interface.read import record_text
from sonde.interface.results.linkless import TAGS, cells_of
from sonde.interface.results.moving import moving_parts
from sonde.interface.results.record_rule import record_selector
from sonde.interface.results.titles import block_title
from sonde.page.dom import Node, Tree, visible_text

_STEM, _ENDING = 3, 3  # letters that forms of a word share at least, and that they differ in at most
_SEVERAL = 3  # answers that show the same before it is taken for no record
BLOCKS = ", ".join(sorted(TAGS))


def holds_words(lists: Sequence[tuple[str, Sequence[Node]]]) -> float:
    """The share of records that hold a word of those asked for.

    Searches that find other forms of a word show those: then it is the share with a word that begins like one of
    those asked for, less what by chance begins like one that another answer was asked for.
    """
    said = [
        (words, record_text(record, following).lower())
        for words, records in lists
        for record, following in zip_longest(records, records[1:])
    ]
    others = {words: " ".join(other for other, _ in lists if other != words) for words, _ in lists}
    held = [_hold(text, words) for words, text in said]
    alike = [_begin_alike(text, words) - _share_alike(text, others[words]) for words, text in said]
    return max(sum(held), sum(alike)) / len(said)


def _hold(text: str, words: str) -> bool:
    return any(word in text.lower() for word in words.lower().split())


def _begin_alike(text: str, words: str) -> bool:
    """Whether a word of the text begins like one of the words."""
    return any(re.search(rf"\b{re.escape(_beginning(word))}", text) for word in words.lower().split())


def _share_alike(text: str, words: str) -> float:
    """The share of the words that a word of the text begins like; all, where there is nothing to compare with."""
    asked = words.split()
    return sum(_begin_alike(text, word) for word in asked) / len(asked) if asked else 1.0


def _beginning(word: str) -> str:
    """What forms of a word have in common."""
    return word[: max(_STEM, len(word) - _ENDING)]


def make_block_rule(lists: Sequence[Sequence[Node]], pages: Sequence[tuple[str, Tree]], blank: Tree) -> ResultRule:
    """The rule for these lists, from pages with the words they answer."""
    records = [record for found in lists for record in found]
    where = record_selector(records, pages=[tree for _, tree in pages], others=[blank])
    where += _as_many_cells(records)
    where += _but_for_ends(where, pages)
    found = {record.mem_id for _, tree in pages for record in tree.css(where)}
    kept = [[record for record in records if record.mem_id in found] for records in lists]
    title = block_title(records)
    return ResultRule(where, title=title, is_document=True, moves=moving_parts(kept, title))


def _as_many_cells(records: Sequence[Node]) -> str:
    """Tells rows from those of headings and of pagers, which have other cells."""
    if records[0].tag != "tr":
        return ""
    (cells, times), *_ = Counter(len(cells_of(record)) for record in records).most_common(1)
    return ":has(> td)" + (f":has(> :nth-child({cells}):last-child)" if times == len(records) and cells > 1 else "")


def _but_for_ends(where: str, pages: Sequence[tuple[str, Tree]]) -> str:
    """Leaves out a first or last block that says the same in every answer: a row of headings or of sums."""
    left_out = ""
    for end, name in ((0, "first"), (-1, "last")):
        ends = [(words, found[end]) for words, tree in pages if len(found := tree.css(where)) > 1]
        texts = {visible_text(node) for _, node in ends}
        alone = {node.mem_id for _, tree in pages for node in tree.css(f"{where}:{name}-child")}
        is_end = all(node.mem_id in alone for _, node in ends)
        is_end &= sum(_hold(visible_text(node), words) for words, node in ends) < 0.5 * len(ends)
        if len(ends) >= _SEVERAL and len(texts) == 1 and is_end:
            left_out += f":not(:{name}-child)"
    return left_out
