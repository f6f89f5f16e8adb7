"""The soundings that tell whether results come by relevance or in one fixed order; order.py judges them."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from sonde.interface.abilities.depth import Depth
from sonde.interface.abilities.grounds import Grounds, late_results
from sonde.interface.abilities.key import key_of
from sonde.interface.abilities.line import Line
from sonde.interface.abilities.long_answers import frequent_pieces
from sonde.interface.abilities.operators import ask_both
from sonde.interface.abilities.order import (
    BELIEVED,
    Test,
    joined,
    judge_narrowed,
    judge_widened,
    order_of,
    surprise_of,
)
from sonde.interface.abilities.sample import Finder
from sonde.interface.abilities.told_order import pair_tests, told_tests
from sonde.model import Abilities, Result
from sonde.text.words import words

_WORDS = 6  # asked in pairs
_LONG = 0.25  # of the longest answer: shorter ones have little in common
_TESTED = 4  # answers that would have shown a fixed order
_FEW = 5  # documents: a word that finds fewer shares none with another
_PIECE = 4  # letters of words that are not in nearly all others
_PIECES = 3  # that nearly all words have, asked where no two words can be
_REQUESTS = 8
_LEAST = 2  # requests that it takes where nothing was told before
_SETTLED = 13.0  # surprise from which no more is asked: orders by the length of documents are alike too
_SURE = 0.7  # of a share that is reckoned from rounded counts


async def learn_order(grounds: Grounds, known: Abilities) -> Abilities:
    """Compares all answers so far, then the answer to a word with answers to that word and another one."""
    line = grounds.line
    allowed, line.allowed = line.allowed, min(line.allowed, line.spent + _REQUESTS)
    tests = told_tests(line) + await _more_tests(grounds, known)
    line.allowed = allowed
    # Relevance is the rule: where so many answers show no fixed order, there is none, as far as soundings can tell.
    return replace(known, order=order_of(tests) or ("relevance" if len(tests) >= _TESTED else ""))


async def price_of_order(grounds: Grounds, known: Abilities) -> int:
    """How many requests the order will take at least: none where the answers so far tell it."""
    return 0 if order_of([*told_tests(grounds.line), await _widened(grounds, known)]) else _LEAST


async def _more_tests(grounds: Grounds, known: Abilities) -> list[Test]:
    """What the answers to two words say, until they have said enough."""
    line = grounds.line
    tests: list[Test] = []
    if known.operator == "or":
        tests = [await _widened(grounds, known)]
        if not order_of([*told_tests(line), *tests]):
            tests += [await _widened_anew(grounds, known)]
    elif known.operator == "and":
        settled = BELIEVED if line.is_dear else _SETTLED
        for one, other in _pairs(grounds, _long_first(grounds, known)):
            told = [*told_tests(line), *tests]
            if order_of(told) == "relevance" or surprise_of(told) >= settled:
                break
            tests += await _narrowed(line, one, other)
    elif known.matching == "substrings":
        for piece in frequent_pieces(grounds, known)[:_PIECES]:
            await line.ask(piece)
        tests += pair_tests(line, alike=True)
    return tests


def _long_first(grounds: Grounds, known: Abilities) -> list[str]:
    """Words that many documents have, those first whose answers are known: most other pairs of words share too few."""
    plain = {query.words: depth for query, depth in grounds.line.known.items() if not query.values}
    answers = {word: depth.total or len(depth.results) for word, depth in plain.items() if depth.results}
    least = _PIECE if known.matching == "substrings" else 1
    usable = [word for word in answers if word.isalnum() and len(word) >= least]
    most = max((answers[word] for word in usable), default=0)
    ranked = sorted(usable, key=lambda word: -answers[word])
    long = [word for word in ranked if answers[word] >= _LONG * most]
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
    tests = [
        _narrowed_test(replace(depth, results=line.top(word)), both, word, with_)
        for depth, word, with_ in pairs
        if depth is not None and both.urls != depth.urls  # the other word was ignored
    ]
    return tests + pair_tests(line)


async def _widened(grounds: Grounds, known: Abilities) -> Test:
    """What the answer to a rare word of a late document more says, where any word will do."""
    depth = await ask_both(grounds, known.exclude) if known.operator == "or" else None
    if depth is None:
        return Test()
    tests = []
    for titled in (True, False):
        first = _keys(grounds.wide.results, grounds.seed, grounds.sample.word, titled=titled)
        then = _keys(depth.results, grounds.seed, grounds.sample.word, titled=titled)
        if grounds.sample.key in first:
            tests.append(judge_widened(first, then, last=grounds.sample.key))
    return max(tests, key=lambda test: (test.contradicts, test.surprise), default=Test())


async def _widened_anew(grounds: Grounds, known: Abilities) -> Test:
    """The same with words of other documents; whether a word finds its document matters where nothing moved."""
    line = grounds.line
    finder = Finder(line, grounds.language, grounds.wide)
    for sample in finder.guesses(late_results(grounds.wide.results, grounds.seed)):
        test = await _widened(replace(grounds, sample=sample), known)
        depth = await line.ask(sample.word) if not test.contradicts else None
        if test.contradicts or (depth is not None and sample.is_in(depth)):
            return test
    return Test()


def _narrowed_test(wide: Depth, both: Depth, word: str, other: str) -> Test:
    """What the answer to two words says against that to one of them, where all words are wanted.

    Results with the word in their titles and those without are compared apart: some sites list them so.
    """
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
