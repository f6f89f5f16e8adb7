"""The most results a site shows for one query: where the longest answers end, if that is before their last match."""

from collections.abc import Sequence
from dataclasses import replace

from sonde.interface.abilities.chance import at_most
from sonde.interface.abilities.depth import Depth
from sonde.interface.abilities.end_search import End
from sonde.interface.abilities.grounds import Grounds
from sonde.interface.abilities.key import key_of
from sonde.interface.abilities.limits import ROUND, is_usual_limit
from sonde.interface.abilities.line import Line
from sonde.interface.abilities.long_answers import ASKED, LONG, long_questions, longest_answer
from sonde.interface.abilities.reach import find_end
from sonde.interface.abilities.sample import plain_words, rare_first
from sonde.interface.abilities.sound_order import price_of_order
from sonde.model import Abilities, Query

_WORTH = 2  # requests that the end of one more answer takes, or it is not looked for
_ROUNDED = 99  # counts above may be rounded
_SEEN = 10  # documents that tell whether an answer has all
_NEARLY = 0.9
_MISSED = 3  # documents that an answer does not have though they show its words
_UNLIKELY = 0.005


async def learn_cap(grounds: Grounds, known: Abilities) -> Abilities:
    """The most results shown for one query, if the longest answer is cut; None where that cannot be told."""
    if known.too_many or known.cap is not None:
        return known  # nothing is cut, or it was told before
    kept = 0 if known.order else await price_of_order(grounds, known)
    grounds.line.allowed -= kept
    cap = await _cap(grounds, known)
    grounds.line.allowed += kept
    return replace(known, cap=cap)


async def _cap(grounds: Grounds, known: Abilities) -> int | None:
    line = grounds.line
    questions = long_questions(grounds, known)
    words = await longest_answer(line, questions)
    depth = line.known.get(Query(words), Depth())
    end = await find_end(line, words, depth)
    if end is None:
        return None
    if depth.total is not None and not line.doubts_counts:
        if _is_cut(line, depth, end):
            return end.results
        return await _longer_cut(line, questions[:ASKED], depth.total) if depth.total < LONG else None
    if not words and _lacks_some(line, end):
        return end.results
    if _has_all(line, words, depth):
        return None
    if is_usual_limit(end.results) or (end.results in ROUND and _misses_some(line, known, words, end)):
        return end.results
    others = [other for other in questions[:ASKED] if other != words and not _is_vain(line, other)]
    return await _shared_end(line, words, [*await _varied(grounds, known, words), *others], end)


async def _longer_cut(line: Line, questions: Sequence[str], length: int) -> int | None:
    """Where an answer of more than so many matches is cut; those that were asked before are no longer."""
    for words in questions:
        depth = await line.ask(words) if line.left > line.price else None
        end = await find_end(line, words, depth) if depth is not None and (depth.total or 0) > length else None
        if depth is not None and end is not None and _is_cut(line, depth, end):
            return end.results
    return None


def _is_cut(line: Line, depth: Depth, end: End) -> bool:
    """Whether an answer ends well before the count it states, or before it at a limit that people set."""
    total = depth.total or 0
    if is_usual_limit(end.results):
        return total > end.results
    is_exact = any((other.total or 0) % 10 for other in line.known.values() if other.hits > _ROUNDED)
    return total - end.results > max(2, (0.02 if is_exact else 0.06) * total)


def _has_all(line: Line, words: str, depth: Depth) -> bool:
    """Whether an answer on one page has nearly whatever other words brought: it is all there is, and not cut."""
    others = [other for query, other in line.known.items() if words not in query.words.split()]
    seen = {result.url: key_of(result) for other in others for result in other.results}
    keys, urls = {key_of(result) for result in depth.results}, set(depth.urls)
    held = [url for url, key in seen.items() if key in keys or url in urls]
    return not depth.more and len(seen) >= _SEEN and len(held) >= _NEARLY * len(seen)


def _is_vain(line: Line, words: str) -> bool:
    """Whether words were asked before and found nothing."""
    return Query(words) in line.known and not line.known[Query(words)].results


def _lacks_some(line: Line, end: End) -> bool:
    """Whether what is said to be everything does not have all documents that were seen elsewhere.

    On the pages of it that were read, a share of these is expected, as the pages are a share of everything.
    """
    shown = line.seen("")
    elsewhere = {key_of(result) for query, depth in line.known.items() if query.words for result in depth.results}
    expected = len(elsewhere) * min(1.0, len(shown) / end.results)
    return at_most(len(shown & elsewhere), expected=expected) < _UNLIKELY


def _misses_some(line: Line, known: Abilities, words: str, end: End) -> bool:
    """Whether an answer that was read to its end misses documents that show its words elsewhere."""
    held, any_or_all = line.seen(words), any if known.operator == "or" else all
    missed = set()
    for result in line.shown:
        text = f"{result.title} {result.snippet}".lower()
        having = text if known.matching == "substrings" else plain_words(text)
        if key_of(result) not in held and any_or_all(word in having for word in words.split()):
            missed.add(key_of(result))
    return len(held) == end.results and len(missed) >= _MISSED


async def _varied(grounds: Grounds, known: Abilities, words: str) -> list[str]:
    """A question whose answer has some documents more or fewer: if it is as long still, both answers are cut."""
    line = grounds.line
    if known.operator == "or" and words:
        found = [query.words for query, depth in line.known.items() if depth.results and query.words.isalnum()]
        more = [word for word in found if word not in words.split()]
        return [" ".join([words, *more])] if more else []
    for result in line.known.get(Query(words), Depth()).results[:1]:
        rare = rare_first(plain_words(result.snippet) - {words}, grounds.language)[:1]
        if rare and known.exclude and words.isalnum() and line.left >= _WORTH:
            question = f"{words} {known.exclude.format(rare[0])}"
            without = await line.ask(question)
            if without is not None and key_of(result) not in map(key_of, without.results):
                return [question]
    return []


async def _shared_end(line: Line, longest: str, questions: Sequence[str], end: End) -> int | None:
    """Where two answers end alike, where no count tells; a longer one than the first takes its place.

    Answers that show the same documents wherever they were looked at are one answer, which may be all there is.
    """
    for words in questions:
        depth = await line.ask(words) if line.left >= _WORTH else await line.recall(words)
        other = await find_end(line, words, depth, near=end) if depth is not None else None
        if other is None or other.results < end.results:
            continue
        if is_usual_limit(other.results):
            return other.results
        if other.results > end.results:
            longest, end = words, other
        elif not line.seen(words) <= line.seen(longest):
            return other.results
    return None
