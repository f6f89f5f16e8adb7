"""What the answers so far say about their order, without another question."""

from collections import defaultdict
from itertools import combinations

from sonde.interface.abilities.key import key_of
from sonde.interface.abilities.line import Line
from sonde.interface.abilities.order import Test, joined, judge_narrowed, judge_pair
from sonde.text.words import words


def told_tests(line: Line) -> list[Test]:
    """What all answers so far say."""
    return pair_tests(line) + _whole_tests(line)


def pair_tests(line: Line, *, alike: bool = False) -> list[Test]:
    """What each two answers to plain words say, where it speaks against a fixed order, or also where they are alike.

    Results with the same words in their titles are compared: some sites list these apart. Words that are a part of
    each other have answers that are alike in any order.
    """
    asked = [query.words for query in line.known if query.words.replace(" ", "").isalnum()]
    titles = {question: [(key_of(r), frozenset(words(r.title))) for r in line.top(question)] for question in asked}
    tests = []
    for one, other in combinations(asked, 2):
        kinds: dict[frozenset[str], tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
        for i, question in enumerate((one, other)):
            for key, title in titles[question]:
                kinds[title & {*words(f"{one} {other}")}][i].append(key)
        found = [judge_pair(*kind) for kind in kinds.values()]
        tests += [test for test in found if test.contradicts]
        tests += [joined(found)] if alike and one not in other and other not in one else []
    return tests


def _whole_tests(line: Line) -> list[Test]:
    """What answers say against the one that has everything, where they are alike: its order may be another one."""
    whole = [key_of(result) for result in line.top("")]
    tests = []
    for query, depth in line.known.items():
        if query.words.isalnum() and not query.values:
            plain = [key_of(result) for result in depth.results if query.words not in words(result.title)]
            tests.append(judge_narrowed(whole, plain))
    alike = [Test(test.surprise) for test in tests if test.surprise]
    return alike if not any(test.contradicts for test in tests) else []
