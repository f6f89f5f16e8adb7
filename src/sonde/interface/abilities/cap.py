"""The most results a site shows for one query: where the longest answers end, if that is before their last match."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import inf, log10

from sonde.interface.abilities.grounds import FREQUENT, LISTED, Grounds
from sonde.interface.abilities.line import LOOKED_AT, Depth, Line
from sonde.interface.abilities.reach import End, find_end
from sonde.interface.abilities.sample import key_of, plain_words
from sonde.interface.abilities.two_lists import is_double
from sonde.model import Abilities, Query
from sonde.text.frequency import frequent_words

_JOINED = 16  # words asked together where any of them will do
_ASKED = 3  # questions to find a long answer
_WORTH = 4  # soundings that the end of one more answer takes, or it is not looked for
_ROUNDED = 99  # counts above may be rounded
_LONG = 1200  # matches: limits are seldom higher than a thousand
_DOUBLE = 0.7  # what a match counts in an answer of two lists, whose end takes longer to find
_SHORT_LIST = 60  # words of stop lists
_LONG_LIST = 200
_FURNITURE = 0.8  # of the results
_UNLISTED = 4.6  # words of a lower general frequency are on no stop list
_LETTERS = 3  # words of so many may be refused for their length
_LEAST = 100
_SEEN = 10  # documents that tell whether an answer has all
_NEARLY = 0.9
_VOCABULARY = 1000  # words of the language that pieces are taken from, besides those of the site
_LEADING = (1, 2, 25, 5)  # what numbers begin with that people set as limits; zeros follow


async def learn_cap(grounds: Grounds, known: Abilities) -> Abilities:
    """The most results shown for one query, if the longest answer is cut; None where that cannot be told."""
    if known.too_many:
        return known  # nothing is cut
    return replace(known, cap=await _cap(grounds, known))


async def _cap(grounds: Grounds, known: Abilities) -> int | None:
    line = grounds.line
    questions = _questions(grounds, known)
    words = await _longest(line, questions)
    depth = line.known.get(Query(words), Depth())
    end = await find_end(line, words, depth)
    if end is None:
        return None
    if depth.total is not None and not line.doubts_counts:
        return end.results if _is_cut(line, depth, end) else None
    if not words and len({key_of(result) for result in grounds.results}) > end.results:
        return end.results  # more than everything was seen
    if is_usual_limit(end.results):
        return None if _has_all(line, words, depth) else end.results
    others = [other for other in questions if other != words and not _is_vain(line, other)]
    if await _is_seen_again(line, others, end):
        return end.results
    return await _limit_of(line, others, end) if line.left >= _WORTH else None


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


def is_usual_limit(reach: int) -> bool:
    """Whether a number of results is one that people set as a limit: few answers end there by chance."""
    return reach >= _LEAST and int(str(reach).rstrip("0")) in _LEADING


def _is_vain(line: Line, words: str) -> bool:
    """Whether words were asked before and found nothing."""
    return Query(words) in line.known and not line.known[Query(words)].results


async def _is_seen_again(line: Line, questions: Sequence[str], end: End) -> bool:
    """Whether the answer to other words ends at the same number, where no count tells."""
    for words in questions[:1]:
        depth = await line.ask(words)
        other = await find_end(line, words, depth, near=end) if depth is not None else None
        return other is not None and other.results == end.results
    return False


async def _limit_of(line: Line, questions: Sequence[str], first: End) -> int | None:
    """Where the answer to other words ends, if that is a usual limit, as the first answer may have been a short one.

    Or if the first one has as many results, though on other pages.
    """
    for words in questions[:1]:
        depth = await line.ask(words)
        end = await find_end(line, words, depth) if depth is not None else None
        is_limit = end is not None and (is_usual_limit(end.results) or end.results == first.results)
        return end.results if end is not None and is_limit else None
    return None


def _questions(grounds: Grounds, known: Abilities) -> list[str]:
    """Questions that many documents answer, the most promising first."""
    common = grounds.long_words(stopped=bool(known.stop_words))
    pieces = _unlisted_pieces(grounds, known)[:1] if known.matching == "substrings" else []
    if known.operator == "or":
        # Some sites refuse a question for one word of it that is on their list.
        sure = [word for word in common if not known.stop_words or grounds.frequency(word) < LISTED]
        safe = [word for word in sure[_JOINED:] if not known.stop_words or grounds.frequency(word) < _UNLISTED]
        common = [" ".join(sure[:_JOINED]), " ".join((safe or sure[_JOINED:])[: 2 * _JOINED]), *common]
    elif known.stop_words:
        common = [*_widespread(grounds), *common]
    else:
        common = [*_most_frequent(grounds, known.min_length), *common]
    return [""] * known.browse + list(dict.fromkeys(filter(None, [*pieces, *common])))[:_ASKED]


def _unlisted_pieces(grounds: Grounds, known: Abilities) -> list[str]:
    """The pieces that most words have, without those that are words of stop lists."""
    listed = frequent_words(grounds.language, _LONG_LIST) if known.stop_words else ()
    return [piece for piece in frequent_pieces(grounds, known) if piece not in listed]


def frequent_pieces(grounds: Grounds, known: Abilities) -> list[str]:
    """The pieces that most words have: where parts of words are found, nothing has longer answers."""
    return pieces_of({*grounds.prose, *frequent_words(grounds.language, _VOCABULARY)}, known.min_length)


def pieces_of(words: Iterable[str], length: int) -> list[str]:
    """All pieces of words of a length, those first that most words have."""
    having = Counter(
        piece for word in words for piece in {word[at : at + length] for at in range(len(word) - length + 1)}
    )
    return sorted(having, key=lambda piece: (-having[piece], piece))


def _most_frequent(grounds: Grounds, length: int) -> list[str]:
    """The most frequent word of the language that results show, where the site searches for any."""
    listed = frequent_words(grounds.language, _SHORT_LIST)
    return [word for word in listed if len(word) >= length and grounds.prose[word]][:1]


def _widespread(grounds: Grounds) -> list[str]:
    """The words that most results seen so far have: one that only long stop lists may have, then others.

    What was asked for is in all its own results: these do not count. What stands beside every result is furniture.
    """
    shown = {
        (result.url, word)
        for query, depth in grounds.line.known.items()
        for result in depth.results[:LOOKED_AT]
        for word in plain_words(f"{result.title} {result.snippet}") - set(query.words.split())
    }
    having = Counter(word for _, word in shown)
    listed, results = set(frequent_words(grounds.language, _SHORT_LIST)), {url for url, _ in shown}
    usable = [
        word
        for word, count in having.items()
        if len(word) > _LETTERS and word not in listed and count < _FURNITURE * len(results)
    ]
    promise = {word: log10(1 + having[word]) + 0.5 * grounds.frequency(word) for word in usable}
    best = sorted(usable, key=lambda word: (-promise[word], word))
    return best[:1] + [word for word in best if grounds.frequency(word) < FREQUENT][:2]


async def _longest(line: Line, questions: Sequence[str]) -> str:
    """The question with the longest answer, of those answered before and a few asked now."""
    for i, words in enumerate(questions):
        if _is_long(line, _longest_known(line, questions[:i]), questions[:i]):
            break
        await line.ask(words)
    return _longest_known(line, questions)


def _longest_known(line: Line, questions: Sequence[str]) -> str:
    """Of the answers so far the one with the highest count, or else to the best question; better one list than two."""

    def length(words: str) -> tuple[float, ...]:
        depth = line.known[Query(words)]
        is_long = depth.hits > len(depth.results)
        ease = _DOUBLE if is_double(depth.results, words) else 1.0
        promise = -questions.index(words) if words in questions else -len(questions)
        return is_long, ease * (depth.total or 0), ease, promise if is_long else -inf, len(depth.results)

    answered = [query.words for query, depth in line.known.items() if depth.results and not query.values]
    return max(answered, key=length, default="")


def _is_again_or_cut(line: Line, depth: Depth) -> bool:
    """Whether an answer on one page is cut: by its count, or as another one is just as long."""
    shown = len(depth.results)
    others = [other.urls for other in line.known.values() if len(other.results) == shown and not other.more]
    return (depth.total or 0) > 2 * shown or (is_usual_limit(shown) and len(set(others)) > 1)


def _is_long(line: Line, words: str, questions: Sequence[str]) -> bool:
    """Whether no longer answer need be looked for: nothing is longer than everything, and few limits are higher."""
    depth = line.known.get(Query(words), Depth())
    if not depth.more:
        return not is_double(depth.results, words) and _is_again_or_cut(line, depth)
    if depth.total is not None:
        return not words or depth.total >= _LONG
    return words in questions and not is_double(depth.results, words)
