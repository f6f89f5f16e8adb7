"""The soundings that tell whether results come by relevance or in one fixed order; order.py judges them."""

from collections import defaultdict
from dataclasses import replace
from itertools import combinations, zip_longest

from sonde.interface.grounds import Grounds, key_of
from sonde.interface.line import Depth, Line
from sonde.interface.order import Test, joined, judge_narrowed, judge_pair, judge_widened, order_of
from sonde.model import Abilities, Query, Result
from sonde.text.words import words

_ORDER_TESTS = 4
_FIXED_TESTS = {"or": 1, "and": 4, "": 0}  # answers that must agree with a fixed order


async def learn_order(grounds: Grounds, known: Abilities) -> Abilities:
    """Compares all answers so far, then the answer to a word with answers to that word and another one."""
    line = grounds.line
    tests = _pair_tests(line)
    for word in _order_words(grounds, known):
        if order_of(tests) == "relevance" or (order_of(tests) and len(tests) >= _FIXED_TESTS[known.operator]):
            break
        depth = await line.ask(f"{grounds.seed} {word}")
        if depth is None:
            break
        if known.operator == "or":
            tests.append(_widened_test(grounds, depth, word))
            continue
        tests.append(_narrowed_test(grounds, grounds.wide, depth, grounds.seed, word))
        alone = line.known.get(Query(word))
        if alone is not None and alone.results:
            tests.append(_narrowed_test(grounds, alone, depth, word, grounds.seed))
    return replace(known, order=order_of(tests))


def _pair_tests(line: Line) -> list[Test]:
    """What each two answers to plain words say."""
    answers = [(query.words, depth.results) for query, depth in line.known.items() if query.words.isalnum()]
    tests = []
    for (word, one), (other, two) in combinations(answers, 2):
        kinds: dict[tuple[bool, bool], tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
        for i, results in enumerate((one, two)):
            for result in results:
                title = words(result.title)
                kinds[word in title, other in title][i].append(key_of(result))
        tests += [test for kind in kinds.values() if (test := judge_pair(*kind)).contradicts]
    return tests


def _order_words(grounds: Grounds, known: Abilities) -> list[str]:
    """Words to ask along with the seed, such that a relevant order would change."""
    stopped, shared = bool(known.stop_words), grounds.one.counts & grounds.other.counts
    if known.operator == "or":  # words of the last document only: it comes first by relevance
        own = [word for word in grounds.other.counts if word not in grounds.one.counts]
        return [grounds.other.rare, *grounds.widespread(own, stopped=stopped)[:2]]
    if not known.operator:
        return []
    # Words that a document repeats: where words stand once, relevance is little but the length of documents.
    titles = words(f"{grounds.one.result.title} {grounds.other.result.title}")
    usable = grounds.widespread(grounds.material, stopped=stopped)
    most = {word: max(grounds.one.counts[word], grounds.other.counts[word]) for word in usable}
    repeated = [word for word in usable if most[word] > 1 and word not in titles and grounds.material[word] > 1]
    repeated.sort(key=lambda word: (word not in shared, -most[word]))
    found = [word for pair in zip_longest(repeated[:_ORDER_TESTS], usable) for word in pair if word]
    return [word for word in dict.fromkeys(found) if word != grounds.seed][:_ORDER_TESTS]


def _widened_test(grounds: Grounds, depth: Depth, word: str) -> Test:
    """What the answer to one more word of the last sample says, where any word will do."""
    if word != grounds.other.rare and depth.urls == grounds.wide.urls and depth.total == grounds.wide.total:
        return Test()  # the word may have been ignored
    tests = []
    for titled in (True, False):
        first = _keys(grounds.wide.results, grounds.seed, word, titled=titled)
        then = _keys(depth.results, grounds.seed, word, titled=titled)
        if grounds.other.key in first:
            rare = word == grounds.other.rare and not grounds.other.depth.more
            tests.append(judge_widened(first, then, last=grounds.other.key, rare=rare))
    return max(tests, key=lambda test: (test.contradicts, test.surprise), default=Test())


def _narrowed_test(grounds: Grounds, wide: Depth, depth: Depth, word: str, other: str) -> Test:
    """What the answer to two words says against that to one of them, where all words are wanted.

    Results with the word in their titles and those without are compared apart: some sites list them so.
    """
    if depth.urls == wide.urls:
        return Test()  # the other word was ignored
    tests = []
    for titled in (True, False):
        first = _keys(wide.results, word, other, titled=titled)
        then = _keys(depth.results, word, other, titled=titled)
        is_known = wide is grounds.wide and first[:1] == [grounds.one.key] and other in grounds.one.counts
        tests += [judge_narrowed(first, then, top=grounds.one.key if is_known else "")] if then else []
    return joined(tests)


def _keys(results: tuple[Result, ...], word: str, other: str, *, titled: bool) -> list[str]:
    """The results with a word in their titles, or those with neither word there."""
    found = []
    for result in results:
        title = words(result.title)
        if (word in title) == titled and (titled or not set(words(other)) & set(title)):
            found.append(key_of(result))
    return found
