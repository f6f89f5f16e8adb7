"""Learns where results are: from the lists that came with queries to the rules that find them in any answer."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from sonde.interface.model import ResultRule
from sonde.interface.read import document_url
from sonde.interface.results.contrast import Answer, Contrast
from sonde.interface.results.linkless_rule import holds_words, make_block_rule
from sonde.interface.results.links import are_of_one_kind, kind, query_parameters
from sonde.interface.results.moving import moving_parts
from sonde.interface.results.ranked import are_ranked
from sonde.interface.results.record_rule import make_rule
from sonde.interface.results.records import RecordList
from sonde.interface.results.selectors import parent_chain, tag_path
from sonde.interface.results.titles import title_selector
from sonde.page.dom import visible_text

_HELD = 0.3  # of the records without links hold the words asked
_NEAR = 3  # levels above a block


def learn_rules(answers: Sequence[Answer], contrast: Contrast) -> tuple[ResultRule, ...]:
    """The rule for the main list, then one for each further list that leads to the same kind of page."""
    groups: dict[tuple[str, ...], list[tuple[Answer, RecordList]]] = defaultdict(list)
    for answer in answers:
        for found in contrast.lists(answer):
            groups[tag_path(found.records[0])].append((answer, found))
    parts = [part for found in groups.values() for part in _by_kind(found)]
    parted = [part for part in parts if _are_ranked(part) or not _are_tools(part)]
    if not parted:
        return ()
    if contrast.linkless:
        return _linkless_rules(parted, contrast)
    ranked = sorted(parted, key=_promise, reverse=True)
    main, first = _addresses(ranked[0]), _rule(ranked[0], contrast)
    chosen = [
        found
        for found in ranked[1:]
        if are_of_one_kind(_addresses(found), main) and not _lies_within(found, first) and not _stay(found)
    ]
    return (first, *(_rule(found, contrast) for found in chosen[:3]))


def _linkless_rules(
    parted: Sequence[Sequence[tuple[Answer, RecordList]]], contrast: Contrast
) -> tuple[ResultRule, ...]:
    """The rule for the blocks that hold what was asked: a search that finds a record by its words shows them."""
    parted = [found for found in parted if not _go_with_links(found, contrast)]
    held = [holds_words([(answer.words, records.records) for answer, records in found]) for found in parted]
    usable = [(share * _promise(found), found) for share, found in zip(held, parted, strict=True) if share >= _HELD]
    if not usable:
        return ()
    best = max(usable, key=lambda pair: pair[0])[1]
    pages = {answer.words: (answer.words, answer.tree) for answer, _ in best}
    return (make_block_rule([records.records for _, records in best], list(pages.values()), contrast.blank.tree),)


def _go_with_links(found: Sequence[tuple[Answer, RecordList]], contrast: Contrast) -> bool:
    """Whether near the blocks, but in none, stands a link to something else in every answer: they are parts of it."""
    texts: list[set[str]] = []
    for answer, records in found:
        inside = {record.mem_id for record in records.records}
        around = {node.mem_id for node in parent_chain(records.records[0])[1 : _NEAR + 1] if node.tag != "body"}
        links = [anchor.node for anchor in answer.anchors if contrast.is_document(anchor.url, answer)]
        chains = [(link, {step.mem_id for step in parent_chain(link)}) for link in links]
        texts.append({visible_text(link) for link, chain in chains if chain & around and not chain & inside})
    return bool(texts) and all(texts) and len(set.union(*texts)) > len(set.intersection(*texts))


def _promise(found: Sequence[tuple[Answer, RecordList]]) -> float:
    return sum(records.score for _, records in found) * (0.3 if _stay(found) else 1.0)


def _by_kind(found: Sequence[tuple[Answer, RecordList]]) -> list[list[tuple[Answer, RecordList]]]:
    """Lists at one place of the page, those apart that lead to other kinds of pages than the best of each answer."""
    best: dict[str, RecordList] = {}
    for answer, records in found:
        if answer.words not in best or records.score > best[answer.words].score:
            best[answer.words] = records
    main = {kind(url) for records in best.values() for url in records.urls}
    same: list[tuple[Answer, RecordList]] = []
    other: list[tuple[Answer, RecordList]] = []
    for answer, records in found:
        is_main = records is best[answer.words] or main & {kind(url) for url in records.urls}
        (same if is_main else other).append((answer, records))
    return [part for part in (same, other) if part]


def _stay(found: Sequence[tuple[Answer, RecordList]]) -> bool:
    """Whether these lists are nearly the same in every answer, as the most read pages are."""
    by_words: dict[str, set[str]] = defaultdict(set)
    for answer, records in found:
        by_words[answer.words].update(_addresses([(answer, records)]))
    return len(by_words) > 1 and len(set.intersection(*by_words.values())) > 0.8 * len(set.union(*by_words.values()))


def _lies_within(found: Sequence[tuple[Answer, RecordList]], rule: ResultRule) -> bool:
    """Whether these lists are parts of records, as seen where an answer has one record with several links."""
    for answer, records in found:
        whole = {node.mem_id for node in answer.tree.css(rule.record)}
        if any(above.mem_id in whole for above in parent_chain(records.records[0])):
            return True
    return False


def _rule(found: Sequence[tuple[Answer, RecordList]], contrast: Contrast) -> ResultRule:
    pages = {answer.words: answer.tree for answer, _ in found}
    rule = make_rule([records for _, records in found], pages=list(pages.values()), others=[contrast.blank.tree])
    if not _are_ranked(found):
        return rule
    longest = max((records for _, records in found), key=lambda records: len(records.records))
    title = title_selector(longest.records, longest.links)  # over all answers, one document has several addresses
    moves = moving_parts([records.records for _, records in found], title)
    return replace(rule, title=title, ranked=True, moves=moves)


def _are_ranked(found: Sequence[tuple[Answer, RecordList]]) -> bool:
    """Whether the links of these lists hold no more than a rank."""
    return are_ranked(
        [list(zip(records.urls, map(visible_text, records.records), strict=True)) for _, records in found]
    )


def _are_tools(found: Sequence[tuple[Answer, RecordList]]) -> bool:
    """Whether these links read the same in every answer but lead elsewhere each time: sort, refine, page."""
    labels: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))  # -> words asked -> addresses
    for answer, records in found:
        for link in records.links:
            drop = query_parameters(link.url, answer.words)
            labels[visible_text(link.node)][answer.words].add(document_url(link.url, drop))
    moving = 0
    for by_words in labels.values():
        alone = all(len(urls) == 1 for urls in by_words.values())  # not "Details" in every record
        moving += alone and len(set.union(*by_words.values())) > 1
    return moving > 0.6 * len(labels)


def _addresses(found: Sequence[tuple[Answer, RecordList]]) -> set[str]:
    """The linked addresses without parameters that echo the query."""
    return {document_url(url, query_parameters(url, answer.words)) for answer, records in found for url in records.urls}
