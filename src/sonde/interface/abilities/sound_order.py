"""The soundings that tell whether results come by relevance or in one fixed order; order.py judges them."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from sonde.interface.abilities.depth import Depth
from sonde.interface.abilities.grounds import Grounds
from sonde.interface.abilities.key import key_of
from sonde.interface.abilities.line import Line
from sonde.interface.abilities.long_answers import frequent_pieces
from sonde.interface.abilities.operators import ask_both
from sonde.interface.abilities.order import (
    BELIEVED,
    Test,
    joined,
    judge_narrowed,
    judge_pair,
    judge_widened,
    order_of,
    surprise_of,
)
from sonde.model import Abilities, Result
from sonde.text.words import words

_WORDS = 6  # asked in pairs
_LONG = 0.25  # of the longest answer: shorter ones have little in common
_TESTED = 4  # answers that would have shown a fixed order
_FEW = 5  # documents: a word that finds fewer shares none with another
_PIECE = 4  # letters of words that are not in nearly all others
_PIECES = 3  # that nearly all words have, asked where no two words can be
_REQUESTS = 8
_SETTLED = 13.0  # surprise from which no more is asked: orders by the length of documents are alike too
_SURE = 0.7  # of a share that is reckoned from rounded counts


async def learn_order(grounds: Grounds, known: Abilities) -> Abilities:
    """Compares all answers so far, then the answer to a word with answers to that word and another one."""
    line = grounds.line
    allowed, line.allowed = line.allowed, min(line.allowed, line.spent + _REQUESTS)
    tests = _pair_tests(line) + await _more_tests(grounds, known)
    line.allowed = allowed
    # Relevance is the rule: where so many answers show no fixed order, there is none, as far as soundings can tell.
    return replace(known, order=order_of(tests) or ("relevance" if len(tests) >= _TESTED else ""))


async def _more_tests(grounds: Grounds, known: Abilities) -> list[Test]:
    """What the answers to two words say, until they have said enough."""
    line = grounds.line
    tests: list[Test] = []
    if known.operator == "or":
        both = await ask_both(grounds, known.exclude)
        return [_widened_test(grounds, both)] if both is not None else []
    if known.operator == "and":
        settled = BELIEVED if line.is_dear else _SETTLED
        for one, other in _pairs(grounds, _long_first(grounds, known)):
            if order_of([*_pair_tests(line), *tests]) == "relevance" or surprise_of(tests) >= settled:
                break
            tests += await _narrowed(line, one, other)
    elif known.matching == "substrings":
        for piece in frequent_pieces(grounds, known)[:_PIECES]:
            await line.ask(piece)
        tests += _pair_tests(line, alike=True)
    return tests


def _long_first(grounds: Grounds, known: Abilities) -> list[str]:
    """Words that many documents have, those first whose answers are known: most other pairs of words share too few."""
    answers = {query.words: depth for query, depth in grounds.line.known.items() if depth.more and not query.values}
    least = _PIECE if known.matching == "substrings" else 1
    usable = [word for word in answers if word.isalnum() and len(word) >= least]
    most = max((answers[word].total or 0 for word in usable), default=0)
    ranked = sorted(usable, key=lambda word: -(answers[word].total or 0))
    long = [word for word in ranked if most and (answers[word].total or 0) >= _LONG * most]
    short = {query.words for query, depth in grounds.line.known.items() if depth.hits < _FEW}
    common = [word for word in grounds.long_words(stopped=bool(known.stop_words)) if word not in short]
    common.sort(key=lambda word: word not in answers)
    return list(dict.fromkeys([*long, grounds.seed, *common]))


def _pairs(grounds: Grounds, found: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs of the first words, those first that take the fewest questions and that most documents will have."""
    hits = {query.words: depth.total or 0 for query, depth in grounds.line.known.items()}
    texts = [set(words(text)) for text in grounds.texts]

    def cost(pair: tuple[str, str]) -> tuple[int, ...]:
        one, other = pair
        return len({*pair} - hits.keys()), -hits.get(one, 0) * hits.get(other, 0), -sum(map({*pair}.issubset, texts))

    return sorted(combinations(found[:_WORDS], 2), key=cost)


async def _narrowed(line: Line, one: str, other: str) -> list[Test]:
    """What the answer to two words says against those to either."""
    alone = [await line.ask(word) for word in (one, other)]
    both = await line.ask(f"{one} {other}") if all(depth is not None and depth.results for depth in alone) else None
    if both is None or both.is_empty:
        return []
    pairs = zip(alone, (one, other), (other, one), strict=True)
    tests = [_narrowed_test(depth, both, word, with_) for depth, word, with_ in pairs if depth is not None]
    return tests + _pair_tests(line)


def _pair_tests(line: Line, *, alike: bool = False) -> list[Test]:
    """What each two answers to plain words say, where it speaks against a fixed order, or also where they are alike.

    Words that are a part of each other have answers that are alike in any order.
    """
    answers = [(query.words, depth.results) for query, depth in line.known.items() if query.words.isalnum()]
    tests = []
    for (word, one), (other, two) in combinations(answers, 2):
        kinds: dict[tuple[bool, bool], tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
        for i, results in enumerate((one, two)):
            for result in results:
                title = words(result.title)
                kinds[word in title, other in title][i].append(key_of(result))
        found = [judge_pair(*kind) for kind in kinds.values()]
        tests += [test for test in found if test.contradicts]
        tests += [joined(found)] if alike and word not in other and other not in word else []
    return tests


def _widened_test(grounds: Grounds, depth: Depth) -> Test:
    """What the answer to a rare word of a late document more says, where any word will do."""
    tests = []
    for titled in (True, False):
        first = _keys(grounds.wide.results, grounds.seed, grounds.sample.word, titled=titled)
        then = _keys(depth.results, grounds.seed, grounds.sample.word, titled=titled)
        if grounds.sample.key in first:
            tests.append(judge_widened(first, then, last=grounds.sample.key))
    return max(tests, key=lambda test: (test.contradicts, test.surprise), default=Test())


def _narrowed_test(wide: Depth, both: Depth, word: str, other: str) -> Test:
    """What the answer to two words says against that to one of them, where all words are wanted.

    Results with the word in their titles and those without are compared apart: some sites list them so.
    """
    if both.urls == wide.urls:
        return Test()  # the other word was ignored
    share = _SURE * both.total / wide.total if both.total and wide.total else 0.0
    tests = []
    for titled in (True, False):
        first = _keys(wide.results, word, other, titled=titled)
        then = _keys(both.results, word, other, titled=titled)
        if then:
            tests.append(judge_narrowed(first, then, share=0.0 if titled else min(1.0, share)))
    return joined(tests)


def _keys(results: tuple[Result, ...], word: str, other: str, *, titled: bool) -> list[str]:
    """The results with a word in their titles, or those with neither word there."""
    found = []
    for result in results:
        title = words(result.title)
        if (word in title) == titled and (titled or not set(words(other)) & set(title)):
            found.append(key_of(result))
    return found
