"""Learns where a site states its hit count, by contrast."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from sonde.interface.model import CountRule
from sonde.interface.paging.page_numbers import has_size
from sonde.interface.results.lines import Sounding, bare_lines, text_lines
from sonde.interface.results.selectors import common_selector, parent_chain
from sonde.interface.said import OWN_TEXT, after_words, numbers, read_total, without_words
from sonde.page.dom import Node, visible_text

_LEAST_SCORE = 1.0  # agreement with two answers
_GUESSED = 0.1  # by so much of it an estimated count differs from page to page
_OF_A_WORD = 0.3  # so much less is a number believed that stands straight after the word asked for
_CHOICE = re.compile(r"\D*[^\W\d]\D*?[\s(\[]\d[\d.,]*[)\]]?\s*(?:[,;|·•].*)?$")


@dataclass(slots=True)
class _Stated:
    """The numbers found at one place of the answers."""

    values: dict[int, int] = field(default_factory=dict)  # by sounding
    lines: int = 0  # how often the place occurs in all answers
    largest: int = 0  # how often the number is the largest of its line
    ranged: int = 0  # how often it is the 1 or the 20 of "1 - 20"
    of_word: int = 0  # how often it stands straight after the word: "war: 29" may be a count for each word
    of_page: int = 0  # how often the number of a page stands there instead

    @property
    def is_page(self) -> bool:
        """Whether a list of pages stands there, which is a mere 1 where there is one page."""
        return self.of_page > 0 and set(self.values.values()) <= {1}


def learn_count(soundings: Sequence[Sounding], second: Sequence[Sounding] = ()) -> CountRule | None:
    """The number whose value agrees with what the answers show, or None.

    It is never below the results shown, equals them when there is no further page, and differs
    between answers of different size. The bounds of "1 - 20 of 345" are not it. On the `second` page of an answer
    it is the same, which the time that a search took is not.
    """
    best, best_score = None, _LEAST_SCORE
    places = _numbers_by_place(soundings)
    for (where, position), stated in places.items():
        if any(_is_most_shown(stated, other, soundings) for (beside, _), other in places.items() if beside == where):
            continue
        score, exact = _agreement(soundings, stated.values)
        rule = CountRule(where, position, exact)
        if (
            score <= 0
            or not all(_stays(rule, page, soundings) for page in second)
            or stated.ranged == sum(soundings[index].shown > 0 for index in stated.values)
        ):
            continue
        score *= 0.5 + 0.5 * stated.largest / stated.lines
        # A hit count stands once or twice on a page, numbers in texts and lists stand anywhere.
        score *= min(1.0, 2.0 * len(stated.values) / stated.lines) ** 2
        score -= 0.05 * abs(position) + 0.002 * len(where) + _OF_A_WORD * stated.of_word / stated.lines
        if score > best_score:
            best, best_score = rule, score
    return best


def _is_most_shown(stated: _Stated, other: _Stated, soundings: Sequence[Sounding]) -> bool:
    """Whether a number only says how many are shown at most: "600 found, the first 50 are shown"."""
    pairs = [
        (value, other.values[index])
        for index, value in stated.values.items()
        if index in other.values and soundings[index].shown
    ]
    shown, found = {value for value, _ in pairs}, {value for _, value in pairs}
    return len(shown) == 1 < len(found) and min(found) > max(shown)


def _stays(rule: CountRule, second: Sounding, soundings: Sequence[Sounding]) -> bool:
    """Whether a number is much the same on the second page of an answer; some sites guess anew."""
    again = read_total(second.tree, rule, second.words)
    first = [read_total(page.tree, rule, page.words) for page in soundings if page.words == second.words]
    return again is None or all(value is None or is_much_the_same(value, again) for value in first)


def is_much_the_same(first: int, second: int) -> bool:
    """Whether two pages of an answer state one count, perhaps guessed anew."""
    return abs(second - first) <= _GUESSED * first


def _numbers_by_place(soundings: Sequence[Sounding]) -> dict[tuple[str, int], _Stated]:
    """The numbers of all short lines, by selector and position in the line."""
    found: dict[tuple[str, int], _Stated] = defaultdict(_Stated)
    menus: set[str] = set()
    for index, sounding in enumerate(soundings):
        first: set[str] = set()
        for node in (*text_lines(sounding), *bare_lines(sounding)):
            where, text = _place(node), _text(node)
            line = numbers(without_words(text, sounding.words))[:6]
            if _is_menu(node):
                # Where one answer offers choices, others do, even if theirs are too few to tell.
                menus.update({where} - first if line else ())
                continue
            first.update({where} if line else ())
            of_word = after_words(text, sounding.words)
            pages = {number for link in _links(node) for number in numbers(visible_text(link))}
            for position, value in [*enumerate(line), *((-1, value) for value in line[-1:])]:
                stated = found[where, position]
                if value in pages:
                    stated.of_page += 1
                    continue
                stated.lines += 1
                stated.largest += value == max(line)
                stated.of_word += position % len(line) in of_word
                if index not in stated.values:
                    stated.values[index] = value
                    stated.ranged += _is_bound(line, position, sounding.shown)
    return {place: stated for place, stated in found.items() if place[0] not in menus and not stated.is_page}


def _place(node: Node) -> str:
    """The selector of an element, or of the text that stands straight in one."""
    if node.tag == "-text" and node.parent is not None:
        return common_selector([node.parent], depth=3) + OWN_TEXT
    return common_selector([node], depth=3)


def _text(node: Node) -> str:
    return " ".join((node.text_content or "").split()) if node.tag == "-text" else visible_text(node)


def _links(node: Node) -> list[Node]:
    return [] if node.tag == "-text" else node.css("a")


def _is_menu(node: Node) -> bool:
    """Whether the line offers choices with a size each: "Letters (12) Maps (3)"."""
    if any(above.tag == "a" for above in parent_chain(node)):
        return True
    for link in _links(node):
        if visible_text(link).strip().isdigit() and has_size(link):
            return True
        after = link.next
        size = (after.text_content or "") if after is not None and after.tag == "-text" else ""
        if _CHOICE.match(f"{visible_text(link)} {size}".strip()):
            return True
    return False


def _is_bound(line: Sequence[int], position: int, shown: int) -> bool:
    """Whether the number is one end of the range of results on the first page."""
    position %= len(line)
    starts = [start for start in (position - 1, position) if start >= 0]
    return shown > 0 and any(list(line[start : start + 2]) == [1, shown] for start in starts)


def _agreement(soundings: Sequence[Sounding], values: dict[int, int]) -> tuple[float, bool]:
    """How well the values fit what the answers show, 0 when they cannot be totals; and whether exactly."""
    score, exact, equal, verified = 0.0, True, True, False
    most = max(sounding.shown for sounding in soundings)
    for index, value in values.items():
        sounding = soundings[index]
        if sounding.shown == 0:
            score += 0.5 * (value == 0)
        elif value < sounding.shown or (sounding.more and value == sounding.shown):
            if sounding.more or value < 0.75 * sounding.shown:
                return 0.0, False
            score += 0.2  # an advertisement was taken for a result
            exact = equal = False
        elif not sounding.more and value == sounding.shown:
            score += 2.0
            verified = True
        elif sounding.more or sounding.shown == most > 1:  # the longest answers may have been cut off
            score += 1.0 if sounding.more else 0.5
            equal = False
        else:
            score += 0.4 if value < 1.5 * sounding.shown + 2 else -2.0
            exact = equal = False
    answered = {value for index, value in values.items() if soundings[index].shown}
    if len(values) < 2 or (len(answered) < 2 and not equal):
        return 0.0, False
    return score, exact and verified
