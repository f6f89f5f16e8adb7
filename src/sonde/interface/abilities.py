"""What a site's search can do: operators, matching, refused words, order, cap. Each question is a few soundings.

Everything rests on two documents of the site whose text is known, and on a rare word of each: whether an answer
still shows the document tells what the site made of the question.
"""

from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import combinations, pairwise, zip_longest
from random import Random
from typing import Any

from sonde.interface.grounds import FREQUENT, SOUND, Grounds, Sample, find_grounds, is_regular, key_of
from sonde.interface.line import Depth, Line
from sonde.interface.model import SearchInterface
from sonde.interface.order import Test, joined, judge_narrowed, judge_pair, judge_widened, order_of
from sonde.interface.reach import learn_cap
from sonde.interface.site import Fetcher
from sonde.model import Abilities, Query, Result
from sonde.text.frequency import frequent_words
from sonde.text.words import words

PROBES = 25
_STOPPED = 4  # letters of the words that tell of a stop list: shorter ones may be refused for their length
_SHORT = 3  # words up to this length may be refused for it
_CONFIRMED = 2  # words of one length that must be refused
_ORDER_TESTS = 4
_FIXED_TESTS = {"or": 1, "and": 4, "": 0}  # answers that must agree with a fixed order
_ANYWHERE = {1: ("1", "2"), 2: ("10", "20")}  # words that any larger site has
_COMMON = 100  # the most frequent words of a language, some of which are on every stop list

Learner = Callable[[Grounds, Abilities], Awaitable[Abilities]]


async def learn_abilities(
    fetcher: Fetcher, interface: SearchInterface, *, rng: Random | None = None, probes: int = PROBES
) -> SearchInterface:
    """Adds what the site's search can do; unknown where the soundings do not tell."""
    line = Line(fetcher, interface, allowed=probes)
    known = replace(interface.abilities, page_size=interface.paging.page_size)
    has_words = bool(interface.ask.query_field) or "{" in interface.ask.action
    grounds = None
    if has_words and interface.seeds:
        grounds = await find_grounds(line, interface.seeds, interface.language, rng or Random(0))
    if grounds is not None:
        for learner in LEARNERS:
            known = await learner(grounds, known)
    known = replace(known, words=has_words, counts=_counts(interface, line))
    evidence = f"{line.spent} soundings told what the search can do"
    if grounds is None:
        evidence = "what the search can do is unknown: no two documents with rare words were found"
    return replace(interface, abilities=known, evidence=(*interface.evidence, evidence))


def _counts(interface: SearchInterface, line: Line) -> Any:
    """Whether hit counts are exact: rounded ones end in zeros, all of them."""
    if interface.count is None or line.doubts_counts:
        return "none"
    totals = {depth.total for depth in line.known.values() if depth.total is not None and depth.total >= 100}
    ragged = [total for total in totals if set(str(total)[2:]) != {"0"}]
    if ragged or len(totals) > 1:
        return "exact" if ragged else "rounded"
    return "exact" if interface.count.exact else "rounded"


async def learn_operator(grounds: Grounds, known: Abilities) -> Abilities:
    """Two rare words of different documents together find more than each, or less."""
    one, other = grounds.one, grounds.other
    depth = await grounds.line.ask(f"{one.rare} {other.rare}")
    if depth is None or depth.failed:
        return known
    single = max(one.depth.hits, other.depth.hits)
    if depth.hits != single:
        return replace(known, operator="or" if depth.hits > single else "and")
    return replace(known, operator="or" if one.is_in(depth) or other.is_in(depth) else "and")


async def learn_stop_words(grounds: Grounds, known: Abilities) -> Abilities:
    """Whether a word that is on every stop list, and in documents, finds nothing."""
    listed = frequent_words(grounds.language, _COMMON)
    held = [word for word in listed if word in grounds.material]
    long = [word for word in held if len(word) >= _STOPPED]
    for word in (long or held)[:1]:
        if await _is_refused(grounds, word):
            return replace(known, stop_words=(word,))
    return known


async def learn_min_length(grounds: Grounds, known: Abilities) -> Abilities:
    """From which length on words find something, by short words that documents have and that are on no stop list."""
    refused = await _refuses_length(grounds, 2)
    if not refused:
        is_long = await _refuses_length(grounds, 1)
        return replace(known, min_length=2 if is_long else 1)
    length = 3
    while length <= _SHORT and await _refuses_length(grounds, length):
        length += 1
    return replace(known, min_length=length)


async def _refuses_length(grounds: Grounds, length: int) -> bool | None:
    """Whether words of a length find nothing; None when no such word is known."""
    usable = [word for word in grounds.material if len(word) == length and grounds.frequency(word) < _rare(length)]
    usable.sort(key=lambda word: (not word.isalpha(), -_known_texts(grounds, word), -grounds.material[word], word))
    refused = 0
    for word in (*usable, *_ANYWHERE.get(length, ()))[: _CONFIRMED + 1]:
        verdict = await _is_refused(grounds, word)
        if verdict is False:
            return False
        refused += verdict is True
        if refused == _CONFIRMED:
            break
    return True if refused else None


