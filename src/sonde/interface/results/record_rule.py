"""The selectors that find records again, made of lists in which they were found."""

from collections import Counter
from collections.abc import Sequence

from sonde.interface.model import ResultRule
from sonde.interface.results.records import RecordList
from sonde.interface.results.selectors import common_selector
from sonde.interface.results.titles import title_selector
from sonde.page.dom import Node, Tree

_LEAST_STEPS, _MOST_STEPS = 3, 8  # of a selector


def make_rule(
    lists: Sequence[RecordList],
    *,
    pages: Sequence[Tree] = (),
    others: Sequence[Tree] = (),
) -> ResultRule:
    """The selectors that find the records of all these lists.

    They find as little else as can be on the `pages` the lists are from, and on the `others`.
    """
    records = [record for found in lists for record in found.records]
    links = [link for found in lists for link in found.links]
    slots = Counter({found.slot: 0 for found in lists})
    for found in lists:
        slots[found.slot] += len(found.records)
    where = record_selector(records, pages=pages, others=others)
    return ResultRule(where, slots.most_common(1)[0][0], title_selector(records, links))


def record_selector(records: Sequence[Node], *, pages: Sequence[Tree], others: Sequence[Tree]) -> str:
    """What finds these records and as little else as can be."""
    homes = {record.parent.mem_id for record in records if record.parent is not None}

    def strays(depth: int) -> int:
        found = [node for page in pages for node in page.css(common_selector(records, depth=depth))]
        foreign = sum(node.parent is None or node.parent.mem_id not in homes for node in found)
        return foreign + sum(len(page.css(common_selector(records, depth=depth))) for page in others)

    depth = min(range(_LEAST_STEPS, _MOST_STEPS + 1), key=lambda depth: (strays(depth), depth))
    return common_selector(records, depth=depth)
