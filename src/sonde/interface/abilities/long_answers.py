"""Questions that many documents answer."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import inf

from sonde.interface.abilities.depth import Depth
from sonde.interface.abilities.grounds import LISTED, Grounds
from sonde.interface.abilities.limits import is_usual_limit
from sonde.interface.abilities.line import Line
from sonde.interface.abilities.reach import known_jump
from sonde.interface.abilities.two_lists import is_double
from sonde.model import Abilities, Query
from sonde.text.frequency import frequent_words

ASKED = 5  # questions to find a long answer
_JOINED = 16  # words asked together where any of them will do
_SEARCH = 6  # requests that the search for the end of an answer takes
LONG = 1100  # matches: limits are seldom higher than a thousand
_DOUBLE = 0.7  # what a match counts in an answer of two lists, whose end takes longer to find
_PIECES = 2  # asked where parts of words are found
_SHORT_LIST = 60  # words of stop lists
_LONG_LIST = 200
_UNLISTED = 4.6  # words of a lower general frequency are on no stop list
_ALIKE = 2  # answers that are as long as another one by chance
_VOCABULARY = 1000  # words of the language that pieces are taken from, besides those of the site


def long_questions(grounds: Grounds, known: Abilities) -> list[str]:
    """Questions that many documents answer, the most promising first."""
    common = grounds.long_words(stopped=bool(known.stop_words))
    pieces = _unlisted_pieces(grounds, known)[:_PIECES] if known.matching == "substrings" else []
    if known.operator == "or":
        # Some sites refuse a question for one word of it that is on their list.
        sure = [word for word in common if not known.stop_words or grounds.frequency(word) < LISTED]
        safe = [word for word in sure if grounds.line.found(word) or grounds.frequency(word) < _UNLISTED]
        others = safe if known.stop_words else sure[_JOINED:]
        common = [" ".join(sure[:_JOINED]), " ".join(others[: 2 * _JOINED]), *common]
    elif not known.stop_words:
        common = [*_most_frequent(grounds, known.min_length), *common]
    return [""] * known.browse + list(dict.fromkeys(filter(None, [*pieces, *common])))


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


async def longest_answer(line: Line, questions: Sequence[str]) -> str:
    """The question with the longest answer, of those answered before and a few asked now."""
    for words in questions[:ASKED]:
        await line.recall(words)
    for i, words in enumerate(questions[:ASKED]):
        longest = _longest_known(line, questions)
        must_do = line.left - line.price < _SEARCH and line.known.get(Query(longest), Depth()).more
        if must_do or _is_long(line, longest, questions[:i]):
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
    return (depth.total or 0) > 2 * shown or len(set(others)) > (1 if is_usual_limit(shown) else _ALIKE)


def _is_long(line: Line, words: str, questions: Sequence[str]) -> bool:
    """Whether no longer answer need be looked for: nothing is longer than everything, and few limits are higher.

    Where pages can only be read one after the other, it is enough that the answer cannot be read to its end.
    """
    depth = line.known.get(Query(words), Depth())
    if not depth.more:
        return not is_double(depth.results, words) and _is_again_or_cut(line, depth)
    if depth.total is not None:
        within = LONG if known_jump(line, words, depth) is not None else len(depth.results) * (1 + line.left)
        return not words or depth.total > min(LONG, within)
    return words in questions and not is_double(depth.results, words)