def _rare(length: int) -> float:
    """The general frequency below which a word is on no stop list; single letters all are frequent."""
    return 6.0 if length == 1 else 5.5 if length == 2 else SOUND


def _known_texts(grounds: Grounds, word: str) -> int:
    return (word in grounds.one.counts) + (word in grounds.other.counts)


async def _is_refused(grounds: Grounds, word: str) -> bool | None:
    """Whether a word finds nothing; None when that was not asked, or the site did not search."""
    depth = await grounds.line.ask(word)
    return None if depth is None or depth.direct else depth.is_empty or depth.failed


async def learn_matching(grounds: Grounds, known: Abilities) -> Abilities:
    """A piece of a rare word, then another form of it."""
    for sample in (grounds.one, grounds.other):
        piece = piece_of(sample)
        if piece and await _is_as_good(grounds, sample, piece, known):
            return replace(known, matching="substrings")
        form = other_form(sample)
        if piece and form:
            is_stem = await _is_as_good(grounds, sample, form, known)
            return replace(known, matching="stems" if is_stem else "words")
        if piece:
            known = replace(known, matching="words")
    return known


async def _is_as_good(grounds: Grounds, sample: Sample, word: str, known: Abilities) -> bool:
    """Whether another word finds the sample like its own: with all its words, or alone where any word will do."""
    if known.operator == "and":
        return bool(await grounds.shows(f"{sample.rare} {word}", sample))
    depth = await grounds.line.ask(word)
    if depth is None or sample.is_in(depth):
        return depth is not None
    # Where not even its own word shows it on the first page, the documents it does show must do.
    shown = {key_of(result) for result in depth.results}
    own = [key_of(result) in shown for result in sample.alone.results]
    return not sample.is_in(sample.alone) and sum(own) > 0.5 * len(own)


def piece_of(sample: Sample) -> str:
    """The longest inner part of the rare word that is no word of the document; empty when there is none."""
    word = sample.word
    pieces = (word[1:], word[2:], word[1:-1], word[2:-1], word[2:-2])
    return next((piece for piece in pieces if len(piece) > 3 and piece not in sample.counts), "")


def other_form(sample: Sample) -> str:
    """The rare word with or without a plural ending, if the document has it in one form only."""
    word = sample.word
    form = word[:-1] if word.endswith("s") else f"{word}s"
    return form if is_regular(word) and form not in sample.counts else ""


async def learn_exclusion(grounds: Grounds, known: Abilities) -> Abilities:
    """A word of the document with a minus: the document goes; a nonsense word with a minus: it stays."""
    return replace(known, exclude=await _excluding(grounds, "-{}"))


async def learn_exclusion_by_word(grounds: Grounds, known: Abilities) -> Abilities:
    """The same with NOT, where a minus does nothing."""
    return known if known.exclude else replace(known, exclude=await _excluding(grounds, "NOT {}"))


async def _excluding(grounds: Grounds, syntax: str) -> str:
    rare = grounds.one.rare
    without = await grounds.line.ask(f"{rare} {syntax.format(grounds.seed)}")
    if without is None or grounds.one.is_in(without) or without.hits > grounds.one.depth.hits:
        return ""
    stays = await grounds.shows(f"{rare} {syntax.format(grounds.nonsense)}", grounds.one)
    return syntax if stays else ""


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


async def learn_wildcard(grounds: Grounds, known: Abilities) -> Abilities:
    """The beginning of a rare word with a star: found, and not found without it."""
    sample = grounds.one
    beginning = sample.word[: max(4, len(sample.word) - 3)]
    if known.matching != "words" or beginning in sample.counts:
        return known
    if not await _is_as_good(grounds, sample, f"{beginning}*", known):
        return known
    if await _is_as_good(grounds, sample, beginning, known):
        return replace(known, matching="stems")  # beginnings are found as they are
    return replace(known, wildcard="{}*")


async def learn_phrase(grounds: Grounds, known: Abilities) -> Abilities:
    """Two neighbours of the text in quotes, then the other way round: found, then not."""
    for sample in (grounds.one, grounds.other):
        neighbours = set(pairwise(sample.text))
        pairs = [(a, b) for a, b in sorted(neighbours) if sample.word in (a, b) and (b, a) not in neighbours]
        pairs = [pair for pair in pairs if all(len(w) > _SHORT and grounds.frequency(w) < FREQUENT for w in pair)]
        for a, b in pairs[:2]:
            if await grounds.shows(f'"{a} {b}"', sample):
                works = await grounds.shows(f'"{b} {a}"', sample) is False
                return replace(known, phrase='"{}"') if works else known
    return known


LEARNERS: tuple[Learner, ...] = (
    learn_operator,
    learn_stop_words,
    learn_min_length,
    learn_matching,
    learn_exclusion,
    learn_order,
    learn_cap,
    learn_phrase,
    learn_wildcard,
    learn_exclusion_by_word,
)
